"""GET /commitments: the chain, which only grows."""

import datetime

import pytest
import time_machine

from challenges.models import Day
from challenges.services.days import make_days
from leaderboards.services.closing import close_due_days
from tests.cast import NOON, ONE_DAY, TODAY, Caller, ok, refused
from tests.challenges.services import recomputed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days_ahead")]


def test_everybody_can_compute_the_chain_again(anybody: Caller, today: Day) -> None:
    chain = ok(anybody.get("/commitments"))
    assert chain["start"] == "0" * 64
    assert chain["next"] is None
    entries = [
        (datetime.date.fromisoformat(entry["date"]), entry["commitment"])
        for entry in chain["entries"]
    ]
    assert len(entries) == 42
    assert [entry["position"] for entry in chain["entries"]] == list(range(1, 43))
    assert [entry["chain_hash"] for entry in chain["entries"]] == recomputed.chain_hashes(entries)
    assert entries[0] == (TODAY, recomputed.commitment_of(recomputed.seed_of_day(TODAY)))


def test_it_is_public_at_least_seven_days_ahead(anybody: Caller, today: Day) -> None:
    dates = [entry["date"] for entry in ok(anybody.get("/commitments"))["entries"]]
    assert dates[-1] == "2027-01-11"


def test_an_entry_tells_nothing_else(anybody: Caller, today: Day) -> None:
    (first, *_others) = ok(anybody.get("/commitments"))["entries"]
    assert sorted(first) == ["chain_hash", "commitment", "date", "position"]


def test_days_that_pass_and_close_change_no_entry(
    anybody: Caller, today: Day, clock: time_machine.Traveller
) -> None:
    before = ok(anybody.get("/commitments"))["entries"]
    clock.move_to(NOON + 5 * ONE_DAY)
    make_days()
    close_due_days()
    after = ok(anybody.get("/commitments"))["entries"]
    assert after[:42] == before
    assert len(after) == 47


def test_it_goes_on_after_a_position(anybody: Caller, today: Day) -> None:
    rest = ok(anybody.get("/commitments", after="40"))
    assert [entry["position"] for entry in rest["entries"]] == [41, 42]
    assert ok(anybody.get("/commitments", after="42"))["entries"] == []
    assert ok(anybody.get("/commitments", after="999999999"))["entries"] == []


def test_a_long_chain_comes_in_pages(
    anybody: Caller, today: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("challenges.api.views.days.COMMITMENTS_PER_ANSWER", 40)
    first = ok(anybody.get("/commitments"))
    assert [entry["position"] for entry in first["entries"]] == list(range(1, 41))
    assert first["next"] == 40
    second = ok(anybody.get("/commitments", after=str(first["next"])))
    assert [entry["position"] for entry in second["entries"]] == [41, 42]
    assert second["next"] is None


def test_a_last_page_that_is_full_says_that_it_is_the_last(
    anybody: Caller, today: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("challenges.api.views.days.COMMITMENTS_PER_ANSWER", 42)
    chain = ok(anybody.get("/commitments"))
    assert (len(chain["entries"]), chain["next"]) == (42, None)


@pytest.mark.parametrize("after", ["", "-1", "1.0", "x", "1e3", "٤", "9999999999", " 1", "\x00"])
def test_a_position_is_a_whole_number(anybody: Caller, after: str) -> None:
    problem = refused(anybody.get("/commitments", after=after), 400, "invalid")
    assert list(problem["errors"]) == ["after"]
