"""The buttons beside challenges."""

from django.utils.translation import gettext as _

from challenges.admin.operations import Refused
from challenges.models import Player
from config.errors import NotFound
from friends.services.challenges import withdraw_as_operator
from friends.services.codes import read_code, shown
from friends.services.problems import MalformedCode


def withdraw(*, operator: Player, code: str) -> str:
    """For good. Raises Refused."""
    try:
        code = read_code(code)
        is_new = withdraw_as_operator(operator=operator, code=code)
    except (MalformedCode, NotFound) as error:
        raise Refused(_("There is no challenge %(code)s.") % {"code": code}) from error
    if not is_new:
        text = _("%(code)s was withdrawn by an operator before: nothing was done.")
        raise Refused(text % {"code": shown(code)})
    text = _("%(code)s is withdrawn, and its game is not passed on again.")
    return text % {"code": shown(code)}
