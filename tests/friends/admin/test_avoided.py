"""Who is avoided by others, in the admin site."""

import pytest
import time_machine
from django.db import connection

from friends.models import FriendRequest
from friends.querysets import blocks, requests
from friends.services import avoided
from friends.services.friendships import ask, block, decline
from tests.cast import NOON, ONE_DAY, Person, Queries
from tests.friends.people import all_block, ask_all, block_all, crowd
from tests.operators import Operator, make_operator

pytestmark = pytest.mark.django_db

PAGE = "friends/challenge/avoided"


def declined(sender: Person, receiver: Person) -> None:
    ask(player=sender.player, other_id=receiver.player.pk)
    decline(player=receiver.player, other_id=sender.player.pk)


def test_who_is_blocked_most_stands_first_then_who_is_declined_most(
    operator: Operator,
    owner: Person,
    friend: Person,
    stranger: Person,
    clock: time_machine.Traveller,
) -> None:
    declined(stranger, owner)
    declined(stranger, friend)
    declined(owner, friend)
    declined(owner, stranger)
    all_block(crowd(3), owner)
    block(player=stranger.player, other_id=friend.player.pk)
    clock.move_to(NOON + ONE_DAY)
    block(player=friend.player, other_id=owner.player.pk)
    text = operator.see(PAGE)
    # A block takes away what the other one asked, and leaves what was declined of who blocks.
    lines = ("Owner 4 Dec. 2, 2026, noon 1", "Friend 1 Dec. 1, 2026, noon 0", "Stranger 0 - 2")
    assert f"Requests declined {' '.join(lines)} 3 players" in text
    assert "Somebody" not in text


def test_where_nobody_is_avoided_it_says_so(operator: Operator) -> None:
    assert "0 players" in operator.see(PAGE)


def test_a_name_leads_to_the_player(operator: Operator, owner: Person, friend: Person) -> None:
    block(player=friend.player, other_id=owner.player.pk)
    html = operator.get(PAGE).content.decode()
    assert f'<a href="/admin/challenges/player/{owner.player.pk}/change/">Owner</a>' in html


def test_a_list_takes_as_many_queries_for_many_players_as_for_few(
    operator: Operator, owner: Person
) -> None:
    for number in range(2):
        block_all(owner, crowd(60, f"Batch {number}"))
        with Queries() as queries:
            operator.see(PAGE)
        # The session's player; the newest blocks, declined requests; the players of the page.
        assert len(queries.statements) == 4


def test_the_list_has_pages(operator: Operator, owner: Person) -> None:
    block_all(owner, crowd(60))
    html = operator.get(PAGE).content.decode()
    assert html.count('<th scope="row"><a href="/admin/challenges/player/') == 50
    assert '<a href="?page=2">Next</a>' in html
    last = operator.get(PAGE, page="2").content.decode()
    assert '<a href="?page=1">Previous</a>' in last
    assert "Next" not in last
    assert "60 players" in operator.see(PAGE, page="x")


def test_only_so_many_of_the_newest_count(
    operator: Operator,
    owner: Person,
    friend: Person,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(avoided, "MOST_EXAMINED", 2)
    all_block(crowd(5), owner)
    clock.move_to(NOON + ONE_DAY)
    for other in crowd(2, "Another"):
        block(player=other, other_id=friend.player.pk)
    assert "Friend 2 Dec. 2, 2026, noon 0 1 player" in operator.see(PAGE)


def test_the_newest_ones_are_read_from_an_index(owner: Person) -> None:
    others = crowd(3000)
    block_all(owner, others)
    ask_all(owner, others)
    FriendRequest.objects.update(declined_at=NOON)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert "block_by_time" in blocks().newest_first()[:50].explain()
    assert "declined_request_by_time" in requests().last_declined_first()[:50].explain()


def test_only_who_may_see_blocks_sees_it(owner: Person, friend: Person) -> None:
    block(player=friend.player, other_id=owner.player.pk)
    reader = make_operator("Reader", "view_challenge")
    assert reader.get(PAGE).status_code == 403
    assert "Avoided players" not in reader.see("friends/challenge/")
    moderator = make_operator("Moderator", "view_challenge", "view_block")
    assert "Avoided players" in moderator.see("friends/challenge/")
    assert "Owner 1" in moderator.see(PAGE)


def test_who_is_deleted_is_gone(
    operator: Operator, owner: Person, friend: Person, stranger: Person
) -> None:
    block(player=friend.player, other_id=owner.player.pk)
    declined(owner, stranger)
    owner.delete("/me", {"confirm": True})
    assert "0 players" in operator.see(PAGE)
