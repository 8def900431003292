"""Which boards there are at a moment, and where a player stands, or would stand, on them."""

import datetime
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from challenges.models import Day, Player
from challenges.querysets import days, games
from challenges.services.days import earliest_open_date, find_day, latest_open_date
from challenges.services.problems import DayNotClosed
from config.errors import InvalidInput, NotFound
from leaderboards.boards import BoardPage, Position, Row, Span, read_board
from leaderboards.querysets import standings
from leaderboards.ranking import (
    ALL_TIME,
    BOARDS,
    Board,
    Distribution,
    Place,
    Rank,
    Result,
    Standings,
    alive_dates,
    is_door,
    period_of,
    standings_of,
)
from leaderboards.ranks import Asked, Ranked, read_ranks
from leaderboards.services.advent import check_year, current_year
from leaderboards.services.comparing import RESULT, Dates, excused_dates

ALL = "all"
PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Chosen:
    """A board of one period."""

    board: Board
    period: str
    """What clients call it: a date, a year, or `all`."""
    periods: tuple[int, ...]
    """Where its places are kept: for streaks under each last date that is alive."""


@dataclass(frozen=True, slots=True)
class Mine:
    """Where a player stands; for who is not listed, where they would."""

    rank: Rank
    place: Place
    is_listed: bool


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """A player's place on one board, and how many are on it."""

    chosen: Chosen
    players: int
    mine: Mine | None


# --- Choosing --------------------------------------------------------------------------------


def choose(
    code: str, period: str | None, *, today: datetime.date, moment: datetime.datetime
) -> Chosen:
    """A board by its code and what a client says of its period; the current one without.

    Raises NotFound where there is no such board or day, InvalidInput for what is no period, and
    DayNotClosed for the skill of a day that is not closed.
    """
    board = BOARDS.get(code)
    if board is None:
        raise NotFound
    if board is Board.DAY:
        return day_board(today if period is None else _date(period))
    if board is Board.DAY_SKILL:
        return skill_board(last_closed_date() or today if period is None else _date(period))
    if board is Board.ADVENT:
        year = current_year(today) if period is None else _year(period)
        check_year(year, today)
        return advent_board(year)
    if period not in (None, ALL):
        raise InvalidInput({"period": [_("This board is for all time.")]})
    return streak_board(moment) if board is Board.STREAK else all_time_board(board)


def day_board(date: datetime.date) -> Chosen:
    """Raises NotFound where there is no such day."""
    if find_day(date) is None:
        raise NotFound
    return board_of_day(date)


def board_of_day(date: datetime.date, board: Board = Board.DAY) -> Chosen:
    """Without a look whether there is such a day."""
    return Chosen(board, date.isoformat(), (period_of(date),))


def skill_board(date: datetime.date) -> Chosen:
    """Whatever it holds already, nobody reads it before the day is closed.

    Raises NotFound where there is no such day, and DayNotClosed.
    """
    day = find_day(date)
    if day is None:
        raise NotFound
    if day.closed_at is None:
        raise DayNotClosed(date)
    return board_of_day(date, Board.DAY_SKILL)


def last_closed_date() -> datetime.date | None:
    return days().closed().order_by("-date").values_list("date", flat=True).first()


def advent_board(year: int) -> Chosen:
    return Chosen(Board.ADVENT, f"{year:04}", (year,))


def all_time_board(board: Board) -> Chosen:
    return Chosen(board, ALL, (ALL_TIME,))


def streak_board(moment: datetime.datetime) -> Chosen:
    return Chosen(Board.STREAK, ALL, tuple(map(period_of, alive_now(moment, excused_dates()))))


def alive_now(moment: datetime.datetime, excused: Dates) -> list[datetime.date]:
    """The last dates of the streaks that are alive, in order."""
    return alive_dates(
        first_open=earliest_open_date(moment), last_open=latest_open_date(moment), excused=excused
    )


def current_boards(today: datetime.date, moment: datetime.datetime) -> list[Chosen]:
    """One of each, as it is asked for without a period; that of skill once a day was closed."""
    found = [
        board_of_day(today),
        all_time_board(Board.BEST_DAY),
        streak_board(moment),
        all_time_board(Board.LONGEST_STREAK),
        advent_board(current_year(today)),
    ]
    closed = last_closed_date()
    return [*found, board_of_day(closed, Board.DAY_SKILL)] if closed else found


def boards_of(day: Day, moment: datetime.datetime) -> list[Chosen]:
    """Those that the ranked game of a day is on."""
    found = [
        board_of_day(day.date),
        all_time_board(Board.BEST_DAY),
        streak_board(moment),
        all_time_board(Board.LONGEST_STREAK),
    ]
    if is_door(day.date):
        found.append(advent_board(day.date.year))
    if day.closed_at:
        found.append(board_of_day(day.date, Board.DAY_SKILL))
    return found


