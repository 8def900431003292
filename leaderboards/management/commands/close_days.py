from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leaderboards.services import closing as services


class Command(BaseCommand):
    help = "Close every day that has ended, as the job of every minute does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say which are due")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            due = services.due_dates()
            for date in due:
                self.stdout.write(f"{date} would be closed.")
            self.stdout.write(f"{len(due)} days are due.")
            return
        try:
            closings = services.close_due_days()
        except ExceptionGroup as failures:
            raise CommandError(
                f"{failures.message}, the others are; the log says why."
            ) from failures
        for closing in closings:
            self.stdout.write(f"{closing.date} closed, {closing.expired} games expired.")
        self.stdout.write(f"{len(closings)} days closed.")
        if left := services.due_dates():
            self.stderr.write(f"{len(left)} days could not be closed; the log says why.")
