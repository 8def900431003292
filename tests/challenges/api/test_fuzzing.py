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
from config.wsgi import application
from tests.cast import NOON, NOWHERE, Person
from tests.challenges.api.description import description

pytestmark = pytest.mark.django_db

TOKEN = "7" * 64
EXAMPLES, SEQUENCES, STEPS = 12, 25, 10
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
        lambda side: _cursor(side, Game(started_at=NOON, id=UUID(NOWHERE)))
    ),
)

# Well-formed input can be refused for what it means: by 422, or by 400 where fields disagree.
ACCEPTED = [*POSITIVE_DATA_ACCEPTANCE_EXPECTED_STATUSES, "422"]
CONFIG = {
    "seed": 1,
    # U+0000 is refused wherever it stands; other tests send it.
    "generation": {"allow-x00": False},
    "checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}},
    "operations": [
        {
            "include-name": name,
            "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
        }
        # Dates in the wrong order; a period of another board, or a cursor beside `around`.
        for name in ("GET /api/v1/days", "GET /api/v1/leaderboards/{board}")
    ],
}

schema = schemathesis.openapi.from_dict(description(), config=SchemathesisConfig.from_dict(CONFIG))
schema.app = application


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The calls stay in the test's transaction, as with Django's own test client."""
    started = [request_started, request_finished]
    for signal in started:
        signal.disconnect(close_old_connections)
    yield
    for signal in started:
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def player(owner: Person, today: object, settings: Settings) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000/60")
    AuthToken(user=owner.player, digest=hash_token(TOKEN), token_key=TOKEN[:15]).save()


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


# Calls about the account itself would end most sequences: they sign out, or delete the player.
playing = schema.exclude(path_regex=r"/api/v1/(account|me)\b")


class Machine(playing.as_state_machine()):  # type: ignore[misc]
    """Every sequence of calls begins with what the first one found."""

    reached: ClassVar[set[tuple[str, int]]] = set()

    def setup(self) -> None:
        self.transaction = transaction.atomic()
        self.transaction.__enter__()

    def after_call(self, response: Any, case: schemathesis.Case) -> None:
        Machine.reached.add((case.operation.definition.raw["operationId"], response.status_code))

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)


def test_calls_that_follow_each_other() -> None:
    Machine.run(
        settings=hypothesis.settings(**FIXED, max_examples=SEQUENCES, stateful_step_count=STEPS)
    )
    # Links lead somewhere: to games that are read, and to moves that are made.
    assert Machine.reached >= {("get_game", 200), ("get_proof", 409), ("make_move", 200)}
