"""What the commands that rebuild something share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from challenges.services.problems import DayNotClosed
from config.errors import NotFound
from leaderboards.models import Rebuild
from leaderboards.services.dry_runs import Findings
from leaderboards.services.rebuilds import carry_out, request_rebuild


class RebuildCommand(BaseCommand):
    """What is killed is gone on with by the job, or done anew by a repeat."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what differs")

    def rebuild(self, kind: Rebuild.Kind, subject: str) -> None:
        asked = carry_out(request_rebuild(kind=kind, subject=subject))
        self.stdout.write(f"{asked.mended} players mended, {asked.counts} counts mended.")

    def tell(self, found: Findings) -> None:
        self.stdout.write(f"{found.players} players differ, {found.counts} counts are wrong.")


@contextmanager
def refusals(subject: Any) -> Iterator[None]:
    try:
        yield
    except NotFound as error:
        raise CommandError(f"There is no {subject}.") from error
    except DayNotClosed as error:
        raise CommandError(f"{subject} is not closed.".capitalize()) from error
