"""Refusals of moves; each comes with the game as it is now."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from challenges.services.states import GameState
from config.errors import Problem

ILLEGAL_BECAUSE = {
    "all_dice_kept": gettext_lazy("All dice are kept: throw at least one, or write a row."),
    "no_throws_left": gettext_lazy("No throws are left in this turn: write a row."),
    "wrong_number_of_dice": gettext_lazy("Say for each die on the table if it is kept."),
    "unknown_row": gettext_lazy("This sheet has no such row."),
    "row_filled": gettext_lazy("That row is already filled."),
    "game_over": gettext_lazy("All rows are filled."),
    "row_not_allowed": gettext_lazy("The rules do not allow that row for these dice."),
}


class MoveRefused(Problem):
    """A refusal that comes with `state`, the game as it is now."""

    def __init__(self, detail: str, state: GameState) -> None:
        super().__init__(detail)
        self.state = state


class IllegalMove(MoveRefused):
    """What the rules do not allow; `reason` is the engine's code."""

    status = 422
    code = "illegal_move"
    title = gettext_lazy("The rules do not allow this move")

    def __init__(self, state: GameState, *, reason: str) -> None:
        super().__init__(str(ILLEGAL_BECAUSE[reason]), state)
        self.members["reason"] = reason


class OtherMoveThere(MoveRefused):
    status = 409
    code = "other_move_there"
    title = gettext_lazy("Another move was made at this ply")

    def __init__(self, state: GameState) -> None:
        super().__init__(_("Another move stands at this ply. Go on from the game."), state)


class PlyAhead(MoveRefused):
    status = 409
    code = "ply_ahead"
    title = gettext_lazy("The ply is ahead of the game")

    def __init__(self, state: GameState) -> None:
        detail = _("The next ply of this game is %(ply)d.") % {"ply": state.row.ply}
        super().__init__(detail, state)


class GameFinished(MoveRefused):
    status = 409
    code = "game_finished"
    title = gettext_lazy("The game is finished")

    def __init__(self, state: GameState) -> None:
        super().__init__(_("All rows are filled."), state)


class GameExpired(MoveRefused):
    status = 409
    code = "game_expired"
    title = gettext_lazy("The game has expired")

    def __init__(self, state: GameState) -> None:
        super().__init__(_("Its day closed before the game was finished."), state)


# --- Accounts --------------------------------------------------------------------------------
