"""All settings, read from the environment; docs/operations.md lists the variables.

With DEVELOPMENT=1 everything has a default that works on a laptop. Without it the service refuses
to start until what production needs is given.
"""

import os
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse_lazy

from config.secrets import development_secret, parse_seed_keys

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
DEVELOPMENT = env.bool("DEVELOPMENT", default=False)
# Tables of perfect play, shared by all processes of a machine.
STRATEGY_DIR = Path(env.str("STRATEGY_DIR", default="") or DATA_DIR / "strategy")
# A job solves what is missing there; `manage.py solve` does it by hand.
BUILD_TABLES = env.bool("BUILD_TABLES", default=True)
DEBUG = False

# --- What production needs -------------------------------------------------------------------

NEEDED = {
    "SECRET_KEY": "signs sessions and forms; make one with `python -m config.secrets`",
    "SEED_KEYS": "the keys of all dice; make one with `python -m config.secrets`",
    "ALLOWED_HOSTS": "the host names that the service answers to, comma-separated",
    "SITE_URL": "where people reach the service, https://dice.example.org: mails link there",
    "EMAIL_URL": "the mail server, smtp+tls://user:password@host:587",
    "DEFAULT_FROM_EMAIL": "the address that mails come from",
}
missing = [name for name in NEEDED if not os.environ.get(name)]
if missing and not DEVELOPMENT:
    raise ImproperlyConfigured(
        "The service cannot start without:\n"
        + "\n".join(f"  {name}: {NEEDED[name]}" for name in missing)
        + "\nFor a try on this machine, set DEVELOPMENT=1 or use `make run`."
    )

SECRET_KEY = env.str("SECRET_KEY", default="") or development_secret(DATA_DIR, "secret-key")
SEED_KEYS = parse_seed_keys(
    env.str("SEED_KEYS", default="") or f"dev:{development_secret(DATA_DIR, 'seed-key')}"
)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if DEVELOPMENT else [])
SITE_URL = env.str("SITE_URL", default="") or f"http://127.0.0.1:{env.int('PORT', default=8000)}"
SITE_URL = SITE_URL.rstrip("/")

# --- Days ------------------------------------------------------------------------------------

# A date opens at its first midnight in FIRST_ZONE and closes at its last in LAST_ZONE. The Etc
# names have their signs the other way round: GMT-14 is UTC+14.
FIRST_ZONE = env.str("FIRST_ZONE", default="Etc/GMT-14")
LAST_ZONE = env.str("LAST_ZONE", default="Etc/GMT+12")
DAYS_AHEAD = env.int("DAYS_AHEAD", default=40)

# --- Django ----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "challenges",
    "leaderboards",
    "friends",
    "config.admin.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth.account",
    "knox",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
]

MIDDLEWARE = [
    "config.logs.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "challenges.web.browsers.RememberBrowser",
    "challenges.web.languages.SpeakPlayersLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.error_handlers.ProblemPages",
    "config.page_limits.PageLimit",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTH_USER_MODEL = "challenges.Player"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        # It compares which letters there are, not their order: at Django's 0.7 one long password
        # in fifty is refused to somebody whose name has the same ones by chance.
        "OPTIONS": {"user_attributes": ["name", "email"], "max_similarity": 0.9},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("sv", "Svenska")]
LOCALE_PATHS = [BASE_DIR / "challenges" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- Database --------------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default="")
# Set by the web server's configuration: a pool there, lasting connections everywhere else.
DATABASE_POOL_SIZE = env.int("DATABASE_POOL_SIZE", default=0)


def database() -> dict[str, Any]:
    if not DATABASE_URL:
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "db.sqlite3",
            # A transaction that begins by reading cannot be upgraded while another one writes;
            # taking the write lock at once makes it wait instead of failing.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL",
            },
            # In a file, so that the threads and processes of a test see one database.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    found: dict[str, Any] = env.db_url_config(DATABASE_URL)
    # What is asked again and again is planned once for each connection.
    found["OPTIONS"] = {
        **found.get("OPTIONS", {}),
        "server_side_binding": True,
        "prepare_threshold": 5,
    }
    if DATABASE_POOL_SIZE:
        found["OPTIONS"] = {
            **found.get("OPTIONS", {}),
            "pool": {
                "min_size": 1,
                "max_size": DATABASE_POOL_SIZE,
                "timeout": 10,
                # Attempts wait twice as long each time. Those that are given up are begun anew for
                # whoever needs a connection, so that one is there soon after an outage's end.
                "reconnect_timeout": 5,
            },
        }
    else:
        found["CONN_MAX_AGE"] = 60
    # In a pool too: else each connection that a restart of the database broke costs an answer.
    found["CONN_HEALTH_CHECKS"] = True
    return found


DATABASES = {"default": database()}

# --- Cache, sessions, jobs -------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")

if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "django_redis.cache.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "dice",
            "OPTIONS": {
                "SOCKET_CONNECT_TIMEOUT": 1,
                "SOCKET_TIMEOUT": 1,
                # People go on playing while Redis is down: what is cached is read from the
                # database, and limits are not counted for so long.
                "IGNORE_EXCEPTIONS": True,
            },
        }
    }
    DJANGO_REDIS_LOG_IGNORED_EXCEPTIONS = True
else:
    # One web process serves the embedded default (config/gunicorn.py), so its memory is shared.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_COOKIE_AGE = 400 * 24 * 3600  # the longest that browsers keep a cookie
STAFF_SESSION_AGE = 12 * 3600

CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # else worker and beat end 46 minutes after Redis
CELERY_WORKER_CONCURRENCY = env.int("WORKER_CONCURRENCY", default=1)
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "health_check_interval": 5,
        "socket_timeout": 10,
        "socket_keepalive": True,
        "retry_on_timeout": True,
    }
