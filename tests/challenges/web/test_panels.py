"""Parts of pages that other apps add: where they stand, and what they bring along."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.dispatch import Signal
from pytest_django import Settings

from challenges.models import Day
from challenges.signals import game_shown, player_shown
from challenges.web.panels import Panel, Panels
from tests.cast import Person
from tests.challenges.web.visitors import Page, Visitor

STYLES, SCRIPTS = ("css/rules.css",), ("js/reload.js",)


@pytest.fixture(autouse=True)
def panel(tmp_path: Path, settings: Settings) -> None:
    """A template that shows what it was given, and what its page has."""
    (tmp_path / "told.html").write_text(
        "<p>{{ panel.word }} to {{ reader.name|default:'you' }}</p>"
    )
    (templates,) = settings.TEMPLATES
    settings.TEMPLATES = [{**templates, "DIRS": [tmp_path]}]


Listen = Callable[[Signal], list[dict[str, Any]]]


@pytest.fixture
def listen() -> Iterator[Listen]:
    """Adds a panel in each place, and keeps what the signal said."""
    heard: list[dict[str, Any]] = []
    signals: list[Signal] = []

    def add(panels: Panels, **told: Any) -> None:
        heard.append(told)
        words = ((panels.above, "First"), (panels.score, "Middle"), (panels.end, "Last"))
        for place, word in words:
            place.append(Panel("told.html", {"word": word}, STYLES, SCRIPTS))

    def begin(signal: Signal) -> list[dict[str, Any]]:
        signals.append(signal)
        signal.connect(add, dispatch_uid="test")
        return heard

    yield begin
    for signal in signals:
        signal.disconnect(dispatch_uid="test")


def in_order(page: Page, *words: str) -> bool:
    places = [page.text.index(word) for word in words]
    return places == sorted(places)


def test_a_game_that_is_played_has_them_above_its_table(
    owner: Person, today: Day, listen: Listen
) -> None:
    game = owner.start_daily()
    heard = listen(game_shown)
    page = Visitor(owner).open(f"/games/{game['id']}")
    assert in_order(page, "Turn 1 of 20", "First to Owner", "2 throws left")
    assert "Last" not in page.text
    (told,) = heard
    assert (str(told["game"].pk), told["reader"]) == (game["id"], owner.player)


def test_a_game_that_is_over_has_them_in_the_score_and_below_it_as_well(
    owner: Person, today: Day, listen: Listen
) -> None:
    for started in (owner.start_daily(), owner.start_solo("yacht")):
        game = owner.play_rows(started)
        listen(game_shown)
        page = Visitor(owner).open(f"/games/{game['id']}")
        assert in_order(page, "First to Owner", "Your score", "Middle to Owner", "The proof")
        assert in_order(page, "The proof", "Last to Owner", "Ones")


def test_the_front_page_has_those_of_the_end(
    owner: Person, today: Day, visitor: Visitor, listen: Listen
) -> None:
    heard = listen(game_shown)
    visitor.open("/")
    Visitor(owner).open("/")
    game = owner.start_daily()
    Visitor(owner).open("/")
    assert heard == []
    owner.play_rows(game)
    page = Visitor(owner).open("/")
    assert in_order(page, "Played. See you tomorrow.", "Last to Owner", "The advent calendar")
    assert "First" not in page.text
    assert [str(told["game"].pk) for told in heard] == [game["id"]]


def test_a_player_has_them_around_the_figures(
    owner: Person, visitor: Visitor, listen: Listen
) -> None:
    heard = listen(player_shown)
    page = visitor.open(f"/players/{owner.player.pk}")
    assert in_order(page, "First to you", "Last to you")
    Visitor(owner).open(f"/players/{owner.player.pk}")
    assert [told["player"] for told in heard] == [owner.player] * 2
    assert [told["reader"] for told in heard] == [None, owner.player]


def test_each_style_and_script_is_loaded_once(owner: Person, today: Day, listen: Listen) -> None:
    game = owner.play_rows(owner.start_daily())
    listen(game_shown)
    listen(player_shown)
    for path in (f"/games/{game['id']}", f"/players/{owner.player.pk}", "/"):
        page = Visitor(owner).open(path)
        assert page.html.count('<link rel="stylesheet" href="/static/css/rules.css">') == 1
        assert page.html.count('<script type="module" src="/static/js/reload.js"></script>') == 1


def test_a_move_asks_for_none(owner: Person, today: Day, listen: Listen) -> None:
    game = owner.start_daily()
    heard = listen(game_shown)
    owner.write(game, "chance")
    assert heard == []
