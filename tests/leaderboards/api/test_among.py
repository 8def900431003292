"""GET /leaderboards?among=friends and /leaderboards/{board}?among=friends."""

import pytest

from challenges.models import Player
from friends.services.friendships import block, unfriend
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, ONE_DAY, TODAY, Caller, Json, Person, nothing_changes, ok, refused
from tests.leaderboards.circles import befriend
from tests.leaderboards.results import HOUR, finish, make_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

CODES = ["day", "best-day", "streak", "longest-streak", "advent"]


def board(caller: Caller, code: str, **query: str) -> Json:
    if code == "advent":
        query = {"period": "2026", **query}
    return ok(caller.get(f"/leaderboards/{code}", among="friends", **query))


def names(found: Json) -> list[tuple[int, str, int]]:
    return [(row["rank"], row["player"]["name"], row["value"]) for row in found["rows"]]


def listed(person: Person) -> Player:
    Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
    return person.now()


def scored(name: str, total: int, hours: int = 0) -> Player:
    player = make_player(name)
    finish(player, TODAY, total, NOON + hours * HOUR)
    return player


@pytest.fixture
def circle(owner: Person) -> dict[str, Player]:
    """Friends of the owner, who has 250, and others, who are better and worse."""
    for number in range(5):
        scored(f"Other {number}", 648 - number)
    scored("Nobody's friend", 1)
    finish(listed(owner), TODAY, 250, NOON + 2 * HOUR)
    friends = [scored("Anna", 250, 1), scored("Bert", 300), scored("Carla", 250, 3)]
    friends.append(scored("Dov", 9, 4))
    befriend(owner.now(), *friends)
    return {friend.name: friend for friend in friends}


# --- Ranks -----------------------------------------------------------------------------------


def test_my_friends_and_i_are_ranked_as_if_nobody_else_played(
    owner: Person, circle: dict[str, Player]
) -> None:
    bert = str(circle["Bert"].pk)
    found = board(owner, "day")
    assert names(found) == [
        (1, "Bert", 300),
        (2, "Anna", 250),
        (2, "Owner", 250),
        (2, "Carla", 250),
        (5, "Dov", 9),
    ]
    assert found["rows"][0]["player"] == {"id": bert, "name": "Bert", "country": None}
    assert found["distribution"] == [[300, 1], [250, 3], [9, 1]]
    assert (found["board"], found["period"], found["players"]) == ("day", "2026-12-01", 5)
    assert (found["next"], found["previous"]) == (None, None)
    assert found["me"] == {"rank": 2, "value": 250, "beaten": 0.25, "listed": True}


def test_everybody_is_still_there_without_the_word(
    owner: Person, circle: dict[str, Player]
) -> None:
    found = ok(owner.get("/leaderboards/day"))
    assert found["players"] == 11
    assert found["me"]["rank"] == 7


def test_a_friend_sees_their_own_friends(owner: Person, friend: Person) -> None:
    finish(listed(owner), TODAY, 200)
    finish(listed(friend), TODAY, 300)
    befriend(owner.now(), friend.now(), scored("Anna", 100))
    assert names(board(owner, "day")) == [(1, "Friend", 300), (2, "Owner", 200), (3, "Anna", 100)]
    assert names(board(friend, "day")) == [(1, "Friend", 300), (2, "Owner", 200)]


def test_without_friends_i_am_alone(owner: Person) -> None:
    scored("Anna", 300)
    assert board(owner, "day")["me"] is None
    finish(listed(owner), TODAY, 200)
    found = board(owner, "day")
    assert names(found) == [(1, "Owner", 200)]
    assert found["me"] == {"rank": 1, "value": 200, "beaten": 1.0, "listed": True}
    assert found["distribution"] == [[200, 1]]


def test_who_has_not_played_reads_how_the_friends_did(owner: Person) -> None:
    befriend(listed(owner), scored("Anna", 300), make_player("Not played"))
    for code in CODES:
        found = board(owner, code)
        assert [row["player"]["name"] for row in found["rows"]] == ["Anna"]
        assert found["me"] is None


def test_all_boards_at_once_say_where_i_stand_among_friends(
    owner: Person, circle: dict[str, Player]
) -> None:
    finish(circle["Dov"], TODAY - ONE_DAY, 400)
    places = {
        one["board"]: one for one in ok(owner.get("/leaderboards", among="friends"))["boards"]
    }
    assert list(places) == CODES
    assert [places[code]["me"]["rank"] for code in CODES] == [2, 3, 2, 2, 2]
    for code in CODES:
        found = board(owner, code)
        assert places[code] == {name: found[name] for name in ("board", "period", "players", "me")}


# --- Who is not listed -----------------------------------------------------------------------


