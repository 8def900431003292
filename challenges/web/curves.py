"""Drawings of figures that follow one another: a curve, or bars above and below nothing.

Everything is a share of the drawing's width or height, so that it fits any screen.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MOST_LINES = 4
EDGE = 6.0
"""Kept free above and below, for marks."""
GAP = 0.3
LEAST = 0.8
"""So that a bar of almost nothing is seen."""


@dataclass(frozen=True, slots=True)
class Point:
    left: float
    top: float

    @property
    def x(self) -> str:
        return f"{self.left:.2f}%"

    @property
    def y(self) -> str:
        return f"{self.top:.2f}%"


@dataclass(frozen=True, slots=True)
class Line:
    """Across the drawing, at a round value."""

    value: int
    top: float

    @property
    def y(self) -> str:
        return f"{self.top:.2f}%"


@dataclass(frozen=True, slots=True)
class Curve:
    points: list[Point]
    lines: list[Line]

    @property
    def path(self) -> str:
        """In a box of 100 by 100."""
        return "M" + "L".join(f"{point.left:.2f} {point.top:.2f}" for point in self.points)

    @property
    def area(self) -> str:
        """All that is below the curve."""
        first, last = self.points[0], self.points[-1]
        return f"{self.path}L{last.left:.2f} 100L{first.left:.2f} 100Z"


def curve_of(values: Sequence[float]) -> Curve:
    """Of two values or more, from one side to the other."""
    scale = _Scale(min(values), max(values))
    step = 100 / (len(values) - 1)
    points = [Point(number * step, scale.top(value)) for number, value in enumerate(values)]
    return Curve(points, scale.lines())


@dataclass(frozen=True, slots=True)
class Bar:
    left: float
    top: float
    width: float
    height: float
    is_below: bool

    @property
    def shares(self) -> dict[str, str]:
        each = {"x": self.left, "y": self.top, "width": self.width, "height": self.height}
        return {name: f"{share:.2f}%" for name, share in each.items()}


@dataclass(frozen=True, slots=True)
class Bars:
    bars: list[Bar]
    lines: list[Line]


def bars_of(values: Sequence[float]) -> Bars:
    """From nothing up, or down where a value is less than nothing."""
    scale = _Scale(min(0.0, *values), max(0.0, *values))
    width, nothing = 100 / len(values), scale.top(0)
    bars = []
    for number, value in enumerate(values):
        height = max(abs(scale.top(value) - nothing), LEAST)
        top = nothing if value < 0 else nothing - height
        left = (number + GAP / 2) * width
        bars.append(Bar(left, top, width * (1 - GAP), height, is_below=value < 0))
    return Bars(bars, scale.lines())


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float

    def top(self, value: float) -> float:
        span = (self.high - self.low) or 1
        return EDGE + (100 - 2 * EDGE) * (self.high - value) / span

    def lines(self) -> list[Line]:
        step = next(step for step in _steps() if (self.high - self.low) / step <= MOST_LINES)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        values = [number * step for number in range(first, last + 1)]
        return [Line(value, self.top(value)) for value in values]


def _steps() -> Iterator[int]:
    scale = 1
    while True:
        yield from (scale, 2 * scale, 5 * scale)
        scale *= 10
