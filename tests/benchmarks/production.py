"""The environment of a service that is measured."""

# Production's own mode, and limits that a benchmark does not run into.
PRODUCTION = {
    "DEVELOPMENT": "0",
    "ALLOWED_HOSTS": "127.0.0.1",
    "SITE_URL": "http://127.0.0.1",
    "EMAIL_URL": "dummymail://",
    "DEFAULT_FROM_EMAIL": "dice@localhost",
    "LIMIT_CALLS_OF_PLAYER": "1000000000/60",
    "LIMIT_GUESTS_OF_ADDRESS": "1000000000/60",
    "LIMIT_CALLS_OF_ADDRESS": "1000000000/60",
    "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
}
