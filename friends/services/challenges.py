"""Friend challenges: made, looked at, taken and withdrawn."""

import datetime
import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from challenges.models import Game, Player
from challenges.querysets import all_players, games
from challenges.services.games import Started, start_same_dice
from challenges.services.limits import Limit, take
from challenges.services.locks import locked
from challenges.services.operations import record
from challenges.services.problems import GameNotFinished
from challenges.services.states import state_of
from config import clock
from config.errors import NotFound
from friends.models import Attempt, Challenge
from friends.querysets import attempts, challenges
from friends.services import problems
from friends.services.codes import look_up, with_new_code

# --- Making ----------------------------------------------------------------------------------


def pass_on(
    *, player: Player, game_id: uuid.UUID, kind: str, allows_hints: bool = False
) -> tuple[Challenge, bool]:
    """The challenge with a game of the player's, and if it is new.

    The same game passed on in the same way has the same code.

    Raises NotFound, GameNotFinished, SharingRefused or TooManyChallenges.
    """
    game = games().of(player).with_id(game_id).with_day().first()
    if game is None:
        raise NotFound
    if game.status != Game.Status.FINISHED:
        raise GameNotFinished(_("Only a finished game can be passed on."))
    if made := _open_challenge(game, kind, allows_hints):
        return made, False
    with transaction.atomic():
        game.player = locked(player)  # of two at once one makes it and the other one finds it
        if made := _open_challenge(game, kind, allows_hints):
            return made, False
        if challenges().filter(game=game, is_refused=True).exists():
            raise problems.SharingRefused
        if wait := take(Limit.named("challenges-of-player"), str(player.pk)):
            raise problems.TooManyChallenges(wait)
        return with_new_code(lambda code: _make(code, game, kind, allows_hints)), True


def _open_challenge(game: Game, kind: str, allows_hints: bool) -> Challenge | None:
    same = challenges().open().with_game().filter(game=game, kind=kind)
    return same.filter(allows_hints=allows_hints).first()


def _make(code: str, game: Game, kind: str, allows_hints: bool) -> Challenge:
    challenge = Challenge(
        code=code,
        game=game,
        maker=game.player,
        kind=kind,
        allows_hints=allows_hints,
        made_at=clock.now(),
    )
    challenge.save(force_insert=True)
    return challenge


# --- Looking ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """A challenge as one reader may know it."""

    challenge: Challenge
    reader: Player | None
    mine: Game | None
    """The reader's game that counts for it, or that taking it would answer with."""
    is_taken: bool
    moment: datetime.datetime

    @property
    def is_own(self) -> bool:
        return self.reader is not None and self.reader.pk == self.challenge.maker_id

    @property
    def is_finished(self) -> bool:
        """By the reader; its maker has finished it before it was made."""
        return self.mine is not None and self.mine.status == Game.Status.FINISHED

    @property
    def maker(self) -> Player | None:
        """None once the account is deleted."""
        maker = self.challenge.maker
        return None if maker.deleted_at else maker

    @property
    def target(self) -> int | None:
        is_told = self.challenge.kind == Challenge.Kind.TARGET or self.is_finished
        return self.challenge.game.total if is_told else None

    @property
    def are_dice_public(self) -> bool:
        """Those of a day whose seed is published: anybody may have looked them up."""
        day = self.challenge.game.day
        return day is not None and day.seed is not None

    @property
    def has_hints(self) -> bool:
        """Whether the reader may ask for the best move: nobody in a ranked game."""
        is_allowed = self.challenge.allows_hints and not self.is_of_open_day
        return is_allowed and (self.mine is None or self.mine.allows_hints)

    @property
    def is_of_open_day(self) -> bool:
        """Taking it starts the ranked game of the day."""
        day = self.challenge.game.day
        return day is not None and self.moment < day.closes_at


def find_challenge(*, code: str, reader: Player | None, address: str) -> Seen:
    """A challenge, for anybody; once it is withdrawn, for those who made or took it.

    `code` is what `read_code` gives. Raises ChallengeNotFound or TooManyCodes.
    """
    found = look_up(lambda: _visible(code, reader), address=address)
    if found is None:
        raise problems.ChallengeNotFound
    return found


