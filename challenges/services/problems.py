"""Every refusal of this app, with its stable code; the API documents them from here."""

import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.errors import Problem

if TYPE_CHECKING:
    from challenges.services.accounts.guests import LeftBehind
    from challenges.services.games import GameState


class DiceUnavailable(Problem):
    """The key of a seed is missing or gives other dice than were committed to."""

    status = 503
    code = "dice_unavailable"
    title = gettext_lazy("The dice cannot be thrown")

    def __init__(self) -> None:
        super().__init__(_("The dice of this game cannot be thrown now. The operator was told."))


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

    def __init__(self, date: datetime.date) -> None:
        super().__init__(
            _("The dice of %(date)s can be played again once you finished its ranked game.")
            % {"date": date.isoformat()}
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


class MoveRefused(Problem):
    """A refusal that comes with `state`, the game as it is now."""

    def __init__(self, detail: str, state: "GameState") -> None:
        super().__init__(detail)
        self.state = state


class IllegalMove(MoveRefused):
    """What the rules do not allow; `reason` is the engine's code."""

    status = 422
    code = "illegal_move"
    title = gettext_lazy("The rules do not allow this move")

    def __init__(self, state: "GameState", *, reason: str) -> None:
        super().__init__(str(ILLEGAL_BECAUSE[reason]), state)
        self.members["reason"] = reason


class OtherMoveThere(MoveRefused):
    status = 409
    code = "other_move_there"
    title = gettext_lazy("Another move was made at this ply")

    def __init__(self, state: "GameState") -> None:
        super().__init__(_("Another move stands at this ply. Go on from the game."), state)


class PlyAhead(MoveRefused):
    status = 409
    code = "ply_ahead"
    title = gettext_lazy("The ply is ahead of the game")

    def __init__(self, state: "GameState") -> None:
        detail = _("The next ply of this game is %(ply)d.") % {"ply": state.row.ply}
        super().__init__(detail, state)


class GameFinished(MoveRefused):
    status = 409
    code = "game_finished"
    title = gettext_lazy("The game is finished")

    def __init__(self, state: "GameState") -> None:
        super().__init__(_("All rows are filled."), state)


class GameExpired(MoveRefused):
    status = 409
    code = "game_expired"
    title = gettext_lazy("The game has expired")

    def __init__(self, state: "GameState") -> None:
        super().__init__(_("Its day closed before the game was finished."), state)


# --- Accounts --------------------------------------------------------------------------------


class TooManyTries(Problem):
    status = 429
    code = "too_many_tries"
    title = gettext_lazy("Too many tries")

    def __init__(self, wait: int) -> None:
        super().__init__(_("That was tried too often. Try again later."))
        self.retry_after = wait


class MailNotSent(Problem):
    """What was asked for is kept; only the mail has to be asked for again."""

    status = 503
    code = "mail_not_sent"
    title = gettext_lazy("The mail was not sent")

    def __init__(self) -> None:
        super().__init__(_("Mails cannot be sent at the moment. Please try again in a minute."))
        self.retry_after = 60


class AlreadyClaimed(Problem):
    status = 409
    code = "already_claimed"
    title = gettext_lazy("The account has an e-mail address already")

    def __init__(self) -> None:
        super().__init__(_("This account is claimed. Its e-mail address can be changed."))


class NotClaimed(Problem):
    status = 409
    code = "not_claimed"
    title = gettext_lazy("The account has no e-mail address yet")

    def __init__(self) -> None:
        super().__init__(_("Give this account an e-mail address and a password first."))


class NothingToConfirm(Problem):
    status = 409
    code = "nothing_to_confirm"
    title = gettext_lazy("No e-mail address waits to be confirmed")

    def __init__(self) -> None:
        super().__init__(_("No e-mail address waits to be confirmed."))


class AddressTaken(Problem):
    """Told only to those who have shown that the address is theirs."""

    status = 409
    code = "address_taken"
    title = gettext_lazy("The address belongs to another account")

    def __init__(self) -> None:
        super().__init__(_("This e-mail address belongs to another account by now."))


class KeyNotValid(Problem):
    status = 422
    code = "key_not_valid"
    title = gettext_lazy("The link is not valid")

    def __init__(self) -> None:
        super().__init__(_("This link is too old or was used. Ask for a new one."))


class WrongCredentials(Problem):
    """Not 401: the credentials that the request itself came with are good."""

    status = 422
    code = "wrong_credentials"
    title = gettext_lazy("Wrong e-mail address or password")

    def __init__(self) -> None:
        super().__init__(_("No account has this e-mail address with this password."))


class WrongPassword(Problem):
    status = 422
    code = "wrong_password"
    title = gettext_lazy("Wrong password")

    def __init__(self) -> None:
        message = _("This is not your password.")
        super().__init__(message, errors={"password": [message]})


class PasswordNeeded(Problem):
    status = 422
    code = "password_needed"
    title = gettext_lazy("The password is needed")

    def __init__(self) -> None:
        message = _("Your sign-in was some time ago: give your password too.")
        super().__init__(message, errors={"password": [message]})


class GuestLeftBehind(Problem):
    """`guest` says what this device would lose; games never move between accounts."""

    status = 409
    code = "guest_left_behind"
    title = gettext_lazy("A guest with games would be left behind")

    def __init__(self, found: "LeftBehind") -> None:
        guest = {
            "id": str(found.player.pk),
            "name": found.player.name,
            "games": found.games,
            "ranked_games": found.ranked_games,
        }
        detail = _("This device plays as the guest %(name)s, whose games stay with the guest.")
        super().__init__(detail % {"name": found.player.name}, members={"guest": guest})
        self.errors = {"leave_guest": [_("Say that the guest may be left behind.")]}


ILLEGAL_BECAUSE = {
    "all_dice_kept": gettext_lazy("All dice are kept: throw at least one, or write a row."),
    "no_throws_left": gettext_lazy("No throws are left in this turn: write a row."),
    "wrong_number_of_dice": gettext_lazy("Say for each die on the table if it is kept."),
    "unknown_row": gettext_lazy("This sheet has no such row."),
    "row_filled": gettext_lazy("That row is already filled."),
    "game_over": gettext_lazy("All rows are filled."),
    "row_not_allowed": gettext_lazy("The rules do not allow that row for these dice."),
}


def all_problems(base: type[Problem] = Problem) -> list[type[Problem]]:
    """Every kind of problem with a code of its own, in the order of the codes."""
    found: dict[str, type[Problem]] = {}
    for kind in base.__subclasses__():
        if "code" in vars(kind):
            found[kind.code] = kind
        found |= {inner.code: inner for inner in all_problems(kind)}
    return [found[code] for code in sorted(found)]
