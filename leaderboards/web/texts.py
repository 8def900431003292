"""Words of the pages with boards."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from leaderboards.ranking import Board, Rank

NAMES: dict[Board, Promise] = {
    Board.DAY: pgettext_lazy("board", "Day"),
    Board.BEST_DAY: pgettext_lazy("board", "Best day"),
    Board.STREAK: pgettext_lazy("board", "Streak"),
    Board.LONGEST_STREAK: pgettext_lazy("board", "Longest streak"),
    Board.ADVENT: pgettext_lazy("board", "Advent"),
    Board.DAY_SKILL: pgettext_lazy("board", "Skill of a day"),
}

# In the order in which they are offered; short, to stand side by side on a phone.
TABS: dict[Board, Promise] = {
    Board.DAY: NAMES[Board.DAY],
    Board.DAY_SKILL: pgettext_lazy("board", "Skill"),
    Board.BEST_DAY: NAMES[Board.BEST_DAY],
    Board.STREAK: NAMES[Board.STREAK],
    Board.LONGEST_STREAK: pgettext_lazy("board", "Longest"),
    Board.ADVENT: NAMES[Board.ADVENT],
}

MEANINGS: dict[Board, Promise] = {
    Board.BEST_DAY: gettext_lazy("The best total that each player has had on any day."),
    Board.STREAK: gettext_lazy("Days played in a row, up to now."),
    Board.LONGEST_STREAK: gettext_lazy("The most days in a row that each player ever had."),
    Board.ADVENT: gettext_lazy("The sum of the doors 1 to 24, each played on its day."),
    Board.DAY_SKILL: gettext_lazy(
        "Each total without its luck: what best play expects of a game, less what the player's own "
        "decisions gave away."
    ),
}

COUNTED_IN_DAYS = {Board.STREAK, Board.LONGEST_STREAK}


def unit(board: Board) -> str:
    return _("Days") if board in COUNTED_IN_DAYS else _("Points")


def value_label(board: Board, value: int) -> str:
    if board in COUNTED_IN_DAYS:
        return ngettext("%(count)d day", "%(count)d days", value) % {"count": value}
    return ngettext("%(count)d point", "%(count)d points", value) % {"count": value}


def rank_label(rank: Rank, *, players: int, is_listed: bool) -> str:
    if is_listed:
        return _("Rank %(rank)d of %(players)d") % {"rank": rank.rank, "players": players}
    numbers = {"rank": rank.rank, "players": players + 1}
    return _("You would be on rank %(rank)d of %(players)d") % numbers


def beaten_label(rank: Rank, *, players: int, is_listed: bool) -> str:
    """Empty where there is nobody to be better than. A share is never rounded up."""
    others = players - is_listed
    below = round(rank.beaten * others)
    if not others or not below:
        return ""
    if below == others:
        text = ngettext("better than the other one", "better than all %(others)d others", others)
        return text % {"others": others}
    numbers = {"percent": max(1, 100 * below // others), "others": others}
    return _("better than %(percent)d%% of %(others)d others") % numbers


def changed_label(board: Board, *, is_longest: bool) -> str:
    """What a game has changed beside its day; a streak can be the longest one, too."""
    if board is Board.BEST_DAY:
        return _("Your best day so far")
    if board is Board.ADVENT:
        return _("Your advent calendar")
    if board is Board.DAY_SKILL:
        return _("Your skill, without luck")
    return _("Your longest streak so far") if is_longest else _("Your streak")


def chart_text(board: Board, *, low: int, median: int, high: int, mine: int | None) -> str:
    text = _("From %(low)d to %(high)s. Half of the players have at least %(median)d.") % {
        "low": low,
        "median": median,
        "high": value_label(board, high),
    }
    if mine is None:
        return text
    return " ".join([text, _("You have %(value)d.") % {"value": mine}])
