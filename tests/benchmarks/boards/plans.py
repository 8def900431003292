"""How the statements of the boards are carried out at this size."""

from challenges.models import Game, Player
from leaderboards.models import Standing
from leaderboards.services import comparing
from tests.benchmarks.boards import reading
from tests.benchmarks.boards.filling import TODAY
from tests.benchmarks.boards.server import Database
from tests.benchmarks.boards.timing import Call
from tests.benchmarks.report import Report
from tests.plans import faults_of, plan_of, recorded, scans_of

LARGE = {model._meta.db_table for model in (Player, Game, Standing)}


def run(report: Report, database: Database) -> None:
    report.title("Plans, those kept for prepared statements")
    with database.in_use():
        for name, call in _calls().items():
            with recorded() as statements:
                call()
            for statement in statements:
                plan = plan_of(statement)
                blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
                rows = sum(scan["Actual Rows"] * scan["Actual Loops"] for scan in scans_of(plan))
                faults = ", ".join(faults_of(plan, LARGE)) or "ranges of indexes, no large sort"
                report.row(name, f"{rows:.0f} rows", f"{blocks} blocks; {faults}")


def _calls() -> dict[str, Call]:
    keen = Game.objects.exclude(day=TODAY).values_list("player_id", flat=True)[0]
    pages = {f"page of {name}": call for name, call in reading.pages().items()}
    ranks = {f"rank: {name}": call for name, call in reading.ranks().items()}
    friends = {f"among friends: {name}": call for name, call in reading.friends().items()}
    return (
        pages
        | ranks
        | friends
        | {
            "finishing: results of a player of three years": lambda: comparing._wanted(
                [keen], None
            ),
            "finishing: places of a player": lambda: comparing._stored([keen], TODAY),
        }
    )
