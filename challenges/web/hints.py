"""A hint in words, for who reads a page without scripts; with scripts it is put together there."""

from __future__ import annotations

from dataclasses import dataclass

from challenges.services.perfect_play.hints import Hint
from challenges.services.rulebook import ROW_NAMES
from challenges.strategy.advice import Option, flags_of
from challenges.web.texts import hint_label, loss_label

MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class ShownOption:
    label: str
    loss: str


@dataclass(frozen=True, slots=True)
class ShownHint:
    label: str
    expected: float
    others: list[ShownOption]
    """The next best ones."""
    kept: tuple[bool, ...]
    """Flags of the dice that glow; none do where a row is the best."""
    row: str | None


def shown(hint: Hint) -> ShownHint:
    best, *others = hint.options
    dice = hint.state.play.dice
    return ShownHint(
        label=_label(hint, best),
        expected=hint.expected,
        others=[_other(hint, option) for option in others[:MOST_OTHERS]],
        kept=flags_of(dice, best.kept) if best.kept else (False,) * len(dice),
        row=best.row,
    )


def _other(hint: Hint, option: Option) -> ShownOption:
    return ShownOption(_label(hint, option), loss_label(0.0 if option.is_best else option.loss))


def _label(hint: Hint, option: Option) -> str:
    play = hint.state.play
    if option.row:
        choice = play.choices[option.row]
        return hint_label(row=str(ROW_NAMES[option.row]), points=choice.points + choice.extra)
    flags = flags_of(play.dice, option.kept or ())
    return hint_label(kept=[face for face, stays in zip(play.dice, flags, strict=True) if stays])
