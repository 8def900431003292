"""The reviewed daily games of a player: accuracy and luck over time."""

from dataclasses import dataclass

from challenges.models import Game, Review
from challenges.services.perfect_play.history import Averages
from challenges.web.curves import Bars, Curve, bars_of, curve_of
from challenges.web.review_texts import accuracy_label, figure, luck_label, shown_luck, signed


@dataclass(frozen=True, slots=True)
class Line:
    game: Game

    @property
    def review(self) -> Review:
        found: Review = self.game.review
        return found

    @property
    def accuracy(self) -> str:
        return figure(self.review.accuracy)

    @property
    def luck(self) -> str:
        return signed(shown_luck(self.review.start, self.review.loss, self.game.total))

    @property
    def loss(self) -> str:
        return figure(self.review.loss)


@dataclass(frozen=True, slots=True)
class History:
    """`lines` are a page, the newest first; the drawings go the other way."""

    lines: list[Line]
    averages: Averages

    @property
    def accuracy(self) -> str:
        return figure(self.averages.accuracy)

    @property
    def luck(self) -> str:
        return signed(self.averages.luck)

    @property
    def loss(self) -> str:
        return figure(self.averages.loss)

    @property
    def is_drawn(self) -> bool:
        """A single game is no course of things."""
        return len(self.lines) > 1

    @property
    def accuracy_curve(self) -> Curve:
        return curve_of(self._accuracies)

    @property
    def accuracy_label(self) -> str:
        return accuracy_label(self._accuracies)

    @property
    def luck_bars(self) -> Bars:
        return bars_of(self._lucks)

    @property
    def luck_label(self) -> str:
        return luck_label(self._lucks)

    @property
    def _accuracies(self) -> list[float]:
        return [line.review.accuracy for line in reversed(self.lines)]

    @property
    def _lucks(self) -> list[float]:
        return [line.review.luck for line in reversed(self.lines)]
