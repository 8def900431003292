"""What the dice look like, and who may choose it when."""

import datetime

import pytest
import time_machine

from challenges.models import Day, Game, Player
from challenges.services.days import make_days
from challenges.services.excuses import count_day_again, excuse_day
from challenges.services.looks import look_of, looks_for
from challenges.services.players import update_profile
from config import clock as clock_of_service
from config.errors import InvalidInput
from tests.cast import NOON, ONE_DAY, TODAY, UTC, Person, Queries, nothing_changes

pytestmark = pytest.mark.django_db

JANUARY = datetime.datetime(2027, 1, 4, 12, tzinfo=UTC)
DOORS = [TODAY + number * ONE_DAY for number in range(24)]
PLAIN, CHRISTMAS = Player.Die.PLAIN, Player.Die.CHRISTMAS


@pytest.fixture
def calendar(days_ahead: None) -> list[Day]:
    return list(Day.objects.filter(date__in=DOORS).order_by("date"))


def finish(person: Person, days: list[Day], **fields: object) -> None:
    """Ranked games of these days, without their moves."""
    values = {
        "mode": "daily",
        "rules": "maxi",
        "key_id": "first",
        "commitment": "c" * 64,
        "status": "finished",
        "started_at": NOON,
        "finished_at": NOON,
    }
    for day in days:
        label = f"daily:{day.date}"
        game = values | {"player": person.player, "day": day, "seed_label": label} | fields
        Game.objects.create(**game)


def looks(person: Person) -> list[Player.Die]:
    return looks_for(person.now(), clock_of_service.now())


# --- December --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "moment", "is_december"),
    [
        ("UTC", datetime.datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC), False),
        ("UTC", datetime.datetime(2026, 12, 1, tzinfo=UTC), True),
        ("UTC", datetime.datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), True),
        ("UTC", datetime.datetime(2027, 1, 1, tzinfo=UTC), False),
        ("Pacific/Kiritimati", datetime.datetime(2026, 11, 30, 10, tzinfo=UTC), True),
        ("Pacific/Kiritimati", datetime.datetime(2026, 12, 31, 10, tzinfo=UTC), False),
        ("America/Los_Angeles", datetime.datetime(2026, 12, 1, 7, tzinfo=UTC), False),
        ("America/Los_Angeles", datetime.datetime(2027, 1, 1, 7, tzinfo=UTC), True),
    ],
)
def test_the_players_own_december_is_for_christmas(
    owner: Person, zone: str, moment: datetime.datetime, is_december: bool
) -> None:
    player = owner.player
    player.time_zone = zone
    assert looks_for(player, moment) == ([PLAIN, CHRISTMAS] if is_december else [PLAIN])


def test_the_chosen_die_is_plain_outside_december_and_red_in_the_next_one(owner: Person) -> None:
    player = update_profile(player=owner.player, changes={"die": "christmas"})
    assert look_of(player, NOON) == CHRISTMAS
    assert look_of(player, JANUARY) == PLAIN
    assert look_of(player, datetime.datetime(2027, 12, 1, 12, tzinfo=UTC)) == CHRISTMAS


# --- Earned ----------------------------------------------------------------------------------


def test_whoever_finished_all_doors_keeps_it(
    owner: Person, friend: Person, calendar: list[Day], clock: time_machine.Traveller
) -> None:
    update_profile(player=owner.player, changes={"die": "christmas"})
    finish(owner, calendar)
    finish(friend, calendar[1:])
    for moment in (JANUARY, datetime.datetime(2031, 7, 1, tzinfo=UTC)):
        clock.move_to(moment)
        assert looks(owner) == [PLAIN, CHRISTMAS]
        assert look_of(owner.now(), moment) == CHRISTMAS
        assert looks(friend) == [PLAIN]


@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "solo"},
        {"status": "expired", "finished_at": None},
        {"status": "playing", "finished_at": None},
    ],
)
def test_a_door_is_done_by_a_finished_ranked_game_only(
    owner: Person, calendar: list[Day], clock: time_machine.Traveller, fields: dict[str, object]
) -> None:
    finish(owner, calendar[1:])
    finish(owner, calendar[:1], **fields)
    clock.move_to(JANUARY)
    assert looks(owner) == [PLAIN]


