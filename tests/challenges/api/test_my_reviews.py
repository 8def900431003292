"""GET /me/reviews: my games that have been reviewed."""

from datetime import timedelta

import pytest
import time_machine

from challenges.models import Day, Game, Review
from tests.cast import NOON, Caller, Json, Person, Queries, ok, refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

PATH = "/me/reviews"


def reviewed(person: Person, game: Json) -> Json:
    return ok(person.get(f"/games/{game['id']}/review"))


def keep_review(game: Game, accuracy: float = 90.0) -> Review:
    """Without computing it."""
    return Review.objects.create(
        game=game,
        start=200.0,
        luck=5.0,
        loss=10.0,
        accuracy=accuracy,
        skill=190,
        plies=60,
        reviewed_at=NOON,
    )


def many(person: Person, number: int, clock: time_machine.Traveller) -> list[str]:
    """Ids of so many reviewed games, the last one first."""
    found = []
    for _ in range(number):
        game = person.start_solo("generala")
        keep_review(Game.objects.get(pk=game["id"]))
        found.append(game["id"])
        clock.shift(1)
    return found[::-1]


def test_each_line_tells_the_figures_of_a_game(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    daily = owner.play_rows(owner.start_daily())
    clock.shift(60)
    solo = owner.play_rows(owner.start_solo("yacht"))
    owner.play_rows(owner.start_solo("yacht"))  # nobody has asked for its review
    reviews = {game["id"]: reviewed(owner, game) for game in (solo, daily)}
    page = ok(owner.get(PATH))
    assert (page["next"], page["previous"]) == (None, None)
    assert [line["game"] for line in page["results"]] == [solo["id"], daily["id"]]
    for line in page["results"]:
        review = reviews[line["game"]]
        for figure in ("rules", "start", "luck", "loss", "total", "accuracy", "skill"):
            assert line[figure] == review[figure]
        assert line["reviewed_at"] == "2026-12-01T12:01:00Z"
    assert [(line["day"], line["ranked"]) for line in page["results"]] == [
        (None, False),
        ("2026-12-01", True),
    ]


def test_they_come_in_pages_that_lead_on_and_back(
    owner: Person, clock: time_machine.Traveller
) -> None:
    games = many(owner, 45, clock)
    first = ok(owner.get(PATH))
    second = ok(owner.get(PATH, cursor=first["next"]))
    third = ok(owner.get(PATH, cursor=second["next"]))
    pages = [[line["game"] for line in page["results"]] for page in (first, second, third)]
    assert pages == [games[:20], games[20:40], games[40:]]
    assert (first["previous"], third["next"]) == (None, None)
    assert ok(owner.get(PATH, cursor=third["previous"]))["results"] == second["results"]


def test_none_are_there_of_others_and_without_any(owner: Person, stranger: Person) -> None:
    reviewed(owner, owner.play_rows(owner.start_solo("yacht")))
    assert ok(stranger.get(PATH)) == {"results": [], "next": None, "previous": None}


def test_a_page_takes_two_queries_and_reads_no_moves(
    owner: Person, clock: time_machine.Traveller
) -> None:
    many(owner, 3, clock)
    with Queries() as queries:
        ok(owner.get(PATH))
    token, page = queries.statements
    assert "knox" in token
    assert '"challenges_review"."moves"' not in page


@pytest.mark.parametrize("cursor", ["", "x", "after"])
def test_what_is_no_cursor_is_refused(owner: Person, cursor: str) -> None:
    problem = refused(owner.get(PATH, cursor=cursor), 400, "invalid")
    assert set(problem["errors"]) == {"cursor"}


def test_a_cursor_of_another_list_is_refused(owner: Person, clock: time_machine.Traveller) -> None:
    for _ in range(21):
        owner.start_solo("generala")
        clock.shift(timedelta(seconds=1))
    cursor = ok(owner.get("/games"))["next"]
    refused(owner.get(PATH, cursor=cursor), 400, "invalid")


def test_without_credentials_there_is_no_list(anybody: Caller) -> None:
    refused(anybody.get(PATH), 401, "not_authenticated")
