"""A day's dice in one line: what best play got, the best there was, and a player's total beside it.

Everything is a share of the drawing's width.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from challenges.models import Day
from challenges.services.perfect_play.look_backs import look_back_of


@dataclass(frozen=True, slots=True)
class Scale:
    par: int
    ceiling: int
    mine: int | None

    @property
    def par_at(self) -> str:
        return self._share(self.par)

    @property
    def mine_at(self) -> str:
        return self._share(self.mine or 0)

    @property
    def mine_label(self) -> str:
        """How far the player's total is from that of best play."""
        if self.mine is None:
            return ""
        points = self.mine - self.par
        if points == 0:
            return _("just par")
        text = _("%(points)d above par") if points > 0 else _("%(points)d below par")
        return text % {"points": abs(points)}

    def _share(self, total: int) -> str:
        return f"{100 * total / self.ceiling:.2f}%" if self.ceiling else "0%"


def scale_of(day: Day, mine: int | None) -> Scale | None:
    """Of a day read together with its look back; None where there is none."""
    found = look_back_of(day)
    return Scale(found.par, found.ceiling, mine) if found else None
