"""Whose games come up for an operator to look at: by how much, for how long, and how often."""

import datetime
import math
import uuid
from collections.abc import Iterator

import pytest
import time_machine

from challenges.engine.dice import daily_label
from challenges.models import Day, Game, Irregularity, LookBack, Player, Review
from challenges.services.days import make_days
from challenges.services.moderation import hide_player
from challenges.services.perfect_play import fair_play
from challenges.services.perfect_play.fair_play import Figures, notice
from challenges.services.perfect_play.looking_back import Done, look_back
from config.errors import NotFound
from tests.cast import NOON, TODAY, Person, Queries, make_person, nothing_changes
from tests.operators import make_operator

pytestmark = pytest.mark.django_db

START = 394.5
PAR = 414
LAST = TODAY + datetime.timedelta(days=29)


@pytest.fixture
def month(db: None, clock: time_machine.Traveller) -> list[Day]:
    """Thirty days, on each of which perfect play had 19.5 points of luck."""
    make_days()
    days = list(Day.objects.filter(date__gte=TODAY, date__lte=LAST))
    LookBack.objects.bulk_create(
        LookBack(day=day, par=PAR, ceiling=600, start=START) for day in days
    )
    return days


def play(person: Person, days: list[Day], *, loss: float = 30.0, luck: float = 9.75) -> None:
    """Games with the same figures, by the row: what they are like does not matter here."""
    for day in days:
        game = Game.objects.create(
            player=person.player,
            mode=Game.Mode.DAILY,
            day=day,
            rules="maxi",
            seed_label=daily_label(day.date),
            key_id=day.key_id,
            commitment=day.commitment,
            status=Game.Status.FINISHED,
            total=round(START + luck - loss),
            started_at=NOON,
            finished_at=NOON,
        )
        Review.objects.create(
            game=game,
            start=START,
            luck=luck,
            loss=loss,
            accuracy=90.0,
            skill=round(START - loss),
            plies=60,
            reviewed_at=NOON,
        )


def listed(name: str = "Lena") -> Person:
    person = make_person(name)
    type(person.player).objects.filter(pk=person.player.pk).update(
        claimed_at=NOON, email=f"{uuid.uuid4()}@example.com"
    )
    return person


def found() -> list[tuple[str, str, int]]:
    rows = Irregularity.objects.order_by("player__name", "kind")
    return list(rows.values_list("player__name", "kind", "games"))


def test_ordinary_games_are_nothing_to_look_at(month: list[Day]) -> None:
    play(listed("Strong"), month, loss=3.3)
    play(listed("Casual"), month, loss=140, luck=5)
    play(listed("Lucky"), month[:4], luck=150)
    play(listed("Perfect"), month[:9], loss=0)
    assert notice(until=LAST) == 0
    assert found() == []


def test_who_loses_next_to_nothing_for_ten_games_comes_up(month: list[Day]) -> None:
    play(listed("Just"), month[:10], loss=1.49)
    play(listed("Not quite"), month[:10], loss=1.5)
    assert notice(until=LAST) == 1
    assert found() == [("Just", "perfect", 10)]
    row = Irregularity.objects.get()
    assert (row.since, row.until) == (month[0].date, month[9].date)
    assert (row.accuracy, row.noticed_at, row.handled_at) == (90, NOON, None)
    assert row.loss == pytest.approx(1.49)


def test_who_is_luckier_than_the_dice_allow_comes_up(month: list[Day]) -> None:
    # Five deviations of sqrt(5) games of 60 points are 134.2 points a game over what was half of
    # the luck of perfect play.
    limit = 5 * 60 / math.sqrt(5) + (PAR - START) / 2
    play(listed("Foreseeing"), month[:5], luck=limit + 0.1)
    play(listed("Just lucky"), month[:5], luck=limit - 0.1)
    play(listed("Unlucky"), month[:5], luck=-limit - 50)
    assert notice(until=LAST) == 1
    assert found() == [("Foreseeing", "foresight", 5)]
    row = Irregularity.objects.get()
    assert row.deviations == pytest.approx(5.0, abs=0.01)
    assert row.excess == pytest.approx(limit + 0.1 - (PAR - START) / 2)


