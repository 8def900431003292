import datetime
import uuid

import pytest

from challenges.services.cursors import write_cursor
from config.errors import InvalidInput
from leaderboards.boards import Position
from leaderboards.ranking import Place
from leaderboards.services.cursors import Side, cursor_of, span_of
from leaderboards.services.places import Chosen, advent_board, after, before, board_of_day
from tests.cast import ONE_DAY, TODAY

UTC = datetime.UTC
PLAYER = uuid.UUID("5a2b54c0-1c6c-4f0e-9d53-3c1f0a9b7f10")
MOMENT = datetime.datetime(2026, 12, 1, 12, 30, 15, 123456, tzinfo=UTC)
DAY = board_of_day(TODAY)
POSITION = Position(Place(250, MOMENT), PLAYER)
MOMENT_TEXT = "2026-12-01T12:30:15.123456+00:00"


def test_a_cursor_says_on_which_side_of_whom_the_page_lies() -> None:
    assert span_of(DAY, cursor_of(DAY, POSITION, Side.AFTER) or "") == after(POSITION)
    assert span_of(DAY, cursor_of(DAY, POSITION, Side.BEFORE) or "") == before(POSITION)


def test_a_moment_is_told_in_utc() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=5))
    elsewhere = Position(Place(250, MOMENT.astimezone(zone)), PLAYER)
    assert cursor_of(DAY, elsewhere, Side.AFTER) == cursor_of(DAY, POSITION, Side.AFTER)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("after",),
        ("beside", "250", MOMENT_TEXT, str(PLAYER)),
        ("after", "-1", MOMENT_TEXT, str(PLAYER)),
        ("after", "32768", MOMENT_TEXT, str(PLAYER)),
        ("after", "0250", MOMENT_TEXT, str(PLAYER)),
        ("after", "9" * 5000, MOMENT_TEXT, str(PLAYER)),
        ("after", "many", MOMENT_TEXT, str(PLAYER)),
        ("after", "250", "2026-12-01T12:30:15.123456", str(PLAYER)),
        ("after", "250", "2026-12-01T17:30:15.123456+05:00", str(PLAYER)),
        ("after", "250", "0001-01-01T00:00:00+14:00", str(PLAYER)),
        ("after", "250", "now", str(PLAYER)),
        ("after", "250", MOMENT_TEXT, PLAYER.hex),
        ("after", "250", MOMENT_TEXT, "me"),
        ("after", "250", MOMENT_TEXT, str(PLAYER), "more"),
    ],
)
def test_other_words_are_no_cursor(words: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput) as refused:
        span_of(DAY, write_cursor(*words, of="day 2026-12-01"))
    assert refused.value.errors == {"cursor": ["This is no cursor of this list."]}


@pytest.mark.parametrize("other", [board_of_day(TODAY + ONE_DAY), advent_board(2026)])
def test_a_cursor_is_of_one_board_and_period(other: Chosen) -> None:
    cursor = cursor_of(DAY, POSITION, Side.AFTER) or ""
    with pytest.raises(InvalidInput):
        span_of(other, cursor)


def test_a_cursor_of_another_list_is_none_of_a_board() -> None:
    words = ("after", "250", MOMENT_TEXT, str(PLAYER))
    with pytest.raises(InvalidInput):
        span_of(DAY, write_cursor(*words, of="games"))
