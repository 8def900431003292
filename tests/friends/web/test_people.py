"""/friends: who they are, who asks, and what one does about each of them."""

import re
import uuid

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day, Game
from friends.models import FriendRequest
from friends.services import friendships
from friends.services.friendships import Relation, ask, block, decline
from tests.cast import NOON, NOWHERE, ONE_DAY, Person, Queries, make_person, nothing_changes
from tests.challenges.web.visitors import Page, Visitor
from tests.friends.people import (
    all_ask,
    ask_all,
    befriend_all,
    block_all,
    blocked,
    crowd,
    make_friends,
    pairs,
    relation,
    waiting,
)
from tests.friends.table import challenge_with, finish_solo, take_and_finish

PATH = "/friends"
BOTH = {("Owner", "Friend"), ("Friend", "Owner")}
DEEDS = ("ask", "accept", "decline", "take-back", "remove", "block", "unblock")


def asks(person: Person, other: Person) -> None:
    ask(player=person.now(), other_id=other.player.pk)


def see(person: Person) -> Page:
    return Visitor(person).open(PATH)


def post(visitor: Visitor, other: Person | uuid.UUID, deed: str, **fields: str) -> Page:
    """As a page of an earlier time would still send it."""
    form = visitor.open(PATH).find("Make my link")[0]
    other_id = other if isinstance(other, uuid.UUID) else other.player.pk
    token = form.fields["csrfmiddlewaretoken"]
    data = {"csrfmiddlewaretoken": token, **fields}
    answer = visitor.client.post(f"{PATH}/{other_id}/{deed}", data)
    if answer.status_code == 302:
        return visitor.open(answer["Location"])
    return Page(PATH, answer)


# --- What is there ---------------------------------------------------------------------------


def test_who_just_arrived_learns_what_friends_are_and_how_to_begin(
    visitor: Visitor, today: Day
) -> None:
    with nothing_changes():
        page = visitor.open(PATH)
    assert page.status == 200
    assert "A friend here plays the same dice as you." in page.text
    assert page.buttons == ["Play today's dice"]
    assert {"/f", "/account/sign-in"} <= set(page.links)
    assert visitor.press(page, "Play today's dice").path.startswith("/games/")


def test_who_has_no_friends_learns_how_to_find_some(owner: Person, today: Day) -> None:
    page = see(owner)
    assert "You have no friends here yet." in page.text
    assert page.buttons == ["Make my link"]
    assert {"/f", "/leaderboards"} <= set(page.links)
    for heading in ("My friends", "You asked", "They ask", "blocked"):
        assert heading not in page.text


def test_everybody_stands_where_they_belong(
    owner: Person, friend: Person, stranger: Person, today: Day
) -> None:
    asker, hidden = make_person("Asker"), make_person("Hidden")
    make_friends(owner, friend)
    asks(owner, stranger)
    asks(asker, owner)
    block(player=owner.player, other_id=hidden.player.pk)
    text = see(owner).text
    assert "They ask to be your friends Asker Accept Asker Decline Asker" in text
    assert "My friends Friend Remove Friend" in text
    assert "You asked Stranger Take back Stranger" in text
    assert "1 player is blocked Hidden Unblock Hidden" in text


def test_the_record_is_told_in_words(
    owner: Person, friend: Person, stranger: Person, today: Day
) -> None:
    make_friends(owner, friend)
    make_friends(owner, stranger)
    for own, theirs in ((100, 90), (100, 80), (70, 70), (50, 60)):
        game = finish_solo(owner)
        other = take_and_finish(friend, challenge_with(owner, game))
        Game.objects.filter(pk=game.pk).update(total=own)
        Game.objects.filter(pk=other.pk).update(total=theirs)
    assert "Friend 2 won · 1 tied · 1 lost Remove" in see(owner).text
    assert "Stranger Remove Stranger" in see(owner).text
    assert "Owner 1 won · 1 tied · 2 lost Remove" in see(friend).text


def test_names_are_text_and_lead_to_their_players(owner: Person, today: Day) -> None:
    other = make_person("<b>Bo</b>")
    make_friends(owner, other)
    page = see(owner)
    assert "<b>Bo" not in page.html
    assert f"/players/{other.player.pk}" in page.links


def test_the_menu_leads_there(owner: Person, today: Day) -> None:
    html = Visitor(owner).open("/").html
    assert '<a href="/friends">Friends</a>' in html
    assert '<a href="/friends" aria-current="page">Friends</a>' in see(owner).html


def test_it_takes_as_many_queries_for_many_people_as_for_few(owner: Person, today: Day) -> None:
    counts = []
    for number in range(2):
        for gather in (befriend_all, ask_all, block_all):
            gather(owner, crowd(20, f"{gather.__name__} {number}"))
        all_ask(crowd(20), owner)
        visitor = Visitor(owner)
        visitor.open(PATH)
        with Queries() as queries:
            assert visitor.open(PATH).status == 200
        counts.append(len(queries.statements))
    # The reader; friends, records as who took and as who was taken; who asks; who was asked;
    # who is blocked; the invitation.
    assert counts == [8, 8]


