"""Games that are over, as a player left them, and challenges with them."""

from __future__ import annotations

import datetime
import uuid

from challenges.engine.sheets import HouseRules
from challenges.models import Game
from challenges.services.games import start_solo_game
from friends.models import Challenge
from friends.services.challenges import pass_on, take_challenge
from friends.services.codes import read_code
from tests.cast import TODAY, Json, Person

ADDRESS = "192.0.2.1"


def finish_solo(person: Person, rules: str = "yacht", **house_rules: object) -> Game:
    """Short: yacht has the fewest rows with five dice, and no throw is used but the first."""
    started = start_solo_game(
        player=person.now(), rules=rules, house_rules=HouseRules.from_json(rules, house_rules)
    )
    return finish(person, person.get(f"/games/{started.state.row.pk}").json())


def finish_daily(person: Person, date: datetime.date = TODAY) -> Game:
    return finish(person, person.start_daily(date))


def finish(person: Person, game: Json) -> Game:
    person.play_rows(game)
    return game_of(game["id"])


def game_of(game_id: str | uuid.UUID) -> Game:
    return Game.objects.select_related("day", "player").get(pk=game_id)


def set_total(game: Game, total: int) -> Game:
    Game.objects.filter(pk=game.pk).update(total=total)
    return game


def challenge_with(
    person: Person, game: Game, kind: str = "blind", *, allows_hints: bool = False
) -> Challenge:
    made, _is_new = pass_on(
        player=person.now(), game_id=game.pk, kind=kind, allows_hints=allows_hints
    )
    return made


def take(person: Person, challenge: Challenge | str) -> Game:
    code = challenge if isinstance(challenge, str) else challenge.code
    started = take_challenge(player=person.now(), code=read_code(code), address=ADDRESS)
    return started.state.row


def take_and_finish(person: Person, challenge: Challenge) -> Game:
    game = take(person, challenge)
    return finish(person, person.get(f"/games/{game.pk}").json())