def test_less_at_a_time_takes_longer_to_come_up(month: list[Day]) -> None:
    play(listed("Sometimes"), month, luck=65)
    assert notice(until=month[20].date) == 0
    assert notice(until=LAST) == 1


@pytest.mark.usefixtures("solved_tables")
def test_once_a_day_is_reviewed_its_month_is_looked_through(month: list[Day]) -> None:
    play(listed(), month[-10:], loss=0.4)
    LookBack.objects.exclude(day=LAST).update(reviewed_at=NOON)
    assert look_back(seconds=60.0) == Done()
    assert LookBack.objects.filter(reviewed_at__isnull=True).count() == 0
    assert found() == [("Lena", "perfect", 10)]
    with nothing_changes():
        look_back(seconds=60.0)


def test_games_of_more_than_thirty_days_ago_are_not_looked_at(month: list[Day]) -> None:
    play(listed(), month[:10], loss=0)
    assert notice(until=month[9].date + datetime.timedelta(days=20)) == 1
    assert notice(until=month[9].date + datetime.timedelta(days=21)) == 0


def test_a_repeat_brings_the_figures_up_to_date(month: list[Day]) -> None:
    player = listed()
    play(player, month[:10], loss=0)
    notice(until=LAST)
    with nothing_changes():
        notice(until=LAST)
    play(player, month[10:12], loss=1)
    notice(until=LAST)
    assert found() == [("Lena", "perfect", 12)]
    assert Irregularity.objects.get().loss == pytest.approx(1 / 6)


def test_who_is_on_no_board_does_not_come_up(month: list[Day]) -> None:
    guest, hidden = make_person("Guest"), listed("Hidden")
    for player in (guest, hidden):
        play(player, month, loss=0)
    hide_player(operator=make_operator().player, player_id=hidden.player.pk)
    assert notice(until=LAST) == 0


def test_who_is_deleted_while_games_are_looked_through_does_not_come_up(
    month: list[Day], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = [listed(name) for name in ("Lena", "Anna")]
    for player in players:
        play(player, month, loss=0)
    gone, conspicuous = players[0].player, fair_play._conspicuous

    def deleted_meanwhile(until: datetime.date) -> Iterator[Figures]:
        yield from [*conspicuous(until)]
        Player.objects.filter(pk=gone.pk).update(is_active=False, deleted_at=NOON)

    monkeypatch.setattr(fair_play, "_conspicuous", deleted_meanwhile)
    notice(until=LAST)
    assert found() == [("Anna", "perfect", 30)]


def test_what_was_looked_at_comes_up_again_only_with_other_games(month: list[Day]) -> None:
    player, operator = listed(), make_operator().player
    play(player, month[:10], loss=0)
    notice(until=month[9].date)
    number = Irregularity.objects.get().pk
    fair_play.handle(operator=operator, number=number)
    with nothing_changes():
        fair_play.handle(operator=operator, number=number)
        notice(until=LAST)
    Irregularity.objects.update(until=TODAY - datetime.timedelta(days=1))
    notice(until=LAST)
    assert Irregularity.objects.filter(handled_at__isnull=True).count() == 1


def test_what_there_is_not_cannot_be_looked_at(month: list[Day]) -> None:
    operator = make_operator().player
    with nothing_changes(), pytest.raises(NotFound):
        fair_play.handle(operator=operator, number=1)


def test_it_takes_one_query_however_many_play(month: list[Day]) -> None:
    for number in range(5):
        play(listed(f"Player {number}"), month[:2])
    with Queries() as queries:
        notice(until=LAST)
    assert len(queries.statements) == 1
