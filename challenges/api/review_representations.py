"""What reviews of finished games look like in JSON."""

from challenges.api.representations import Json, moment_json
from challenges.engine.dice import Dice
from challenges.engine.moves import move_to_json
from challenges.engine.proof import Throw
from challenges.models import Game, Review
from challenges.services.perfect_play.reviews import DIGITS
from challenges.services.states import GameState
from challenges.strategy import review as strategy
from challenges.strategy.advice import flags_of


def review_json(state: GameState, review: strategy.Review) -> Json:
    """For the game's player."""
    dice = [position.dice for position in state.play.course()]
    return {
        "game": str(state.row.pk),
        "rules": state.row.rules,
        "start": review.start,
        "luck": round(review.luck, DIGITS),
        "loss": round(review.loss, DIGITS),
        "total": review.total,
        "accuracy": round(review.accuracy, DIGITS),
        "skill": review.skill,
        "decisions": sum(not move.is_forced for move in review.moves),
        "moves": [_move_json(*each) for each in zip(review.moves, dice, strict=True)],
        "costliest": [move.ply for move in review.costliest()],
    }


def _move_json(move: strategy.ReviewedMove, dice: Dice) -> Json:
    return {
        "ply": move.ply,
        "turn": move.turn,
        "throw": move.throw,
        "dice": list(dice),
        **move_to_json(move.move),
        **_judged_json(move, dice),
    }


def _judged_json(move: strategy.ReviewedMove, dice: Dice) -> Json:
    """What a review adds to a move and the dice that it answers."""
    return {
        "luck": move.luck,
        "loss": move.loss,
        "mark": move.mark.value if move.mark else None,
        "forced": move.is_forced,
        "expected": move.expected,
        "best": None if move.is_forced else _best_json(move, dice),
    }


def _best_json(move: strategy.ReviewedMove, dice: Dice) -> Json:
    """What it is worth is, as `expected` is, the total in the end."""
    kept = move.best.kept
    chosen = {"row": move.best.row} if kept is None else {"keep": list(flags_of(dice, kept))}
    return {**chosen, "worth": round(move.expected + move.loss, DIGITS)}


def reviewed_game_json(game: Game) -> Json:
    """A line of a list; the game is read with its review."""
    return {
        "game": str(game.pk),
        "day": game.day_id.isoformat() if game.day_id else None,
        "ranked": game.is_ranked,
        "rules": game.rules,
        "total": game.total,
        **_figures_json(game.review),
    }


def exported_review_json(
    row: Review, review: strategy.Review | None, throws: list[Throw] | None
) -> Json:
    """Of a game whose moves and throws stand beside it; without moves if none were reviewed."""
    moves = None
    if review is not None and throws is not None:
        pairs = zip(review.moves, throws, strict=True)
        moves = [_judged_json(move, throw.dice) for move, throw in pairs]
    return {**_figures_json(row), "moves": moves}


def _figures_json(row: Review) -> Json:
    return {
        "start": row.start,
        "luck": row.luck,
        "loss": row.loss,
        "accuracy": round(row.accuracy, DIGITS),
        "skill": row.skill,
        "reviewed_at": moment_json(row.reviewed_at),
    }
