"""Passing a game on, the panel to share it, and withdrawing it."""

import re
from html import unescape

import pytest
from pytest_django import Settings

from challenges.models import Day
from friends.models import Challenge
from friends.services.challenges import pass_on, withdraw_as_operator
from tests.cast import NOWHERE, Person, nothing_changes
from tests.challenges.web.visitors import Page, Visitor
from tests.friends.table import challenge_with, finish_daily, finish_solo, take, take_and_finish
from tests.operators import make_operator

AS_TARGET, AS_BLIND = "With my {} as the target", "Blind: my total stays hidden"


@pytest.fixture
def maker(owner: Person, target: Challenge) -> Visitor:
    return Visitor(owner)


def path(challenge: Challenge) -> str:
    return f"/f/{challenge.pk}"


# --- Making ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("button", "kind"), [(AS_TARGET, "target"), (AS_BLIND, "blind")])
def test_a_finished_game_is_passed_on_by_one_button(owner: Person, button: str, kind: str) -> None:
    game, visitor = finish_solo(owner), Visitor(owner)
    page = visitor.open(f"/games/{game.pk}")
    page = visitor.press(page, button.format(game.total))
    made = Challenge.objects.get()
    assert (made.game_id, made.kind, page.path) == (game.pk, kind, path(made))
    assert "Send it to a friend" in page.text


@pytest.mark.parametrize("ticked", [None, "on"])
def test_the_box_says_whether_there_are_hints(owner: Person, ticked: str | None) -> None:
    game, visitor = finish_solo(owner), Visitor(owner)
    page = visitor.open(f"/games/{game.pk}")
    assert "With hints: your friend may ask for the best move" in page.text
    page = visitor.press(page, AS_BLIND, hints=ticked)
    made = Challenge.objects.get()
    assert (made.allows_hints, page.path) == (ticked == "on", path(made))


def test_with_hints_and_without_are_two_challenges(owner: Person) -> None:
    game, visitor = finish_solo(owner), Visitor(owner)
    for first, other in ((False, "with hints"), (True, "without hints")):
        made = challenge_with(owner, game, "blind", allows_hints=first)
        page = visitor.open(f"/games/{game.pk}")
        assert ("My blind challenge, with hints" in page.text) == first
        assert AS_BLIND not in page.buttons
        page = visitor.press(page, f"{AS_BLIND}, {other}")
        second = Challenge.objects.get(allows_hints=not first)
        assert page.path == path(second)
        assert f"{AS_BLIND}, {other}" not in page.buttons
        Challenge.objects.all().delete()
        assert made.pk != second.pk


def test_the_same_button_twice_leads_to_the_same_challenge(owner: Person) -> None:
    game, visitor = finish_solo(owner), Visitor(owner)
    page = visitor.open(f"/games/{game.pk}")
    first = visitor.press(page, AS_BLIND)
    with nothing_changes():
        assert visitor.press(page, AS_BLIND).path == first.path


def test_a_game_that_is_not_finished_is_refused(owner: Person, friend: Person) -> None:
    finished, visitor = finish_solo(owner), Visitor(owner)
    form, button = visitor.open(f"/games/{finished.pk}").find(AS_BLIND)
    for game_id, status in (
        (owner.start_solo("yacht")["id"], 409),
        (finish_solo(friend).pk, 404),
        (NOWHERE, 404),
    ):
        form.action = f"/games/{game_id}/pass-on"
        with nothing_changes():
            assert visitor.send(Page("", visitor.client.get("/f")), form, button).status == status


def test_what_is_no_kind_and_who_has_no_account_are_refused(owner: Person) -> None:
    game, visitor = finish_solo(owner), Visitor(owner)
    page = visitor.open(f"/games/{game.pk}")
    anybody = Visitor()
    anybody.client.cookies["csrftoken"] = page.answer.cookies["csrftoken"].value
    with nothing_changes():
        assert visitor.press(page, AS_BLIND, kind="open").status == 400
        assert visitor.press(page, AS_BLIND, kind=None).status == 400
        assert visitor.press(page, AS_BLIND, csrfmiddlewaretoken=None).status == 403
        assert anybody.press(page, AS_BLIND).status == 404
        assert visitor.open(f"/games/{game.pk}/pass-on").status == 405


def test_too_many_are_refused_for_a_while(owner: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "challenges-of-player": "0/86400"}
    game, visitor = finish_solo(owner), Visitor(owner)
    page = visitor.open(f"/games/{game.pk}")
    with nothing_changes():
        refused = visitor.press(page, AS_BLIND)
    assert refused.status == 429
    assert 0 < int(refused.answer["Retry-After"]) <= 86400


# --- The panel -------------------------------------------------------------------------------


def test_its_maker_finds_link_code_words_and_picture_for_the_camera(
    maker: Visitor, target: Challenge, settings: Settings
) -> None:
    settings.SITE_URL = "https://dice.example"
    page = maker.open(path(target))
    assert f'value="https://dice.example/f/{target.pk}" readonly' in page.html
    assert f"{target.pk[:4]}-{target.pk[4:]}" in page.text
    assert f"I scored {target.game.total} in Yacht. Can you beat that" in page.text
    assert re.search(
        r'role="img" aria-label="The link as a QR code"><svg [^>]*class="qr">', page.html
    )
    assert "Throw the dice" not in page.buttons


def test_the_words_to_share_are_handed_to_the_script_whole(
    maker: Visitor, blind: Challenge
) -> None:
    (text,) = re.findall(r'data-text="([^"]*)"', maker.open(path(blind)).html)
    assert unescape(text) == (
        "🎲🎲🎲🎲🎲🙈\nI played Yacht. My total stays hidden. Can you beat it with the same dice?"
    )


