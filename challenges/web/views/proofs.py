"""The page on which everybody can compute the dice of a game again."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.views import View

from challenges.engine.dice import CHAIN_START
from challenges.engine.game import Game
from challenges.engine.moves import Keep, Write
from challenges.engine.proof import Throw
from challenges.models import Day
from challenges.querysets import days
from challenges.services.games import find_game
from challenges.services.problems import SeedNotPublic
from challenges.services.proofs import proof_of
from challenges.services.rulebook import ROW_NAMES
from challenges.web.pages import render_page
from challenges.web.readers import player_of, reader_of
from challenges.web.texts import proof_texts


class ProofView(View):
    def get(self, request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """The proof; before the seed is public, to the game's player, when it will be."""
        reader = reader_of(request)
        try:
            proof = proof_of(game_id=game_id, reader=reader)
        except SeedNotPublic:
            game = find_game(player=player_of(request), game_id=game_id).row
            context = {"game": game, **place_in_chain(game.day)}
            return render_page(request, "challenges/proof_later.html", context)
        game = proof.state.row
        context = {
            "game": game,
            "proof": proof,
            "turns": turns_of(proof.state.play, proof.throws),
            "texts": proof_texts(),
            "is_mine": reader is not None and game.player_id == reader.pk,
            **place_in_chain(game.day),
        }
        return render_page(request, "challenges/proof.html", context)


@dataclass(slots=True)
class Turn:
    """The throws of a turn, each as its dice and whether they were kept; then the row."""

    number: int
    throws: list[list[tuple[int, bool]]] = field(default_factory=list)
    row: Promise | str = ""
    points: int | None = None


def turns_of(play: Game, throws: Iterable[Throw]) -> list[Turn]:
    """Every throw is followed by a move, save for the last one of a game that was not finished."""
    turns: list[Turn] = []
    for ply, throw in enumerate(throws):
        if throw.throw == 1:
            turns.append(Turn(throw.turn))
        move = play.moves[ply] if ply < play.ply else None
        kept = move.flags if isinstance(move, Keep) else (False,) * len(throw.dice)
        turns[-1].throws.append(list(zip(throw.dice, kept, strict=True)))
        if isinstance(move, Write):
            turns[-1].row, turns[-1].points = ROW_NAMES[move.row], play.filled[move.row]
    return turns


def place_in_chain(day: Day | None) -> dict[str, Any]:
    if day is None:
        return {"day": None}
    previous = days().filter(position=day.position - 1).first()
    return {"day": day, "previous_hash": previous.chain_hash if previous else CHAIN_START}
