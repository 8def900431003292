"""GET /friend-challenges: those that I made and those that I took, the newest first."""

from datetime import timedelta

import pytest
import time_machine

from challenges.models import Day
from friends.models import Attempt, Challenge
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOON, TODAY, Caller, Person, ok, refused
from tests.friends.api.company import one, passed_on, play, public
from tests.friends.table import challenge_with, finish, finish_daily, finish_solo, take

pytestmark = pytest.mark.django_db

PATH = "/friend-challenges"


def listed(person: Person, **query: str) -> list[tuple[str, str]]:
    """Codes with the status of the reader's game."""
    page = ok(person.get(PATH, **query))
    return [(line["code"], line["game"]["status"]) for line in page["results"]]


def all_pages(person: Person, by: str = "next", **query: str) -> list[list[str]]:
    pages = []
    while True:
        page = ok(person.get(PATH, **query))
        pages.append([line["code"] for line in page["results"]])
        if page[by] is None:
            return pages
        query["cursor"] = page[by]


# --- Those I made ----------------------------------------------------------------------------


def test_those_that_i_made_are_as_each_alone(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    first = passed_on(owner)
    clock.shift(timedelta(minutes=1))
    second = passed_on(owner, "target")
    passed_on(friend)
    assert ok(owner.get(PATH)) == {
        "results": [ok(owner.get(f"{PATH}/{made}")) for made in (second, first)],
        "next": None,
        "previous": None,
    }
    assert ok(owner.get(PATH, which="made")) == ok(owner.get(PATH))


def test_those_that_i_withdrew_are_still_there(owner: Person) -> None:
    made = passed_on(owner)
    owner.delete(f"{PATH}/{made}")
    (line,) = ok(owner.get(PATH))["results"]
    assert (line["code"], line["withdrawn"]) == (str(made), True)


def test_without_challenges_both_lists_are_empty(owner: Person) -> None:
    empty = {"results": [], "next": None, "previous": None}
    assert [ok(owner.get(PATH, which=which)) for which in ("made", "taken")] == [empty, empty]


# --- Those I took ----------------------------------------------------------------------------


def test_those_that_i_took_are_as_each_alone(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    begun, done = passed_on(owner), passed_on(owner)
    play(friend, done)
    clock.shift(timedelta(minutes=1))
    take(friend, begun)
    assert ok(friend.get(PATH, which="taken")) == {
        "results": [ok(friend.get(f"{PATH}/{taken}")) for taken in (begun, done)],
        "next": None,
        "previous": None,
    }
    assert listed(friend, which="taken") == [(str(begun), "playing"), (str(done), "finished")]
    assert listed(friend) == listed(owner, which="taken") == []


def test_what_was_only_looked_at_was_not_taken(owner: Person, friend: Person) -> None:
    ok(friend.get(f"{PATH}/{passed_on(owner)}"))
    assert listed(friend, which="taken") == []


def test_one_that_was_withdrawn_stays_with_those_who_took_it(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    take(friend, challenge)
    owner.delete(f"{PATH}/{challenge}")
    assert listed(friend, which="taken") == [(str(challenge), "playing")]


@pytest.mark.parametrize("who", ["owner", "friend"])
def test_a_block_takes_them_off_the_list(owner: Person, friend: Person, who: str) -> None:
    challenge = passed_on(owner)
    take(friend, challenge)
    blocker, blocked = (owner, friend) if who == "owner" else (friend, owner)
    blocker.post("/friends/blocks", one(blocked))
    assert listed(friend, which="taken") == []


def test_a_deleted_maker_has_no_name(owner: Person, friend: Person) -> None:
    take(friend, passed_on(owner))
    owner.delete("/me", {"confirm": True})
    (line,) = ok(friend.get(PATH, which="taken"))["results"]
    assert (line["maker"], line["game"]["status"]) == (None, "playing")


def test_a_game_that_expired_gives_way_to_a_later_one(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    """Without another call: as the challenge alone tells it."""
    challenge, other = challenge_with(owner, finish_daily(owner)), passed_on(owner)
    expired = take(friend, challenge)
    take(friend, other)
    clock.move_to(CLOSES)
    close_due_days()
    by_code = {line["code"]: line for line in ok(friend.get(PATH, which="taken"))["results"]}
    assert by_code[str(challenge)]["game"] is None
    assert by_code[str(challenge)]["target"] is None
    again = finish(friend, friend.start_solo("maxi", day=TODAY.isoformat()))
    lines = ok(friend.get(PATH, which="taken"))["results"]
    assert lines == [ok(friend.get(f"{PATH}/{line['code']}")) for line in lines]
    by_code = {line["code"]: line for line in lines}
    assert by_code[str(challenge)]["game"] == {"id": str(again.pk), "status": "finished"}
    assert by_code[str(challenge)]["target"] == challenge.game.total
    assert by_code[str(other)]["game"]["status"] == "playing"
    assert expired.pk != again.pk
    assert by_code[str(challenge)]["maker"] == public(owner)


# --- Pages -----------------------------------------------------------------------------------


def make_many(owner: Person, friend: Person, minutes: list[int]) -> list[str]:
    """Challenges with one game, and the friend took each when it was made; the codes in order."""
    game = finish_solo(owner)
    theirs = take(friend, challenge_with(owner, game))
    Attempt.objects.all().delete()
    Challenge.objects.all().delete()
    moments = [NOON + timedelta(minutes=minute) for minute in minutes]
    rows = [
        Challenge(
            code=f"{(7 * number) % 100:08}",
            game=game,
            maker=owner.player,
            kind="blind",
            made_at=moment,
            withdrawn_at=moment,
        )
        for number, moment in enumerate(moments)
    ]
    Challenge.objects.bulk_create(rows)
    Attempt.objects.bulk_create(
        [
            Attempt(challenge=row, player=friend.player, game=theirs, accepted_at=row.made_at)
            for row in rows
        ]
    )
    return [str(row) for row in sorted(rows, key=lambda row: (-row.made_at.timestamp(), row.code))]


@pytest.mark.parametrize("which", ["made", "taken"])
@pytest.mark.parametrize("minutes", [[*range(20)], [*range(41)], [0] * 41, [1, 1, 0] * 14])
def test_pages_hold_every_challenge_once_both_ways(
    owner: Person, friend: Person, which: str, minutes: list[int]
) -> None:
    person = owner if which == "made" else friend
    expected = make_many(owner, friend, minutes)
    forth = all_pages(person, which=which)
    assert [code for page in forth for code in page] == expected
    assert [len(page) for page in forth[:-1]] == [20] * (len(forth) - 1)
    if len(forth) > 1:
        last = ok(person.get(PATH, which=which))
        while last["next"]:
            last = ok(person.get(PATH, which=which, cursor=last["next"]))
        back = all_pages(person, "previous", which=which, cursor=last["previous"])
        assert [page[0] for page in back[::-1]] == [page[0] for page in forth[:-1]]


def test_what_is_made_meanwhile_shifts_no_page(owner: Person, friend: Person) -> None:
    expected = make_many(owner, friend, [*range(25)])
    first = ok(owner.get(PATH))
    Challenge.objects.filter(code=expected[-1].replace("-", "")).update(
        made_at=NOON + timedelta(days=1)
    )
    second = ok(owner.get(PATH, cursor=first["next"]))
    assert [line["code"] for line in second["results"]] == expected[20:-1]


def test_a_cursor_belongs_to_its_list(owner: Person, friend: Person) -> None:
    make_many(owner, friend, [*range(21)])
    cursor = ok(owner.get(PATH))["next"]
    for path, query in ((PATH, {"which": "taken"}), ("/games", {})):
        problem = refused(owner.get(path, cursor=cursor, **query), 400, "invalid")
        assert list(problem["errors"]) == ["cursor"]


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"which": "all"}, "which"),
        ({"which": ""}, "which"),
        ({"which": "MADE"}, "which"),
        ({"cursor": "AAAA"}, "cursor"),
        ({"which": "taken", "cursor": ""}, "cursor"),
    ],
)
def test_what_is_malformed_is_refused(owner: Person, query: dict[str, str], field: str) -> None:
    problem = refused(owner.get(PATH, **query), 400, "invalid")
    assert list(problem["errors"]) == [field]


def test_without_credentials_there_is_no_list(anybody: Caller) -> None:
    refused(anybody.get(PATH), 401, "not_authenticated")
