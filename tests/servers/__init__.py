"""Real servers for the tests: found on this machine or installed, private, and stopped at the end.

`plugin` is loaded by pytest (see pyproject.toml); `service` starts the service itself.
"""


class Missing(Exception):
    """Something that the tests need cannot be had; the message says what, and how to get it."""
