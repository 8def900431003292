"""What somebody sends along with the link: enough to be curious, and nothing about the dice."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from challenges.services.rulebook import SHEET_NAMES
from challenges.services.states import sheet_of
from friends.models import Challenge


def share_text(challenge: Challenge) -> str:
    """In the language of whoever reads it, without the link, which stands beside it."""
    game = challenge.game
    names = {"sheet": SHEET_NAMES[game.rules], "total": game.total}
    if game.day:
        names["date"] = date_format(game.day.date, _("j F"))
    return f"{_dice(challenge)}\n{_sentence(challenge) % names}"


def _dice(challenge: Challenge) -> str:
    sign = "🎯" if challenge.kind == Challenge.Kind.TARGET else "🙈"
    return "🎲" * sheet_of(challenge.game).dice + sign


def _sentence(challenge: Challenge) -> str:
    is_of_day = challenge.game.day is not None
    if challenge.kind == Challenge.Kind.TARGET:
        if is_of_day:
            return _("I scored %(total)d with the dice of %(date)s. Can you beat that?")
        return _("I scored %(total)d in %(sheet)s. Can you beat that with the same dice?")
    if is_of_day:
        return _("I played the dice of %(date)s. My total stays hidden. Can you beat it?")
    return _("I played %(sheet)s. My total stays hidden. Can you beat it with the same dice?")