def _date(text: str) -> datetime.date:
    if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            pass  # the form of a date, and none of the calendar
    raise InvalidInput({"period": [_("The period of this board is a date, YYYY-MM-DD.")]})


def _year(text: str) -> int:
    if re.fullmatch("[0-9]{4}", text) and text != "0000":
        return int(text)
    raise InvalidInput({"period": [_("The period of this board is a year, YYYY.")]})


# --- Where a player stands -------------------------------------------------------------------


def places_now(boards: Sequence[Chosen], player: Player | None) -> list[PlaceNow]:
    """On several boards, in one snapshot."""
    is_listed = player is not None and player.is_listed
    read = read_ranks(
        asked_for(boards, player), player_id=player.pk if player and is_listed else None
    )
    return places_with(boards, read, is_listed=is_listed)


def asked_for(boards: Sequence[Chosen], player: Player | None) -> list[Asked]:
    """With the places that a player would have who is not listed."""
    places = {} if player is None or player.is_listed else would_be(player)
    return [Asked(chosen.board, chosen.periods, place_among(places, chosen)) for chosen in boards]


def places_with(
    boards: Sequence[Chosen], read: Sequence[Ranked], *, is_listed: bool
) -> list[PlaceNow]:
    return [
        PlaceNow(chosen, ranked.players, Mine(*ranked.mine, is_listed) if ranked.mine else None)
        for chosen, ranked in zip(boards, read, strict=True)
    ]


def place_among(places: Standings, chosen: Chosen) -> Place | None:
    keys = ((chosen.board, period) for period in chosen.periods)
    return next((places[key] for key in keys if key in places), None)


def would_be(player: Player) -> Standings:
    """Of a player who is not listed: from the games, for no board has them."""
    rows = games().of(player).ranked().finished().order_by().values_list(*RESULT)
    return standings_of((Result(*row) for row in rows), excused_dates())


# --- Pages -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Page:
    chosen: Chosen
    players: int
    distribution: Distribution
    rows: list[Row]
    mine: Mine | None
    next: Position | None
    """The last row, where others follow it."""
    previous: Position | None
    """The first row, where others stand before it."""


def page_of(chosen: Chosen, player: Player | None, span: Span | None = None) -> Page:
    """A page of a board, its beginning if nothing else is asked for, with the player's place."""
    is_listed = player is not None and player.is_listed
    page = read_board(
        chosen.board,
        chosen.periods,
        span or Span(after=PAGE_SIZE),
        player_id=player.pk if player and is_listed else None,
    )
    place = page.mine
    if player is not None and not is_listed:
        place = place_among(would_be(player), chosen)
    return page_with(chosen, page, place, is_listed=is_listed)


def page_around(chosen: Chosen, player: Player) -> Page:
    """The page in whose middle the player stands or would stand; the first one for who does not."""
    position = _position(chosen, player)
    if position is None:
        return page_of(chosen, player)
    half = PAGE_SIZE // 2
    span = Span(before=half, after=PAGE_SIZE - half, position=position, is_included=True)
    return page_of(chosen, player, span)


def _position(chosen: Chosen, player: Player) -> Position | None:
    places = _stored(chosen, player.pk) if player.is_listed else would_be(player)
    place = place_among(places, chosen)
    return Position(place, player.pk) if place else None


def _stored(chosen: Chosen, player_id: uuid.UUID) -> Standings:
    rows = standings().filter(player=player_id, board=chosen.board, period__in=chosen.periods)
    found = rows.values_list("period", "value", "reached_at")
    return {(chosen.board, period): Place(*place) for period, *place in found}  # type: ignore[arg-type]


def page_with(chosen: Chosen, page: BoardPage, place: Place | None, *, is_listed: bool) -> Page:
    """The place is that of the player who reads, on the board if `is_listed`."""
    mine = None
    if place:
        mine = Mine(page.counts.rank(place.value, is_listed=is_listed), place, is_listed)
    return Page(
        chosen=chosen,
        players=page.counts.players,
        distribution=page.distribution,
        rows=page.rows,
        mine=mine,
        next=page.rows[-1].position if page.rows and page.has_after else None,
        previous=page.rows[0].position if page.rows and page.has_before else None,
    )


def after(position: Position) -> Span:
    return Span(after=PAGE_SIZE, position=position)


def before(position: Position) -> Span:
    return Span(before=PAGE_SIZE, after=0, position=position, is_included=True)
