import time_machine

from challenges.models import Day
from tests.cast import CLOSES, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor


def games_in(links: list[str]) -> list[str]:
    return [link.removeprefix("/games/") for link in links if link.startswith("/games/")]


def test_without_an_account_there_are_no_games(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/games")
    assert page.status == 200
    assert "No games yet." in page.text


def test_mine_are_listed_and_no_others(owner: Person, stranger: Person, today: Day) -> None:
    stranger.start_daily()
    daily = owner.play_rows(owner.start_daily())
    solo = owner.start_solo("yacht")
    page = Visitor(owner).open("/games")
    assert set(games_in(page.links)) == {daily["id"], solo["id"]}
    assert f"Tue 1 Dec 2026 ranked {daily['total']}" in page.text
    assert "Yacht Tue 1 Dec, 12:00 playing" in page.text


def test_the_newest_come_first_twenty_a_page(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    started = []
    for _ in range(45):
        started.append(owner.start_solo("generala")["id"])
        clock.shift(1)
    visitor, listed, path = Visitor(owner), [], "/games"
    sizes = []
    while path:
        page = visitor.open(path)
        found = games_in(page.links)
        listed += found
        sizes.append(len(found))
        path = next((f"/games{link}" for link in page.links if link.startswith("?after=")), "")
    assert listed == started[::-1]
    assert sizes == [20, 20, 5]


def test_games_of_one_moment_are_all_listed(owner: Person, today: Day) -> None:
    started = {owner.start_solo("generala")["id"] for _ in range(21)}
    visitor = Visitor(owner)
    page = visitor.open("/games")
    [after] = [link for link in page.links if link.startswith("?after=")]
    assert {*games_in(page.links), *games_in(visitor.open(f"/games{after}").links)} == started


def test_an_expired_game_is_said_to_be_one(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    owner.start_daily()
    clock.move_to(CLOSES)
    assert "Tue 1 Dec 2026 ranked expired" in Visitor(owner).open("/games").text


def test_the_dice_of_a_day_again_are_told_from_the_ranked_game(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    owner.start_solo("maxi", day=TODAY.isoformat())
    assert "Tue 1 Dec 2026, again" in Visitor(owner).open("/games").text


def test_a_place_that_is_none_of_mine_is_not_found(
    owner: Person, stranger: Person, today: Day
) -> None:
    others = stranger.start_solo("yacht")["id"]
    for text in ("1", others):
        assert Visitor(owner).open(f"/games?after={text}").status == 404


def test_looking_starts_nothing(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    with nothing_changes():
        visitor.open("/games")
