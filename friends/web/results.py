"""The results of a challenge as pages show them: who stands where, and the sheets beside."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from challenges.engine.sheets import Section
from challenges.models import Player
from challenges.services.rulebook import ROW_NAMES
from challenges.services.states import GameState
from friends.services.friendships import Relation
from friends.services.results import Result, Results, Side
from friends.web.texts import verdict

SIDES = [Side.ME, Side.CHALLENGER, Side.CHALLENGED]

FIRST_LINES = 10
"""Further ones are folded away, so that what follows is not far below."""

FEWEST_SHEETS = 2
"""One alone is compared with nothing; it is on the game's own page."""


@dataclass(frozen=True, slots=True)
class Line:
    result: Result

    @property
    def relation(self) -> Relation | None:
        return self.result.relation

    @property
    def player(self) -> Player | None:
        return self.result.player

    @property
    def total(self) -> int:
        return self.result.game.total

    @property
    def is_mine(self) -> bool:
        return self.result.side is Side.ME

    @property
    def is_challenger(self) -> bool:
        return self.result.side is Side.CHALLENGER

    @property
    def can_be_asked(self) -> bool:
        return self.relation is Relation.NONE

    @property
    def is_asked(self) -> bool:
        return self.relation is Relation.ASKED

    @property
    def asks(self) -> bool:
        return self.relation is Relation.ASKS

    @property
    def is_friend(self) -> bool:
        return self.relation is Relation.FRIENDS


@dataclass(frozen=True, slots=True)
class Cell:
    points: int
    is_best: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    name: Promise | str
    cells: list[Cell]
    kind: str = ""


class ResultsTable:
    def __init__(self, results: Results) -> None:
        self.seen, self.players = results.seen, results.players
        self.lines = [Line(row) for row in results.rows]
        # The reader's sheet stands beside that of whoever challenged them, however they rank.
        with_sheets = [line for line in self.lines if line.result.state]
        self.columns = sorted(with_sheets, key=lambda line: SIDES.index(line.result.side))

    @property
    def first(self) -> list[Line]:
        """The reader and whoever challenged them are among these."""
        return [line for place, line in enumerate(self.lines) if _is_first(place, line)]

    @property
    def further(self) -> list[Line]:
        return [line for place, line in enumerate(self.lines) if not _is_first(place, line)]

    @property
    def others(self) -> int:
        return self.players - 1

    @property
    def challenged(self) -> int:
        """How many finished whom the reader challenged, shown or not."""
        return self.others - sum(line.is_challenger for line in self.lines)

    @property
    def verdict(self) -> str:
        """Empty for whoever made the challenge."""
        seen = self.seen
        if seen.is_own or seen.mine is None:
            return ""
        name = seen.maker.name if seen.maker else ""
        return verdict(seen.mine.total, seen.challenge.game.total, name)

    @property
    def hides_sheets(self) -> bool:
        """While the day of the dice has not been closed."""
        return len(self.columns) < len(self.lines)

    @property
    def sheet(self) -> list[SheetRow]:
        """Row by row, empty unless there are sheets to compare."""
        states = [line.result.state for line in self.columns if line.result.state]
        if len(states) < FEWEST_SHEETS:
            return []
        sheet = states[0].play.sheet
        upper = [row.code for row in sheet.rows if row.section is Section.UPPER]
        lower = [row.code for row in sheet.rows if row.section is not Section.UPPER]
        rows = [self._row(states, code) for code in upper]
        if sheet.upper_bonus:
            bonus = [state.play.upper_bonus for state in states]
            rows.append(SheetRow(_("Bonus"), self._cells(bonus), "bonus"))
        rows += [self._row(states, code) for code in lower]
        if sheet.extra_yatzy:
            extra = [state.play.extra_bonus for state in states]
            rows.append(SheetRow(_("Further yatzys"), self._cells(extra), "bonus"))
        totals = [state.play.total for state in states]
        return [*rows, SheetRow(_("Total"), self._cells(totals), "total")]

    def _row(self, states: Sequence[GameState], code: str) -> SheetRow:
        points = [state.play.filled.get(code, 0) for state in states]
        return SheetRow(ROW_NAMES[code], self._cells(points))

    def _cells(self, points: Sequence[int]) -> list[Cell]:
        """The best is marked where somebody is better than somebody else."""
        best = max(points) if len(set(points)) > 1 else None
        return [
            Cell(value, value == best, line.is_mine)
            for value, line in zip(points, self.columns, strict=True)
        ]


def _is_first(place: int, line: Line) -> bool:
    return place < FIRST_LINES or line.result.side is not Side.CHALLENGED
