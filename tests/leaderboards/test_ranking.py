"""Streaks and ranks as pure functions, against definitions by brute force."""

import datetime

from hypothesis import given
from hypothesis import strategies as st

from leaderboards.histograms import pack, unpack
from leaderboards.ranking import (
    Counts,
    Streak,
    StreakState,
    alive_dates,
    date_of,
    figures_of,
    period_of,
    runs_of,
    streak_of,
)

ONE_DAY = datetime.timedelta(days=1)
TODAY = datetime.date(2026, 12, 20)
DATES = st.dates(TODAY - 12 * ONE_DAY, TODAY)
SPANS = st.dates(TODAY - 12 * ONE_DAY, TODAY + 3 * ONE_DAY)


def day(number: int) -> datetime.date:
    return datetime.date(2026, 12, number)


def calendar(excused: set[datetime.date]) -> list[datetime.date]:
    """The dates that count, some of them before and after all that the tests play."""
    dates = [TODAY + number * ONE_DAY for number in range(-40, 20)]
    return [date for date in dates if date not in excused]


def days_in_a_row_up_to(
    date: datetime.date, played: set[datetime.date], excused: set[datetime.date]
) -> int:
    """Walking back through the dates that count."""
    before = [other for other in calendar(excused) if other <= date]
    found = 0
    while before and before.pop() in played:
        found += 1
    return found


# --- Streaks ---------------------------------------------------------------------------------


@given(played=st.sets(SPANS), excused=st.sets(SPANS, max_size=4))
def test_runs_are_what_walking_through_the_calendar_finds(
    played: set[datetime.date], excused: set[datetime.date]
) -> None:
    runs = runs_of(played, excused)
    assert [date for run in runs for date in run.dates] == sorted(played - excused)
    for run in runs:
        assert days_in_a_row_up_to(run.last, played, excused) == run.days
    longest = max((days_in_a_row_up_to(date, played, excused) for date in played), default=0)
    assert max((run.days for run in runs), default=0) == longest


@given(
    played=st.sets(DATES),
    unfinished=st.sets(DATES, max_size=3),
    excused=st.sets(DATES, max_size=4),
)
def test_a_streak_is_alive_at_risk_or_lost(
    played: set[datetime.date], unfinished: set[datetime.date], excused: set[datetime.date]
) -> None:
    unfinished -= played
    streak = streak_of(played, unfinished=unfinished, today=TODAY, excused=excused)
    counting = [date for date in calendar(excused) if date <= TODAY]
    # Backwards from today, over what can still be saved, to what is played.
    missing = []
    while counting and counting[-1] not in played:
        missing.insert(0, counting.pop())
    can_be_saved = all(date == TODAY or date in unfinished for date in missing)
    if not counting or not can_be_saved:
        assert (streak.days, streak.state, streak.to_finish) == (0, StreakState.LOST, ())
        return
    assert streak.days == days_in_a_row_up_to(counting[-1], played, excused)
    if missing:
        assert (streak.state, streak.to_finish) == (StreakState.AT_RISK, tuple(missing))
    else:
        following = min(date for date in calendar(excused) if date > TODAY)
        assert (streak.state, streak.to_finish) == (StreakState.ALIVE, (following,))


def test_who_has_not_played_has_no_streak_to_lose() -> None:
    assert streak_of([], unfinished=[day(20)], today=TODAY, excused=[]) == Streak(
        0, 0, StreakState.LOST, ()
    )


def test_yesterdays_game_can_still_save_a_streak() -> None:
    streak = streak_of([day(17), day(18)], unfinished=[day(19)], today=day(20), excused=[])
    assert streak == Streak(2, 2, StreakState.AT_RISK, (day(19), day(20)))


def test_an_excused_today_puts_nothing_at_risk() -> None:
    streak = streak_of([day(19)], unfinished=[], today=day(20), excused=[day(20)])
    assert streak == Streak(1, 1, StreakState.ALIVE, (day(21),))


@given(excused=st.sets(SPANS, max_size=5), last=SPANS)
def test_a_streak_is_alive_on_the_boards_until_the_next_date_that_counts_has_closed(
    excused: set[datetime.date], last: datetime.date
) -> None:
    first_open, last_open = TODAY - ONE_DAY, TODAY + ONE_DAY
    alive = alive_dates(first_open=first_open, last_open=last_open, excused=excused)
    following = min((date for date in calendar(excused) if date > last), default=None)
    assert following is not None
    is_alive = last <= last_open and last not in excused and following >= first_open
    assert (last in alive) == is_alive


# --- Ranks -----------------------------------------------------------------------------------


VALUES = st.lists(st.integers(0, 40), max_size=30)


def distribution(values: list[int]) -> list[tuple[int, int]]:
    return [(value, values.count(value)) for value in sorted(set(values), reverse=True)]


def counts(values: list[int]) -> Counts:
    return Counts([sum(one >= value for one in values) for value in range(41)])


@given(values=VALUES, value=st.integers(0, 50))
def test_a_rank_is_one_more_than_those_who_have_more(values: list[int], value: int) -> None:
    held = counts(values)
    for is_listed in {value in values, False}:
        rank = held.rank(value, is_listed=is_listed)
        others = len(values) - is_listed
        assert rank.rank == 1 + sum(other > value for other in values)
        less = sum(other < value for other in values)
        assert rank.beaten == (less / others if others else 1)
    assert held.players == len(values)


def test_equal_totals_share_a_rank() -> None:
    values = [30, 25, 25, 20]
    held = counts(values)
    assert [held.rank(value, is_listed=True).rank for value in values] == [1, 2, 2, 4]


@given(values=VALUES)
def test_figures_are_those_of_the_single_totals(values: list[int]) -> None:
    figures = figures_of(distribution(values))
    assert figures.players == len(values)
    if not values:
        assert (figures.mean, figures.spread, figures.best) == (None, None, None)
        return
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    assert abs((figures.mean or 0) - mean) < 1e-9
    assert abs((figures.spread or 0) ** 2 - variance) < 1e-6
    assert figures.best == max(values)


# --- Stored forms ----------------------------------------------------------------------------


@given(st.dictionaries(st.integers(0, 16_000), st.integers(-(10**7), 10**8), max_size=20))
def test_a_histogram_comes_back_as_it_was_packed(players: dict[int, int]) -> None:
    assert unpack(pack(players)) == {value: count for value, count in players.items() if count}


def test_a_histogram_is_stored_the_same_on_every_machine() -> None:
    # How many have 0 or more, 1 or more, 2 or more.
    assert pack({1: 1, 2: -2}) == bytes.fromhex("ffffffff ffffffff feffffff")
    assert pack({5: 0}) == b""


@given(st.dates())
def test_a_date_reads_like_itself_as_a_period(date: datetime.date) -> None:
    assert date_of(period_of(date)) == date
    assert str(period_of(date)).zfill(8) == date.isoformat().replace("-", "")
