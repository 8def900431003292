from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from challenges.engine.sheets import SHEETS, Sheet, sheet_for
from challenges.strategy.opponents import Level
from challenges.strategy.tables import TableError, open_table, path_of


class Command(BaseCommand):
    help = (
        "Measure the computer opponents: play many games of each level, and print the average of "
        "their totals with its standard error, the spread (the standard deviation of a total) and "
        "how often they get the upper bonus. The same seed gives the same games on any machine."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sheet", nargs="*", choices=[[], *SHEETS], help="all if none is named")
        parser.add_argument(
            "--level", action="append", choices=list(Level), help="all if not given"
        )
        parser.add_argument("--games", type=_number, default=100_000, help="of each; 100,000")
        parser.add_argument("--seed", type=int, default=1, help="of the dice; 1")
        parser.add_argument("--rows", action="store_true", help="print what each row gets, too")

    def handle(self, *args: Any, **options: Any) -> None:
        levels = [Level(level) for level in options["level"] or Level]
        sheets = [sheet_for(code) for code in options["sheet"] or SHEETS]
        tables = {sheet: _table(sheet) for sheet in sheets if Level.EXPERT in levels}
        self.stdout.write(f"{options['games']:,} games each, seed {options['seed']}")
        self.stdout.write("sheet         level   average  error  spread   bonus")
        for sheet in sheets:
            for level in levels:
                self._measure(sheet, level, tables.get(sheet), options)

    def _measure(self, sheet: Sheet, level: Level, table: Any, options: dict[str, Any]) -> None:
        # The compiler takes seconds to load: for those who measure.
        from challenges.strategy.simulation import (  # noqa: PLC0415
            measure_of,
            play_sheets,
            totals_of,
        )

        sheets = play_sheets(sheet, level, table, options["games"], options["seed"])
        found = measure_of(totals_of(sheet, sheets))
        bonus = f"{found.bonus_rate:7.2%}" if sheet.upper_bonus else "      -"
        self.stdout.write(
            f"{sheet.code:13} {level:6} {found.average:8.2f} {found.error:6.2f} "
            f"{found.spread:7.2f} {bonus}"
        )
        if options["rows"]:
            for row, points in zip(sheet.rows, sheets.mean(axis=0).tolist(), strict=False):
                self.stdout.write(f"  {row.code:18} {points:7.2f}")


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise ArgumentTypeError("Games are counted from 1.")
    return int(text)


def _table(sheet: Sheet) -> Any:
    path = path_of(Path(settings.STRATEGY_DIR), sheet)
    try:
        return open_table(path, sheet)
    except FileNotFoundError as error:
        raise CommandError(
            f"There is no table of {sheet.code} yet: run `manage.py solve {sheet.code}` first, or "
            "name the other levels."
        ) from error
    except TableError as error:
        raise CommandError(
            f"{error}. Remove it, and run `manage.py solve {sheet.code}` again."
        ) from error