else:
    CELERY_BROKER_URL = "filesystem://localhost"
    queue_folder = DATA_DIR / "queue"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(queue_folder),
        "data_folder_out": str(queue_folder),
        "control_folder": str(queue_folder / "control"),
        "polling_interval": 0.2,
        "store_processed": False,
    }
    # One process is enough for the few jobs of a laptop, and ends at once with Ctrl-C.
    CELERY_WORKER_POOL = "solo"
    (queue_folder / "control").mkdir(parents=True, exist_ok=True)

# --- Mail ------------------------------------------------------------------------------------

# allauth keeps the addresses and makes the keys that confirm them; its views are not served.
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10  # a mail server that is down must not hold up those who wait for a page
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Daily Dice <dice@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# The pages that mails link to.
MAILED_PAGES = {
    page: reverse_lazy(f"challenges:{page}")
    for page in ("today", "sign-in", "forgotten", "reset", "confirm")
}

# --- Web security ----------------------------------------------------------------------------

# How many proxies in front of the service append to X-Forwarded-For; 0: the peer is the client.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "config.error_handlers.csrf_failure"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEVELOPMENT
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = env.bool("SSL_REDIRECT", default=False)
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=0)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Static files ----------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEVELOPMENT
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEVELOPMENT
        else "config.static.HashedStaticFilesStorage"
    },
}

# --- API -------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "challenges.api.authentication.BearerAuthentication",
        "challenges.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["challenges.api.throttling.HasAccount"],
    "DEFAULT_PARSER_CLASSES": ["challenges.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["challenges.api.throttling.CallThrottle"],
    "DEFAULT_SCHEMA_CLASS": "challenges.api.schema.ProblemAutoSchema",
    "EXCEPTION_HANDLER": "config.error_handlers.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
KNOX_TOKEN_MODEL = "knox.AuthToken"  # noqa: S105
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_TTL": None, "AUTO_REFRESH": False}

# Calls allowed in a time span: `calls/seconds`.
LIMITS = {
    "calls-of-player": env.str("LIMIT_CALLS_OF_PLAYER", default="600/60"),
    "calls-of-address": env.str("LIMIT_CALLS_OF_ADDRESS", default="600/60"),
    "guests-of-address": env.str("LIMIT_GUESTS_OF_ADDRESS", default="30/3600"),
    "sign-ins-of-address": env.str("LIMIT_SIGN_INS_OF_ADDRESS", default="60/300"),
    "sign-ins-to-account-from-address": env.str(
        "LIMIT_SIGN_INS_TO_ACCOUNT_FROM_ADDRESS", default="10/300"
    ),
    "sign-ins-to-account": env.str("LIMIT_SIGN_INS_TO_ACCOUNT", default="200/300"),
    "passwords-of-player": env.str("LIMIT_PASSWORDS_OF_PLAYER", default="10/300"),
    "mails-of-address": env.str("LIMIT_MAILS_OF_ADDRESS", default="30/3600"),
    "mails-to-account-from-address": env.str(
        "LIMIT_MAILS_TO_ACCOUNT_FROM_ADDRESS", default="5/3600"
    ),
    "mails-to-account": env.str("LIMIT_MAILS_TO_ACCOUNT", default="30/3600"),
    "exports-of-player": env.str("LIMIT_EXPORTS_OF_PLAYER", default="10/3600"),
    "reports-of-player": env.str("LIMIT_REPORTS_OF_PLAYER", default="20/86400"),
    "wrong-codes-of-address": env.str("LIMIT_WRONG_CODES_OF_ADDRESS", default="30/3600"),
    "wrong-codes-of-site": env.str("LIMIT_WRONG_CODES_OF_SITE", default="300/3600"),
    "challenges-of-player": env.str("LIMIT_CHALLENGES_OF_PLAYER", default="100/86400"),
    "friend-requests-of-player": env.str("LIMIT_FRIEND_REQUESTS_OF_PLAYER", default="50/86400"),
    "staff-failures-of-account-from-address": env.str(
        "LIMIT_STAFF_FAILURES_OF_ACCOUNT_FROM_ADDRESS", default="5/900"
    ),
    "staff-failures-of-account": env.str("LIMIT_STAFF_FAILURES_OF_ACCOUNT", default="100/900"),
    "staff-failures-of-address": env.str("LIMIT_STAFF_FAILURES_OF_ADDRESS", default="20/900"),
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Daily Dice",
    "DESCRIPTION": "One Maxi Yatzy game a day, the same dice for everybody.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "challenges.api.schema.require_bodies",
        "challenges.api.schema.add_links",
        "friends.api.schema.add_links",
    ],
    "ENUM_NAME_OVERRIDES": {
        "GameStatus": "challenges.models.Game.Status",
        "GameMode": "challenges.models.Game.Mode",
        "Die": "challenges.models.Player.Die",
        "DayStatus": ["upcoming", "open", "closed"],
        "SheetCode": ["maxi", "scandinavian", "classic", "yacht", "generala"],
        "SheetSection": ["upper", "lower"],
        "BoardCode": ["day", "best-day", "streak", "longest-streak", "advent"],
        "StreakState": ["alive", "at_risk", "lost"],
        "DoorState": ["locked", "open", "played", "missed"],
        "DeviceKind": ["app", "browser"],
        "ChallengeKind": "friends.models.Challenge.Kind",
        "ResultSide": ["me", "challenger", "challenged"],
        "Relation": ["none", "asked", "asks", "friends"],
    },
}

# --- Logs ------------------------------------------------------------------------------------

LOGGING_CONFIG = "config.logs.configure"
LOGGING = {"json": not DEVELOPMENT, "level": env.str("LOG_LEVEL", default="INFO")}
