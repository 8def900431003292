"""The cast of the tests: who calls the API, at which moment, and what each of them sees.

Every answer that a caller gets is checked against the OpenAPI description, whatever the test is
about. `owner`, `friend` and `stranger` are guests; `anybody` has no account.
"""

from __future__ import annotations

import contextlib
import datetime
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from threading import Barrier
from typing import Any, TypeVar

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings as django_settings
from django.db import connection, connections
from django.db.models import Model
from django.http import HttpResponse
from django.middleware.csrf import _get_new_csrf_string  # type: ignore[attr-defined]
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from knox.models import AuthToken
from pytest_django import Settings

from challenges.engine import Keep, Move, Write
from challenges.models import Day, Game, Player
from challenges.services.days import make_days
from challenges.services.games import find_game, make_moves
from challenges.services.players import issue_token
from challenges.services.sign_up import sign_up_guest
from config.secrets import parse_seed_keys
from tests.challenges.api.description import check_answer

T = TypeVar("T")
Json = dict[str, Any]
UTC = datetime.UTC

SEED_KEYS = "first:the-first-seed-key-of-the-tests-which-is-long-enough"
TODAY = datetime.date(2026, 12, 1)
NOON = datetime.datetime(2026, 12, 1, 12, tzinfo=UTC)
OPENS = datetime.datetime(2026, 11, 30, 10, tzinfo=UTC)
CLOSES = datetime.datetime(2026, 12, 2, 12, tzinfo=UTC)
ONE_DAY = datetime.timedelta(days=1)
MICROSECOND = datetime.timedelta(microseconds=1)
NOWHERE = "00000000-0000-4000-8000-000000000000"

# --- Calling the API -------------------------------------------------------------------------


