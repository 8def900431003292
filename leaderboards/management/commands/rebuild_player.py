import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from leaderboards.management.commands._rebuilds import refusals
from leaderboards.services.dry_runs import examine_player
from leaderboards.services.rebuilds import rebuild_player


class Command(BaseCommand):
    help = "Make all places of a player agree with the player's games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", type=uuid.UUID, help="the player's id")
        parser.add_argument("--dry-run", action="store_true", help="only say if any differs")

    def handle(self, *args: Any, **options: Any) -> None:
        player_id = options["player"]
        with refusals(f"player {player_id}"):
            if options["dry_run"]:
                self.stdout.write(f"{int(examine_player(player_id))} players differ.")
            else:
                mended = rebuild_player(player_id=player_id)
                self.stdout.write(f"{int(mended)} players mended.")
