import json
import math
import time
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from challenges.engine.sheets import SHEETS, HouseRules, HouseRulesError, Sheet, sheet_for
from challenges.strategy.levels import shares_of
from challenges.strategy.states import can_be_solved
from challenges.strategy.tables import TableError, levels_done, only_one, open_table, path_of


class Command(BaseCommand):
    help = (
        "Solve a sheet: compute what every state of it is worth under best play, into a table in "
        "STRATEGY_DIR. What was begun and killed is gone on with."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sheet", choices=list(SHEETS))
        parser.add_argument(
            "--house-rules", type=_house_rules, default={}, help="such as '{\"upper_bonus\": 50}'"
        )
        parser.add_argument("--cores", type=int, help="to work with; all if not given")
        parser.add_argument(
            "--double",
            action="store_true",
            help="solve in double precision and keep nothing: to confirm a value",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        sheet = _sheet(options["sheet"], options["house_rules"])
        progress = Progress(sheet, self.stdout.write)
        if options["double"]:
            self._solve_in_memory(sheet, progress, options["cores"])
        else:
            self._build(sheet, progress, options["cores"])
        self.stdout.write(f"Took {progress.seconds:.1f} seconds.")

    def _solve_in_memory(self, sheet: Sheet, progress: "Progress", cores: int | None) -> None:
        # The compiler takes seconds to load: for those who solve.
        from challenges.strategy.solver import new_values, solve  # noqa: PLC0415

        values = new_values(sheet, "float64")
        for levels in solve(sheet, values, cores=cores):
            progress.tell(levels)
        self.stdout.write(f"Expected total: {float(values[0]):.10f}")

    def _build(self, sheet: Sheet, progress: "Progress", cores: int | None) -> None:
        from challenges.strategy.building import build  # noqa: PLC0415

        folder = Path(settings.STRATEGY_DIR)
        path = path_of(folder, sheet)
        try:
            with only_one(folder) as is_alone:
                if not is_alone:
                    raise CommandError("Another process is solving just now.")
                if begun := levels_done(path, sheet):
                    self.stdout.write(f"Going on after {begun} of {len(sheet.rows)} levels.")
                build(folder, sheet, tell=progress.tell, cores=cores)
            values = open_table(path, sheet)
        except OSError as error:
            raise CommandError(f"No table can be built: {error}") from error
        except TableError as error:
            raise CommandError(f"{error}. Remove it, and solve again.") from error
        self.stdout.write(f"Expected total: {float(values[0]):.4f}")
        self.stdout.write(f"Table: {path}")


class Progress:
    """Tells after each level how much is done, and how long the others will take."""

    def __init__(self, sheet: Sheet, write: Callable[[str], None]) -> None:
        self.shares, self.write = shares_of(sheet), write
        self.started = time.monotonic()
        # The first level that is solved here takes the compiler's time with it.
        self.since: tuple[float, float] | None = None

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def tell(self, levels: int) -> None:
        share, of = self.shares[levels], len(self.shares) - 1
        self.write(f"{levels} of {of} levels, {share:.1%} of the work{self._left(share)}")

    def _left(self, share: float) -> str:
        if self.since is None:
            self.since = share, time.monotonic()
            return ""
        if share == 1.0:
            return ""
        before, moment = self.since
        left = (time.monotonic() - moment) / (share - before) * (1 - share)
        return f", some {math.ceil(left)} seconds left"


def _house_rules(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ArgumentTypeError("House rules are JSON.") from error


def _sheet(code: str, chosen: Any) -> Sheet:
    try:
        rules = HouseRules.from_json(code, chosen)
    except HouseRulesError as error:
        raise CommandError(str(error)) from error
    sheet = sheet_for(code, rules)
    if not can_be_solved(sheet):
        raise CommandError("Saved throws are not part of a state: such a sheet is not solved.")
    return sheet