def test_its_maker_sees_who_has_finished(
    maker: Visitor, friend: Person, stranger: Person, target: Challenge
) -> None:
    assert "Nobody has finished it yet." in maker.open(path(target)).text
    take(stranger, target)
    take_and_finish(friend, target)
    page = maker.open(path(target))
    assert "1 friend has finished" in page.text
    assert f"Friend {target.game.total}" in page.text
    assert "Stranger" not in page.text


def test_who_challenged_its_maker_has_not_finished_it(friend: Person, target: Challenge) -> None:
    passed_on = challenge_with(friend, take_and_finish(friend, target))
    text = Visitor(friend).open(path(passed_on)).text
    assert "Nobody has finished it yet." in text
    assert "Who played these dice" in text
    assert "1 friend has finished" not in text


def test_others_have_no_panel(friend: Person, visitor: Visitor, target: Challenge) -> None:
    for reader in (visitor, Visitor(friend)):
        page = reader.open(path(target))
        assert 'id="share"' not in page.html
        assert "/static/js/share.js" not in page.html


def test_the_other_kind_is_made_from_there(maker: Visitor, target: Challenge) -> None:
    page = maker.open(path(target))
    assert AS_TARGET.format(target.game.total) not in page.buttons
    page = maker.press(page, AS_BLIND)
    blind = Challenge.objects.get(kind="blind")
    assert page.path == path(blind)
    assert path(target) in page.links
    assert path(blind) not in page.links
    assert AS_BLIND not in page.buttons


# --- Withdrawing -----------------------------------------------------------------------------


def test_its_maker_withdraws_it_and_may_pass_the_game_on_again(
    maker: Visitor, friend: Person, target: Challenge
) -> None:
    page = maker.press(maker.open(path(target)), "Yes, withdraw it")
    target.refresh_from_db()
    assert target.is_withdrawn
    assert page.path == path(target)
    assert "Nobody new can take this challenge." in page.text
    assert 'id="share"' not in page.html
    assert "Yes, withdraw it" not in page.buttons
    assert Visitor(friend).open(path(target)).status == 404
    page = maker.press(page, AS_TARGET.format(target.game.total))
    assert page.path not in (path(target), "/f")


def test_nobody_else_withdraws_it(maker: Visitor, friend: Person, target: Challenge) -> None:
    page = maker.open(path(target))
    take(friend, target)
    for other in (Visitor(friend), Visitor()):
        other.client.cookies["csrftoken"] = page.answer.cookies["csrftoken"].value
        with nothing_changes():
            assert other.press(page, "Yes, withdraw it").status == 404
    with nothing_changes():
        assert maker.press(page, "Yes, withdraw it", csrfmiddlewaretoken=None).status == 403
        assert maker.open(f"{path(target)}/withdraw").status == 405


def test_what_an_operator_withdrew_is_not_offered_again(
    owner: Person, maker: Visitor, target: Challenge
) -> None:
    withdraw_as_operator(operator=make_operator().player, code=target.pk)
    for address in (path(target), f"/games/{target.game_id}"):
        page = maker.open(address)
        assert page.status == 200
        assert "Challenge a friend" not in page.text
        assert not any(form.action.endswith("/pass-on") for form in page.forms)


def test_a_ranked_game_of_an_open_day_is_passed_on_as_well(owner: Person, today: Day) -> None:
    game, visitor = finish_daily(owner), Visitor(owner)
    visitor.press(visitor.open(f"/games/{game.pk}"), AS_BLIND)
    made, is_new = pass_on(player=owner.player, game_id=game.pk, kind="blind")
    assert (is_new, made) == (False, Challenge.objects.get())


# --- Beside the game -------------------------------------------------------------------------


def test_a_line_above_the_table_says_what_is_to_be_beaten(
    friend: Person, target: Challenge, blind: Challenge
) -> None:
    game = take(friend, target)
    page = Visitor(friend).open(f"/games/{game.pk}")
    assert f"Owner 's challenge · beat {target.game.total}" in page.text
    assert path(target) in page.links
    assert "Challenge a friend" not in page.text


def test_a_line_above_the_table_keeps_a_blind_total_hidden(
    friend: Person, blind: Challenge
) -> None:
    game = take(friend, blind)
    type(game).objects.filter(pk=blind.game_id).update(total=9876)
    page = Visitor(friend).open(f"/games/{game.pk}")
    assert "Owner 's challenge · blind" in page.text
    assert "9876" not in page.html


def test_a_game_for_nobodys_challenge_has_no_line(owner: Person, today: Day) -> None:
    game = owner.start_daily()
    assert "challenge" not in Visitor(owner).open(f"/games/{game['id']}").text.lower()


def test_the_end_of_a_game_leads_to_the_results_and_to_the_next_friend(
    friend: Person, target: Challenge
) -> None:
    game, visitor = take_and_finish(friend, target), Visitor(friend)
    page = visitor.open(f"/games/{game.pk}")
    assert "See how you did against Owner" in page.text
    assert path(target) in page.links
    assert "Challenge a friend" in page.text
    assert AS_TARGET.format(game.total) in page.buttons


def test_the_end_of_a_game_leads_to_what_was_made_of_it(
    owner: Person, maker: Visitor, target: Challenge
) -> None:
    page = maker.open(f"/games/{target.game_id}")
    assert path(target) in page.links
    assert AS_TARGET.format(target.game.total) not in page.buttons
    blind = challenge_with(owner, target.game, "blind")
    page = maker.open(f"/games/{target.game_id}")
    assert path(blind) in page.links
    assert AS_BLIND not in page.buttons
    assert "See how you did" not in page.text
