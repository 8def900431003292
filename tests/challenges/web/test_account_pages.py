"""The pages of accounts, as a browser without scripts uses them."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from challenges.models import Device, Game, Player
from challenges.services.days import make_days
from tests.cast import Person, clock, keys, nothing_changes
from tests.challenges.accounts import EMAIL, OTHER_PASSWORD, PASSWORD, key_in, last_mail

__all__ = ["clock", "keys"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

NEW = "a new and far better one than that"


class Visitor:
    """Fills in forms by the names of their fields, and sends what they hide along."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.9")
        self.text = ""

    def open(self, page: str, **query: str) -> HttpResponse:
        address = page if page.startswith("/") else reverse(f"challenges:{page}")
        return self._seen(self.client.get(f"{address}?{urlencode(query)}" if query else address))

    def send(self, page: str, *arguments: Any, **fields: str) -> HttpResponse:
        """With the hidden fields of the page that is open."""
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.text)
        data = {name: unescape(value) for name, value in hidden} | fields
        address = reverse(f"challenges:{page}", args=arguments)
        return self._seen(self.client.post(address, data))

    def follow(self, response: HttpResponse) -> str:
        assert response.status_code == 302, self.text
        self.open(response["Location"])
        return self.text

    def _seen(self, response: HttpResponse) -> HttpResponse:
        self.text = response.content.decode()
        assert "style=" not in self.text
        assert "<script>" not in self.text
        return response

    @property
    def player(self) -> Player | None:
        return Player.objects.filter(pk=self.client.session.get("_auth_user_id")).first()


@pytest.fixture
def visitor(db: None) -> Visitor:
    return Visitor()


@pytest.fixture
def guest(visitor: Visitor) -> Visitor:
    """In the middle of today's game."""
    make_days()
    visitor.open("today")
    visitor.send("today")
    return visitor


@pytest.fixture
def insider(guest: Visitor) -> Visitor:
    """A guest who claimed the account."""
    claim(guest)
    key = key_in(last_mail(EMAIL))
    guest.open("confirm", key=key)
    guest.send("confirm")
    mail.outbox.clear()
    return guest


def claim(visitor: Visitor, email: str = EMAIL, password: str = PASSWORD) -> HttpResponse:
    visitor.open("claim")
    return visitor.send("claim", email=email, password=password)


def sign_in(visitor: Visitor, password: str = PASSWORD, **fields: str) -> HttpResponse:
    visitor.open("sign-in")
    return visitor.send("sign-in", email=EMAIL, password=password, **fields)


# --- Claiming --------------------------------------------------------------------------------


def test_a_guest_claims_the_account_and_confirms_on_another_device(guest: Visitor) -> None:
    player = guest.player
    assert "Look in your mail" in guest.follow(claim(guest))
    assert EMAIL in guest.text

    phone = Visitor()
    phone.open("confirm", key=key_in(last_mail(EMAIL)))
    assert EMAIL in phone.text
    assert "Sign in here, too" in phone.follow(phone.send("confirm"))

    assert player is not None
    player.refresh_from_db()
    assert player.email == EMAIL
    assert guest.player == player
    assert phone.player is None
    phone.follow(sign_in(phone))
    assert phone.player == player


def test_the_link_opened_where_the_guest_plays_leads_to_the_account(guest: Visitor) -> None:
    claim(guest)
    guest.open("confirm", key=key_in(last_mail(EMAIL)))
    assert f"{EMAIL} is confirmed" in guest.follow(guest.send("confirm"))


def test_a_link_that_was_used_says_so(insider: Visitor, guest: Visitor) -> None:
    insider.open("email")
    insider.send("email", email="new@example.org", password=PASSWORD)
    key = key_in(last_mail("new@example.org"))
    insider.open("confirm", key=key)
    insider.send("confirm")
    assert insider.open("confirm", key=key).status_code == 200
    assert "is confirmed already" in insider.text
    assert insider.open("confirm", key="forged").status_code == 422
    assert "too old or was used" in insider.text


def test_somebody_without_an_account_makes_one(visitor: Visitor) -> None:
    assert "Look in your mail" in visitor.follow(claim(visitor))
    assert visitor.player is not None
    assert visitor.player.is_guest