def _visible(code: str, reader: Player | None) -> Seen | None:
    challenge = _visible_challenge(code, reader)
    if challenge is None:
        return None
    return see(challenge, reader, _attempt(challenge, reader) if reader else None)


def _visible_challenge(code: str, reader: Player | None) -> Challenge | None:
    return challenges().with_game().visible_to(reader).filter(pk=code).first()


def see(challenge: Challenge, reader: Player | None, attempt: Attempt | None) -> Seen:
    """Of a challenge read together with its game and maker, an attempt with its game."""
    moment = clock.now()
    if reader is None:
        mine = None
    elif reader.pk == challenge.maker_id:
        mine = challenge.game
    elif attempt and attempt.game.status_at(moment) != Game.Status.EXPIRED:
        mine = attempt.game
    else:
        mine = games().of(reader).on_dice(challenge.game.seed_label).first_go(moment)
    return Seen(challenge, reader, mine, attempt is not None, moment)


def _attempt(challenge: Challenge, player: Player) -> Attempt | None:
    return attempts().of(player).with_game().filter(challenge=challenge).first()


# --- Taking ----------------------------------------------------------------------------------


def take_challenge(*, player: Player, code: str, address: str) -> Started:
    """Start the player's game on the challenge's dice, or resume the one that counts for it.

    While the day of its dice is open, that is the player's ranked game. Raises ChallengeNotFound,
    TooManyCodes, OwnChallenge, DayNotOpen, NotYourToday or DiceUnavailable; nothing has changed
    then.
    """
    started = look_up(lambda: _take(player, code), address=address)
    if started is None:
        raise problems.ChallengeNotFound
    return started


def _take(player: Player, code: str) -> Started | None:
    with transaction.atomic():
        # What two devices do at once, and what a block does, comes one after the other.
        player = locked(player)
        challenge = _visible_challenge(code, player)
        if challenge is None:
            return None
        if challenge.maker_id == player.pk:
            raise problems.OwnChallenge
        attempt, moment = _attempt(challenge, player), clock.now()
        if attempt and attempt.game.status_at(moment) != Game.Status.EXPIRED:
            return Started(state_of(attempt.game, moment), created=False)
        started = start_same_dice(
            player=player, game=challenge.game, allows_hints=challenge.allows_hints
        )
        _keep_attempt(challenge, attempt, started.state.row)
    return started


def _keep_attempt(challenge: Challenge, attempt: Attempt | None, game: Game) -> None:
    if attempt:  # its game has expired, and gives way to this one
        attempts().filter(pk=attempt.pk).update(game=game)
    else:
        Attempt.objects.create(
            challenge=challenge, player_id=game.player_id, game=game, accepted_at=clock.now()
        )


# --- Withdrawing -----------------------------------------------------------------------------


def withdraw(*, player: Player, code: str, address: str) -> None:
    """Nobody new can take it; who has taken it goes on. A repeat changes nothing.

    Raises ChallengeNotFound, for other players' challenges too, or TooManyCodes.
    """
    own = challenges().of(player).filter(pk=code)
    if look_up(own.first, address=address) is None:
        raise problems.ChallengeNotFound
    own.open().update(withdrawn_at=clock.now())


def withdraw_as_operator(*, operator: Player, code: str) -> bool:
    """Withdraw it for good: its game is not passed on again, nor by another code that it has.

    False where it was so already.

    Raises NotFound.
    """
    with transaction.atomic():
        # Whoever passes a game on holds the lock of its player.
        maker = all_players().filter(challenges__pk=code)
        if maker.select_for_update(no_key=True, of=("self",)).first() is None:
            raise NotFound
        challenge = challenges().get(pk=code)
        if challenge.is_refused:
            return False
        moment = clock.now()
        challenge.withdrawn_at = challenge.withdrawn_at or moment
        challenge.is_refused = True
        challenge.save(update_fields=["withdrawn_at", "is_refused"])
        challenges().open().filter(game=challenge.game_id).update(withdrawn_at=moment)
        record(operator=operator, subject=challenge, message="Withdrawn.")
    return True