def test_days_after_the_last_door_stand_for_none(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    finish(owner, list(Day.objects.filter(date__gt=TODAY, date__lte=TODAY + 30 * ONE_DAY)))
    clock.move_to(JANUARY)
    assert looks(owner) == [PLAIN]


def test_an_excused_door_is_not_needed_until_it_counts_again(
    owner: Person, calendar: list[Day], clock: time_machine.Traveller
) -> None:
    finish(owner, calendar[:5] + calendar[6:])
    clock.move_to(JANUARY)
    excuse_day(operator=None, date=calendar[5].date)
    assert looks(owner) == [PLAIN, CHRISTMAS]
    count_day_again(operator=None, date=calendar[5].date)
    assert looks(owner) == [PLAIN]


def test_a_door_that_is_played_and_excused_counts_once(
    owner: Person, calendar: list[Day], clock: time_machine.Traveller
) -> None:
    finish(owner, calendar[1:])
    excuse_day(operator=None, date=calendar[3].date)
    clock.move_to(JANUARY)
    assert looks(owner) == [PLAIN]


def test_a_whole_calendar_of_excuses_is_nobodys(
    owner: Person, friend: Person, calendar: list[Day], clock: time_machine.Traveller
) -> None:
    for day in calendar:
        excuse_day(operator=None, date=day.date)
    finish(friend, calendar[:1])
    clock.move_to(JANUARY)
    assert looks(owner) == [PLAIN]
    assert looks(friend) == [PLAIN, CHRISTMAS]


def test_the_doors_of_two_years_make_no_calendar(
    owner: Person, calendar: list[Day], clock: time_machine.Traveller
) -> None:
    finish(owner, calendar[:12])
    clock.move_to(datetime.datetime(2027, 12, 1, 12, tzinfo=UTC))
    make_days()
    later = Day.objects.filter(date__year=2027, date__month=12, date__day__range=(13, 24))
    finish(owner, list(later))
    assert Game.objects.count() == 24
    clock.move_to(datetime.datetime(2028, 1, 4, 12, tzinfo=UTC))
    assert looks(owner) == [PLAIN]


# --- Choosing --------------------------------------------------------------------------------


def test_what_may_not_be_thrown_with_is_refused_and_nothing_is_changed(
    owner: Person, clock: time_machine.Traveller
) -> None:
    clock.move_to(JANUARY)
    with nothing_changes(), pytest.raises(InvalidInput) as refusal:
        update_profile(player=owner.player, changes={"name": "Åsa", "die": "christmas"})
    assert list(refusal.value.errors or {}) == ["die"]


def test_plain_can_always_be_chosen(owner: Person, clock: time_machine.Traveller) -> None:
    update_profile(player=owner.player, changes={"die": "christmas"})
    clock.move_to(JANUARY)
    assert update_profile(player=owner.player, changes={"die": "plain"}).die == "plain"


def test_what_was_chosen_before_does_not_stand_in_the_way_of_other_changes(
    owner: Person, clock: time_machine.Traveller
) -> None:
    update_profile(player=owner.player, changes={"die": "christmas"})
    clock.move_to(JANUARY)
    assert update_profile(player=owner.player, changes={"name": "Åsa"}).die == "christmas"


def test_the_zone_that_comes_with_the_die_says_whether_it_is_december(
    owner: Person, clock: time_machine.Traveller
) -> None:
    clock.move_to(datetime.datetime(2026, 11, 30, 11, tzinfo=UTC))
    changes = {"die": "christmas", "time_zone": "Pacific/Kiritimati"}
    assert update_profile(player=owner.player, changes=changes).die == "christmas"


# --- Queries ---------------------------------------------------------------------------------


def queries(player: Player, moment: datetime.datetime) -> tuple[int, int]:
    """What the look, and what all looks, ask of the database."""
    with Queries() as for_one:
        look_of(player, moment)
    with Queries() as for_all:
        looks_for(player, moment)
    return len(for_one.statements), len(for_all.statements)


def test_one_query_at_most(owner: Person, calendar: list[Day]) -> None:
    finish(owner, calendar)
    player = owner.now()
    july = datetime.datetime(2026, 7, 1, tzinfo=UTC)
    assert queries(player, NOON) == (0, 0)
    assert queries(player, JANUARY) == (0, 1)
    player.die = CHRISTMAS
    assert queries(player, NOON) == (0, 0)
    assert queries(player, JANUARY) == (1, 1)
    assert queries(player, july) == (0, 0)
