"""People go on playing while the cache does not answer."""

import pytest
from pytest_django import Settings

from tests.cast import Browser, Caller, Person, make_person, ok

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "dead_cache")]


@pytest.fixture
def dead_cache(settings: Settings) -> None:
    """Nobody listens on port 1; the other options are those of production."""
    settings.CACHES = {
        "default": {
            "BACKEND": "django_redis.cache.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"SOCKET_CONNECT_TIMEOUT": 1, "IGNORE_EXCEPTIONS": True},
        }
    }


def test_a_guest_signs_up_and_plays(settings: Settings) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1/3600")
    signed_up = ok(Caller().post("/players", {}), 201)
    person = Person(token=signed_up["token"])
    assert person.play_keenly_by_calls(person.start_daily())["status"] == "finished"


def test_a_browser_plays_with_its_session() -> None:
    browser = Browser(player=make_person("Owner").player)
    assert browser.play_keenly_by_calls(browser.start_daily())["status"] == "finished"
