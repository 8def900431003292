from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from challenges.engine.chain import ChainError, check_chain, read_chain
from challenges.management.commands._files import read_json


class Command(BaseCommand):
    help = (
        "Check the chain of commitments, as GET /api/v1/commitments gives it. With the chain hash "
        "of an older copy, check that the chain only grew since. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the chain as JSON; - reads it from a pipe")
        parser.add_argument("--grew-from", help="a chain hash that must still be in it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            entries = read_chain(read_json(options["file"]))
        except ChainError as error:
            raise CommandError(f"This cannot be checked: {error}") from error
        mismatches = check_chain(entries)
        older = options["grew_from"]
        if older and older not in {entry.chain_hash for entry in entries}:
            mismatches.append(f"The hash {older:.64} is not in the chain.")
        for mismatch in mismatches:
            self.stdout.write(self.style.ERROR(mismatch))
        if mismatches:
            raise CommandError("The chain does not hold.")
        end = entries[-1].chain_hash if entries else "none"
        self.stdout.write(
            self.style.SUCCESS(f"The chain holds: {len(entries)} entries, the last hash is {end}.")
        )
