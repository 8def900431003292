import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from challenges.services.excuses import count_day_again, excuse_day
from leaderboards.management.commands._rebuilds import refusals
from leaderboards.services.dry_runs import examine_excuse
from leaderboards.services.rebuilds import carry_out_streaks


class Command(BaseCommand):
    help = "Let streaks step over a day that an outage has spoiled, whether it is over or not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", type=datetime.date.fromisoformat)
        parser.add_argument("--undo", action="store_true", help="let the day count again")
        parser.add_argument("--dry-run", action="store_true", help="only say whose streaks differ")

    def handle(self, *args: Any, **options: Any) -> None:
        date, is_excused = options["date"], not options["undo"]
        with refusals(f"day {date}"):
            if options["dry_run"]:
                players = examine_excuse(date, is_excused=is_excused)
                self.stdout.write(f"{players} players would have other streaks.")
                return
            change = excuse_day if is_excused else count_day_again
            is_new = change(operator=None, date=date)
        self.stdout.write(f"{date} {'is excused' if is_excused else 'counts'}.")
        # Of a repeat, too: it goes on with what was killed.
        rebuild = carry_out_streaks(date=date)
        mended = rebuild.mended if rebuild and is_new else 0
        self.stdout.write(f"{mended} players mended.")
