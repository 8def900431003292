from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from challenges.services import days


class Command(BaseCommand):
    help = "Make the days ahead (DAYS_AHEAD) with their commitments, as the hourly job does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what is missing")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            dates = days.missing_dates()
            self.stdout.write(f"{len(dates)} days would be made.")
        else:
            dates = [day.date for day in days.make_days()]
            self.stdout.write(f"{len(dates)} days made.")
        if dates:
            self.stdout.write(f"From {min(dates)} to {max(dates)}.")
