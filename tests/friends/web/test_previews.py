"""What chats show of a link: the head of the page, and the picture."""

import io
import re
from html import unescape
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.utils import translation
from PIL import Image
from pytest_django import Settings

from challenges.models import Day, Game, Player
from friends.models import Challenge
from friends.services.challenges import find_challenge, withdraw
from friends.services.friendships import block
from friends.web import pictures
from friends.web.pictures import COLOURS, Content, can_write, content_of, draw
from tests.cast import NOON, ONE_DAY, Person, Queries
from tests.challenges.web.visitors import Visitor
from tests.friends.table import ADDRESS, challenge_with, finish_daily, finish_solo, take_and_finish

STATIC = Path(pictures.FONT).parents[1]
META = re.compile(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">')


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.SITE_URL = "https://dice.example"


def head(visitor: Visitor, challenge: Challenge, **headers: str) -> dict[str, str]:
    html = visitor.open(f"/f/{challenge.pk}", **headers).html.split("<body")[0]
    found = {name: unescape(text) for name, text in META.findall(html)}
    (found["canonical"],) = re.findall(r'<link rel="canonical" href="([^"]*)">', html)
    return found


def picture(challenge: Challenge, **headers: str) -> bytes:
    answer = Client().get(f"/f/{challenge.pk}/picture.png", headers=headers)
    assert answer.status_code == 200
    return answer.content


def content(challenge: Challenge) -> Content:
    return content_of(find_challenge(code=challenge.pk, reader=None, address=ADDRESS))


# --- The head --------------------------------------------------------------------------------


def test_the_head_says_who_challenges_and_what_is_to_be_beaten(
    visitor: Visitor, target: Challenge
) -> None:
    link = f"https://dice.example/f/{target.pk}"
    told = f"Yacht: {target.game.total} points to beat. You throw the same dice."
    found = head(visitor, target)
    assert {name: text for name, text in found.items() if name != "viewport"} == {
        "description": told,
        "canonical": link,
        "robots": "noindex",
        "og:type": "website",
        "og:site_name": "Daily Dice",
        "og:title": "Owner challenges you",
        "og:description": told,
        "og:url": link,
        "og:image": f"{link}/picture.png",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"Owner challenges you. Yacht. Points to beat {target.game.total}",
        "twitter:card": "summary_large_image",
    }


def test_the_head_of_a_blind_one_is_the_same_for_everybody(
    visitor: Visitor, owner: Person, friend: Person, blind: Challenge
) -> None:
    take_and_finish(friend, blind)
    Game.objects.filter(pk=blind.game_id).update(total=9876)
    found = [head(reader, blind) for reader in (visitor, Visitor(owner), Visitor(friend))]
    assert found[0] == found[1] == found[2]
    assert found[0]["og:description"] == (
        "Yacht: the total stays hidden until you finish. You throw the same dice."
    )
    assert "9876" not in str(found)


def test_names_are_escaped_in_the_head(visitor: Visitor, target: Challenge) -> None:
    Player.objects.filter(pk=target.maker_id).update(name='"><script>')
    assert head(visitor, target)["og:title"] == '"><script> challenges you'
    assert '"><script>' not in visitor.open(f"/f/{target.pk}").html


# --- The picture -----------------------------------------------------------------------------


def test_it_is_a_png_of_the_size_that_the_head_says(target: Challenge) -> None:
    answer = Client().get(f"/f/{target.pk}/picture.png")
    assert answer["Content-Type"] == "image/png"
    image = Image.open(io.BytesIO(answer.content))
    assert (image.format, image.size, image.mode) == ("PNG", (1200, 630), "RGB")
    assert len(answer.content) < 300_000


def test_it_is_drawn_once_and_the_same_bytes_come_again(
    target: Challenge, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = picture(target)
    monkeypatch.setattr(pictures, "draw", lambda _content: pytest.fail("drawn again"))
    assert picture(target) == first


def test_it_may_be_kept_by_anybody_and_is_not_sent_twice(target: Challenge) -> None:
    path, client = f"/f/{target.pk}/picture.png", Client()
    answer = client.get(path)
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert "Accept-Language" in answer["Vary"]
    assert "Set-Cookie" not in answer
    again = client.get(path, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_in_a_session_it_is_kept_by_that_browser_alone(
    friend: Person, target: Challenge, clock: time_machine.Traveller
) -> None:
    """A cache that others share would hand out the cookies that come with it."""
    client = Client()
    client.force_login(friend.player)
    clock.move_to(NOON + ONE_DAY)
    answer = client.get(f"/f/{target.pk}/picture.png")
    assert "sessionid" in answer.cookies
    assert answer["Cache-Control"] == "private, max-age=3600"
    assert "Cookie" in answer["Vary"]


def test_who_may_not_see_the_challenge_gets_none(
    owner: Person, friend: Person, stranger: Person, target: Challenge
) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    block(player=stranger.player, other_id=owner.player.pk)
    for reader, status in ((None, 200), (owner, 200), (friend, 404), (stranger, 404)):
        answer = Visitor(reader).client.get(f"/f/{target.pk}/picture.png")
        assert answer.status_code == status


def test_it_differs_by_name_target_sheet_and_language(target: Challenge) -> None:
    drawn = {picture(target), picture(target, Accept_Language="de")}
    Game.objects.filter(pk=target.game_id).update(total=1)
    drawn.add(picture(target))
    Player.objects.filter(pk=target.maker_id).update(name="Anna")
    drawn.add(picture(target))
    Game.objects.filter(pk=target.game_id).update(rules="generala")
    drawn.add(picture(target))
    assert len(drawn) >= 4


def test_a_blind_one_is_the_same_whatever_the_total(owner: Person, blind: Challenge) -> None:
    first = picture(blind)
    Game.objects.filter(pk=blind.game_id).update(total=9)
    assert picture(blind) == first
    assert content(blind).target == ""


def test_nothing_of_it_depends_on_the_dice(owner: Person, target: Challenge) -> None:
    other = challenge_with(owner, finish_solo(owner), "target")
    Game.objects.filter(pk=other.game_id).update(total=target.game.total)
    assert picture(other) == picture(target)


def test_who_has_finished_gets_what_everybody_gets(friend: Person, blind: Challenge) -> None:
    take_and_finish(friend, blind)
    visitor = Visitor(friend)
    answer = visitor.client.get(f"/f/{blind.pk}/picture.png")
    assert answer.content == picture(blind)


@pytest.mark.parametrize(
    ("name", "is_written"),
    [("Anna", True), ("Åsa O’Neil-Ö.", True), ("Łukasz", False), ("משחק", False), ("冬子", False)],
)
def test_a_name_that_the_font_cannot_write_is_left_out(
    target: Challenge, name: str, is_written: bool
) -> None:
    Player.objects.filter(pk=target.maker_id).update(name=name)
    assert can_write(name) is is_written
    shown = f"{name} challenges you" if is_written else "A friend challenges you"
    assert content(target).heading == shown


def test_a_deleted_maker_is_a_friend(owner: Person, target: Challenge) -> None:
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    assert content(target).heading == "A friend challenges you"


def test_it_names_the_day_and_the_house_rules(owner: Person, today: Day) -> None:
    daily = content(challenge_with(owner, finish_daily(owner)))
    assert (daily.dice, daily.rules) == ("The dice of 1 December", "Maxi Yatzy")
    ruled = content(challenge_with(owner, finish_solo(owner, forced_order=True)))
    assert (ruled.dice, ruled.rules) == ("Yacht", "Forced order")


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_its_words_can_be_written_in_every_language(
    owner: Person, target: Challenge, blind: Challenge, language: str
) -> None:
    with translation.override(language):
        for challenge in (target, blind):
            assert can_write(content(challenge).text.replace("\u00a0", " "))


def test_the_longest_words_stay_inside() -> None:
    wide = "W" * 20
    image = Image.open(
        io.BytesIO(draw(Content(f"{wide} challenges you", wide * 2, wide * 3, wide * 2, "1575")))
    )
    right = image.crop((1150, 130, 1200, 370))
    lightest = max(high for _low, high in right.getextrema())
    assert lightest < 100


def test_its_colours_are_those_of_the_pages() -> None:
    css = (STATIC / "css" / "tokens.css").read_text()
    for name, colour in COLOURS.items():
        assert f"--{name}: {colour};" in css


def test_one_that_is_withdrawn_has_none(owner: Person, target: Challenge) -> None:
    withdraw(player=owner.player, code=target.pk, address=ADDRESS)
    for path in (f"/f/{target.pk}/picture.png", "/f/00000000/picture.png"):
        assert Client().get(path).status_code == 404


def test_it_costs_one_query(friend: Person, target: Challenge) -> None:
    picture(target)
    with Queries() as asked:
        picture(target)
    assert len(asked.statements) == 1  # the challenge with its game and maker
    client = Client()
    client.force_login(friend.player)
    client.get("/friends")
    with Queries() as asked:
        client.get(f"/f/{target.pk}/picture.png")
    # The player of the session, the challenge, my attempt, my games on these dice.
    assert len(asked.statements) == 4
