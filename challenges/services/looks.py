"""What the dice look like: which looks a player may choose from, and which one is thrown with."""

import datetime

from challenges.models import Player
from challenges.querysets import days
from challenges.services.days import today_of

DECEMBER = 12


def looks_for(player: Player, moment: datetime.datetime) -> list[Player.Die]:
    """Plain always; Christmas in the player's own December, and for whoever has earned it.

    One query at most: none in December, and none for those whose first one is still to come.
    """
    plain, christmas = Player.Die.PLAIN, Player.Die.CHRISTMAS
    return [plain, christmas] if _may_throw_christmas(player, moment) else [plain]


def look_of(player: Player, moment: datetime.datetime) -> Player.Die:
    """The chosen one as long as it may be used, plain otherwise; no query where it is plain."""
    if player.die == Player.Die.PLAIN:
        return Player.Die.PLAIN
    return look_among(player, looks_for(player, moment))


def look_among(player: Player, looks: list[Player.Die]) -> Player.Die:
    """The same for whoever knows the player's looks already."""
    return Player.Die(player.die) if player.die in looks else Player.Die.PLAIN


def _may_throw_christmas(player: Player, moment: datetime.datetime) -> bool:
    today = today_of(player, moment)
    if today.month == DECEMBER:
        return True
    has_seen_december = player.joined_at.astimezone(datetime.UTC).year < today.year
    return has_seen_december and days().calendars_finished_by(player).exists()
