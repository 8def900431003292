"""Games: starting, resuming and moving. A game's state is a replay of its moves."""

import datetime
import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from challenges import signals
from challenges.engine import game as engine
from challenges.engine import moves as engine_moves
from challenges.engine.dice import daily_label, game_label
from challenges.engine.record import moves_to_text
from challenges.engine.sheets import HouseRules
from challenges.models import Day, Game, Player
from challenges.querysets import GameQuerySet, games
from challenges.services import problems, refused_moves
from challenges.services.days import find_day, today_of
from challenges.services.perfect_play.opponents import (
    TableNotOpen,
    check_can_play,
    open_table_of,
    play_along,
)
from challenges.services.seeds import current_key_id, derive_seed, seed_of_game
from challenges.services.states import GameState, sheet_of, state_of
from challenges.strategy.opponents import Level
from config import clock
from config.errors import NotFound

DAILY_RULES = "maxi"
MOST_PLIES = 1000
"""More than any game has: what a client may name at all."""


# --- Reading ---------------------------------------------------------------------------------


def find_game(*, player: Player, game_id: uuid.UUID) -> GameState:
    """Raises NotFound, for other players' games too."""
    return state_of(_found(games().of(player).with_id(game_id)), clock.now())


def _found(query: GameQuerySet) -> Game:
    game = query.with_day().first()
    if game is None:
        raise NotFound
    return game


# --- Starting --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started:
    state: GameState
    created: bool


def start_daily_game(*, player: Player, date: datetime.date) -> Started:
    """Start the player's ranked game of a date, or resume it: there is one, whatever happened.

    Raises NotFound, DayNotOpen, DayClosed, NotYourToday or DiceUnavailable.
    """
    moment = clock.now()
    if game := _ranked_game(player, date):
        return Started(state_of(game, moment), created=False)
    day = _day_to_start(player, date, moment)
    game = Game(
        player=player,
        mode=Game.Mode.DAILY,
        rules=DAILY_RULES,
        started_at=moment,
        **_dice_of_day(day),
    )
    state = state_of(game, moment)  # first: without its dice no game is stored
    if _insert(game):
        return Started(state, created=True)
    game = _found(games().of(player).ranked().filter(day=date))
    return Started(state_of(game, moment), created=False)


def _ranked_game(player: Player, date: datetime.date) -> Game | None:
    return games().of(player).ranked().filter(day=date).with_day().first()


def _day_to_start(player: Player, date: datetime.date, moment: datetime.datetime) -> Day:
    day = find_day(date)
    if day is None:
        raise NotFound
    if moment < day.opens_at:
        raise problems.DayNotOpen(date)
    if not day.is_open_at(moment):
        raise problems.DayClosed(date)
    if date != (today := today_of(player, moment)):
        raise problems.NotYourToday(today)
    return day


def start_solo_game(
    *,
    player: Player,
    rules: str,
    house_rules: HouseRules,
    date: datetime.date | None = None,
    key: str | None = None,
) -> Started:
    """Start a game that does not count: on new dice, or on those of a day.

    A repeat by `key` answers with the game it started. Raises NotFound, DayNotOpen, DayStillOpen,
    RulesOfDay, KeyReused or DiceUnavailable.
    """
    game = Game(player=player, mode=Game.Mode.SOLO, rules=rules, house_rules=house_rules.to_json())
    return _start_unranked(game, date, key)


def start_computer_game(
    *,
    player: Player,
    opponent: Level,
    rules: str,
    house_rules: HouseRules,
    date: datetime.date | None = None,
    key: str | None = None,
) -> Started:
    """Start one against the computer; a day's dice are for both once the day is over.

    Raises StrategyNotReady or StrategyUnknown for an opponent that needs a table; otherwise as
    start_solo_game.
    """
    game = Game(
        player=player,
        mode=Game.Mode.COMPUTER,
        opponent=opponent.value,
        rules=rules,
        house_rules=house_rules.to_json(),
    )
    return _start_unranked(game, date, key)


