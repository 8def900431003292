from typing import Any

from django.core.management.base import CommandParser

from leaderboards.management.commands._rebuilds import RebuildCommand
from leaderboards.models import Rebuild
from leaderboards.ranking import BOARDS
from leaderboards.services.dry_runs import examine_board
from leaderboards.services.pieces import ALL_BOARDS


class Command(RebuildCommand):
    help = "Make a board in all its periods, or all boards, agree with all games, counts included."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("board", choices=[*BOARDS, ALL_BOARDS])

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            self.tell(examine_board(options["board"]))
        else:
            self.rebuild(Rebuild.Kind.BOARD, options["board"])