def test_without_an_account_it_asks_the_database_nothing(visitor: Visitor, today: Day) -> None:
    visitor.open(PATH)
    with Queries() as queries:
        visitor.open(PATH)
    assert queries.statements == []


# --- What one does ---------------------------------------------------------------------------


def test_a_request_is_accepted(owner: Person, friend: Person, today: Day) -> None:
    asks(friend, owner)
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(PATH), "Accept Friend")
    assert page.path == PATH
    assert "You are friends now." in page.text
    assert "Remove Friend" in page.text
    assert (pairs(), FriendRequest.objects.count()) == (BOTH, 0)


def test_a_request_is_declined_and_its_sender_sees_no_difference(
    owner: Person, friend: Person, today: Day
) -> None:
    asks(friend, owner)
    before = re.sub(r'value="[\w-]{30,}"', "", see(friend).html)
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(PATH), "Decline Friend")
    assert "Declined. They are not told, and you are not asked again." in page.text
    assert "They ask" not in page.text
    assert waiting() == set()
    assert re.sub(r'value="[\w-]{30,}"', "", see(friend).html) == before


def test_a_request_is_taken_back(owner: Person, friend: Person, today: Day) -> None:
    asks(owner, friend)
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(PATH), "Take back Friend")
    assert "You have taken your request back." in page.text
    assert "You asked" not in page.text
    assert waiting() == set()


def test_a_friend_is_removed_by_a_second_button(owner: Person, friend: Person, today: Day) -> None:
    make_friends(owner, friend)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert '<details class="confirm">' in page.html
    page = visitor.press(page, "Yes, remove Friend")
    assert "You are no longer friends." in page.text
    assert pairs() == set()


def test_a_block_is_ended(owner: Person, friend: Person, today: Day) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(PATH), "Unblock Friend")
    assert "No longer blocked. You are not friends by it." in page.text
    assert blocked() == set()


@pytest.mark.parametrize(
    ("deed", "said"),
    [
        ("ask", "You are friends now."),
        ("accept", "You are friends now."),
        ("remove", "You are no longer friends."),
        ("decline", "Declined."),
        ("take-back", "You have taken your request back."),
        ("block", "Blocked. You no longer find one another."),
        ("unblock", "No longer blocked."),
    ],
)
def test_a_repeat_says_the_same_and_changes_nothing(
    owner: Person, friend: Person, today: Day, deed: str, said: str
) -> None:
    if deed in ("ask", "accept", "decline"):
        asks(friend, owner)
    if deed == "remove":
        make_friends(owner, friend)
    if deed == "take-back":
        asks(owner, friend)
    visitor = Visitor(owner)
    assert said in post(visitor, friend, deed).text
    with nothing_changes():
        assert said in post(visitor, friend, deed).text


def test_what_is_refused_is_said_and_changes_nothing(
    owner: Person,
    friend: Person,
    today: Day,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor = Visitor(owner)
    with nothing_changes():
        assert "Perhaps it was taken back." in post(visitor, friend, "accept").text
        page = post(visitor, owner, "ask")
    assert '<p class="notice is-warning" role="status">This is for somebody else.' in page.html
    asks(friend, owner)
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 0)
    with nothing_changes():
        assert "Nobody has more than 0 friends here." in post(visitor, friend, "accept").text
    settings.LIMITS = {**settings.LIMITS, "friend-requests-of-player": "0/3600"}
    with nothing_changes():
        assert "You have asked very many players today." in post(visitor, friend, "ask").text


@pytest.mark.parametrize("deed", DEEDS)
def test_nobody_is_found_who_is_not_there(owner: Person, today: Day, deed: str) -> None:
    visitor = Visitor(owner)
    with nothing_changes():
        assert post(visitor, uuid.UUID(NOWHERE), deed).status == 404


def test_who_blocked_the_reader_is_not_found_either(
    owner: Person, friend: Person, today: Day
) -> None:
    block(player=friend.player, other_id=owner.player.pk)
    visitor = Visitor(owner)
    with nothing_changes():
        assert post(visitor, friend, "ask").status == 404


@pytest.mark.parametrize("deed", DEEDS)
def test_looking_does_nothing(owner: Person, friend: Person, today: Day, deed: str) -> None:
    asks(friend, owner)
    visitor = Visitor(owner)
    with nothing_changes():
        answer = visitor.open(f"{PATH}/{friend.player.pk}/{deed}")
    assert (answer.status, answer.answer["Allow"]) == (405, "POST, OPTIONS")


