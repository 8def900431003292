"""Games in the admin site: what is told of one, and from when on."""

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day, Game, Player
from challenges.services.seeds import current_key_id
from leaderboards.services.closing import close_day
from tests.cast import CLOSES, NOON, NOWHERE, TODAY, Json, Person, Queries, nothing_changes
from tests.operators import Operator, done

pytestmark = pytest.mark.django_db

LIST = "challenges/game/"


def page(game: Json) -> str:
    return f"{LIST}{game['id']}/change/"


@pytest.fixture
def half_played(owner: Person, today: Day) -> Json:
    """Three dice thrown again, then two rows."""
    game = owner.keep(owner.start_daily(), 0, 1, 2)
    return owner.write(owner.write(game, "chance"), "ones")


def close(clock: time_machine.Traveller) -> None:
    clock.move_to(CLOSES)
    assert close_day(date=TODAY) is not None


# --- Finding ---------------------------------------------------------------------------------


def test_the_list_begins_with_the_games_of_today(operator: Operator, half_played: Json) -> None:
    answer = operator.get(LIST)
    assert (answer.status_code, answer["Location"]) == (302, "/admin/challenges/game/?q=2026-12-01")
    text = operator.see(LIST, q="2026-12-01")
    total = half_played["total"]
    assert f"{half_played['id']} Owner Daily 2026-12-01 maxi Playing {total} 1 game" in text


def test_games_are_found_by_game_player_and_date(
    operator: Operator, half_played: Json, owner: Person, friend: Person
) -> None:
    solo, other = owner.start_solo("yacht"), friend.start_daily()
    found = {
        typed: sum(game["id"] in operator.see(LIST, q=typed) for game in (half_played, solo, other))
        for typed in (
            half_played["id"],
            str(owner.player.pk),
            str(friend.player.pk),
            "2026-12-01",
            "2026-12-02",
            NOWHERE,
            "maxi",
        )
    }
    assert list(found.values()) == [1, 2, 1, 2, 0, 0, 0]


def test_a_list_takes_as_many_queries_for_many_games_as_for_few(
    operator: Operator, today: Day
) -> None:
    for batch in range(2):
        players = Player.objects.bulk_create(
            Player(name=f"Name {batch} {number}", joined_at=NOON) for number in range(60)
        )
        Game.objects.bulk_create(
            Game(
                player=player,
                mode=Game.Mode.DAILY,
                day=today,
                rules="maxi",
                seed_label="daily:2026-12-01",
                key_id=current_key_id(),
                commitment=today.commitment,
                started_at=NOON,
            )
            for player in players
        )
        with Queries() as queries:
            operator.see(LIST, q="2026-12-01")
        # The session's player, the count and the page.
        assert len(queries.statements) == 3
        assert not any('"moves"' in statement for statement in queries.statements)


# --- Reading ---------------------------------------------------------------------------------


def test_a_game_of_an_open_day_tells_its_status_and_total(
    operator: Operator, half_played: Json
) -> None:
    text = operator.see(page(half_played))
    assert "Moves and sheet can be read once the day of these dice has been closed." in text
    assert f"Status: Playing Total: {half_played['total']}" in text
    for told_later in ("Record:", "Sheet:", "Ply:", "Started at:", "xxx---"):
        assert told_later not in text


