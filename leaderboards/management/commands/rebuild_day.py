import datetime
from typing import Any

from django.core.management.base import CommandParser

from leaderboards.management.commands._rebuilds import RebuildCommand, refusals
from leaderboards.models import Rebuild
from leaderboards.services.dry_runs import examine_day


class Command(RebuildCommand):
    help = "Make the board of a day, open or closed, agree with its games, counts included."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("date", type=datetime.date.fromisoformat)

    def handle(self, *args: Any, **options: Any) -> None:
        date = options["date"]
        with refusals(f"day {date}"):
            if options["dry_run"]:
                self.tell(examine_day(date))
            else:
                self.rebuild(Rebuild.Kind.DAY, str(date))
