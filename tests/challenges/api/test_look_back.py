"""GET /days/{date}/look-back, and what GET /days says of it."""

from pathlib import Path

import pytest
import time_machine

from challenges.engine.dice import Seed
from challenges.engine.record import Record
from challenges.models import Day
from challenges.services.days import make_days
from challenges.services.perfect_play.looking_back import look_back
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, ONE_DAY, TODAY, Caller, Json, Person, Queries, ok, refused
from tests.challenges.services import recomputed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "solved_tables")]

PATH = f"/days/{TODAY}/look-back"


@pytest.fixture
def looked_back(today: Day, clock: time_machine.Traveller) -> None:
    clock.move_to(CLOSES)
    close_due_days()
    look_back(seconds=60)


def test_both_games_are_told_whole(looked_back: None, anybody: Caller) -> None:
    found = ok(anybody.get(PATH))
    seed = recomputed.seed_of_day(TODAY).hex()
    assert (found["date"], found["rules"], found["house_rules"]) == ("2026-12-01", "maxi", {})
    assert (found["seed"], found["seed_label"]) == (seed, "daily:2026-12-01")
    assert (found["start"], found["par"]["luck"]) == (400.0, -108.0)
    assert (found["par"]["total"], found["ceiling"]["total"]) == (292, 513)
    for game in (found["par"], found["ceiling"]):
        play = Record.from_text(game["record"]).replay(Seed.fromhex(seed))
        assert play.total == game["total"]
        assert dict(play.filled) == game["sheet"]
        assert game["upper"] == {"sum": play.upper_sum, "target": 84, "bonus": play.upper_bonus}
        assert len(game["moves"]) == len(game["throws"]) == play.ply
        assert game["throws"][0] == {"turn": 1, "throw": 1, "dice": [*first_throw(seed)]}


def first_throw(seed: str) -> list[int]:
    return [*recomputed.throw(bytes.fromhex(seed), 1, 1, 6)]


@pytest.mark.parametrize("who", ["owner", "stranger", "anybody"])
def test_anybody_is_told_the_same(
    looked_back: None, request: pytest.FixtureRequest, who: str
) -> None:
    caller: Caller = request.getfixturevalue(who)
    assert ok(caller.get(PATH))["par"]["total"] == 292


def test_it_takes_one_query(looked_back: None, anybody: Caller) -> None:
    with Queries() as queries:
        ok(anybody.get(PATH))
    assert len(queries.statements) == 1


@pytest.mark.parametrize("moment", [-2 * ONE_DAY, 0 * ONE_DAY, ONE_DAY, 2 * ONE_DAY])
def test_before_the_day_was_closed_it_is_refused(
    owner: Person, anybody: Caller, clock: time_machine.Traveller, moment: object
) -> None:
    """Also where it has ended, and to who has played it."""
    owner.play_rows(owner.start_daily())
    clock.shift(moment)
    for caller in (owner, anybody):
        refused(caller.get(PATH), 409, "day_not_closed")
        assert look_backs(caller) == [None, None]


def look_backs(caller: Caller) -> list[Json | None]:
    span = ok(caller.get("/days", **{"from": str(TODAY), "to": str(TODAY)}))["days"]
    return [ok(caller.get(f"/days/{TODAY}"))["look_back"], span[0]["look_back"]]


def test_until_it_is_computed_it_is_not_ready(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_due_days()
    answer = anybody.get(PATH)
    problem = refused(answer, 503, "strategy_not_ready")
    assert problem["progress"] == {"levels": 20, "of": 20, "share": 1.0}
    assert answer["Retry-After"] == "60"
    assert look_backs(anybody) == [None, None]


def test_without_the_table_it_says_how_far_that_is(
    anybody: Caller, no_tables: Path, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_due_days()
    problem = refused(anybody.get(PATH), 503, "strategy_not_ready")
    assert problem["progress"] == {"levels": 0, "of": 20, "share": 0.0}


def test_a_date_without_a_day_is_not_found(anybody: Caller) -> None:
    refused(anybody.get("/days/1999-12-31/look-back"), 404, "not_found")


def test_days_tell_par_and_ceiling_without_another_query(
    owner: Person, anybody: Caller, clock: time_machine.Traveller
) -> None:
    def asked(caller: Caller, path: str, **query: str) -> int:
        ok(caller.get(path, **query))  # whatever is written once a day
        with Queries() as queries:
            ok(caller.get(path, **query))
        return len(queries.statements)

    span = {"from": str(TODAY), "to": str(TODAY + ONE_DAY)}
    clock.move_to(CLOSES)
    close_due_days()
    make_days()
    before = asked(anybody, f"/days/{TODAY}"), asked(owner, "/days", **span)
    look_back(seconds=60)
    assert look_backs(anybody) == [{"par": 292, "ceiling": 513}] * 2
    assert (asked(anybody, f"/days/{TODAY}"), asked(owner, "/days", **span)) == before
    assert ok(anybody.get("/days/today"))["look_back"] is None
