"""Solving the sheets, against what the machine can do and against others; and what is asked then.

Everything is solved in a process of its own, the compiler's work done before.
"""

import importlib.util
import json
import os
import statistics
import tempfile
from pathlib import Path

from challenges.engine.sheets import SHEETS, HouseRules, sheet_for
from tests.benchmarks.report import Report, verdict
from tests.benchmarks.solver import calls
from tests.benchmarks.solver.apart import Solved, answer_of, solved_by
from tests.benchmarks.solver.least import least_of

PUBLISHED = 528.0
"""CPU seconds that the best public solver of maxi takes, in C++, on a machine such as the one that
docs/benchmarks.md tells of. It is not run here."""

SHARE_OF_PUBLISHED, SHARE_OF_PEER = 0.2, 0.167
ROUNDS = 3

KNOWN = (
    ("scandinavian", HouseRules(), 248.4399893779),
    ("classic", HouseRules(), 254.5877287345),
    ("maxi", HouseRules(upper_bonus=50), 383.3054026849),
)
"""Expected totals that others have published, that of maxi with four digits: 383.3054."""

MOST_OFF = 1e-6


def run(report: Report) -> None:
    one, five, fifteen = os.getloadavg()
    report.text(f"Load before: {one:.2f} {five:.2f} {fifteen:.2f}")
    with tempfile.TemporaryDirectory(prefix="dice-bench-") as folder:
        values = Path(folder) / "maxi.npy"
        _maxi(report, values)
        _five_dice(report)
        _peer(report)
        _known(report)
        calls.run(report, values)
        _games(report, values)


def _maxi(report: Report, values: Path) -> None:
    before = answer_of("machine")
    solved = solved_by("ours", "maxi", "--file", str(values))
    after = answer_of("machine")
    least = least_of(sheet_for("maxi"))
    report.title("Solving maxi, in single precision")
    report.row("expected total", f"{solved.start:.4f}")
    report.row("CPU", f"{solved.cpu:.1f} s")
    report.row("wall", f"{solved.wall:.1f} s")
    _memory(report, solved)
    report.row("states", f"{least.states:,}", f"{least.states / solved.cpu:,.0f} a CPU second")
    share = solved.cpu / PUBLISHED
    report.row(
        f"of the {PUBLISHED:.0f} CPU s published of a C++ solver",
        f"{share:.3f}",
        verdict(share, SHARE_OF_PUBLISHED),
    )
    operations = max(before["operations"], after["operations"])
    size = max(before["bytes"], after["bytes"])
    report.row("least arithmetic", f"{least.operations / 1e9:,.0f} G", "sums, products, maxima")
    _share(report, "  a core, from its first cache", operations, least.operations, solved)
    report.row("  lanes worked on for each state", f"{least.lanes:.2f}")
    report.row("least memory traffic", f"{least.size / 1e6:,.0f} MB")
    _share(report, "  a core, beyond its caches", size, least.size, solved)


def _memory(report: Report, solved: Solved) -> None:
    note = f"{solved.before / 1e6:.0f} MB before, with Python and the compiler"
    report.row("memory at most", f"{solved.peak / 1e6:.0f} MB", note)


def _share(report: Report, name: str, most: float, least: int, solved: Solved) -> None:
    """Of what a core could do in the CPU seconds, how much had to be done."""
    share = least / most / solved.cpu
    report.row(name, f"{most / 1e9:,.1f} G/s", f"{share:.1%} of it while solving")


def _five_dice(report: Report) -> None:
    report.title(f"Solving sheets of five dice; median of {ROUNDS}")
    for code in (code for code, sheet in SHEETS.items() if sheet.dice == 5):
        solved = [solved_by("ours", code) for _ in range(ROUNDS)]
        cpu, wall = _medians(solved)
        report.row(code, f"{cpu:.2f} CPU s", f"{wall:.2f} s; expected {solved[0].start:.4f}")


def _peer(report: Report) -> None:
    report.title(f"Solving scandinavian, beside yatzy-solver in Rust; median of {ROUNDS}")
    if importlib.util.find_spec("yatzy_solver") is None:
        report.text("yatzy-solver is not installed.")
        return
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(solved_by("peer", "yatzy-scandinavian"))
        ours.append(solved_by("ours", "scandinavian"))
    (own, _wall), (other, wall) = _medians(ours), _medians(theirs)
    report.row("yatzy-solver, in double precision", f"{other:.2f} CPU s", f"{wall:.2f} s")
    report.row("ours, in single precision", f"{own:.2f} CPU s", verdict(own / other, SHARE_OF_PEER))
    report.row("ratio", f"{own / other:.3f}")
    report.row("expected totals differ by", f"{abs(ours[0].start - theirs[0].start):.6f}")


def _known(report: Report) -> None:
    report.title("Known expected totals, in double precision")
    for code, rules, known in KNOWN:
        house_rules = rules.to_json()
        chosen = ["--house-rules", json.dumps(house_rules), "--dtype", "float64"]
        solved = solved_by("ours", code, *chosen)
        off = abs(solved.start - known)
        report.row(
            " ".join([code, *(f"{name} {value}" for name, value in house_rules.items())]),
            f"{solved.start:.10f}",
            f"off by {off:.1e}; {verdict(off, MOST_OFF)}; {solved.cpu:.1f} CPU s",
        )


def _games(report: Report, values: Path) -> None:
    """What the demo and the figures of fair play are made with."""
    report.title("Games by the table, compiled")
    for code, files in (("classic", ()), ("maxi", (str(values),))):
        played = answer_of("games", code, *files)
        report.row(
            code,
            f"{played['a_second']:,.0f} a second",
            f"{played['a_cpu_second']:,.0f} a CPU second; average {played['average']:.2f}, "
            f"{played['errors_off']:+.1f} standard errors off the table",
        )


def _medians(solved: list[Solved]) -> tuple[float, float]:
    """CPU and wall."""
    cpu = statistics.median(one.cpu for one in solved)
    return cpu, statistics.median(one.wall for one in solved)
