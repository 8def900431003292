"""A game against the computer as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from challenges.models import Game
from challenges.services.perfect_play.opponents import SeenThrow, SeenTurn, last_turn
from challenges.services.rulebook import ROW_NAMES
from challenges.services.states import GameState
from challenges.web.texts import LEVELS, lead_label, seen_turn_label, verdict_label


@dataclass(frozen=True, slots=True)
class ShownDie:
    face: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """The computer's part of a game."""

    state: GameState
    turn: SeenTurn | None
    """Its last one."""

    @property
    def level(self) -> Promise:
        return LEVELS[Game.Opponent(str(self.state.row.opponent))].name

    @property
    def play(self) -> Any:
        return self.state.opponent

    @property
    def lead(self) -> int:
        """How many points the player is ahead; below 0 behind."""
        return int(self.state.play.total - self.play.total)

    @property
    def lead_label(self) -> str:
        return lead_label(self.lead)

    @property
    def lead_sign(self) -> str:
        """What the style of the label goes by."""
        return "ahead" if self.lead > 0 else "behind" if self.lead < 0 else ""

    @property
    def verdict(self) -> str:
        return verdict_label(self.lead)

    @property
    def turn_label(self) -> str:
        if self.turn is None:
            return ""
        points = self.turn.points + self.turn.extra
        return seen_turn_label(self.turn.turn, str(ROW_NAMES[self.turn.row]), points)

    @property
    def throws(self) -> list[list[ShownDie]]:
        return [_dice(throw) for throw in self.turn.throws] if self.turn else []

    @property
    def rematch(self) -> dict[str, str]:
        """What starts one more game like this."""
        row = self.state.row
        rules = {name: "on" if value is True else value for name, value in row.house_rules.items()}
        return {"rules": row.rules, "opponent": str(row.opponent), **rules}


def _dice(throw: SeenThrow) -> list[ShownDie]:
    """Those of the last throw lie as they are: none of them is thrown again."""
    kept = throw.kept or (False,) * len(throw.dice)
    return [ShownDie(face, stays) for face, stays in zip(throw.dice, kept, strict=True)]


def duel_of(state: GameState) -> Duel | None:
    return Duel(state, last_turn(state.opponent)) if state.opponent else None
