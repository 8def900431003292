"""What the database itself refuses, whoever writes."""

import datetime
import uuid
from datetime import UTC
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from pytest_django import Settings

from challenges.models import Day, Device, Game, Player
from config import settings as configured

pytestmark = pytest.mark.django_db

DATE = datetime.date(2026, 12, 1)
OPENS = datetime.datetime(2026, 11, 30, 10, tzinfo=UTC)
CLOSES = datetime.datetime(2026, 12, 2, 12, tzinfo=UTC)


def make_day(**fields: Any) -> Day:
    values = {
        "date": DATE,
        "position": 1,
        "key_id": "first",
        "commitment": "c" * 64,
        "chain_hash": "h" * 64,
        "opens_at": OPENS,
        "closes_at": CLOSES,
    }
    return Day.objects.create(**values | fields)


@pytest.fixture
def player() -> Player:
    return Player.objects.create(name="Owner", joined_at=OPENS)


@pytest.fixture
def day() -> Day:
    return make_day()


def make_game(player: Player, **fields: Any) -> Game:
    values = {
        "player": player,
        "mode": "solo",
        "rules": "maxi",
        "seed_label": f"game:{uuid.uuid4()}",
        "key_id": "first",
        "commitment": "c" * 64,
        "started_at": OPENS,
    }
    return Game.objects.create(**values | fields)


def refuses(name: str) -> Any:
    """PostgreSQL names the constraint; SQLite names it or the columns."""
    return pytest.raises(IntegrityError, match=name)


# --- Days ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"closes_at": OPENS}, "day_closes_after_it_opens"),
        ({"seed": "5" * 64}, "day_seed_is_public_when_closed"),
        ({"closed_at": CLOSES}, "day_seed_is_public_when_closed"),
        (
            {"closed_at": CLOSES - datetime.timedelta(microseconds=1), "seed": "5" * 64},
            "day_is_not_closed_early",
        ),
    ],
)
def test_a_day_that_cannot_be_is_refused(fields: dict[str, Any], name: str) -> None:
    with refuses(name), transaction.atomic():
        make_day(**fields)
    assert Day.objects.count() == 0


@pytest.mark.parametrize("field", ["date", "position", "commitment", "chain_hash"])
def test_no_two_days_share_what_makes_them_a_chain(day: Day, field: str) -> None:
    others = {
        "date": DATE + datetime.timedelta(days=1),
        "position": 2,
        "commitment": "d" * 64,
        "chain_hash": "i" * 64,
    }
    with refuses(""), transaction.atomic():
        make_day(**others | {field: getattr(day, field)})
    make_day(**others)
    assert Day.objects.count() == 2


def test_a_closed_day_has_its_seed() -> None:
    make_day(closed_at=CLOSES, seed="5" * 64)


def test_a_day_that_was_played_cannot_be_deleted(player: Player, day: Day) -> None:
    make_game(player, mode="daily", day=day)
    with pytest.raises(ProtectedError):
        day.delete()


# --- Games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "classic"},
        {"house_rules": {"forced_order": True}},
        {"seed": "5" * 64},
        {"day": None},
    ],
)
def test_a_ranked_game_is_plain_maxi_of_a_day_and_holds_no_seed(
    player: Player, day: Day, fields: dict[str, Any]
) -> None:
    with refuses("ranked_game_is_plain_maxi_of_a_day"), transaction.atomic():
        make_game(player, **{"mode": "daily", "day": day} | fields)
    assert Game.objects.count() == 0


def test_a_player_has_one_ranked_game_a_day_and_as_many_others_as_wanted(
    player: Player, day: Day
) -> None:
    make_game(player, mode="daily", day=day)
    with refuses("one_ranked_game_per_player_and_day|player_id"), transaction.atomic():
        make_game(player, mode="daily", day=day)
    make_game(player, day=day)
    make_game(player, day=day)
    other = Player.objects.create(name="Friend", joined_at=OPENS)
    make_game(other, mode="daily", day=day)


def test_a_start_key_starts_one_game_of_a_player(player: Player) -> None:
    make_game(player, start_key="k" * 64)
    with refuses("one_game_per_start_key|start_key"), transaction.atomic():
        make_game(player, start_key="k" * 64)
    other = Player.objects.create(name="Friend", joined_at=OPENS)
    make_game(other, start_key="k" * 64)


@pytest.mark.parametrize(
    "fields",
    [{"status": "finished"}, {"finished_at": CLOSES}, {"status": "expired", "finished_at": CLOSES}],
)
def test_a_finished_game_and_no_other_has_its_time(
    player: Player, day: Day, fields: dict[str, Any]
) -> None:
    with refuses("finished_game_has_its_time"), transaction.atomic():
        make_game(player, mode="daily", day=day, **fields)


def test_only_ranked_games_expire(player: Player, day: Day) -> None:
    make_game(player, mode="daily", day=day, status="expired")
    with refuses("only_ranked_games_expire"), transaction.atomic():
        make_game(player, day=day, status="expired")


@pytest.mark.parametrize(
    ("moment", "row", "shown"),
    [
        (CLOSES - datetime.timedelta(microseconds=1), "playing", "playing"),
        (CLOSES, "playing", "expired"),
        (CLOSES, "finished", "finished"),
        (CLOSES, "expired", "expired"),
    ],
)
def test_a_ranked_games_status_is_read_with_the_time(
    player: Player, day: Day, moment: datetime.datetime, row: str, shown: str
) -> None:
    finished_at = OPENS if row == "finished" else None
    game = make_game(player, mode="daily", day=day, status=row, finished_at=finished_at)
    assert game.status_at(moment) == shown


# --- Players ---------------------------------------------------------------------------------


def test_logins_are_random_and_unique() -> None:
    players = [Player.objects.create(name="Anna", joined_at=OPENS) for _ in range(20)]
    assert len({player.login for player in players}) == 20
    assert all(len(bytes.fromhex(player.login)) == 16 for player in players)


def test_guests_have_no_address_and_no_two_players_the_same() -> None:
    for name in ("Anna", "Berta"):
        Player.objects.create(name=name, joined_at=OPENS)
    Player.objects.create(name="Carla", joined_at=OPENS, email="c@example.org")
    with refuses("email"), transaction.atomic():
        Player.objects.create(name="Dora", joined_at=OPENS, email="c@example.org")


def test_a_superuser_can_sign_in_with_a_password(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = configured.PASSWORD_HASHERS  # not the fast one of the tests
    player = Player.objects.create_superuser(password="swordfish", name="Admin", joined_at=OPENS)
    assert (player.is_staff, player.is_superuser) == (True, True)
    assert player.check_password("swordfish")
    assert player.password.startswith("argon2$argon2id$")


def test_a_device_has_either_a_token_or_a_session(player: Player) -> None:
    times = {"signed_in_at": OPENS, "last_used_on": DATE}
    with pytest.raises(IntegrityError, match="device_has_a_token_or_a_session"):
        Device.objects.create(player=player, **times)
