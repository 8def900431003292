"""The most that anybody could have had on the dice of a game, knowing all of them beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.dice import Dice, ThrowSource, rethrow
from challenges.engine.moves import Keep, Move, Write
from challenges.engine.scoring import counts_of
from challenges.engine.sheets import THROWS, Section, Sheet, UpperBonus
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.points import points_of

Points = NDArray[np.int32]


class _Way(NamedTuple):
    """To some dice, in one turn."""

    dice: Dice
    keeps: tuple[Keep, ...]


def has_ceiling(sheet: Sheet) -> bool:
    """Where what one turn pays depends on no other turn."""
    return not sheet.joker and not sheet.saved_throws and points_of(sheet).key_row is None


def ceiling(sheet: Sheet, throw_source: ThrowSource) -> tuple[Move, ...]:
    """A game with the highest total there is on these dice: its moves.

    About a tenth of a second goes into what the turns of a maxi game can show, and as much into
    which turn fills which row. Raises ValueError where turns depend on one another.
    """
    if not has_ceiling(sheet):
        raise ValueError(f"Turns depend on one another with these rules of {sheet.code}.")
    turns = [_ways(sheet, throw_source, turn) for turn in range(1, sheet.turns + 1)]
    best = [_best_ways(sheet, ways) for ways in turns]
    points = np.array([[paid for paid, _way in rows] for rows in best], np.int32)
    moves: list[Move] = []
    for turn, row in enumerate(_rows_of_turns(sheet, points)):
        moves += [*best[turn][row][1].keeps, Write(sheet.rows[row].code)]
    return tuple(moves)


# --- One turn --------------------------------------------------------------------------------


def _ways(sheet: Sheet, throw_source: ThrowSource, turn: int) -> list[_Way]:
    """To all that a turn can show, the first throw first: with it some rows pay more.

    Dice that show the same become the same, wherever they lie, so one way to each is enough.
    """
    latest = [_Way(throw_source(turn, 1), ())]
    found = [*latest]
    for throw in range(2, THROWS + 1):
        latest = _thrown_again(sheet, latest, throw_source(turn, throw))
        found += latest
    return found


def _thrown_again(sheet: Sheet, ways: Iterable[_Way], fresh: Dice) -> list[_Way]:
    found: dict[tuple[int, ...], _Way] = {}
    for way in ways:
        for keep in _keeps(sheet.dice):
            dice = rethrow(way.dice, keep.flags, fresh)
            if (counts := counts_of(dice)) not in found:
                found[counts] = _Way(dice, (*way.keeps, keep))
    return list(found.values())


@cache
def _keeps(dice: int) -> list[Keep]:
    """All that leave a die to be thrown."""
    return [Keep(flags) for flags in product((True, False), repeat=dice) if not all(flags)]


def _best_ways(sheet: Sheet, ways: list[_Way]) -> list[tuple[int, _Way]]:
    """Of each row the most it can be paid in a turn, with as few throws as that takes."""
    keeps, points = keeps_of(sheet.dice), points_of(sheet)
    paid = points.pays[0, 0][:, [keeps.number(counts_of(way.dice)) for way in ways]]
    paid[:, 0] += points.served[:, keeps.number(counts_of(ways[0].dice))]
    return [(int(row[at]), ways[at]) for row, at in zip(paid, paid.argmax(axis=1), strict=True)]


# --- All turns -------------------------------------------------------------------------------


def _rows_of_turns(sheet: Sheet, points: Points) -> list[int]:
    """Which row each turn fills; `points`: (turns, rows)."""
    if sheet.forced_order:
        return list(range(len(sheet.rows)))
    rows = sorted(range(len(sheet.rows)), key=lambda row: sheet.rows[row].section != Section.UPPER)
    upper = sum(row.section == Section.UPPER for row in sheet.rows)
    chosen = _last_turns(points[:, rows], upper, sheet.upper_bonus)
    filled, found = (1 << len(rows)) - 1, [0] * len(rows)
    for row in reversed(rows):
        turn = int(chosen[filled])
        found[turn] = row
        filled ^= 1 << turn
    return found


def _last_turns(points: Points, upper: int, bonus: UpperBonus | None) -> NDArray[np.int8]:
    """For each set of k turns that fill the first k rows at their best: which one fills the last.

    Whatever set of turns fills the upper rows, the highest sum is the best of it: no other can hold
    a bonus that it does not hold.
    """
    most, chosen = np.zeros(1 << len(points), np.int32), np.zeros(1 << len(points), np.int8)
    for row, sets in enumerate(_sets_by_size(len(points))[1:]):
        best, last = np.full(len(sets), -1, np.int32), np.zeros(len(sets), np.int8)
        for turn in range(len(points)):
            fills = np.flatnonzero(sets >> turn & 1)
            paid = most[sets[fills] ^ 1 << turn] + points[turn, row]
            is_more = paid > best[fills]
            best[fills[is_more]], last[fills[is_more]] = paid[is_more], turn
        if bonus and row == upper - 1:
            best += bonus.points * (best >= bonus.threshold)
        most[sets], chosen[sets] = best, last
    return chosen


def _sets_by_size(turns: int) -> list[NDArray[np.int32]]:
    """All sets of turns, a bit each; at index k those of k turns."""
    sets = np.arange(1 << turns, dtype=np.int32)
    sizes = np.bitwise_count(sets)
    ordered = sets[np.argsort(sizes, kind="stable")]
    return np.split(ordered, np.cumsum(np.bincount(sizes))[:-1])
