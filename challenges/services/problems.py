"""Refusals that any of the services can raise, each with its stable code.

Those of moves are in refused_moves.py, those of accounts in accounts/problems.py.
"""

import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.errors import Problem


class DiceUnavailable(Problem):
    """The key of a seed is missing or gives other dice than were committed to."""

    status = 503
    code = "dice_unavailable"
    title = gettext_lazy("The dice cannot be thrown")

    def __init__(self) -> None:
        super().__init__(_("The dice of this game cannot be thrown now. The operator was told."))


class TooManyCalls(Problem):
    status = 429
    code = "throttled"
    title = gettext_lazy("Too many calls")

    def __init__(self, wait: int) -> None:
        super().__init__(_("That was too fast. Try again in a moment."))
        self.retry_after = wait


class TooManyGuests(Problem):
    status = 429
    code = "too_many_guests"
    title = gettext_lazy("Too many sign-ups")

    def __init__(self, wait: int) -> None:
        super().__init__(_("Too many new players come from your network. Try again later."))
        self.retry_after = wait


class OwnName(Problem):
    status = 422
    code = "own_name"
    title = gettext_lazy("That is your own name")

    def __init__(self) -> None:
        super().__init__(_("You can change your name in your settings."))


class TooManyReports(Problem):
    status = 429
    code = "too_many_reports"
    title = gettext_lazy("Too many reports")

    def __init__(self, wait: int) -> None:
        super().__init__(_("You reported many names. The operators will look at them."))
        self.retry_after = wait


class KeyReused(Problem):
    status = 422
    code = "idempotency_key_reused"
    title = gettext_lazy("This idempotency key was used for another request")

    def __init__(self) -> None:
        super().__init__(_("Send a new Idempotency-Key with a new request."))


class DayNotOpen(Problem):
    status = 409
    code = "day_not_open"
    title = gettext_lazy("The day is not open yet")

    def __init__(self, date: datetime.date) -> None:
        super().__init__(_("%(date)s has not begun.") % {"date": date.isoformat()})


class DayClosed(Problem):
    status = 409
    code = "day_closed"
    title = gettext_lazy("The day is closed")

    def __init__(self, date: datetime.date) -> None:
        super().__init__(_("%(date)s has ended everywhere on Earth.") % {"date": date.isoformat()})


class DayNotClosed(Problem):
    """What tells of a day's dice, or follows from all of its games, is there once it is closed."""

    status = 409
    code = "day_not_closed"
    title = gettext_lazy("The day is not closed yet")

    def __init__(self, date: datetime.date) -> None:
        text = _("This can be seen once %(date)s is over everywhere on Earth and was closed.")
        super().__init__(text % {"date": date.isoformat()})


class NotYourToday(Problem):
    status = 409
    code = "not_your_today"
    title = gettext_lazy("That day is not your today")

    def __init__(self, today: datetime.date) -> None:
        super().__init__(
            _("A ranked game starts on its own date. Yours is %(date)s.")
            % {"date": today.isoformat()},
            members={"today": today.isoformat()},
        )


class DayStillOpen(Problem):
    """Nothing may tell of an open day's dice before they have been played."""

    status = 409
    code = "day_still_open"
    title = gettext_lazy("The day is still open")

    detail_of_date = gettext_lazy(
        "The dice of %(date)s can be played again once you finished its ranked game."
    )

    def __init__(self, date: datetime.date) -> None:
        super().__init__(str(self.detail_of_date) % {"date": date.isoformat()})


class DayOpenForComputer(DayStillOpen):
    """Also for those who have: others have not."""

    detail_of_date = gettext_lazy(
        "The computer plays the dice of %(date)s once the day is over everywhere on Earth."
    )


class RulesOfDay(Problem):
    status = 422
    code = "rules_of_day"
    title = gettext_lazy("A day's dice go with the day's rules")

    def __init__(self) -> None:
        super().__init__(_("The dice of a day are played with plain maxi rules."))


class SeedNotPublic(Problem):
    status = 409
    code = "seed_not_public"
    title = gettext_lazy("The seed is not public yet")

    def __init__(self, detail: str) -> None:
        super().__init__(detail)


class GameNotFinished(Problem):
    """What is done with finished games only."""

    status = 409
    code = "game_not_finished"
    title = gettext_lazy("The game is not finished")

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
