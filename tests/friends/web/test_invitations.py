"""/i/{code} and the link on /friends: who invites, and what comes of it."""

import re

import pytest
from pytest_django import Settings

from challenges.models import Day, Player
from friends.models import Invitation
from friends.services import friendships
from friends.services.friendships import block
from friends.services.invitations import end_invitation, invite
from tests.cast import Person, Queries, nothing_changes
from tests.challenges.web.visitors import Page, Visitor
from tests.friends.people import befriend_all, crowd, make_friends, pairs

BOTH = {("Owner", "Friend"), ("Friend", "Owner")}
UNKNOWN = "/i/K7QM2XRD"


@pytest.fixture
def path(owner: Person, today: Day) -> str:
    return f"/i/{invite(player=owner.player)[0].code}"


def meta(page: Page) -> dict[str, str]:
    """What a crawler reads of the head."""
    found = re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', page.html)
    return dict(found) | {
        "link": re.findall(r'<link rel="canonical" href="([^"]*)">', page.html)[0]
    }


# --- Making and ending it --------------------------------------------------------------------


def test_a_link_is_made_shown_and_ended(owner: Person, today: Day, settings: Settings) -> None:
    settings.SITE_URL = "https://dice.example"
    visitor = Visitor(owner)
    page = visitor.press(visitor.open("/friends"), "Make my link")
    assert "Here is your link. Whoever follows it is your friend." in page.text
    link = f"https://dice.example/i/{Invitation.objects.get().code}"
    assert f'value="{link}" readonly' in page.html
    assert f'data-link="{link}"' in page.html
    assert '<svg viewBox="0 0 ' in page.html
    assert "style=" not in page.html
    page = visitor.press(page, "Yes, end it")
    assert "Your link leads nowhere now. Your friends stay." in page.text
    assert "Make my link" in page.buttons
    assert not Invitation.objects.exists()


