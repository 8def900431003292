"""Everything held about a player, for the player."""

from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry

from challenges import signals
from challenges.engine.dice import Seed
from challenges.engine.moves import Move
from challenges.engine.proof import Throw, throws_of
from challenges.engine.record import Record, moves_from_text
from challenges.engine.sheets import HouseRules
from challenges.models import Device, Game, Irregularity, Player, Report, Review
from challenges.querysets import GameQuerySet, games, irregularities
from challenges.services.accounts.devices import devices_of
from challenges.services.accounts.emails import waiting_email
from challenges.services.accounts.tries import count_export
from challenges.services.operations import entries_about
from challenges.services.perfect_play.reviews import restored
from challenges.services.problems import DiceUnavailable
from challenges.services.seeds import seed_of_game
from challenges.services.states import sheet_of
from challenges.strategy import review as strategy


@dataclass(frozen=True, slots=True)
class ExportedGame:
    row: Game
    moves: tuple[Move, ...]
    throws: list[Throw] | None
    """What the player has thrown; None where the dice cannot be computed now."""
    record: str
    """With the seed itself once that is public to the player, with its label until then."""
    review: strategy.Review | None
    """Where one was computed move by move; the figures of more games are kept."""
    opponent_moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Export:
    player: Player
    waiting_email: str | None
    devices: list[Device]
    games: list[ExportedGame]
    reports: list[Report]
    entries: list[LogEntry]
    """What operators did to the player."""
    irregularities: list[Irregularity]
    others: dict[str, Any]
    """What other apps hold, by name."""


def export_player(player: Player) -> Export:
    """Raises TooManyTries."""
    count_export(player)
    others: dict[str, Any] = {}
    signals.player_exported.send(Player, player=player, parts=others)
    return Export(
        player=player,
        waiting_email=waiting_email(player),
        devices=devices_of(player),
        games=[_exported(game) for game in _games(player)],
        reports=list(Report.objects.filter(reporter=player)),
        entries=list(entries_about(player)),
        irregularities=list(irregularities().of(player)),
        others=others,
    )


def _games(player: Player) -> GameQuerySet:
    return games().of(player).with_day().with_review().newest_first()


def _exported(game: Game) -> ExportedGame:
    moves = moves_from_text(game.moves)
    house_rules = HouseRules.from_json(game.rules, game.house_rules)
    seed = _public_seed(game) or game.seed_label
    record = Record(game.rules, house_rules, seed, moves).to_text()
    opponent_moves = moves_from_text(game.opponent_moves)
    return ExportedGame(
        game, moves, _throws(game, moves), record, _review(game, moves), opponent_moves
    )


def _review(game: Game, moves: tuple[Move, ...]) -> strategy.Review | None:
    row: Review | None = getattr(game, "review", None)
    if row is None or row.moves is None:
        return None
    return restored(row, row.moves, moves, game.total)


def _throws(game: Game, moves: tuple[Move, ...]) -> list[Throw] | None:
    try:
        return throws_of(sheet_of(game), seed_of_game(game), moves)
    except DiceUnavailable:
        return None


def _public_seed(game: Game) -> Seed | None:
    """A game on dice of its own tells its seed once it is finished, even where it is stored."""
    own = game.seed if game.status == Game.Status.FINISHED else None
    public = game.day.seed if game.day else own
    return Seed.fromhex(public) if public else None