def test_what_is_wrong_is_said_beside_its_field(guest: Visitor) -> None:
    with nothing_changes():
        assert claim(guest, "nonsense", "short").status_code == 400
        assert 'id="id_email_error"' in guest.text
        assert claim(guest, EMAIL, "short").status_code == 400
    assert 'id="id_password_error"' in guest.text
    assert f'value="{EMAIL}"' in guest.text
    assert 'aria-invalid="true"' in guest.text
    assert "short" not in re.sub(r"too short", "", guest.text)


def test_a_member_is_led_from_the_claim_to_the_account(insider: Visitor) -> None:
    assert insider.open("claim").status_code == 302


def test_the_mail_is_sent_again(guest: Visitor) -> None:
    claim(guest)
    guest.open("look-in-mail")
    guest.follow(guest.send("look-in-mail"))
    assert f"Another mail is on its way to {EMAIL}" in guest.text
    assert len(mail.outbox) == 2


def test_a_mail_server_that_is_down_is_said_and_nothing_lost(
    guest: Visitor, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    guest.follow(claim(guest))
    assert "Mails cannot be sent at the moment" in guest.text
    assert EMAIL in guest.text


# --- Signing in and out ----------------------------------------------------------------------


def test_wrong_credentials_are_said_above_the_form(insider: Visitor) -> None:
    other = Visitor()
    assert sign_in(other, OTHER_PASSWORD).status_code == 422
    assert "No account has this e-mail address with this password" in other.text
    assert other.player is None


def test_a_guest_with_games_is_asked_and_may_be_left(insider: Visitor) -> None:
    other = Visitor()
    other.open("today")
    other.send("today")
    guest = other.player
    games = Game.objects.count()
    assert sign_in(other).status_code == 409
    assert "plays as the guest" in other.text
    assert 'id="id_leave_guest_error"' in other.text
    assert other.player == guest
    other.follow(sign_in(other, leave_guest="on"))
    assert other.player == insider.player
    assert Game.objects.count() == games
    assert guest is not None
    assert Player.objects.get(pk=guest.pk).is_guest


def test_signing_out_and_in_finds_the_game_again(insider: Visitor) -> None:
    insider.open("account")
    assert "You are signed out" in insider.follow(insider.send("sign-out"))
    assert insider.player is None
    insider.follow(sign_in(insider))
    assert "Play on" in insider.text


def test_signing_in_leads_back_to_the_page_it_was_asked_from(insider: Visitor) -> None:
    other = Visitor()
    other.open("sign-in", next="/rules?sheet=<b>")
    answer = other.send("sign-in", email=EMAIL, password=OTHER_PASSWORD)
    assert answer.status_code == 422
    answer = other.send("sign-in", email=EMAIL, password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/rules?sheet=%3Cb%3E")


@pytest.mark.parametrize(
    "page", ["https://example.org/", "//example.org", "/\\example.org", "rules"]
)
def test_signing_in_leads_to_no_other_site(insider: Visitor, page: str) -> None:
    other = Visitor()
    other.open("sign-in", next=page)
    assert other.send("sign-in", email=EMAIL, password=PASSWORD)["Location"] == "/"


def test_a_guest_with_games_is_not_signed_out(guest: Visitor) -> None:
    guest.open("claim")
    assert guest.send("sign-out").status_code == 409
    assert guest.player is not None


# --- Passwords and addresses -----------------------------------------------------------------


def test_a_forgotten_password_is_reset(insider: Visitor) -> None:
    other = Visitor()
    other.open("forgotten")
    assert "If the address has an account" in other.follow(other.send("forgotten", email=EMAIL))
    key = key_in(last_mail(EMAIL))
    other.open("reset", key=key)
    assert other.send("reset", password="short").status_code == 400
    assert "Sign in with it" in other.follow(other.send("reset", password=NEW))
    other.follow(sign_in(other, NEW))
    assert other.player is not None
    assert insider.open("account").status_code == 302
    assert other.open("reset", key=key).status_code == 422


def test_the_password_is_changed_and_the_browser_stays_signed_in(insider: Visitor) -> None:
    insider.open("password")
    assert insider.send("password", password="wrong", new_password=NEW).status_code == 422
    assert 'id="id_password_error"' in insider.text
    insider.follow(insider.send("password", password=PASSWORD, new_password=NEW))
    assert "Your password is changed" in insider.text


def test_the_address_is_changed(insider: Visitor) -> None:
    insider.open("email")
    assert insider.send("email", email=EMAIL, password=PASSWORD).status_code == 400
    insider.follow(insider.send("email", email="new@example.org", password=PASSWORD))
    assert "new@example.org" in insider.text


def test_guests_are_led_to_the_claim(guest: Visitor) -> None:
    for page in ("password", "email"):
        assert guest.open(page)["Location"] == reverse("challenges:claim")


# --- Devices, export, deletion ---------------------------------------------------------------


def test_another_device_is_ended(insider: Visitor) -> None:
    other = Visitor()
    other.follow(sign_in(other))
    insider.open("devices")
    assert insider.text.count("This device") == 1
    device = Device.objects.get(session_key=other.client.session.session_key)
    assert "That device is signed out" in insider.follow(insider.send("end-device", device.pk))
    assert other.open("account").status_code == 302
    assert insider.open("account").status_code == 200


def test_this_device_is_ended(insider: Visitor) -> None:
    insider.open("devices")
    device = Device.objects.get()
    insider.follow(insider.send("end-device", device.pk))
    assert insider.player is None


def test_everything_can_be_downloaded(insider: Visitor) -> None:
    insider.open("account")
    assert 'href="/api/v1/me/export"' in insider.text
    answer = insider.open("/api/v1/me/export")
    assert answer["Content-Disposition"].startswith("attachment")


def test_a_member_is_deleted_with_the_password(insider: Visitor) -> None:
    insider.open("delete")
    with nothing_changes():
        assert insider.send("delete", password=OTHER_PASSWORD).status_code == 422
    assert "Your account is deleted" in insider.follow(insider.send("delete", password=PASSWORD))
    assert insider.player is None
    assert Player.objects.get().name == "Deleted player"


def test_a_guest_is_deleted_once_the_box_is_ticked(guest: Visitor) -> None:
    guest.open("delete")
    assert guest.send("delete").status_code == 400
    guest.follow(guest.send("delete", confirm="on"))
    assert Player.objects.get().deleted_at is not None


# --- All of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["devices", "delete", "password", "email"])
def test_pages_of_an_account_are_not_found_without_one(visitor: Visitor, page: str) -> None:
    assert visitor.open(page).status_code == 404


def test_a_form_without_its_token_is_refused(insider: Visitor) -> None:
    insider.text = ""
    with nothing_changes():
        assert insider.send("delete", password=PASSWORD).status_code == 403


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("claim", {"email": "email", "password": "new-password"}),
        ("sign-in", {"email": "username", "password": "current-password"}),
        ("forgotten", {"email": "username"}),
    ],
)
def test_password_managers_know_the_fields(
    visitor: Visitor, page: str, fields: dict[str, str]
) -> None:
    visitor.open(page)
    for name, autocomplete in fields.items():
        (found,) = re.findall(rf'<input [^>]*name="{name}"[^>]*>', visitor.text)
        assert f'autocomplete="{autocomplete}"' in found
        assert f'<label for="id_{name}">' in visitor.text


@pytest.mark.parametrize(
    ("who", "page", "label"),
    [("visitor", "sign-in", "Sign in"), ("guest", "claim", "Save my games")],
)
def test_the_menu_leads_to_the_account(
    request: pytest.FixtureRequest, who: str, page: str, label: str
) -> None:
    visitor = request.getfixturevalue(who)
    visitor.open("rules")
    assert f'<a href="{reverse(f"challenges:{page}")}">{label}</a>' in visitor.text


def test_a_finished_game_and_the_settings_lead_to_the_claim(guest: Visitor) -> None:
    assert guest.player is not None
    game = Game.objects.get()
    person = Person(player=guest.player)
    person.client = guest.client
    person.client.handler.enforce_csrf_checks = False
    person.play_rows(person.start_daily())
    guest.open(f"/games/{game.pk}")
    assert "Save my games" in guest.text.split("<main")[1]
    guest.open("settings")
    assert reverse("challenges:account") in guest.text