def test_a_repeat_keeps_the_link(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/friends")
    visitor.press(page, "Make my link")
    with nothing_changes():
        assert visitor.press(page, "Make my link").status == 200
    end_invitation(player=owner.player)
    with nothing_changes():
        form = page.find("Make my link")[0]
        token = {"csrfmiddlewaretoken": form.fields["csrfmiddlewaretoken"]}
        assert visitor.client.post("/friends/invitation/end", token).status_code == 302


@pytest.mark.parametrize("address", ["/friends/invitation", "/friends/invitation/end"])
def test_looking_makes_and_ends_none_and_who_has_no_account_has_none(
    visitor: Visitor, owner: Person, path: str, address: str
) -> None:
    token = visitor.open("/friends").find("Play today's dice")[0].fields["csrfmiddlewaretoken"]
    lured = Visitor(owner)
    with nothing_changes():
        assert lured.open(address).status == 405
        assert lured.client.post(address).status_code == 403
        assert visitor.client.post(address, {"csrfmiddlewaretoken": token}).status_code == 404


# --- Looking at it ---------------------------------------------------------------------------


def test_anybody_sees_who_invites_and_looking_accepts_nothing(
    visitor: Visitor, friend: Person, path: str
) -> None:
    reader = Visitor(friend)
    with nothing_changes():
        for page in (visitor.open(path), reader.open(path)):
            assert page.status == 200
            assert "Owner invites you to be friends" in page.text
            assert page.buttons == ["Be friends"]
    assert "Free, no sign-up." in visitor.open(path).text
    assert "You are here as Friend" in reader.open(path).text


def test_a_chat_is_told_who_invites(visitor: Visitor, path: str, settings: Settings) -> None:
    settings.SITE_URL = "https://dice.example"
    page = visitor.open(path)
    description = (
        "Be friends at Daily Dice: one game a day, the same dice for both of you. Free, no sign-up."
    )
    told = meta(page)
    assert told["link"] == told["og:url"] == f"https://dice.example{path}"
    assert told["og:title"] == "Owner invites you"
    assert told["description"] == told["og:description"] == description
    assert told["robots"] == "noindex"
    assert "<title>Owner invites you · Daily Dice</title>" in page.html


def test_a_name_is_text_in_the_head_too(visitor: Visitor, owner: Person, path: str) -> None:
    Player.objects.filter(pk=owner.player.pk).update(name='"><script>')
    page = visitor.open(path)
    assert meta(page)["og:title"] == "&quot;&gt;&lt;script&gt; invites you"
    assert '"><script>' not in page.html


def test_every_spelling_leads_to_the_one_address(visitor: Visitor, path: str) -> None:
    code = path.removeprefix("/i/")
    dashed = f"{code[:4]}-{code[4:]}"
    for spelling in (code.lower(), dashed, dashed.lower(), f" {code}", code[:4] + " " + code[4:]):
        answer = visitor.client.get(f"/i/{spelling}")
        assert (answer.status_code, answer["Location"]) == (301, path)


def test_the_own_one_says_so(owner: Person, path: str) -> None:
    page = Visitor(owner).open(path)
    assert "This is your invitation" in page.text
    assert page.buttons == []
    assert "/friends" in page.links


def test_friends_are_told_that_they_are(owner: Person, friend: Person, path: str) -> None:
    make_friends(owner, friend)
    page = Visitor(friend).open(path)
    assert "You and Owner are friends" in page.text
    assert page.buttons == []


def test_unknown_ended_and_blocked_look_alike(
    owner: Person, friend: Person, stranger: Person, path: str
) -> None:
    other = f"/i/{invite(player=stranger.player)[0].code}"
    block(player=stranger.player, other_id=friend.player.pk)
    end_invitation(player=owner.player)
    pages = [Visitor(friend).open(address) for address in (UNKNOWN, path, other)]
    assert [page.status for page in pages] == [404, 404, 404]
    assert "There is no such invitation" in pages[0].text
    assert len({page.text for page in pages}) == 1


@pytest.mark.parametrize("code", ["K7QM2XR", "K7QM2XRDA", "U" * 8, "ﬀﬀﬀﬀ"])
def test_what_is_no_code_is_said_to_be_none(visitor: Visitor, today: Day, code: str) -> None:
    page = visitor.open(f"/i/{code}")
    assert page.status == 400
    assert "A code has eight letters and digits" in page.text


def test_who_tries_codes_has_to_wait(visitor: Visitor, path: str, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "2/3600"}
    for _ in range(2):
        assert visitor.open(UNKNOWN).status == 404
    page = visitor.open(path)
    assert (page.status, page.answer["Retry-After"]) == (429, "3600")
    assert "Too many wrong codes came from your network." in page.text
    assert Visitor(address="192.0.2.99").open(path).status == 200


def test_it_asks_the_database_little(visitor: Visitor, friend: Person, path: str) -> None:
    reader = Visitor(friend)
    counts = []
    for one in (visitor, reader):
        one.open(path)
        with Queries() as queries:
            one.open(path)
        counts.append(len(queries.statements))
    # The invitation. Besides: the reader; if they are friends.
    assert counts == [1, 3]


# --- Following it ----------------------------------------------------------------------------


def test_a_player_is_a_friend_at_once(friend: Person, path: str) -> None:
    visitor = Visitor(friend)
    page = visitor.press(visitor.open(path), "Be friends")
    assert page.path == "/friends"
    assert "You and Owner are friends now." in page.text
    assert pairs() == BOTH


def test_who_just_arrived_becomes_a_guest_and_a_friend(visitor: Visitor, path: str) -> None:
    page = visitor.press(visitor.open(path), "Be friends", time_zone="Europe/Berlin")
    assert page.path == "/friends"
    assert "You and Owner are friends now." in page.text
    guest = Player.objects.exclude(name="Owner").get()
    assert (guest.is_guest, guest.time_zone) == (True, "Europe/Berlin")
    assert pairs() == {("Owner", guest.name), (guest.name, "Owner")}


def test_a_button_pressed_twice_makes_one_guest_and_one_friend(visitor: Visitor, path: str) -> None:
    page, again = visitor.open(path), Visitor()
    # What is sent before the first answer is there has the cookies of before.
    again.client.cookies["csrftoken"] = visitor.client.cookies["csrftoken"].value
    for one in (visitor, again):
        assert one.press(page, "Be friends").path == "/friends"
    guest = Player.objects.exclude(name="Owner").get()
    assert pairs() == {("Owner", guest.name), (guest.name, "Owner")}


@pytest.mark.parametrize("case", ["ended", "full", "throttled", "no guests"])
def test_a_refusal_leaves_no_guest_behind(
    visitor: Visitor, path: str, settings: Settings, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    page, invitation = visitor.open(path), Invitation.objects.get()
    limits = {
        "throttled": {"wrong-codes-of-address": "0/3600"},
        "no guests": {"guests-of-address": "0/3600"},
    }
    settings.LIMITS = {**settings.LIMITS, **limits.get(case, {})}
    if case == "ended":
        end_invitation(player=invitation.player)
    if case == "full":
        befriend_all(Person(player=invitation.player), crowd(1))
        monkeypatch.setattr(friendships, "MOST_FRIENDS", 1)
    with nothing_changes():
        answer = visitor.press(page, "Be friends")
    status = {"ended": 404, "full": 409, "throttled": 429, "no guests": 429}[case]
    assert answer.status == status
    assert "sessionid" not in visitor.client.cookies
    assert "Play today's dice" in visitor.open("/").buttons


def test_the_own_one_is_refused(owner: Person, friend: Person, path: str) -> None:
    visitor = Visitor(friend)
    page = visitor.open(path)
    mine = Visitor(owner)
    mine.client.cookies["csrftoken"] = visitor.client.cookies["csrftoken"].value
    with nothing_changes():
        answer = mine.press(page, "Be friends")
    assert answer.status == 422
    assert "This is for somebody else. This is your invitation" in answer.text


def test_who_has_all_friends_there_may_be_is_told(
    owner: Person, friend: Person, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    befriend_all(friend, crowd(1))
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 1)
    visitor = Visitor(friend)
    with nothing_changes():
        page = visitor.press(visitor.open(path), "Be friends")
    assert page.status == 409
    assert "Nobody has more than 1 friends here. Owner invites you" in page.text


def test_a_malformed_form_is_refused(visitor: Visitor, path: str) -> None:
    with nothing_changes():
        assert visitor.press(visitor.open(path), "Be friends", key="short").status == 400


def test_another_site_makes_nobody_a_friend(friend: Person, path: str) -> None:
    lured = Visitor(friend)
    with nothing_changes():
        assert lured.client.post(path, {"key": "k" * 20}).status_code == 403
