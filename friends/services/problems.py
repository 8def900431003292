"""Refusals of friend challenges and friends, each with its stable code."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.errors import Problem

# --- Codes -----------------------------------------------------------------------------------


class MalformedCode(Problem):
    status = 400
    code = "malformed_code"
    title = gettext_lazy("That is no code")

    def __init__(self) -> None:
        super().__init__(_("A code has eight letters and digits, such as K7QM-2XRD."))


class TooManyCodes(Problem):
    status = 429
    code = "too_many_codes"
    title = gettext_lazy("Too many wrong codes")

    def __init__(self, wait: int) -> None:
        super().__init__(_("Too many wrong codes came from your network. Try again later."))
        self.retry_after = wait


# --- Challenges ------------------------------------------------------------------------------


class ChallengeNotFound(Problem):
    """Unknown, withdrawn or blocked: who asks does not learn which."""

    status = 404
    code = "challenge_not_found"
    title = gettext_lazy("There is no such challenge")

    def __init__(self) -> None:
        super().__init__(_("Perhaps the code has a typing error, or it was withdrawn."))


class SharingRefused(Problem):
    status = 409
    code = "sharing_refused"
    title = gettext_lazy("This game cannot be passed on")

    def __init__(self) -> None:
        super().__init__(_("An operator withdrew the challenge with this game."))


class TooManyChallenges(Problem):
    status = 429
    code = "too_many_challenges"
    title = gettext_lazy("Too many challenges")

    def __init__(self, wait: int) -> None:
        super().__init__(_("You have passed on very many games today. Try again later."))
        self.retry_after = wait


class OwnChallenge(Problem):
    status = 409
    code = "own_challenge"
    title = gettext_lazy("That is your own challenge")

    def __init__(self) -> None:
        super().__init__(_("You know these dice already. Pass the code on to a friend."))


class ChallengeNotFinished(Problem):
    status = 409
    code = "challenge_not_finished"
    title = gettext_lazy("You have not finished this challenge")

    def __init__(self) -> None:
        super().__init__(_("Play it to the end to see how the others did."))


# --- Friends ---------------------------------------------------------------------------------


class Yourself(Problem):
    status = 422
    code = "yourself"
    title = gettext_lazy("That is you")

    def __init__(self) -> None:
        super().__init__(_("This is for somebody else."))


class TooManyFriends(Problem):
    status = 409
    code = "too_many_friends"
    title = gettext_lazy("Too many friends")

    def __init__(self, most: int) -> None:
        super().__init__(_("Nobody has more than %(most)d friends here.") % {"most": most})


class TooManyRequests(Problem):
    status = 429
    code = "too_many_requests"
    title = gettext_lazy("Too many requests")

    def __init__(self, wait: int) -> None:
        super().__init__(_("You have asked very many players today. Try again later."))
        self.retry_after = wait


class RequestsFull(Problem):
    status = 409
    code = "requests_full"
    title = gettext_lazy("Too many requests wait")

    def __init__(self) -> None:
        super().__init__(_("Some of the requests that wait have to be answered first."))


class RequestNotFound(Problem):
    status = 404
    code = "request_not_found"
    title = gettext_lazy("There is no such request")

    def __init__(self) -> None:
        super().__init__(_("Perhaps it was taken back."))


class TooManyBlocks(Problem):
    status = 409
    code = "too_many_blocks"
    title = gettext_lazy("Too many blocked players")

    def __init__(self, most: int) -> None:
        super().__init__(_("Nobody can block more than %(most)d players.") % {"most": most})


class InvitationNotFound(Problem):
    """Unknown, ended or blocked: who asks does not learn which."""

    status = 404
    code = "invitation_not_found"
    title = gettext_lazy("There is no such invitation")

    def __init__(self) -> None:
        super().__init__(_("Perhaps the link is not complete, or the invitation has ended."))
