import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leaderboards.services import closing as services


class Command(BaseCommand):
    help = "Replay the ranked games of a closed day and mend what their rows repeat wrongly."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", type=datetime.date.fromisoformat)

    def handle(self, *args: Any, **options: Any) -> None:
        mended = services.rebuild_day(date=options["date"])
        if mended is None:
            raise CommandError(f"{options['date']} is not closed.")
        self.stdout.write(f"{mended} games mended.")
