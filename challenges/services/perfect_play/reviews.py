"""Reviews of finished games: computed when asked for, kept once computed.

Of games that count all figures are kept, since a board stands on them; move by move only those
that somebody has asked for.
"""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from challenges import signals
from challenges.engine import game as engine
from challenges.engine.moves import Move, Write
from challenges.models import Game, Player, Review
from challenges.querysets import games, reviews
from challenges.services.perfect_play.tables import Values, values_of
from challenges.services.problems import GameNotFinished
from challenges.services.states import GameState, state_of
from challenges.strategy import review as strategy
from challenges.strategy.advice import Option
from config import clock
from config.errors import NotFound

DIGITS = 9
"""After the point, of what is stored: sums over a whole game stay exact to a millionth."""

COMPUTED = ("start", "luck", "loss", "accuracy", "skill", "plies", "moves")


def review_of(*, player: Player, game_id: uuid.UUID) -> tuple[GameState, strategy.Review]:
    """Of a game of the player's. Raises NotFound, GameNotFinished, StrategyNotReady or
    StrategyUnknown."""
    game = games().of(player).with_id(game_id).with_day().with_review().first()
    if game is None:
        raise NotFound
    state = state_of(game, clock.now())
    # Of a row that says so without the moves for it, a review would be kept that is none.
    if game.status != Game.Status.FINISHED or not state.play.outcome:
        raise GameNotFinished(_("A review tells of a whole game. Finish it first."))
    return state, kept_review(state)


def kept_review(state: GameState) -> strategy.Review:
    """Of a finished game read together with its review, which is computed where there is none, or
    none but its figures.

    Raises StrategyNotReady or StrategyUnknown.
    """
    row: Review | None = getattr(state.row, "review", None)
    if row is not None and row.moves is not None:
        return restored(row, row.moves, state.play.moves, state.play.total)
    found = review_to_keep(state.play, values_of(state.play.sheet))
    keep(state.row, found, has_figures=row is not None)
    return found


def review_to_keep(play: engine.Game, values: Values) -> strategy.Review:
    """Rounded as it is stored, so that the first answer is that of all later ones."""
    found = strategy.review(play, values)
    return replace(found, moves=tuple(_rounded(move) for move in found.moves))


def keep(game: Game, found: strategy.Review, *, has_figures: bool = False) -> None:
    """As review_to_keep gives it, in place of figures that are there; else the first one stays."""
    moves = [_stored(move) for move in found.moves]
    row = _row(game, found.figures, len(moves), moves, clock.now())
    if has_figures:
        _complete(game, row)
        return
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            signals.games_reviewed.send(Game, games=[game])
    except IntegrityError:
        if not reviews().filter(pk=row.pk).exists():
            raise
        _complete(game, row)


def _complete(game: Game, row: Review) -> None:
    """The figures, too: a table that was built anew may have another last digit."""
    with transaction.atomic():
        figures = reviews().filter(pk=row.pk, moves__isnull=True)
        if figures.update(**{name: getattr(row, name) for name in COMPUTED}):
            signals.games_reviewed.send(Game, games=[game])


def keep_figures(found: Iterable[tuple[Game, int, strategy.Figures]]) -> int:
    """Of games with so many moves, all or none; of how many nobody else had kept any."""
    moment = clock.now()
    rows = {game: _row(game, figures, plies, None, moment) for game, plies, figures in found}
    while rows:
        try:
            with transaction.atomic():
                Review.objects.bulk_create(rows.values())
                signals.games_reviewed.send(Game, games=list(rows))
            break
        except IntegrityError:
            others = set(reviews().filter(game__in=rows).values_list("pk", flat=True))
            if not others:
                raise
            rows = {game: row for game, row in rows.items() if game.pk not in others}
    return len(rows)


def _row(
    game: Game,
    figures: strategy.Figures,
    plies: int,
    moves: list[list[Any]] | None,
    moment: datetime.datetime,
) -> Review:
    """Sums are rounded, as they are shown."""
    return Review(
        game_id=game.pk,
        start=figures.start,
        luck=round(figures.luck, DIGITS),
        loss=round(figures.loss, DIGITS),
        accuracy=figures.accuracy,
        skill=figures.skill,
        plies=plies,
        moves=moves,
        reviewed_at=moment,
    )


# --- What is stored of a move ----------------------------------------------------------------


def _rounded(move: strategy.ReviewedMove) -> strategy.ReviewedMove:
    return replace(
        move,
        luck=round(move.luck, DIGITS),
        loss=round(move.loss, DIGITS),
        expected=round(move.expected, DIGITS),
        best=replace(move.best, worth=round(move.best.worth, DIGITS)),
    )


def _stored(move: strategy.ReviewedMove) -> list[Any]:
    best = move.best.row or list(move.best.kept or ())
    return [move.luck, move.loss, move.expected, move.best.worth, best, move.is_forced]


def restored(
    row: Review, stored_moves: list[list[Any]], moves: tuple[Move, ...], total: int
) -> strategy.Review:
    """Of a game with these moves and this total, without a replay."""
    found, turn, throw = [], 1, 1
    for ply, (move, stored) in enumerate(zip(moves, stored_moves, strict=True)):
        found.append(_restored_move(ply, turn, throw, move, stored))
        turn, throw = (turn + 1, 1) if isinstance(move, Write) else (turn, throw + 1)
    return strategy.Review(row.start, tuple(found), total)


def _restored_move(
    ply: int, turn: int, throw: int, move: Move, stored: list[Any]
) -> strategy.ReviewedMove:
    luck, loss, expected, worth, best, is_forced = stored
    row, kept = (best, None) if isinstance(best, str) else (None, tuple(best))
    return strategy.ReviewedMove(
        ply=ply,
        turn=turn,
        throw=throw,
        move=move,
        luck=luck,
        loss=loss,
        is_forced=is_forced,
        best=Option(row, kept, worth),
        expected=expected,
    )
