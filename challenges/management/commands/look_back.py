import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from challenges.querysets import look_backs
from challenges.services.perfect_play.looking_back import look_back_at
from config.errors import NotFound, Problem


class Command(BaseCommand):
    help = (
        "Look back at a closed day: compute its par and its ceiling, and review every ranked game "
        "of it that has no review. The job does so by itself; what was killed is gone on with."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("date", type=datetime.date.fromisoformat)

    def handle(self, *args: Any, **options: Any) -> None:
        date = options["date"]
        try:
            done = look_back_at(date=date)
        except NotFound as error:
            raise CommandError(f"There is no day {date}.") from error
        except Problem as problem:
            raise CommandError(f"{problem.title}: {problem.detail}") from problem
        found = look_backs().get(day=date)
        self.stdout.write(f"{date}: par {found.par}, ceiling {found.ceiling}.")
        self.stdout.write(f"{done.reviews} games reviewed.")