@dataclass
class Caller:
    """Calls the API as an app does; keeps every answer it got."""

    token: str | None = None
    address: str = "192.0.2.1"
    answers: list[HttpResponse] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True, REMOTE_ADDR=self.address)

    def get(self, path: str, **query: str) -> HttpResponse:
        return self.call("GET", path, query=query)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.call("POST", path, body=body, headers=headers)

    def patch(self, path: str, body: Any = None) -> HttpResponse:
        return self.call("PATCH", path, body=body)

    def delete(self, path: str, body: Any = None) -> HttpResponse:
        return self.call("DELETE", path, body=body)

    def send(self, path: str, raw: bytes, content_type: str = "application/json") -> HttpResponse:
        """Posts exactly these bytes."""
        return self.call("POST", path, raw=raw, content_type=content_type)

    def call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, str] | None = None,
        body: Any = None,
        raw: bytes | None = None,
        content_type: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> HttpResponse:
        """Keywords for headers are written `Idempotency_Key`."""
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        answer = self.client.generic(
            method,
            f"/api/v1{path}",
            data,
            content_type,
            query_params=query,
            headers=self.credentials()
            | {name.replace("_", "-"): value for name, value in (headers or {}).items()},
        )
        check_answer(method, path, answer)
        self.answers.append(answer)
        return answer

    def credentials(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


@dataclass
class Person(Caller):
    """A caller with an account."""

    player: Player = None  # type: ignore[assignment]

    def now(self) -> Player:
        """The player as it is stored."""
        return Player.objects.get(pk=self.player.pk)

    def start_daily(self, date: datetime.date = TODAY) -> Json:
        return ok(self.post(f"/days/{date}/game"), 201, 200)

    def start_solo(self, rules: str = "maxi", **fields: Any) -> Json:
        return ok(self.post("/games", {"rules": rules, "mode": "solo", **fields}), 201)

    def move(self, game: Json | str, ply: int, **move: Any) -> HttpResponse:
        game_id = game if isinstance(game, str) else game["id"]
        return self.post(f"/games/{game_id}/moves", {"ply": ply, **move})

    def keep(self, game: Json, *kept: int) -> Json:
        """Keeps the dice in these slots, counted from 0, and throws the others."""
        flags = [slot in kept for slot in range(len(game["dice"]))]
        return ok(self.move(game, game["ply"], keep=flags))

    def write(self, game: Json, row: str) -> Json:
        return ok(self.move(game, game["ply"], row=row))

    def play_rows(self, game: Json, leave: int = 0) -> Json:
        """Writes the free rows in printed order, until only so many are left."""
        free = [row for row, points in game["sheet"].items() if points is None]
        moves = [Write(row) for row in free[: len(free) - leave]]
        make_moves(player=self.now(), game_id=game["id"], ply=game["ply"], moves=moves)
        return ok(self.get(f"/games/{game['id']}"))

    def play_keenly(self, game: Json) -> Json:
        """A whole game with all throws, keeping what there is most of."""
        play = find_game(player=self.now(), game_id=game["id"]).play
        while not play.outcome:
            points = {row: placement.points for row, placement in play.choices.items()}
            play = play.play(keen_move(play.dice, play.throws_left, points))
        moves = play.moves[game["ply"] :]
        make_moves(player=self.now(), game_id=game["id"], ply=game["ply"], moves=moves)
        return ok(self.get(f"/games/{game['id']}"))

    def play_keenly_by_calls(self, game: Json) -> Json:
        """For tests of what calls say and need: each move is one."""
        while game["status"] == "playing":
            move = keen_move(game["dice"], game["throws_left"], game["choices"])
            if isinstance(move, Write):
                game = self.write(game, move.row)
            else:
                game = ok(self.move(game, game["ply"], keep=list(move.flags)))
        return game


@dataclass
class Browser(Person):
    """A person with a session in place of a token; `sends_csrf` as pages do."""

    sends_csrf: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.client.force_login(self.player)
        self.secret = _get_new_csrf_string()
        self.client.cookies[django_settings.CSRF_COOKIE_NAME] = self.secret

    def credentials(self) -> dict[str, str]:
        return {"X-CSRFToken": self.secret} if self.sends_csrf else {}


def keen_move(dice: Sequence[int], throws_left: int, choices: Mapping[str, int]) -> Move:
    best = max(dice, key=dice.count)
    kept = tuple(value == best for value in dice)
    if throws_left and not all(kept):
        return Keep(kept)
    return Write(max(choices, key=lambda row: choices[row]))


def make_person(name: str, **fields: Any) -> Person:
    player, _created = sign_up_guest(address="198.51.100.1", name=name, **fields)
    return Person(token=issue_token(player), player=player)


def ok(answer: HttpResponse, *statuses: int) -> Json:
    assert answer.status_code in (statuses or (200,)), answer.content
    assert answer["Content-Type"] == "application/json"
    found: Json = answer.json()  # type: ignore[attr-defined]
    return found


def refused(answer: HttpResponse, status: int, code: str) -> Json:
    """The problem of a refusal, which must be one in every part."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    body: Json = answer.json()  # type: ignore[attr-defined]
    assert body["type"] == f"/api/v1/problems#{code}"
    assert body["status"] == status
    assert body["code"] == code
    assert body["title"]
    assert body["detail"]
    return body


# --- What is stored --------------------------------------------------------------------------


def row_of(game_id: str) -> Json:
    return Game.objects.filter(pk=game_id).values().get()


def stored() -> dict[str, list[Json]]:
    """Every row that a service can change, as the database has it."""
    return {model.__name__: list(_rows_of(model)) for model in _models()}


def _rows_of(model: type[Model]) -> Iterator[Json]:
    with connection.cursor() as cursor:
        cursor.execute(_reading(model))
        for row in cursor.fetchall():
            yield dict(zip(_columns(model), row, strict=True))


@cache
def _models() -> list[type[Model]]:
    ours = ("challenges", "leaderboards", "friends")
    models = [model for name in ours for model in apps.get_app_config(name).get_models()]
    return [*models, AuthToken, EmailAddress]


def _columns(model: type[Model]) -> list[str]:
    """Not on which day a device was last used."""
    fields = [field for field in model._meta.concrete_fields if field.name != "last_used_on"]
    return [field.column for field in fields if field.column]


def _reading(model: type[Model]) -> str:
    quote, keys = connection.ops.quote_name, [field.column for field in model._meta.pk_fields]
    selected, order = (", ".join(map(quote, names)) for names in (_columns(model), keys))
    return f"SELECT {selected} FROM {quote(model._meta.db_table)} ORDER BY {order}"


@contextlib.contextmanager
def nothing_changes() -> Iterator[None]:
    before = _snapshot()
    yield
    assert _snapshot() == before


def _snapshot() -> dict[str, Any]:
    """Thousands of tests look twice at every table: at all at once, where that is faster."""
    if connection.vendor != "postgresql":
        return stored()
    with connection.cursor() as cursor:
        cursor.execute(_reading_all())
        return dict(cursor.fetchall())


@cache
def _reading_all() -> str:
    return " UNION ALL ".join(
        f"SELECT '{model.__name__}', ARRAY(SELECT found::text FROM ({_reading(model)}) AS found)"
        for model in _models()
    )


class Queries(CaptureQueriesContext):
    """The queries of a block, without those that only begin and end transactions."""

    def __init__(self) -> None:
        super().__init__(connection)

    @property
    def statements(self) -> list[str]:
        brackets = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
        return [
            query["sql"]
            for query in self.captured_queries
            if not query["sql"].upper().startswith(brackets)
        ]


# --- At the same time ------------------------------------------------------------------------


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """The results of calls that begin together, each in a thread with a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        try:
            barrier.wait(timeout=30)
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


# --- Fixtures, imported by the conftest.py of each folder ------------------------------------


@pytest.fixture(autouse=True)
def keys(settings: Settings) -> None:
    settings.SEED_KEYS = parse_seed_keys(SEED_KEYS)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Noon of the day that is today in most of the world; it stands until a test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def owner(db: None, clock: time_machine.Traveller) -> Person:
    return make_person("Owner")


@pytest.fixture
def friend(db: None, clock: time_machine.Traveller) -> Person:
    return make_person("Friend")


@pytest.fixture
def stranger(db: None, clock: time_machine.Traveller) -> Person:
    return make_person("Stranger")


@pytest.fixture
def anybody(db: None, clock: time_machine.Traveller) -> Caller:
    return Caller()


@pytest.fixture
def today(db: None, clock: time_machine.Traveller) -> Day:
    """The day of TODAY, with those beside it that are open, and the next; others on demand."""
    with override_settings(DAYS_AHEAD=1):
        make_days()
    return Day.objects.get(date=TODAY)
