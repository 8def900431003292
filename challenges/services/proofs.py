"""The proof of a game: all that is needed to compute every throw of it again."""

import uuid
from dataclasses import dataclass

from django.utils.translation import gettext as _

from challenges.engine.dice import Seed
from challenges.engine.proof import Throw, throws_of
from challenges.models import Game, Player
from challenges.querysets import games
from challenges.services.problems import SeedNotPublic
from challenges.services.states import GameState, sheet_of, state_of
from config import clock
from config.errors import NotFound


@dataclass(frozen=True, slots=True)
class Proof:
    state: GameState
    seed: Seed
    throws: list[Throw]


def proof_of(*, game_id: uuid.UUID, reader: Player | None) -> Proof:
    """For the game's player, once its seed is public to them; for anyone, a closed day's.

    Raises NotFound or SeedNotPublic.
    """
    game = games().with_day().with_id(game_id).first()
    if game is None or not (_is_own(game, reader) or _is_ranked_of_closed_day(game)):
        raise NotFound
    state = state_of(game, clock.now())
    seed = _public_seed(game)
    return Proof(state, seed, throws_of(sheet_of(game), seed, state.play.moves))


def _is_own(game: Game, reader: Player | None) -> bool:
    return reader is not None and game.player_id == reader.pk


def _is_ranked_of_closed_day(game: Game) -> bool:
    return game.is_ranked and game.day is not None and game.day.seed is not None


def _public_seed(game: Game) -> Seed:
    """A day's once it is closed; another one once the player finished a game on it."""
    if game.day is not None:
        if game.day.seed is None:
            raise SeedNotPublic(_("The seed of a day is public when the day has been closed."))
        return Seed.fromhex(game.day.seed)
    same_dice = games().filter(player=game.player_id).on_dice(game.seed_label)
    finished = same_dice.finished().first()
    if finished is None or finished.seed is None:
        raise SeedNotPublic(_("Finish the game to see its seed."))
    return Seed.fromhex(finished.seed)
