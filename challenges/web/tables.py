"""A game as its page shows it: the sheet line by line, and the dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from challenges.engine.moves import Keep
from challenges.engine.sheets import Section, Sheet
from challenges.models import Game
from challenges.services.perfect_play.hints import offers_hints
from challenges.services.perfect_play.tables import is_known
from challenges.services.rulebook import ROW_NAMES, SHEET_NAMES
from challenges.services.states import GameState
from challenges.web.duels import Duel, duel_of
from challenges.web.hints import ShownHint
from challenges.web.texts import (
    HOUSE_RULES,
    bonus_label,
    game_texts,
    house_rule_label,
    pace_label,
    throw_label,
    throws_left_label,
)
from config import clock

FACES = range(1, 7)
SUM_OF_FACES = sum(FACES)


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the sheet: `points` once it is written, `choice` what it would score now."""

    code: str
    name: Promise
    face: int | None
    points: int | None
    choice: int | None
    par: float | None
    """What the row brings in a game that just reaches the bonus; None below the bonus."""
    rival: int | None = None
    """The computer's points."""
    is_hinted: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    slot: int
    face: int
    is_kept: bool
    is_hinted: bool = False

    @property
    def number(self) -> int:
        return self.slot + 1


@dataclass(frozen=True, slots=True)
class Table:
    state: GameState
    kept: Sequence[bool]
    """What is ticked; by itself what was kept before the last throw."""
    hint: ShownHint | None = None

    @property
    def duel(self) -> Duel | None:
        return duel_of(self.state)

    @property
    def offers_hints(self) -> bool:
        return offers_hints(self.state, clock.now())

    @property
    def name(self) -> Promise:
        return SHEET_NAMES[self.state.row.rules]

    @property
    def is_playing(self) -> bool:
        return self.state.status == Game.Status.PLAYING

    @property
    def is_finished(self) -> bool:
        return self.state.status == Game.Status.FINISHED

    @property
    def can_be_reviewed(self) -> bool:
        return self.is_finished and is_known(self.state.play.sheet)

    @property
    def upper(self) -> list[Line]:
        return self._lines(Section.UPPER)

    @property
    def lower(self) -> list[Line]:
        return self._lines(Section.LOWER)

    def _lines(self, section: Section) -> list[Line]:
        play = self.state.play
        choices = play.choices if self.is_playing else {}
        rivals = self.state.opponent.filled if self.state.opponent else {}
        hinted = self.hint.row if self.hint else None
        return [
            Line(
                code=row.code,
                name=ROW_NAMES[row.code],
                face=face if section is Section.UPPER else None,
                points=play.filled.get(row.code),
                choice=choices[row.code].points if row.code in choices else None,
                par=par_of(play.sheet, face) if section is Section.UPPER else None,
                rival=rivals.get(row.code),
                is_hinted=row.code == hinted,
            )
            for face, row in enumerate(
                (row for row in play.sheet.rows if row.section is section), start=1
            )
        ]

    @property
    def dice(self) -> list[Die]:
        dice = self.state.play.dice
        hinted = self.hint.kept if self.hint else (False,) * len(dice)
        return [Die(slot, face, self.kept[slot], hinted[slot]) for slot, face in enumerate(dice)]

    @property
    def extra(self) -> int:
        """What any choice pays on top now."""
        return max((choice.extra for choice in self.state.play.choices.values()), default=0)

    @property
    def has_extra_bonus(self) -> bool:
        return bool(self.state.play.sheet.extra_yatzy)

    @property
    def throws_used(self) -> range:
        return range(self.state.play.throw)

    @property
    def throws_free(self) -> range:
        return range(self.state.play.throws_left)

    @property
    def throw_label(self) -> str:
        return throw_label(len(self.kept) - sum(self.kept))

    @property
    def throws_left_label(self) -> str:
        return throws_left_label(self.state.play.throws_left)

    @property
    def pace(self) -> int | None:
        """None once the bonus is decided."""
        play = self.state.play
        if play.upper_bonus or all(code in play.filled for code in play.sheet.upper_codes):
            return None
        return pace_of(play.sheet, play.filled)

    @property
    def pace_label(self) -> str:
        if self.pace is None:
            return bonus_label(is_held=bool(self.state.play.upper_bonus))
        return pace_label(self.pace)

    @property
    def pace_sign(self) -> str:
        """What the style of the label goes by."""
        if self.pace is None:
            return "ahead" if self.state.play.upper_bonus else ""
        return "ahead" if self.pace > 0 else "behind" if self.pace < 0 else ""

    @property
    def house_rules(self) -> list[str]:
        chosen = self.state.row.house_rules
        return [house_rule_label(name, chosen[name]) for name in HOUSE_RULES if name in chosen]

    @property
    def lower_sum(self) -> int:
        play = self.state.play
        return sum(play.filled.values()) - play.upper_sum

    @property
    def texts(self) -> dict[str, Any]:
        return game_texts(self.state.play.sheet)


def table_of(
    state: GameState, kept: Sequence[bool] | None = None, hint: ShownHint | None = None
) -> Table:
    if kept is None or len(kept) != len(state.play.dice):
        kept = _kept_before(state)
    return Table(state, kept, hint)


def _kept_before(state: GameState) -> tuple[bool, ...]:
    """What the player kept before the throw that lies on the table."""
    moves = state.play.moves
    if moves and isinstance(moves[-1], Keep) and state.play.dice:
        return moves[-1].flags
    return (False,) * len(state.play.dice)


def par_of(sheet: Sheet, face: int) -> float | None:
    bonus = sheet.upper_bonus
    return bonus.threshold * face / SUM_OF_FACES if bonus else None


def pace_of(sheet: Sheet, filled: Mapping[str, int]) -> int:
    """The points that the written upper rows are above or below what the bonus takes of them."""
    pars = {code: par_of(sheet, face) or 0 for face, code in enumerate(sheet.upper_codes, start=1)}
    return round(sum(filled[code] - par for code, par in pars.items() if code in filled))
