"""The best move of a position, where the game allows to ask for it."""

import datetime
import uuid
from dataclasses import dataclass

from django.utils.translation import gettext as _

from challenges.models import Game, Player
from challenges.services.games import find_game
from challenges.services.perfect_play.problems import HintsRefused
from challenges.services.perfect_play.tables import is_known, values_of
from challenges.services.refused_moves import GameFinished
from challenges.services.states import GameState
from challenges.strategy.advice import Option, advise
from config import clock


@dataclass(frozen=True, slots=True)
class Hint:
    state: GameState
    options: list[Option]
    """All that may be done, the best one first; what it is worth is still to come."""

    @property
    def expected(self) -> float:
        """The total to be expected with the best one."""
        return self.expected_with(self.options[0])

    def expected_with(self, option: Option) -> float:
        play = self.state.play
        return play.total - play.upper_bonus + option.worth


def hint_for(*, player: Player, game_id: uuid.UUID) -> Hint:
    """Raises NotFound; otherwise as hint_of."""
    return hint_of(find_game(player=player, game_id=game_id))


def hint_of(state: GameState) -> Hint:
    """Raises HintsRefused, GameFinished, StrategyNotReady or StrategyUnknown."""
    if state.status == Game.Status.FINISHED:
        raise GameFinished(state)
    if reason := why_no_hints(state.row, clock.now()):
        raise HintsRefused(reason)
    return Hint(state, advise(state.play, values_of(state.play.sheet)))


def offers_hints(state: GameState, moment: datetime.datetime) -> bool:
    """Whether it is worth asking: allowed, and best play of the sheet is known, or will be."""
    is_playing = state.status == Game.Status.PLAYING
    return is_playing and not why_no_hints(state.row, moment) and is_known(state.play.sheet)


def why_no_hints(game: Game, moment: datetime.datetime) -> str:
    """Of a game read together with its day; nothing where there are hints.

    It goes by the dice: whatever is played on those of an open day could tell of them.
    """
    if game.is_ranked:
        return _("There are no hints in the game that counts.")
    if game.day and moment < game.day.closes_at:
        return _("There are no hints on the dice of a day that is still open.")
    if not game.allows_hints:
        return _("This challenge is played without hints.")
    return ""
