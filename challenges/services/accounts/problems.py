"""Refusals of what concerns accounts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.errors import Problem


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