def test_the_end_of_a_day_is_not_enough_before_it_was_closed(
    operator: Operator, half_played: Json, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    text = operator.see(page(half_played))
    assert "Status: Expired" in text
    assert "Record:" not in text


def test_a_game_of_a_closed_day_tells_its_moves_and_sheet(
    operator: Operator, half_played: Json, clock: time_machine.Traveller
) -> None:
    close(clock)
    text = operator.see(page(half_played))
    sheet = half_played["sheet"]
    assert "Sheet: maxi Seed: daily:2026-12-01 1. xxx--- chance 2. ones" in text
    assert f"Ones {sheet['ones']} Twos - " in text
    assert f"Chance {sheet['chance']} Maxi Yatzy - Sum of the upper rows {sheet['ones']}" in text
    assert f"Upper bonus 0 Total {half_played['total']}" in text
    assert "Status: Expired" in text


def test_another_game_on_the_dice_of_a_day_waits_for_it_too(
    operator: Operator, owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    owner.play_rows(owner.start_daily())
    again = owner.write(owner.start_solo(day="2026-12-01"), "chance")
    assert "Record:" not in operator.see(page(again))
    close(clock)
    assert "Record: Sheet: maxi Seed: daily:2026-12-01 1. chance" in operator.see(page(again))


def test_a_game_on_dice_of_its_own_can_be_read(operator: Operator, owner: Person) -> None:
    game = owner.start_solo("yacht", house_rules={"forced_order": True})
    game = owner.write(game, "ones")
    text = operator.see(page(game))
    assert "Day: none: dice of its own Rules: Yacht" in text
    record = f"Sheet: yacht House rules: forced_order Seed: game:{game['id']} 1. ones"
    assert record in text


def test_a_sheet_whose_dice_cannot_be_had_is_told_to_be_so(
    operator: Operator, owner: Person, settings: Settings
) -> None:
    game = owner.start_solo()
    settings.SEED_KEYS = {"other": b"another key"}
    assert "The dice of this game cannot be thrown now." in operator.see(page(game))


def test_a_page_takes_few_queries(operator: Operator, half_played: Json) -> None:
    with Queries() as queries:
        operator.see(page(half_played))
    # The session's player; the game with its player and day.
    assert len(queries.statements) == 2


@pytest.mark.parametrize("lookup", ["moves__startswith", "day__seed__startswith", "ply"])
def test_no_column_can_be_guessed_by_the_address_of_the_list(
    lookup: str, operator: Operator, half_played: Json
) -> None:
    for guess in (Game.objects.get().moves, "nothing of the kind"):
        assert operator.get(LIST, q="2026-12-01", **{lookup: guess}).status_code == 400


def test_nothing_is_added_deleted_or_edited(operator: Operator, half_played: Json) -> None:
    with nothing_changes():
        assert operator.get(f"{LIST}add/").status_code == 403
        assert operator.get(f"{LIST}{half_played['id']}/delete/").status_code == 403
        posted = operator.client.post(f"/admin/{page(half_played)}", {"total": 649})
        assert posted.status_code == 403
    assert done() == []


def test_strange_ids_are_not_found(operator: Operator, half_played: Json) -> None:
    for game_id in ("nothing", NOWHERE, "1"):
        assert operator.get(f"{LIST}{game_id}/change/").status_code == 302


# --- Against the computer --------------------------------------------------------------------


def test_what_the_computer_did_is_told_with_the_game(operator: Operator, owner: Person) -> None:
    body = {"rules": "yacht", "mode": "computer", "opponent": "hard"}
    game = owner.write(owner.post("/games", body).json(), "chance")
    row = Game.objects.get()
    text = operator.see(page(game))
    assert f"Opponent: Hard Opponent total: {row.opponent_total}" in text
    moves = " ".join(row.opponent_moves.split())
    record = f"The computer's record: Sheet: yacht Seed: game:{game['id']} 1. {moves}"
    assert record in text


def test_a_game_alone_tells_of_no_opponent(operator: Operator, owner: Person) -> None:
    assert "Opponent" not in operator.see(page(owner.start_solo("yacht")))


def test_on_the_dice_of_a_day_it_waits_for_the_closing(
    operator: Operator, owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    body = {"rules": "maxi", "mode": "computer", "opponent": "easy", "day": str(TODAY)}
    game = owner.write(owner.post("/games", body).json(), "chance")
    assert "record" not in operator.see(page(game))
    assert close_day(date=TODAY) is not None
    assert "The computer's record: Sheet: maxi" in operator.see(page(game))