def _start_unranked(game: Game, date: datetime.date | None, key: str | None) -> Started:
    game.start_key = hashlib.sha256(key.encode()).hexdigest() if key else None
    if key and (started := _started_by_key(game)):
        return _repeated(started, game, date)
    game.started_at = clock.now()
    dice = _dice_to_play_again(game, date) if date else _own_dice(game)
    for field, value in dice.items():
        setattr(game, field, value)
    if game.opponent:
        check_can_play(Level(game.opponent), sheet_of(game))
    state = state_of(game, game.started_at)  # first: without its dice no game is stored
    if _insert(game):
        return Started(state, created=True)
    return _repeated(_found(games().of(game.player).filter(start_key=game.start_key)), game, date)


def _started_by_key(game: Game) -> Game | None:
    return games().of(game.player).filter(start_key=game.start_key).with_day().first()


def _repeated(started: Game, wanted: Game, date: datetime.date | None) -> Started:
    same = ("mode", "opponent", "rules", "house_rules")
    if started.day_id != date or any(
        getattr(started, field) != getattr(wanted, field) for field in same
    ):
        raise problems.KeyReused
    return Started(state_of(started, clock.now()), created=False)


def _own_dice(game: Game) -> dict[str, Any]:
    label, key_id = game_label(game.id), current_key_id()
    commitment = derive_seed(key_id=key_id, label=label).commitment
    return {"seed_label": label, "key_id": key_id, "commitment": commitment}


def _dice_of_day(day: Day) -> dict[str, Any]:
    return {
        "day": day,
        "seed_label": daily_label(day.date),
        "key_id": day.key_id,
        "commitment": day.commitment,
    }


def _dice_to_play_again(game: Game, date: datetime.date) -> dict[str, Any]:
    day = find_day(date)
    if day is None:
        raise NotFound
    if game.rules != DAILY_RULES or game.house_rules:
        raise problems.RulesOfDay
    if game.started_at < day.opens_at:
        raise problems.DayNotOpen(date)
    dice = _dice_of_day(day)
    if game.started_at < day.closes_at:
        if game.opponent:  # what the computer plays would be a hint on them
            raise problems.DayOpenForComputer(date)
        played = games().of(game.player).ranked().finished().on_dice(dice["seed_label"])
        if not played.exists():
            raise problems.DayStillOpen(date)
    return dice


def start_same_dice(*, player: Player, game: Game, allows_hints: bool) -> Started:
    """Start the player's game on the dice of a finished game of somebody else's, or resume it.

    `game` is read with its day, and the player's lock is held. While the day of the dice is open
    it is the player's ranked game. Otherwise there is one go at them: a game on them that is
    finished is the answer, else one that is not, from then on without hints where none are allowed.
    Raises DayNotOpen, NotYourToday or DiceUnavailable.
    """
    moment = clock.now()
    if game.day and moment < game.day.closes_at:
        return start_daily_game(player=player, date=game.day.date)
    if played := games().of(player).on_dice(game.seed_label).first_go(moment):
        if not allows_hints and played.allows_hints and played.status == Game.Status.PLAYING:
            played.allows_hints = False
            played.save(update_fields=["allows_hints"])
        return Started(state_of(played, moment), created=False)
    dice = ("day", "rules", "house_rules", "seed_label", "key_id", "commitment", "seed")
    new = Game(
        player=player,
        mode=Game.Mode.FRIEND,
        allows_hints=allows_hints,
        started_at=moment,
        **{field: getattr(game, field) for field in dice},
    )
    state = state_of(new, moment)  # first: without its dice no game is stored
    new.save(force_insert=True)
    return Started(state, created=True)


def _insert(game: Game) -> bool:
    """False if the game that this one repeats was started at the same time."""
    try:
        with transaction.atomic():
            game.save(force_insert=True)
    except IntegrityError:
        if not game.is_ranked and game.start_key is None:
            raise
        return False
    return True


# --- Moving ----------------------------------------------------------------------------------


