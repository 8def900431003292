"""The end of a game. What is played here is played for real: its page replays it."""

import datetime

from challenges.models import Day, Player
from tests.cast import NOON, ONE_DAY, TODAY, Json, Person
from tests.challenges.web.visitors import Page, Visitor
from tests.leaderboards.results import finish, make_player
from tests.leaderboards.web.boards import crowd, listed


def finished(person: Person) -> tuple[Json, Page]:
    game = person.play_rows(person.start_daily())
    return game, Visitor(person).open(f"/games/{game['id']}")


def test_the_end_tells_the_rank_and_the_share_that_is_beaten(owner: Person, today: Day) -> None:
    crowd(1, 2, 649)
    _game, page = finished(listed(owner))
    assert "Rank 2 of 4 better than 66% of 3 others" in page.text
    assert "/leaderboards/day?period=2026-12-01&around=me#around-me" in page.links


def test_the_end_tells_what_else_the_game_has_changed(owner: Person, today: Day) -> None:
    crowd(1, 2)
    listed(owner)
    finish(owner.player, TODAY - ONE_DAY, 0)
    game, page = finished(owner)
    total = game["total"]
    assert f"Your best day so far {total} points Rank 1 of 3" in page.text
    assert "Your longest streak so far 2 days Rank 1 of 3" in page.text
    assert f"Your advent calendar {total} points Rank 1 of 3" in page.text


def test_a_first_day_is_no_streak_to_speak_of(owner: Person, today: Day) -> None:
    _game, page = finished(listed(owner))
    assert "Rank 1 of 1" in page.text
    assert "Your streak" not in page.text


def test_what_a_game_does_not_change_is_not_told(owner: Person, today: Day) -> None:
    listed(owner)
    for number in (6, 5, 4):
        finish(owner.player, TODAY - number * ONE_DAY, 649)
    finish(owner.player, TODAY - ONE_DAY, 649)
    _game, page = finished(owner)
    assert "Your best day" not in page.text
    assert "Your streak 2 days" in page.text


def test_a_guest_learns_where_they_would_stand_and_what_to_do(owner: Person, today: Day) -> None:
    crowd(1, 649)
    _game, page = finished(owner)
    assert "You would be on rank 2 of 3 better than 50% of 2 others" in page.text
    assert "With an e-mail address your games stay with you, and you are on the boards." in (
        page.text
    )
    assert "/account/claim" in page.links


def test_who_chose_to_be_unlisted_is_reminded_of_it(owner: Person, today: Day) -> None:
    Player.objects.filter(pk=owner.player.pk).update(unlisted_at=NOON)
    _game, page = finished(listed(owner))
    assert "You have chosen not to be on the boards." in page.text
    assert "/settings" in page.links


def test_a_game_that_goes_on_tells_no_rank(owner: Person, today: Day) -> None:
    game = owner.start_daily()
    page = Visitor(owner).open(f"/games/{game['id']}")
    assert "rank" not in page.text.lower()


def test_practice_has_no_rank(owner: Person, today: Day) -> None:
    game = owner.play_rows(owner.start_solo("yacht"))
    assert "Rank" not in Visitor(owner).open(f"/games/{game['id']}").text


def test_a_game_on_the_dice_of_a_day_has_no_rank_of_its_own(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    again = owner.play_rows(owner.start_solo(day=TODAY.isoformat()))
    assert "rank" not in Visitor(owner).open(f"/games/{again['id']}").text


def test_others_do_not_see_the_page(owner: Person, stranger: Person, today: Day) -> None:
    game, _page = finished(owner)
    finish(make_player(), TODAY, 250, NOON + datetime.timedelta(hours=1))
    assert Visitor(stranger).open(f"/games/{game['id']}").status == 404
