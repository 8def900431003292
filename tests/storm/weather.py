"""Everything else that changes boards or computes them anew, again and again: one process.

It reads from standard input which players come and go, and then an empty line when the storm is
over. Then it does what is still due and prints how often each thing was done, and every board.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import django

django.setup()

from django.db import connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from challenges.models import Day, Player  # noqa: E402
from challenges.services.excuses import count_day_again, excuse_day  # noqa: E402
from challenges.services.moderation import hide_player, show_player  # noqa: E402
from challenges.services.players import update_profile  # noqa: E402
from leaderboards.boards import read_board  # noqa: E402
from leaderboards.models import Rebuild  # noqa: E402
from leaderboards.querysets import rebuilds  # noqa: E402
from leaderboards.ranking import BOARDS  # noqa: E402
from leaderboards.services.closing import close_due_days  # noqa: E402
from leaderboards.services.counts import fold_changes, recount  # noqa: E402
from leaderboards.services.pieces import ALL_BOARDS  # noqa: E402
from leaderboards.services.rebuilds import ask_for, carry_out, work_off  # noqa: E402
from tests.storm import readers  # noqa: E402
from tests.storm.prepared import DATES  # noqa: E402

BREATH = 0.05  # seconds between two of a kind: the players are to get on as well
ENDING = DATES[1::3]
"""The days that end during the storm; the others stay open."""


@dataclass
class Weather:
    operator: Player
    fickle: Sequence[uuid.UUID]
    is_over: Event = field(default_factory=Event)
    done: Counter[str] = field(default_factory=Counter)
    ending: list[Any] = field(default_factory=lambda: list(ENDING))

    # --- What happens ------------------------------------------------------------------------

    def rebuild_day(self) -> None:
        carry_out(ask_for(kind=Rebuild.Kind.DAY, subject=str(random.choice(DATES))), seconds=2)

    def rebuild_board(self) -> None:
        subject = random.choice([ALL_BOARDS, *BOARDS])
        carry_out(ask_for(kind=Rebuild.Kind.BOARD, subject=subject), seconds=2)

    def count(self) -> None:
        board, periods = random.choice(readers.BOARDS)
        wrong = recount(board=board, period=random.choice(periods))
        assert not wrong, (board, periods, wrong)

    def fold(self) -> None:
        fold_changes()

    def hide(self) -> None:
        player_id = random.choice(self.fickle)
        hide_player(operator=self.operator, player_id=player_id)
        show_player(operator=self.operator, player_id=player_id)

    def unlist(self) -> None:
        player = Player(pk=random.choice(self.fickle))
        for listed in (False, True):
            update_profile(player=player, changes={"listed": listed})

    def excuse(self) -> None:
        date = random.choice([date for date in DATES if date not in readers.NEVER_EXCUSED])
        random.choice([excuse_day, count_day_again])(operator=self.operator, date=date)

    def close(self) -> None:
        """Two of these run; now and then one lets a day end."""
        if self.ending and random.random() < 0.1:
            ended = self.ending.pop()
            Day.objects.filter(date=ended).update(closes_at=timezone.now())
        close_due_days()

    # --- How ---------------------------------------------------------------------------------

    def again_and_again(self, work: Callable[[], None]) -> None:
        try:
            while not self.is_over.is_set():
                work()
                self.done[work.__name__] += 1
                self.is_over.wait(BREATH)
        except BaseException:
            self.is_over.set()  # the others need not go on
            raise
        finally:
            connections.close_all()

    def rage(self) -> None:
        kinds = [self.rebuild_day, self.rebuild_board, self.count, self.fold, self.hide]
        kinds += [self.unlist, self.excuse, self.excuse, self.close, self.close]
        with ThreadPoolExecutor(len(kinds)) as pool:
            threads = [pool.submit(self.again_and_again, kind) for kind in kinds]
            sys.stdin.readline()
            self.is_over.set()
            for thread in threads:
                thread.result()

    def settle(self) -> None:
        close_due_days()
        while rebuilds().to_do().exists():
            work_off(seconds=60)
        fold_changes()


def boards() -> dict[str, Any]:
    """Every board as it is read: rank, player, value and when, in order."""
    return {
        f"{board.value} {period}": [
            (row.rank, str(row.player_id), row.value, row.position.place.reached_at.isoformat())
            for row in read_board(board, [period], readers.EVERYBODY).rows
        ]
        for board, periods in readers.BOARDS
        for period in periods
    }


def main() -> None:
    fickle = [uuid.UUID(player) for player in json.loads(sys.stdin.readline())]
    operator = Player.objects.create_superuser(name="Operator", email="operator@example.org")
    weather = Weather(operator, fickle)
    weather.rage()
    weather.settle()
    json.dump({"done": weather.done, "boards": boards()}, sys.stdout)


if __name__ == "__main__":
    main()
