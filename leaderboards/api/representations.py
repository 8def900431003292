"""What the boards add to answers, as plain dictionaries; serializers.py describes them."""

from typing import Any

from challenges.api.representations import moment_json
from leaderboards.boards import Row
from leaderboards.ranking import Distribution
from leaderboards.services.advent import Calendar, Door
from leaderboards.services.cursors import Side, cursor_of
from leaderboards.services.figures import DayFigures, PlayerFigures
from leaderboards.services.places import Mine, Page, PlaceNow
from leaderboards.services.streaks import MyStreak

Json = dict[str, Any]

# --- Boards ----------------------------------------------------------------------------------


def page_json(page: Page) -> Json:
    return {
        "board": page.chosen.board.code,
        "period": page.chosen.period,
        "players": page.players,
        "rows": [_row_json(row) for row in page.rows],
        "next": cursor_of(page.chosen, page.next, Side.AFTER),
        "previous": cursor_of(page.chosen, page.previous, Side.BEFORE),
        "me": mine_json(page.mine),
        "distribution": distribution_json(page.distribution),
    }


def _row_json(row: Row) -> Json:
    player = {"id": str(row.player_id), "name": row.name, "country": row.country or None}
    return {"rank": row.rank, "player": player, "value": row.value}


def mine_json(mine: Mine | None) -> Json | None:
    if mine is None:
        return None
    return {
        "rank": mine.rank.rank,
        "value": mine.place.value,
        "beaten": mine.rank.beaten,
        "listed": mine.is_listed,
    }


def place_json(now: PlaceNow) -> Json:
    return {
        "board": now.chosen.board.code,
        "period": now.chosen.period,
        "players": now.players,
        "me": mine_json(now.mine),
    }


def distribution_json(distribution: Distribution) -> list[list[int]]:
    return [[value, players] for value, players in distribution]


# --- Days and players ------------------------------------------------------------------------


def day_figures_json(found: DayFigures | None) -> Json | None:
    if found is None:
        return None
    figures = found.figures
    return {
        "players": figures.players,
        "mean": figures.mean,
        "spread": figures.spread,
        "best": figures.best,
        "distribution": distribution_json(found.distribution),
    }


def player_figures_json(figures: PlayerFigures | None) -> Json | None:
    if figures is None:
        return None
    best = figures.best
    return {
        "days": len(figures.days),
        "mean": figures.mean,
        "best": {"day": best.date.isoformat(), "total": best.total} if best else None,
        "streak": figures.streak,
        "longest_streak": figures.longest_streak,
    }


def streak_json(streak: MyStreak) -> Json:
    return {
        "days": streak.days,
        "longest": streak.longest,
        "state": streak.state.value,
        "ends_at": moment_json(streak.ends_at),
    }


# --- Advent ----------------------------------------------------------------------------------


def calendar_json(calendar: Calendar) -> Json:
    return {
        "year": calendar.year,
        "played": len(calendar.played),
        "total": calendar.total,
        "complete": calendar.is_complete,
        "doors": [_door_json(door) for door in calendar.doors],
    }


def _door_json(door: Door) -> Json:
    return {
        "door": door.number,
        "date": door.date.isoformat(),
        "state": door.state.value,
        "game": str(door.game.pk) if door.game else None,
        "total": door.game.total if door.game else None,
        "late_game": str(door.late_game.pk) if door.late_game else None,
        "late_total": door.late_game.total if door.late_game else None,
        "can_be_opened_late": door.can_be_opened_late,
        "opens_late_at": moment_json(door.opens_late_at),
        "excused": door.is_excused,
    }
