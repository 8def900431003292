"""The page on which everybody can compute the dice of a game again."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import View

from challenges.models import Day
from challenges.querysets import days
from challenges.services.games import find_game
from challenges.services.problems import SeedNotPublic
from challenges.services.proofs import Proof, proof_of
from challenges.services.rulebook import ROW_NAMES
from challenges.web.pages import render_page
from challenges.web.readers import player_of, reader_of


class ProofView(View):
    def get(self, request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """The proof; before the seed is public, to the game's player, when it will be."""
        try:
            proof = proof_of(game_id=game_id, reader=reader_of(request))
        except SeedNotPublic:
            state = find_game(player=player_of(request), game_id=game_id)
            context = {"game": state.row, **_place_in_chain(state.row.day)}
            return render_page(request, "challenges/proof_later.html", context)
        return render_page(request, "challenges/proof.html", _proof(proof))


def _proof(proof: Proof) -> dict[str, Any]:
    row = proof.state.row
    return {"game": row, "proof": proof, "turns": _turns(proof), **_place_in_chain(row.day)}


def _turns(proof: Proof) -> list[dict[str, Any]]:
    """The throws of each turn, and the row that ended it."""
    filled = list(proof.state.play.filled.items())
    turns: list[dict[str, Any]] = []
    for throw in proof.throws:
        if throw.throw == 1:
            turns.append({"turn": throw.turn, "throws": []})
        turns[-1]["throws"].append(throw)
    for turn, (code, points) in zip(turns, filled, strict=False):
        turn |= {"row": ROW_NAMES[code], "points": points}
    return turns


def _place_in_chain(day: Day | None) -> dict[str, Any]:
    previous = days().filter(position=day.position - 1).first() if day else None
    return {"day": day, "previous": previous}
