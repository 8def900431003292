"""How the values of a board are spread, as bars of a drawing and in words.

Everything is a share of the drawing's width or height, so that it fits any screen.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from leaderboards.ranking import Distribution

MOST_BARS = 40
FEWEST_PLAYERS = 3
FEWEST_BARS = 3
FEWEST_FRIENDS = 8
"""Whose results are a few rows, no shape; as many bars are drawn of them at least."""
HEAD = 16.0
"""Kept free above the bars, for the mark of the reader's place."""
LOWEST = 1.5
"""So that a single player is seen beside thousands."""
GAP = 0.18
EDGE = 10.0


@dataclass(frozen=True, slots=True)
class Bar:
    first: int
    last: int
    players: int
    is_mine: bool
    left: float
    width: float
    height: float

    @property
    def x(self) -> str:
        return _share(self.left + self.width * GAP / 2)

    @property
    def y(self) -> str:
        return _share(100 - self.height)

    @property
    def breadth(self) -> str:
        return _share(self.width * (1 - GAP))

    @property
    def tallness(self) -> str:
        return _share(self.height)

    @property
    def middle(self) -> str:
        return _share(self.left + self.width / 2)

    @property
    def anchor(self) -> str:
        """To which side a text at the middle goes without leaving the drawing."""
        middle = self.left + self.width / 2
        if middle < EDGE:
            return "start"
        return "end" if middle > 100 - EDGE else "middle"


@dataclass(frozen=True, slots=True)
class Chart:
    players: int
    bars: list[Bar]
    low: int
    high: int
    median: int
    """The highest value that half of the players reach."""
    mine: int | None

    @property
    def my_bar(self) -> Bar | None:
        return next((bar for bar in self.bars if bar.is_mine), None)

    @property
    def lowest(self) -> int:
        """Of all that is drawn: the reader's value is, even where nobody on the board has it."""
        return self.low if self.mine is None else min(self.low, self.mine)

    @property
    def highest(self) -> int:
        return self.high if self.mine is None else max(self.high, self.mine)


def chart_of(
    distribution: Distribution, mine: int | None, *, is_among_friends: bool = False
) -> Chart | None:
    """None where there is too little to draw. Of few players few bars are drawn."""
    players = sum(count for _, count in distribution)
    if players < (FEWEST_FRIENDS if is_among_friends else FEWEST_PLAYERS):
        return None
    values = [value for value, _ in distribution]
    low, high = min(values), max(values)
    most = max(FEWEST_FRIENDS, 2 * math.isqrt(players)) if is_among_friends else MOST_BARS
    bars = _bars(distribution, mine, most)
    if len(bars) < FEWEST_BARS:
        return None
    return Chart(players, bars, low, high, _median(distribution, players), mine)


def _median(distribution: Distribution, players: int) -> int:
    reached = 0
    for value, count in distribution:
        reached += count
        if 2 * reached >= players:
            return value
    raise ValueError("a median of nobody")


def _bars(distribution: Distribution, mine: int | None, most_bars: int) -> list[Bar]:
    seen = [value for value, _ in distribution] + ([] if mine is None else [mine])
    step = _step(max(seen) - min(seen) + 1, most_bars)
    first, last = min(seen) // step, max(seen) // step
    counts = dict.fromkeys(range(first, last + 1), 0)
    for value, count in distribution:
        counts[value // step] += count
    width, most = 100 / len(counts), max(counts.values())
    return [
        Bar(
            first=number * step,
            last=number * step + step - 1,
            players=count,
            is_mine=mine is not None and mine // step == number,
            left=(number - first) * width,
            width=width,
            height=max(LOWEST, (100 - HEAD) * count / most) if count else 0,
        )
        for number, count in counts.items()
    ]


def _step(span: int, most_bars: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 and so on with which few enough bars are needed."""
    return next(step for step in _steps() if math.ceil(span / step) < most_bars)


def _steps() -> Iterator[int]:
    scale = 1
    while True:
        yield from (scale, 2 * scale, 5 * scale)
        scale *= 10


def _share(number: float) -> str:
    """The same in all languages: it is for the browser."""
    return f"{number:.2f}%"
