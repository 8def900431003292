"""Best play by the definition, in rational numbers, with nothing but the engine's rules.

Slow: for states with one or two free rows. Keeps are subsets of dice, throws are all ordered dice,
and a state is the filled sheet itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from challenges.engine.placement import bonus_held, placements
from challenges.engine.sheets import Sheet

Dice = tuple[int, ...]


def value(sheet: Sheet, filled: Mapping[str, int]) -> Fraction:
    """What is still to come, the upper bonus included however much of it is held already."""
    return _Play(sheet).value(tuple(sorted(filled.items())))


class _Play:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.known: dict[tuple[tuple[str, int], ...], Fraction] = {}

    def value(self, filled: tuple[tuple[str, int], ...]) -> Fraction:
        if filled not in self.known:
            self.known[filled] = self._value(filled)
        return self.known[filled]

    def _value(self, filled: tuple[tuple[str, int], ...]) -> Fraction:
        if len(filled) == len(self.sheet.rows):
            return Fraction(bonus_held(self.sheet, dict(filled)))

        @cache
        def written(throw: int, dice: Dice) -> Fraction:
            return self._written(filled, dice, throw)

        @cache
        def thrown(throw: int, dice: Dice) -> Fraction:
            best = written(min(throw, 2), dice)  # a third throw pays what a second one does
            if throw < 3:
                kept = {keep for size in range(len(dice)) for keep in combinations(dice, size)}
                best = max(best, *(expected(throw + 1, keep) for keep in kept))
            return best

        @cache
        def expected(throw: int, keep: Dice) -> Fraction:
            others = throws(self.sheet.dice - len(keep))
            return sum(
                (chance * thrown(throw, tuple(sorted(keep + new))) for new, chance in others),
                Fraction(0),
            )

        return expected(1, ())

    def _written(self, filled: tuple[tuple[str, int], ...], dice: Dice, throw: int) -> Fraction:
        allowed = placements(self.sheet, dict(filled), dice, throw)
        return max(
            placement.points
            + placement.extra
            + self.value(tuple(sorted([*filled, (row, placement.points)])))
            for row, placement in allowed.items()
        )


@cache
def throws(dice: int) -> tuple[tuple[Dice, Fraction], ...]:
    """What so many dice can show, sorted, and how likely it is."""
    return tuple(
        (
            faces,
            Fraction(factorial(dice) // prod(map(factorial, Counter(faces).values())), 6**dice),
        )
        for faces in combinations_with_replacement(range(1, 7), dice)
    )
