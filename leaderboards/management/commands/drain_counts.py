from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from leaderboards.services import counts


class Command(BaseCommand):
    help = "Fold the changes of the boards into their counts, as the job of every ten seconds does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count the changes")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            self.stdout.write(f"{counts.count_changes()} changes would be folded in.")
        else:
            self.stdout.write(f"{counts.fold_changes()} changes folded in.")
