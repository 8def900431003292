"""Schemathesis: what the description allows is taken, what it does not is refused, no fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar
from uuid import UUID

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import strategies as st
from knox.crypto import hash_token
from knox.models import AuthToken
from pytest_django import Settings
from schemathesis.config import SchemathesisConfig
from schemathesis.config._checks import POSITIVE_DATA_ACCEPTANCE_EXPECTED_STATUSES

from challenges.api.pagination import _cursor
from challenges.models import Game
from challenges.querysets import games
from config.wsgi import application
from tests.cast import NOON, NOWHERE, Person
from tests.challenges.api.description import description
from tests.friends.table import challenge_with, finish_solo, take

pytestmark = pytest.mark.django_db

TOKEN = "7" * 64
EXAMPLES, STEPS = 12, 10
FIXED: dict[str, Any] = {
    "derandomize": True,
    "database": None,
    "deadline": None,
    "suppress_health_check": list(hypothesis.HealthCheck),
}

# What the description cannot say beyond the name of a format.
schemathesis.openapi.format("player-name", st.sampled_from(["Åsa", "O'Neil", "上原", "Player 1"]))
schemathesis.openapi.format("time-zone", st.sampled_from(["UTC", "Asia/Tokyo", "Etc/GMT+12"]))
schemathesis.openapi.format("password", st.just("correct horse battery staple"))
schemathesis.openapi.format(
    "cursor",
    st.sampled_from(["after", "before"]).map(
        lambda side: _cursor(side, Game(started_at=NOON, id=UUID(NOWHERE)), games(), "games")
    ),
)

# Well-formed input can be refused for what it means: by 422, or by 400 where fields disagree.
ACCEPTED = [*POSITIVE_DATA_ACCEPTANCE_EXPECTED_STATUSES, "422"]
NOT_YET = ["2xx", "3xx", "4xx", "503"]
CONFIG = {
    "seed": 1,
    # U+0000 is refused wherever it stands; other tests send it.
    "generation": {"allow-x00": False},
    "checks": {
        "positive_data_acceptance": {"expected-statuses": ACCEPTED},
        # Once for each call is enough: test_credentials.py.
        "ignored_auth": {"enabled": False},
    },
    "operations": [
        {
            "include-name": name,
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
        }
        # Dates in the wrong order; a period of another board, or a cursor beside `around`; the
        # cursor of another list.
        for name in (
            "GET /api/v1/days",
            "GET /api/v1/leaderboards/{board}",
            "GET /api/v1/friend-challenges",
            "GET /api/v1/me/reviews",
        )
    ]
    + [
        {"include-name": name, "checks": {"not_a_server_error": {"expected-statuses": NOT_YET}}}
        # Best play that is not computed yet: of maxi with another bonus, here.
        for name in (
            "POST /api/v1/games",
            "POST /api/v1/games/{game_id}/moves",
            "GET /api/v1/games/{game_id}/hint",
        )
    ],
}

schema = schemathesis.openapi.from_dict(description(), config=SchemathesisConfig.from_dict(CONFIG))
schema.app = application


@pytest.fixture(autouse=True)
def player(
    owner: Person, friend: Person, today: object, settings: Settings, solved_tables: object
) -> None:
    """Who calls has taken a challenge."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000/60")
    take(owner, challenge_with(friend, finish_solo(friend)))
    AuthToken(user=owner.player, digest=hash_token(TOKEN), token_key=TOKEN[:15]).save()


@pytest.fixture(autouse=True)
def one_connection(player: None) -> Iterator[None]:
    """The calls stay in the test's transaction, as with Django's own test client.

    That client, which the player was prepared by, connects the signals.
    """
    started = [request_started, request_finished]
    for signal in started:
        signal.disconnect(close_old_connections)
    yield
    for signal in started:
        signal.connect(close_old_connections)


@schema.auth()
class Credentials:
    """Set while the calls are made up, before there is a player."""

    def get(self, case: schemathesis.Case, context: object) -> str:
        return f"Bearer {TOKEN}"

    def set(self, case: schemathesis.Case, data: str, context: object) -> None:
        case.headers["Authorization"] = data


@schema.parametrize()
@hypothesis.settings(**FIXED, max_examples=EXAMPLES)
def test_call(case: schemathesis.Case) -> None:
    case.call_and_validate()


class Sequences:
    """Every sequence of calls begins with what the first one found."""

    reached: ClassVar[set[tuple[str, int]]]

    def setup(self) -> None:
        self.transaction = transaction.atomic()
        self.transaction.__enter__()

    def after_call(self, response: Any, case: schemathesis.Case) -> None:
        self.reached.add((case.operation.definition.raw["operationId"], response.status_code))

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)


# Calls about the account itself would end most sequences: they sign out, or delete the player.
playing = schema.exclude(path_regex=r"/api/v1/(account|me|friend-challenges|friends|invitations)\b")
comparing = schema.exclude(path_regex=r"/api/v1/(?!friend-challenges|invitations|games/)")


class Playing(Sequences, playing.as_state_machine()):  # type: ignore[misc]
    reached: ClassVar[set[tuple[str, int]]] = set()


class Comparing(Sequences, comparing.as_state_machine()):  # type: ignore[misc]
    reached: ClassVar[set[tuple[str, int]]] = set()


def run(machine: Any, sequences: int) -> None:
    machine.run(
        settings=hypothesis.settings(**FIXED, max_examples=sequences, stateful_step_count=STEPS)
    )


# What calls mean to one another does not depend on the database; each of them is made on both.
@pytest.mark.only_on("postgresql")
def test_calls_that_follow_each_other() -> None:
    run(Playing, 25)
    # Links lead somewhere: to games that are read, and to moves that are made.
    assert Playing.reached >= {("get_game", 200), ("get_proof", 409), ("make_move", 200)}
    assert ("get_hint", 200) in Playing.reached


@pytest.mark.only_on("postgresql")
def test_calls_that_follow_challenges() -> None:
    """Where their links lead, tests/friends/api/test_links.py says: these get there by chance."""
    run(Comparing, 25)
    assert {status for _, status in Comparing.reached} >= {200, 401}