def make_move(
    *, player: Player, game_id: uuid.UUID, ply: int, move: engine_moves.Move
) -> GameState:
    """Make a move, or answer its repeat with the game as it is now.

    Raises NotFound, OtherMoveThere, PlyAhead, GameFinished, GameExpired or IllegalMove; against
    the computer also StrategyNotReady. Nothing has changed then.
    """
    return make_moves(player=player, game_id=game_id, ply=ply, moves=[move])


def make_moves(
    *, player: Player, game_id: uuid.UUID, ply: int, moves: Sequence[engine_moves.Move]
) -> GameState:
    """Make several moves at once, the first one at `ply`: all or none. Otherwise as make_move."""
    try:
        return _make_moves(player, game_id, ply, moves)
    except TableNotOpen as closed:
        # It is checked first, which takes a while: nobody waits for the game meanwhile.
        open_table_of(closed.sheet)
        return _make_moves(player, game_id, ply, moves)


def _make_moves(
    player: Player, game_id: uuid.UUID, ply: int, moves: Sequence[engine_moves.Move]
) -> GameState:
    with transaction.atomic():
        # The lock comes first and the clock second: what waited for the lock may be late.
        # It leaves the key alone, as that of a player does: whoever takes a challenge points at the
        # game while holding the lock on its player, which the last move waits for.
        found = games().of(player).with_id(game_id)
        game = _found(found.select_for_update(of=("self",), no_key=True))
        moment = clock.now()
        state = state_of(game, moment)
        new = _not_made_yet(state, ply, moves)
        if not new:
            return state
        _check_may_move(state, ply + len(moves) - len(new))
        return _play(state, new, moment)


def _not_made_yet(
    state: GameState, ply: int, moves: Sequence[engine_moves.Move]
) -> Sequence[engine_moves.Move]:
    made = state.play.moves[ply : ply + len(moves)]
    if list(made) != list(moves[: len(made)]):
        raise refused_moves.OtherMoveThere(state)
    return moves[len(made) :]


def _check_may_move(state: GameState, ply: int) -> None:
    if state.status == Game.Status.FINISHED:
        raise refused_moves.GameFinished(state)
    if ply > state.row.ply:
        raise refused_moves.PlyAhead(state)
    if state.status == Game.Status.EXPIRED:
        raise refused_moves.GameExpired(state)


def _play(
    state: GameState, moves: Sequence[engine_moves.Move], moment: datetime.datetime
) -> GameState:
    play = state.play
    try:
        for move in moves:
            play = play.play(move)
    except engine_moves.IllegalMove as error:
        raise refused_moves.IllegalMove(state, reason=error.code) from error
    game = state.row
    game.moves, game.ply, game.total = moves_to_text(play.moves), play.ply, play.total
    changed = ["moves", "ply", "total"]
    if opponent := play_along(state, play):
        changed += _note_opponent(game, opponent)
    if play.outcome:
        changed += _finish(game, moment)
    game.save(update_fields=changed)
    if play.outcome:
        signals.game_finished.send(Game, game=game)
    return GameState(game, play, game.status, opponent)


def _note_opponent(game: Game, opponent: engine.Game) -> list[str]:
    game.opponent_moves, game.opponent_total = moves_to_text(opponent.moves), opponent.total
    return ["opponent_moves", "opponent_total"]


def _finish(game: Game, moment: datetime.datetime) -> list[str]:
    game.status, game.finished_at = Game.Status.FINISHED, moment
    if game.day_id is None:
        game.seed = seed_of_game(game).hex()
    return ["status", "finished_at", "seed"]


# --- Expiring --------------------------------------------------------------------------------


def expire_games(*, day: Day) -> int:
    """Mark the unfinished ranked games of a day that has ended; how many."""
    return games().to_expire(day).update(status=Game.Status.EXPIRED)


def expire_late_games() -> int:
    """Mark those whose start was stored only when their day had been closed; how many."""
    return games().started_too_late().update(status=Game.Status.EXPIRED)
