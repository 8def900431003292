from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from challenges.engine.chain import ChainError, Entry, check_chain, read_chain
from challenges.engine.dice import daily_label
from challenges.engine.proof import ProofError, check
from challenges.management.commands._files import read_json


class Command(BaseCommand):
    help = (
        "Check the proof of a game, as GET /api/v1/games/{id}/proof gives it: the seed against its "
        "commitment, and every throw, row and total against the seed. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the proof as JSON; - reads it from a pipe")
        parser.add_argument(
            "--chain", help="the chain as JSON: was the commitment of the day in it?"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        proof = read_json(options["file"])
        try:
            mismatches = check(proof)
            if options["chain"]:
                mismatches += _chain_mismatches(proof, read_chain(read_json(options["chain"])))
        except (ProofError, ChainError) as error:
            raise CommandError(f"This cannot be checked: {error}") from error
        for mismatch in mismatches:
            self.stdout.write(self.style.ERROR(mismatch))
        if mismatches:
            raise CommandError("The proof does not hold.")
        self.stdout.write(
            self.style.SUCCESS(
                f"The proof holds: {len(proof['throws'])} throws and a total of {proof['total']} "
                f"follow from the seed of {proof['seed_label']}."
            )
        )


def _chain_mismatches(proof: dict[str, Any], entries: list[Entry]) -> list[str]:
    found = check_chain(entries)
    commitments = {daily_label(entry.date): entry.commitment for entry in entries}
    if proof["seed_label"] not in commitments:
        return [*found, f"The chain has no entry for {proof['seed_label']:.80}."]
    if commitments[proof["seed_label"]] != proof["commitment"]:
        return [*found, "The chain committed this day to another seed."]
    return found