@pytest.mark.parametrize("deed", DEEDS)
def test_without_an_account_or_from_another_site_nothing_is_done(
    visitor: Visitor, owner: Person, friend: Person, today: Day, deed: str
) -> None:
    asks(friend, owner)
    path = f"{PATH}/{friend.player.pk}/{deed}"
    token = visitor.open(PATH).find("Play today's dice")[0].fields["csrfmiddlewaretoken"]
    lured = Visitor(owner)
    with nothing_changes():
        assert visitor.client.post(path, {"csrfmiddlewaretoken": token}).status_code == 404
        assert lured.client.post(path).status_code == 403


# --- Coming back -----------------------------------------------------------------------------


def test_a_page_of_ours_is_come_back_to(owner: Person, friend: Person, today: Day) -> None:
    path = f"/players/{friend.player.pk}"
    page = post(Visitor(owner), friend, "ask", next=path)
    assert page.path == path
    assert "You have asked. The answer is theirs to give." in page.text
    assert relation(owner, friend) is Relation.ASKED


@pytest.mark.parametrize(
    "page",
    [
        "https://example.org/",
        "//example.org/",
        "/\\example.org",
        "///example.org",
        "javascript:alert(1)",
        "days",
        "",
    ],
)
def test_no_other_page_is(owner: Person, friend: Person, today: Day, page: str) -> None:
    assert post(Visitor(owner), friend, "ask", next=page).path == PATH


def test_nobody_comes_back_to_the_page_of_who_is_blocked(
    owner: Person, friend: Person, today: Day
) -> None:
    page = post(Visitor(owner), friend, "block", next=f"/players/{friend.player.pk}")
    assert page.path == PATH
    assert page.status == 200


# --- On the page of a player -----------------------------------------------------------------


def player_page(person: Person | None, other: Person) -> Page:
    return Visitor(person).open(f"/players/{other.player.pk}")


def test_a_player_is_asked_on_their_page_and_the_request_taken_back_there(
    owner: Person, friend: Person, today: Day
) -> None:
    visitor, path = Visitor(owner), f"/players/{friend.player.pk}"
    page = visitor.press(visitor.open(path), "Ask to be friends Friend")
    assert page.path == path
    assert "You have asked to be friends. Take back Friend" in page.text
    assert waiting() == {("Owner", "Friend")}
    page = visitor.press(page, "Take back Friend")
    assert page.path == path
    assert "Ask to be friends Friend" in page.text
    assert waiting() == set()


@pytest.mark.parametrize(
    ("answer", "then"), [("Accept", "Your friend"), ("Decline", "Ask to be friends")]
)
def test_a_request_is_answered_on_the_page_of_who_sent_it(
    owner: Person, friend: Person, today: Day, answer: str, then: str
) -> None:
    asks(friend, owner)
    visitor, path = Visitor(owner), f"/players/{friend.player.pk}"
    page = visitor.open(path)
    assert "Asks to be your friend." in page.text
    page = visitor.press(page, f"{answer} Friend")
    assert page.path == path
    assert then in page.text


def test_a_friend_is_removed_on_their_page(owner: Person, friend: Person, today: Day) -> None:
    make_friends(owner, friend)
    take_and_finish(friend, challenge_with(owner, finish_solo(owner)))
    visitor, path = Visitor(owner), f"/players/{friend.player.pk}"
    page = visitor.open(path)
    assert "0 won · 1 tied · 0 lost Your friend Remove Friend" in page.text
    page = visitor.press(page, "Yes, remove Friend")
    assert page.path == path
    assert "Ask to be friends Friend" in page.text
    assert pairs() == set()


def test_a_player_is_blocked_on_their_page(owner: Person, friend: Person, today: Day) -> None:
    make_friends(owner, friend)
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(f"/players/{friend.player.pk}"), "Yes, block")
    assert page.path == PATH
    assert "Blocked. You no longer find one another." in page.text
    assert (pairs(), blocked()) == (set(), {("Owner", "Friend")})
    assert player_page(owner, friend).status == player_page(friend, owner).status == 404


def test_who_was_declined_is_told_to_have_asked(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    clock.move_to(NOON + ONE_DAY)
    assert "You have asked to be friends." in player_page(owner, friend).text


def test_the_own_page_and_that_of_somebody_without_an_account_have_no_panel(
    owner: Person, friend: Person, today: Day
) -> None:
    for reader in (owner, None):
        page = player_page(reader, owner)
        assert page.status == 200
        assert "friends/" not in page.html


def test_the_panels_take_five_queries(owner: Person, friend: Person, today: Day) -> None:
    make_friends(owner, friend)
    counts = {}
    for reader in (friend, None):
        visitor = Visitor(reader)
        path = f"/players/{owner.player.pk}"
        visitor.open(path)
        with Queries() as queries:
            visitor.open(path)
        counts[reader is None] = len(queries.statements)
    # The player. Besides: the reader, if one blocked the other; what they are to one another, as
    # who asked, as who was asked, and as friends; what they met on, one having passed it on, or
    # the other.
    assert counts == {True: 1, False: 1 + 2 + 5}
