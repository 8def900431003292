"""What pages, previews and pictures say of a challenge; never more than a stranger may know."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from challenges.models import Game, Player
from challenges.services.rulebook import SHEET_NAMES
from challenges.web.texts import HOUSE_RULES, house_rule_label
from friends.models import Challenge


def heading(maker: Player | None) -> str:
    """`maker` is None once the account is deleted."""
    if maker is None:
        return _("A friend challenges you")
    return _("%(name)s challenges you") % {"name": maker.name}


def dice_of(game: Game) -> str:
    """What is played: the sheet, or the day where the dice are a day's."""
    if game.day:
        date = date_format(game.day.date, _("j F"))
        return _("The dice of %(date)s") % {"date": date}
    return str(SHEET_NAMES[game.rules])


def rules_of(game: Game) -> list[str]:
    """The sheet where the day does not say it, and the house rules."""
    chosen = game.house_rules
    named = [str(SHEET_NAMES[game.rules])] if game.day else []
    return named + [house_rule_label(name, chosen[name]) for name in HOUSE_RULES if name in chosen]


def description(challenge: Challenge) -> str:
    game = challenge.game
    if challenge.kind == Challenge.Kind.TARGET:
        words = {"dice": dice_of(game), "total": game.total}
        return _("%(dice)s: %(total)d points to beat. You throw the same dice.") % words
    words = {"dice": dice_of(game)}
    return _("%(dice)s: the total stays hidden until you finish. You throw the same dice.") % words


def verdict(own: int, other: int, name: str) -> str:
    """How the reader's total stands to that of whoever challenged them; `name` may be empty."""
    words = {"name": name or _("your friend"), "points": abs(own - other)}
    if own > other:
        return _("You beat %(name)s by %(points)d") % words
    if own < other:
        return _("You are %(points)d behind %(name)s") % words
    return _("You and %(name)s are level") % words