def test_a_guest_is_told_the_rank_they_would_have_among_friends(owner: Person) -> None:
    finish(owner.now(), TODAY, 200)
    befriend(owner.now(), *(scored(f"Total {total}", total) for total in (300, 200, 100)))
    scored("Other", 649)
    for code in ("day", "best-day", "advent"):
        found = board(owner, code)
        assert found["me"] == {"rank": 2, "value": 200, "beaten": 1 / 3, "listed": False}
        assert (found["players"], len(found["rows"])) == (3, 3)
    overview = {
        one["board"]: one for one in ok(owner.get("/leaderboards", among="friends"))["boards"]
    }
    assert [overview[code]["me"] for code in CODES] == [board(owner, code)["me"] for code in CODES]
    assert [overview[code]["players"] for code in CODES] == [3] * 5


@pytest.mark.parametrize(
    "fields", [{"claimed_at": None}, {"unlisted_at": NOON}, {"hidden_at": NOON}]
)
def test_a_friend_who_is_not_listed_has_no_row(
    owner: Person, circle: dict[str, Player], fields: dict[str, object]
) -> None:
    Player.objects.filter(pk=circle["Bert"].pk).update(**fields)
    rebuild_players(player_ids=[circle["Bert"].pk])
    found = board(owner, "day")
    assert [name for _, name, _ in names(found)] == ["Anna", "Owner", "Carla", "Dov"]
    assert found["me"] == {"rank": 1, "value": 250, "beaten": 1 / 3, "listed": True}


def test_who_is_my_friend_no_more_or_deleted_is_gone(
    owner: Person, friend: Person, circle: dict[str, Player]
) -> None:
    finish(listed(friend), TODAY, 600)
    befriend(owner.now(), friend.now())
    assert board(owner, "day")["players"] == 6
    ok(friend.get("/me"))
    assert friend.delete("/me").status_code == 204
    unfriend(player=owner.now(), other_id=circle["Anna"].pk)
    block(player=circle["Carla"], other_id=owner.player.pk)
    assert names(board(owner, "day")) == [(1, "Bert", 300), (2, "Owner", 250), (3, "Dov", 9)]


# --- Periods ---------------------------------------------------------------------------------


def test_a_period_can_be_named(owner: Person, circle: dict[str, Player]) -> None:
    finish(circle["Anna"], TODAY + ONE_DAY, 111)
    assert names(board(owner, "day", period="2026-12-02")) == [(1, "Anna", 111)]
    assert board(owner, "day", period="2026-12-02")["me"] is None
    assert names(board(owner, "advent", period="2026"))[0] == (1, "Anna", 361)
    assert board(owner, "advent", period="2027")["rows"] == []
    assert names(board(owner, "streak", period="all"))[:2] == [(1, "Anna", 2), (2, "Bert", 1)]


def test_more_than_a_page_of_friends_are_one_answer(owner: Person) -> None:
    finish(listed(owner), TODAY, 300)
    friends = [scored(f"Friend {number}", 200 - number) for number in range(60)]
    befriend(owner.now(), *friends)
    found = board(owner, "day")
    assert [row["rank"] for row in found["rows"]] == list(range(1, 62))
    assert (found["next"], found["previous"]) == (None, None)
    assert board(owner, "day", around="me") == found


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/leaderboards", *(f"/leaderboards/{code}" for code in CODES)])
def test_it_needs_an_account(anybody: Caller, path: str) -> None:
    answer = anybody.get(path, among="friends")
    refused(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/leaderboards", "/leaderboards/day"])
@pytest.mark.parametrize("among", ["", "everybody", "Friends", "me"])
def test_there_are_friends_only(owner: Person, anybody: Caller, path: str, among: str) -> None:
    for caller in (owner, anybody):
        problem = refused(caller.get(path, among=among), 400, "invalid")
        assert problem["errors"] == {"among": ["Only `friends` can be asked for."]}


def test_it_takes_no_cursor(owner: Person) -> None:
    for number in range(51):
        scored(f"Player {number}", 200)
    cursor = ok(owner.get("/leaderboards/day"))["next"]
    problem = refused(
        owner.get("/leaderboards/day", among="friends", cursor=cursor), 400, "invalid"
    )
    assert problem["errors"] == {"cursor": ["A board among friends is one page."]}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"around": "you"}, "around"),
        ({"around": "me", "cursor": "x"}, "around"),
        ({"cursor": ""}, "cursor"),
        ({"period": "2026"}, "period"),
    ],
)
def test_what_is_malformed_is_refused(owner: Person, query: dict[str, str], field: str) -> None:
    answer = owner.get("/leaderboards/day", among="friends", **query)
    assert list(refused(answer, 400, "invalid")["errors"]) == [field]


def test_there_are_no_other_boards_among_friends(owner: Person) -> None:
    refused(owner.get("/leaderboards/week", among="friends"), 404, "not_found")
    refused(owner.get("/leaderboards/day", among="friends", period="1999-12-31"), 404, "not_found")


def test_reading_changes_nothing(owner: Person, circle: dict[str, Player]) -> None:
    ok(owner.get("/me"))  # notes that this device was used
    with nothing_changes():
        ok(owner.get("/leaderboards", among="friends"))
        for code in CODES:
            board(owner, code, around="me")
