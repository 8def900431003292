import json
import time
from argparse import ArgumentTypeError
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
        started = time.monotonic()
        if options["double"]:
            self._solve_in_memory(sheet, options["cores"])
        else:
            self._build(sheet, options["cores"])
        self.stdout.write(f"Took {time.monotonic() - started:.1f} seconds.")

    def _solve_in_memory(self, sheet: Sheet, cores: int | None) -> None:
        # The compiler takes seconds to load: for those who solve.
        from challenges.strategy.solver import new_values, solve  # noqa: PLC0415

        values = new_values(sheet, "float64")
        for level in solve(sheet, values, cores=cores):
            self._tell(sheet, level)
        self.stdout.write(f"Expected total: {float(values[0]):.10f}")

    def _build(self, sheet: Sheet, cores: int | None) -> None:
        from challenges.strategy.building import build  # noqa: PLC0415

        folder = Path(settings.STRATEGY_DIR)
        path = path_of(folder, sheet)
        with only_one(folder) as is_alone:
            if not is_alone:
                raise CommandError("Another process is solving just now.")
            if begun := levels_done(path, sheet):
                self.stdout.write(f"Going on after {begun} of {len(sheet.rows)} levels.")
            build(folder, sheet, tell=lambda level: self._tell(sheet, level), cores=cores)
        try:
            values = open_table(path, sheet)
        except TableError as error:
            raise CommandError(f"{error}. Remove it, and solve again.") from error
        self.stdout.write(f"Expected total: {float(values[0]):.4f}")
        self.stdout.write(f"Table: {path}")

    def _tell(self, sheet: Sheet, level: int) -> None:
        share = shares_of(sheet)[level]
        self.stdout.write(f"{level} of {len(sheet.rows)} levels, {share:.1%} of the work")


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
