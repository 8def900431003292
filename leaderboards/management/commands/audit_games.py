import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from challenges.querysets import days
from leaderboards.management.commands._rebuilds import refusals
from leaderboards.models import Rebuild
from leaderboards.services.dry_runs import GameFindings, examine_games
from leaderboards.services.rebuilds import carry_out, find_subject, request_rebuild

AUDIT = Rebuild.Kind.AUDIT


class Command(BaseCommand):
    help = (
        "Replay the ranked games of closed days, of all of them if no date is given; mend what "
        "their rows repeat wrongly, and the places of their players."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", nargs="*", type=datetime.date.fromisoformat)
        parser.add_argument("--dry-run", action="store_true", help="only say what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        dates = options["date"] or list(days().closed().values_list("date", flat=True))
        for date in dates:
            with refusals(f"day {date}"):
                find_subject(AUDIT, str(date))
        if options["dry_run"]:
            self.tell({date: examine_games(date) for date in dates}, "differ")
        else:
            self.tell(audit(dates), "mended")

    def tell(self, found: dict[datetime.date, GameFindings], what: str) -> None:
        for date, games in found.items():
            if games.mistaken:
                self.stdout.write(f"{date}: {games.mistaken} games {what}.")
            if games.unreadable:
                self.stdout.write(f"{date}: {games.unreadable} games cannot be replayed.")
            if games.unchecked:
                self.stdout.write(f"{date}: {games.unchecked} games have no dice now.")
        mistaken = sum(games.mistaken for games in found.values())
        self.stdout.write(f"{mistaken} games {what} in {len(found)} days.")


def audit(dates: list[datetime.date]) -> dict[datetime.date, GameFindings]:
    """All are made due before the first is done: if this is killed, the job goes on with them."""
    asked = {date: request_rebuild(kind=AUDIT, subject=str(date)) for date in dates}
    return {date: _found(carry_out(rebuild)) for date, rebuild in asked.items()}


def _found(done: Rebuild) -> GameFindings:
    return GameFindings(done.mended, done.unreadable, done.unchecked)
