"""Words and figures of reviews."""

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from challenges.strategy.review import Mark

MARK_NAMES: dict[Mark, Promise] = {
    Mark.BEST: pgettext_lazy("decision", "Best"),
    Mark.GOOD: gettext_lazy("Good"),
    Mark.INACCURACY: gettext_lazy("Inaccuracy"),
    Mark.MISTAKE: gettext_lazy("Mistake"),
    Mark.BLUNDER: gettext_lazy("Blunder"),
}

MARK_SIGNS: dict[Mark, str] = {
    Mark.BEST: "★",
    Mark.GOOD: "✓",
    Mark.INACCURACY: "?!",
    Mark.MISTAKE: "?",
    Mark.BLUNDER: "??",
}

MINUS = "−"


def figure(number: float) -> str:
    """With one digit after the point, without its sign."""
    # Django itself would cut digits off.
    return number_format(round(abs(number), 1), decimal_pos=1)


def shown_luck(start: float, loss: float, total: int) -> float:
    """Rounded so that start, luck and loss, as they are shown, still add up to the total."""
    return round(total - round(start, 1) + round(loss, 1), 1)


def signed(number: float) -> str:
    rounded = round(number, 1)
    if rounded == 0:
        return figure(0)
    return f"{'+' if rounded > 0 else MINUS}{figure(rounded)}"


def lost(points: float) -> str:
    """Of a decision that was not the best: never nothing."""
    return f"{MINUS}{figure(max(points, 0.1))}"


def done_label(*, is_written: bool, is_any_kept: bool) -> str:
    """What stands before the dice or the row of a move that was made."""
    if is_written:
        return _("You wrote")
    return _("You kept") if is_any_kept else _("You threw all dice again")


def better_label(*, is_written: bool, is_any_kept: bool) -> str:
    if is_written:
        return _("Better: write")
    return _("Better: keep") if is_any_kept else _("Better: throw all dice again")


def verdict(start: float, luck: float, loss: float) -> str:
    """A game in words that anybody understands."""
    return " ".join([_of_start(start), _of_luck(luck), _of_loss(loss)])


def _of_start(start: float) -> str:
    return _("Perfect play brings %(points)s points on average.") % {"points": figure(start)}


def _of_luck(luck: float) -> str:
    words = {"points": figure(luck)}
    if round(luck, 1) == 0:
        return _("Your throws were as good as throws are on average.")
    if luck > 0:
        return _("You were lucky: your throws were worth %(points)s points more than that.") % words
    return _("You were unlucky: your throws were worth %(points)s points less than that.") % words


def _of_loss(loss: float) -> str:
    if round(loss, 1) == 0:
        return _("Your decisions gave nothing away.")
    return _("Your decisions gave away %(points)s.") % {"points": figure(loss)}


def course_label(values: list[float]) -> str:
    """The expected total before the first turn and after each, in words."""
    turns = range(len(values))
    high, low = max(turns, key=lambda turn: values[turn]), min(turns, key=lambda turn: values[turn])
    words = {
        "start": figure(values[0]),
        "total": figure(values[-1]),
        "high": figure(values[high]),
        "when_high": _moment(high),
        "low": figure(values[low]),
        "when_low": _moment(low),
    }
    return (
        _(
            "From %(start)s to %(total)s points. Highest with %(high)s %(when_high)s, "
            "lowest with %(low)s %(when_low)s."
        )
        % words
    )


def _moment(turn: int) -> str:
    return _("after turn %(turn)d") % {"turn": turn} if turn else _("before the first throw")


def accuracy_label(accuracies: list[float]) -> str:
    """Of the games on a page, the first one first."""
    words = {
        "games": len(accuracies),
        "first": figure(accuracies[0]),
        "last": figure(accuracies[-1]),
        "low": figure(min(accuracies)),
        "high": figure(max(accuracies)),
    }
    return (
        ngettext(
            "%(games)d game: %(first)s of 100.",
            "%(games)d games, from %(first)s to %(last)s of 100. Lowest %(low)s, highest %(high)s.",
            len(accuracies),
        )
        % words
    )


def luck_label(lucks: list[float]) -> str:
    words = {
        "lucky": sum(luck > 0 for luck in lucks),
        "games": len(lucks),
        "best": signed(max(lucks)),
        "worst": signed(min(lucks)),
    }
    return (
        _("Lucky in %(lucky)d of %(games)d games. Luckiest %(best)s, unluckiest %(worst)s points.")
        % words
    )
