"""Boards that are wrong, as no service makes them, and rebuilds that stop in the middle."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from challenges.models import Game, Player
from leaderboards.models import Histogram, Rebuild, Standing
from leaderboards.services import pieces, rebuilds
from leaderboards.services.counts import fold_changes
from tests.cast import TODAY
from tests.leaderboards.results import ONE_DAY, finish, make_player


def make_players(count: int = 7) -> list[Player]:
    """Who have played today and yesterday."""
    made = [make_player(f"Player {number}") for number in range(count)]
    for number, player in enumerate(made):
        for date in (TODAY - ONE_DAY, TODAY):
            finish(player, date, 200 + number)
    return made


def spoil() -> None:
    """No place is right, and no count is."""
    fold_changes()
    Standing.objects.filter(board__in=(1, 3)).delete()
    Standing.objects.update(value=7)
    Histogram.objects.filter(board=1).delete()
    Histogram.objects.update(players=(7).to_bytes(4, "little"))
    # A board of a date that never was a day.
    Histogram.objects.create(board=1, period=19991231, players=(1).to_bytes(4, "little"))


def mistake(game_id: str, **fields: Any) -> None:
    """Let the row of a game say what its moves do not."""
    assert Game.objects.filter(pk=game_id).update(**fields) == 1


def in_small_pieces(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pieces, "PLAYERS_AT_ONCE", 2)
    patch.setattr(pieces, "GAMES_AT_ONCE", 2)


def stop_at(patch: pytest.MonkeyPatch, number: int, error: type[BaseException]) -> None:
    """Let the piece with this number do its work and fail before it is stored."""
    done = []

    def do_piece(rebuild: Rebuild, ahead: pieces.ReadAhead) -> pieces.Piece:
        piece = pieces.do_piece(rebuild, ahead)
        done.append(piece)
        if len(done) == number:
            raise error
        return piece

    patch.setattr(rebuilds, "do_piece", do_piece)


def fail_for(patch: pytest.MonkeyPatch, subject: str) -> None:
    """Let every piece of one rebuild fail."""

    def do_piece(rebuild: Rebuild, ahead: pieces.ReadAhead) -> pieces.Piece:
        piece = pieces.do_piece(rebuild, ahead)
        if rebuild.subject == subject:
            raise ValueError(subject)
        return piece

    patch.setattr(rebuilds, "do_piece", do_piece)


def due(kind: str, subject: str | datetime.date) -> Rebuild:
    return Rebuild.objects.get(kind=kind, subject=str(subject), finished_at=None)
