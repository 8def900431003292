"""GET /me/export and DELETE /me."""

import json
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from knox.models import AuthToken
from pytest_django import Settings

from challenges.engine.record import Record
from challenges.models import Day, Device, Game, Irregularity, Player, Report, Review
from challenges.services.moderation import hide_player, rename_player
from challenges.services.perfect_play.looking_back import look_back
from challenges.services.seeds import derive_seed
from challenges.signals import player_exported, player_visibility_changed
from leaderboards.services.closing import close_due_days
from tests.cast import (
    CLOSES,
    NOON,
    ONE_DAY,
    TODAY,
    Browser,
    Caller,
    Person,
    Queries,
    at_once,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.accounts import (
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    claim,
    confirm,
    done,
    is_signed_in,
    key_in,
    last_mail,
    sign_in,
)
from tests.operators import make_operator

pytestmark = pytest.mark.django_db

# --- Exporting -------------------------------------------------------------------------------


def test_everything_held_about_a_player_is_exported(
    member: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    Report.objects.create(
        reporter=member.player,
        player=stranger.player,
        name="Stranger",
        reported_at=stranger.player.joined_at,
    )
    game = member.start_solo("yacht")
    member.keep(game, 0, 1)
    member.post("/account/email", {"email": "new@example.org", "password": PASSWORD})
    answer = member.get("/me/export")
    export = ok(answer)
    assert answer["Content-Disposition"] == 'attachment; filename="daily-dice.json"'
    me = ok(member.get("/me"))
    assert {**export["player"], "streak": me["streak"]} == me
    assert export["exported_at"] == "2026-12-01T12:00:00Z"
    assert export["emails"] == [
        {"email": EMAIL, "confirmed": True},
        {"email": "new@example.org", "confirmed": False},
    ]
    assert [device["kind"] for device in export["devices"]] == ["app"]
    assert export["reports_made"] == [
        {
            "player": str(stranger.player.pk),
            "name": "Stranger",
            "reported_at": "2026-12-01T12:00:00Z",
        }
    ]
    (exported,) = export["games"]
    assert exported["moves"] == [{"keep": [True, True, False, False, False]}]
    assert [throw["dice"] for throw in exported["throws"]] == [
        game["dice"],
        ok(member.get(f"/games/{game['id']}"))["dice"],
    ]
    assert exported["record"].endswith(" 1. xx---\n")


def test_what_is_kept_beside_the_profile_is_exported(
    owner: Person, clock: time_machine.Traveller
) -> None:
    assert ok(owner.get("/me/export"))["account"] == {
        "last_signed_in_at": None,
        "hidden_at": None,
        "unlisted_at": None,
        "chosen_die": "plain",
        "earliest_today": None,
    }
    Browser(player=owner.player)
    owner.patch("/me", {"time_zone": "Pacific/Kiritimati", "listed": False, "die": "christmas"})
    clock.shift(60)
    hide_player(operator=make_operator().player, player_id=owner.player.pk)
    assert ok(owner.get("/me/export"))["account"] == {
        "last_signed_in_at": "2026-12-01T12:00:00Z",
        "hidden_at": "2026-12-01T12:01:00Z",
        "unlisted_at": "2026-12-01T12:00:00Z",
        "chosen_die": "christmas",
        "earliest_today": "2026-12-01",
    }


def test_what_operators_did_is_exported_without_who_it_was(
    owner: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    operator = make_operator("Anna").player
    hide_player(operator=operator, player_id=stranger.player.pk)
    rename_player(operator=operator, player_id=owner.player.pk, seen="Owner", name="Better")
    clock.shift(60)
    hide_player(operator=operator, player_id=owner.player.pk)
    answer = owner.get("/me/export")
    assert ok(answer)["done_by_operators"] == [
        {
            "action": "change",
            "done_at": "2026-12-01T12:00:00Z",
            "text": "Renamed from Owner to Better.",
        },
        {"action": "change", "done_at": "2026-12-01T12:01:00Z", "text": "Hidden."},
    ]
    for secret in ("Anna", str(operator.pk), operator.login):
        assert secret not in answer.content.decode()


def test_of_an_open_day_only_what_was_thrown_is_exported(owner: Person, today: Day) -> None:
    game = owner.start_daily()
    answer = owner.get("/me/export")
    (exported,) = ok(answer)["games"]
    assert exported["throws"] == [{"turn": 1, "throw": 1, "dice": game["dice"]}]
    assert "Seed: daily:2026-12-01\n" in exported["record"]
    seed = derive_seed(key_id=today.key_id, label="daily:2026-12-01")
    assert seed.hex() not in answer.content.decode()


def test_a_public_seed_is_in_the_record(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    owner.play_rows(owner.start_daily())
    solo = owner.play_rows(owner.start_solo())
    clock.move_to(CLOSES)
    close_due_days()
    exported = {game["mode"]: game for game in ok(owner.get("/me/export"))["games"]}
    for mode in ("daily", "solo"):
        record = Record.from_text(exported[mode]["record"])
        assert not isinstance(record.seed, str)
        assert record.replay(record.seed).total == exported[mode]["total"]
    assert exported["solo"]["total"] == solo["total"]


def test_dice_that_cannot_be_computed_do_not_stop_the_export(
    owner: Person, settings: Settings
) -> None:
    owner.start_solo()
    settings.SEED_KEYS = {"other": b"x" * 43}
    (exported,) = ok(owner.get("/me/export"))["games"]
    assert exported["throws"] is None


def test_other_apps_add_what_they_hold(owner: Person) -> None:
    def add(player: Player, parts: dict[str, Any], **kwargs: Any) -> None:
        parts["letters"] = [str(player.pk)]

    player_exported.connect(add)
    more = ok(owner.get("/me/export"))["more"]
    assert more["letters"] == [str(owner.player.pk)]
    assert more["standings"] == []


def test_an_export_is_for_its_player(owner: Person, anybody: Caller, stranger: Person) -> None:
    owner.start_solo()
    refused(anybody.get("/me/export"), 401, "not_authenticated")
    assert ok(stranger.get("/me/export"))["games"] == []


def test_an_export_holds_no_secret(member: Person) -> None:
    Browser(player=member.player)
    text = member.get("/me/export").content.decode()
    token, session = AuthToken.objects.get(), Device.objects.get(token=None)
    for secret in (member.token, token.digest, session.session_key, member.now().password):
        assert secret not in text


def test_exports_are_limited(owner: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "exports-of-player": "1/3600"}
    ok(owner.get("/me/export"))
    refused(owner.get("/me/export"), 429, "too_many_tries")


def test_the_queries_of_an_export_do_not_grow_with_the_games(owner: Person) -> None:
    counts = []
    for _ in range(2):
        owner.start_solo()
        owner.start_solo("yacht")
        with Queries() as queries:
            ok(owner.get("/me/export"))
        counts.append(len(queries.statements))
    assert counts == [14, 14]  # of them one for the boards, six for friends and challenges


# --- Deleting --------------------------------------------------------------------------------


@pytest.fixture
def told() -> list[Player]:
    found: list[Player] = []

    def note(player: Player, **kwargs: Any) -> None:
        found.append(player)

    player_visibility_changed.connect(note, weak=False)
    found.clear()
    yield found
    player_visibility_changed.disconnect(note)


def test_a_deleted_member_is_nobody_and_the_games_stay(
    member: Person, stranger: Person, today: Day, told: list[Player]
) -> None:
    member.patch("/me", {"country": "SE", "language": "sv", "time_zone": "Europe/Stockholm"})
    member.patch("/me", {"listed": False, "die": "christmas"})
    game = member.play_rows(member.start_daily())
    told.clear()
    Report.objects.create(
        reporter=stranger.player,
        player=member.player,
        name="Owner",
        reported_at=member.player.joined_at,
    )
    browser = Browser(player=member.player)
    games = list(Game.objects.values())

    done(member.delete("/me", {"password": PASSWORD}))

    player = member.now()
    kept = {"id", "login", "joined_at", "claimed_at", "session_generation", "password"}
    row = Player.objects.filter(pk=player.pk).values().get()
    assert {name: value for name, value in row.items() if name not in kept} == {
        "name": "Deleted player",
        "email": None,
        "country": "",
        "language": "en",
        "time_zone": "UTC",
        "die": "plain",
        "earliest_today": None,
        "hidden_at": None,
        "unlisted_at": None,
        "deleted_at": player.deleted_at,
        "is_active": False,
        "is_staff": False,
        "is_superuser": False,
        "last_login": None,
        "signup_key": None,
        "signup_request": "",
    }
    assert player.deleted_at is not None
    assert not player.has_usable_password()
    assert not player.is_listed
    assert told == [player]
    assert list(Game.objects.values()) == games
    assert Game.objects.get().total == game["total"]
    assert EmailAddress.objects.count() == Report.objects.count() == 0
    assert not Device.objects.filter(player=player).exists()
    assert not AuthToken.objects.filter(user=player).exists()
    assert not is_signed_in(member)
    assert not is_signed_in(browser)
    refused(stranger.get(f"/players/{player.pk}"), 404, "not_found")
    assert last_mail(EMAIL).subject == "Ditt konto hos Daily Dice är raderat"


def test_the_games_of_a_deleted_player_are_proved_as_before(
    member: Person, stranger: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = member.play_rows(member.start_daily())
    done(member.delete("/me", {"password": PASSWORD}))
    clock.move_to(CLOSES)
    close_due_days()
    assert ok(stranger.get(f"/games/{game['id']}/proof"))["total"] == game["total"]


def test_a_guest_confirms_the_deletion(owner: Person, told: list[Player]) -> None:
    with nothing_changes():
        for body in ({}, {"confirm": False}, {"confirm": "true"}, {"password": "x"}):
            refused(owner.delete("/me", body), 400, "invalid")
    done(owner.delete("/me", {"confirm": True}))
    assert owner.now().deleted_at is not None
    assert told == [owner.player]
    assert mail.outbox == []


def test_a_member_gives_the_password_or_has_just_signed_in(
    member: Person, clock: time_machine.Traveller
) -> None:
    clock.shift(600)
    with nothing_changes():
        refused(member.delete("/me", {"confirm": True}), 422, "password_needed")
        refused(member.delete("/me", {"password": OTHER_PASSWORD}), 422, "wrong_password")
    phone = Caller()
    phone.token = ok(sign_in(phone))["token"]
    clock.shift(599)
    done(phone.delete("/me", {"confirm": True}))
    assert member.now().deleted_at is not None


def test_the_address_of_a_deleted_player_is_free(member: Person, friend: Person) -> None:
    done(member.delete("/me", {"password": PASSWORD}))
    claim(friend)
    ok(confirm(key_in(last_mail(EMAIL))))
    assert friend.now().email == EMAIL


def test_a_deleted_guests_key_makes_a_new_guest(anybody: Caller) -> None:
    key = "a-key-that-is-long-enough"
    first = ok(anybody.post("/players", {}, Idempotency_Key=key), 201)
    anybody.token = first["token"]
    done(anybody.delete("/me", {"confirm": True}))
    again = ok(Caller().post("/players", {}, Idempotency_Key=key), 201)
    assert again["player"]["id"] != first["player"]["id"]


def test_nobody_deletes_nothing(anybody: Caller, owner: Person) -> None:
    with nothing_changes():
        refused(anybody.delete("/me", {"confirm": True}), 401, "not_authenticated")
    done(owner.delete("/me", {"confirm": True}))
    with nothing_changes():
        refused(owner.delete("/me", {"confirm": True}), 401, "authentication_failed")


def test_a_receiver_that_fails_leaves_the_account_as_it_was(owner: Person) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    player_visibility_changed.connect(fail)
    with nothing_changes(), pytest.raises(RuntimeError):
        owner.delete("/me", {"confirm": True})
    player_visibility_changed.disconnect(fail)


@pytest.mark.django_db(transaction=True)
def test_many_deletions_at_once_are_one(owner: Person, told: list[Player]) -> None:
    callers = [Caller(token=owner.token) for _ in range(4)]
    answers = at_once(
        [lambda caller=caller: caller.delete("/me", {"confirm": True}) for caller in callers]
    )
    assert {answer.status_code for answer in answers} <= {204, 401}
    assert len(told) == 1


@pytest.mark.django_db(transaction=True)
def test_deleting_and_confirming_at_once_leave_no_address(owner: Person) -> None:
    claim(owner)
    key = key_in(last_mail(EMAIL))
    at_once([lambda: confirm(key), lambda: owner.delete("/me", {"confirm": True})])
    player = owner.now()
    if player.deleted_at is None:  # confirmed first: then a member, who would give a password
        assert player.email == EMAIL
    else:
        assert player.email is None
        assert json.dumps(list(EmailAddress.objects.values())) == "[]"


# --- Reviews ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("solved_tables")
def test_a_review_is_exported_with_its_game(owner: Person, settings: Settings) -> None:
    game = owner.play_keenly(owner.start_solo("yacht"))
    assert ok(owner.get("/me/export"))["games"][0]["review"] is None
    review = ok(owner.get(f"/games/{game['id']}/review"))
    (exported,) = ok(owner.get("/me/export"))["games"]
    found = exported["review"]
    for figure in ("start", "luck", "loss", "accuracy", "skill"):
        assert found[figure] == review[figure]
    assert found["reviewed_at"] == "2026-12-01T12:00:00Z"
    pairs = zip(exported["moves"], exported["throws"], found["moves"], strict=True)
    assert [{"ply": ply, **a, **b, **c} for ply, (a, b, c) in enumerate(pairs)] == review["moves"]
    settings.SEED_KEYS = {"other": b"x" * 43}
    Game.objects.update(seed=None)
    (exported,) = ok(owner.get("/me/export"))["games"]
    assert (exported["throws"], exported["review"]["moves"]) == (None, None)


@pytest.mark.usefixtures("solved_tables")
def test_of_a_review_that_nobody_asked_for_the_figures_are_exported(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    owner.play_rows(owner.start_daily())
    clock.move_to(CLOSES)
    close_due_days()
    look_back(seconds=60)
    (exported,) = ok(owner.get("/me/export"))["games"]
    row = Review.objects.get()
    assert exported["review"] == {
        "start": row.start,
        "luck": row.luck,
        "loss": row.loss,
        "accuracy": round(row.accuracy, 9),
        "skill": row.skill,
        "reviewed_at": CLOSES.isoformat().replace("+00:00", "Z"),
        "moves": None,
    }


def test_what_operators_are_to_look_at_is_exported_and_deleted_with_the_account(
    owner: Person, stranger: Person
) -> None:
    figures = {
        "kind": "foresight",
        "games": 12,
        "accuracy": 55.5,
        "loss": 170.25,
        "excess": 99.5,
        "deviations": 5.75,
    }
    dates = {"since": TODAY - 20 * ONE_DAY, "until": TODAY}
    for player in (owner.player, stranger.player):
        Irregularity.objects.create(player=player, noticed_at=NOON, **figures, **dates)
    assert ok(owner.get("/me/export"))["irregularities"] == [
        {
            **figures,
            "since": "2026-11-11",
            "until": "2026-12-01",
            "noticed_at": "2026-12-01T12:00:00Z",
            "handled_at": None,
        }
    ]
    done(owner.delete("/me", {"confirm": True}))
    assert [row.player for row in Irregularity.objects.all()] == [stranger.player]


@pytest.mark.usefixtures("solved_tables")
def test_the_review_of_a_deleted_player_stays_with_its_game_and_nobody_is_told(
    owner: Person, stranger: Person
) -> None:
    game = owner.play_rows(owner.start_solo("yacht"))
    ok(owner.get(f"/games/{game['id']}/review"))
    kept = list(Review.objects.values())
    done(owner.delete("/me", {"confirm": True}))
    assert list(Review.objects.values()) == kept
    for caller, status, code in (
        (owner, 401, "authentication_failed"),
        (stranger, 404, "not_found"),
    ):
        refused(caller.get(f"/games/{game['id']}/review"), status, code)
