"""A superuser walks every page and presses every button of the admin site while days are open.

Nothing that comes back, and no line that is logged, tells of an open day's dice: not its seed, not
the key, no throw, no move and no row of a sheet.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

import pytest
import time_machine
from django.http import HttpResponse

from challenges.engine.dice import DiceStream, daily_label
from challenges.engine.sheets import SHEETS
from challenges.models import Day, Game
from challenges.services import moderation
from challenges.services.reports import report_name
from challenges.services.rulebook import ROW_NAMES
from challenges.services.seeds import derive_seed
from tests.cast import CLOSES, SEED_KEYS, TODAY, Person
from tests.operators import Operator

pytestmark = pytest.mark.django_db

ADDRESS = re.compile(
    r'<(a|form|button|link|script)\b[^>]*?\b(?:href|src|action|formaction)="([^"]*)"'
)
MOVES = re.compile(r"(?<![\w-])[x-]{5,6}(?![\w-])")
# Signing out ends the walk, and the password page has a form that is none of ours.
LEFT_OUT = ("/admin/logout/", "/admin/password_change/")


@dataclass
class Walk:
    """Follows whatever a page leads to; presses its buttons when there are no more pages."""

    operator: Operator
    answers: dict[str, HttpResponse] = field(default_factory=dict)
    buttons: dict[str, dict[str, str]] = field(default_factory=dict)

    def go(self, *addresses: str) -> None:
        waiting = list(addresses)
        while waiting:
            address = waiting.pop()
            if address not in self.answers and is_ours(address):
                links = self.links(address, self.visit(address))
                waiting += [plain(urljoin(address, link)) for link in links]

    def visit(self, address: str) -> HttpResponse:
        self.answers[address] = self.operator.client.get(address)
        return self.answers[address]

    def links(self, address: str, answer: HttpResponse) -> Iterator[str]:
        if answer.status_code in (301, 302):
            yield answer["Location"]
        if answer["Content-Type"].startswith("text/html"):
            for tag, link in ADDRESS.findall(answer.content.decode()):
                target = html.unescape(link)
                if tag in ("form", "button"):
                    self.buttons[urljoin(address, target)] = {}
                else:
                    yield target

    def press_all(self) -> None:
        fields = {"seen": "Owner", "name": "Brave Otter", "q": "Owner"}
        for address in sorted(filter(is_ours, self.buttons)):
            # Signing oneself out comes last of all.
            if f"{self.operator.player.pk}/operations/sign-out" not in address:
                answer = self.operator.client.post(address, fields)
                self.answers[f"POST {address}"] = answer
                self.go(urljoin(address, answer.get("Location", "/admin/")))


def plain(address: str) -> str:
    """Without the list that it was come from, which would make one page a hundred."""
    return re.sub(r"[?&]_changelist_filters=[^&]*|#.*", "", address)


def is_ours(address: str) -> bool:
    return urlsplit(address).path.startswith("/admin/") and not address.startswith(LEFT_OUT)


def everything_of(answer: HttpResponse) -> str:
    head = "\n".join(f"{name}: {value}" for name, value in answer.items())
    cookies = answer.cookies.output()
    return html.unescape(f"{head}\n{cookies}\n{answer.content.decode()}")


@pytest.fixture
def half_played(owner: Person, friend: Person, stranger: Person, today: Day) -> list[Game]:
    """Games of the open day: one half played, one finished, one begun again by who finished."""
    game = owner.keep(owner.start_daily(), 0, 1)
    game = owner.keep(owner.write(owner.keep(game, 2), "full_house"), 1, 3)
    owner.write(game, "large_straight")
    friend.play_keenly(friend.start_daily())
    friend.keep(friend.start_solo(day=str(TODAY)), 0, 4, 5)
    stranger.start_daily()
    report_name(reporter=friend.player, player_id=owner.player.pk)
    return list(Game.objects.all())


def secrets_of(games: list[Game]) -> list[str]:
    """Texts that would tell: of all days that are not closed, and of their games."""
    found = ["the-first-seed-key-of-the-tests", SEED_KEYS.partition(":")[2]]
    for day in Day.objects.filter(closed_at__isnull=True):
        seed = derive_seed(key_id=day.key_id, label=daily_label(day.date))
        found.append(seed.hex())
        if day.date != TODAY:
            continue
        throws = [DiceStream(seed, 6)(turn, throw) for turn in range(1, 21) for throw in (1, 2, 3)]
        found += [joint.join(map(str, dice)) for dice in throws for joint in (" ", ", ", ",")]
    for game in games:
        found += [line for line in game.moves.split("\n") if line]
    # Pages name the game itself, which its last row is named after.
    rows = [row.code for row in SHEETS["maxi"].rows if row.code != "maxi_yatzy"]
    return [*found, *rows[6:], *(str(ROW_NAMES[row]) for row in rows)]


def told(text: str, secrets: list[str]) -> list[str]:
    return [secret for secret in secrets if secret in text] + MOVES.findall(text)


def places(games: list[Game]) -> list[str]:
    """Addresses that no page leads to, and some that try to make one tell."""
    listed = "/admin/challenges/game/?q=2026-12-01"
    guesses = [game.moves.split("\n")[0] for game in games]
    addresses = ["/admin/", "/admin/jsi18n/", "/admin/challenges/", "/admin/challenges/day/chain"]
    for game in games:
        page = f"/admin/challenges/game/{game.pk}"
        addresses += [f"{page}/change/", f"{page}/history/", f"{page}/delete/", f"{page}/"]
        addresses += [f"{page}/change/?_to_field=moves", f"{page}/change/?_popup=1"]
        addresses += [f"/admin/challenges/game/?q={game.pk}"]
    for name in ("day", "game", "player", "report"):
        page = f"/admin/challenges/{name}/"
        addresses += [
            f"{page}add/",
            f"{page}?o=1.-2.3",
            f"{page}?p=2",
            f"{page}?all=",
            f"{page}?e=1",
        ]
        addresses += [f"{page}?_facets=True", f"{page}?_popup=1", f"{page}?_to_field=moves"]
    for date in Day.objects.values_list("date", flat=True)[:3]:
        page = f"/admin/challenges/day/{date}"
        addresses += [f"{page}/change/", f"{page}/history/", f"{page}/close"]
    looked_up = ("moves", "moves__contains", "ply", "seed", "day__seed", "key_id")
    addresses += [f"{listed}&{lookup}={guess}" for lookup in looked_up for guess in guesses[:1]]
    return [*addresses, "/admin/challenges/game/x/change/", "/admin/challenges/day/x/change/"]


# What pages tell does not depend on the database; that they work on both, the next test shows.
@pytest.mark.only_on("sqlite")
def test_no_page_and_no_button_tells_of_the_dice_of_an_open_day(
    operator: Operator,
    half_played: list[Game],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A generated name may be that of a row: there is a Towering Otter.
    monkeypatch.setattr(moderation, "generate_name", lambda: "Brave Otter")
    secrets = secrets_of(half_played)
    walk = Walk(operator)
    walk.go("/admin/")
    for address in places(half_played):
        walk.visit(address)
    walk.press_all()
    # An address that asks for a move repeats what was asked.
    asked = [address for address in walk.answers if "moves" in address or "seed" in address]
    answers = {address: walk.answers[address] for address in walk.answers if address not in asked}
    leaks = {address: told(everything_of(answer), secrets) for address, answer in answers.items()}
    assert {address: leak for address, leak in leaks.items() if leak} == {}
    assert {walk.answers[address].status_code for address in asked} <= {302, 400}
    assert told(caplog.text, secrets) == []


def test_the_walk_comes_to_every_page_and_button(
    operator: Operator, half_played: list[Game], owner: Person
) -> None:
    walk = Walk(operator)
    walk.go("/admin/")
    walk.press_all()
    owners = f"/admin/challenges/player/{owner.player.pk}"
    for page in (
        "/admin/challenges/day/chain",
        "/admin/challenges/day/2026-12-01/change/",
        "/admin/challenges/day/2026-12-01/history/",
        "/admin/challenges/report/",
        f"{owners}/change/",
        f"POST {owners}/operations/hide",
        f"POST {owners}/operations/rename",
        f"POST {owners}/operations/generate-name",
        f"POST {owners}/operations/dismiss",
        f"POST {owners}/operations/sign-out",
        f"POST {owners}/operations/dismiss?next=/admin/challenges/report/",
        *(f"/admin/challenges/game/{game.pk}/change/" for game in half_played),
    ):
        assert page in walk.answers, page
    answered = {answer.status_code for answer in walk.answers.values()}
    assert answered <= {200, 302, 403}


@pytest.mark.only_on("sqlite")
def test_the_day_after_the_same_walk_would_find_what_it_looked_for(
    operator: Operator, half_played: list[Game], clock: time_machine.Traveller
) -> None:
    secrets = secrets_of(half_played)
    clock.move_to(CLOSES)
    operator.press("challenges/day/2026-12-01/close")
    walk = Walk(operator)
    walk.go("/admin/challenges/game/?q=2026-12-01", "/admin/challenges/day/2026-12-01/change/")
    leaks = {
        secret
        for answer in walk.answers.values()
        for secret in told(everything_of(answer), secrets)
    }
    day = Day.objects.get(date=TODAY)
    assert day.seed in leaks
    assert "Full house" in leaks
    assert {"xx----", "xx---- --x--- full_house"} <= leaks
