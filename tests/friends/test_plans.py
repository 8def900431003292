"""Challenges, their results and records are ranges of indexes, whoever else plays."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.db import connection, transaction
from django.db.models import Model
from pytest_django import DjangoDbBlocker

from challenges.models import Game, Player
from friends.models import Attempt, Block, Challenge, Friendship
from friends.querysets import challenges
from friends.services.beside_games import challenge_of, passed_on
from friends.services.challenges import find_challenge
from friends.services.friendships import MOST_FRIENDS, friends_of
from friends.services.lists import challenges_of
from friends.services.records import records_of
from friends.services.results import results_in
from tests.cast import NOON
from tests.friends.table import ADDRESS
from tests.plans import MOST_SORTED, faults_of, plan_of, recorded

TAKERS, TAKEN, OTHERS, COPIES = 1000, 300, 2000, 5
LARGE = {model._meta.db_table for model in (Player, Game, Challenge, Attempt, Friendship, Block)}

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db]


class Crowd(NamedTuple):
    maker: Player
    taker: Player
    challenge: Challenge


@pytest.fixture(scope="module")
def crowd(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Crowd]:
    """One challenge that thousands took, among many others. In a transaction around the tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _fill()
        transaction.set_rollback(True)


def _fill() -> Crowd:
    players = Player.objects.bulk_create(
        Player(name=f"Player {number}", joined_at=NOON) for number in range(OTHERS)
    )
    maker, *others = players
    games = _finished([maker] * 20 + players)
    made = Challenge.objects.bulk_create(
        Challenge(
            code=f"{number:08}",
            game=game,
            maker_id=game.player_id,
            kind="blind",
            made_at=NOON + datetime.timedelta(seconds=number),
        )
        for number, game in enumerate(games)
    )
    taken = [(made[0], taker) for taker in others[:TAKERS]]
    taken += [(challenge, maker) for challenge in made[TAKERS : TAKERS + TAKEN]]
    theirs = _finished([player for _, player in taken])
    Attempt.objects.bulk_create(
        Attempt(challenge=challenge, player=player, game=game, accepted_at=game.started_at)
        for (challenge, player), game in zip(taken, theirs, strict=True)
    )
    pairs = [(maker, other) for other in others[:MOST_FRIENDS]]
    pairs += [*zip(others[MOST_FRIENDS:-1], others[MOST_FRIENDS + 1 :], strict=True)]
    Friendship.objects.bulk_create(
        Friendship(player=one, friend=two, since=NOON)
        for pair in pairs
        for one, two in (pair, pair[::-1])
    )
    Block.objects.bulk_create(
        Block(player=one, blocked=other, blocked_at=NOON)
        for one, other in zip(others[::2], others[1::2], strict=False)
    )
    _add_others(maker)
    return Crowd(maker, others[0], challenges().with_game().get(pk=made[0].pk))


def _add_others(maker: Player) -> None:
    """So many more that reading a whole table does not pay."""
    game, challenge, attempt = (model._meta.db_table for model in (Game, Challenge, Attempt))
    with connection.cursor() as cursor:
        # What is copied points at what is there: nobody has to look again after each test.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(_copying(Player, login="md5(random()::text)"), [COPIES, maker.pk])
        cursor.execute(_copying(Game), [COPIES, maker.pk])
        cursor.execute(
            f"INSERT INTO {challenge} "
            "(code, game_id, maker_id, kind, made_at, withdrawn_at, is_refused, allows_hints) "
            "SELECT 'X' || lpad((row_number() OVER ())::text, 7, '0'), id, player_id, 'blind', "
            f"started_at, started_at, false, false FROM {game}, generate_series(1, %s) "
            f"WHERE id NOT IN (SELECT game_id FROM {challenge})",
            [COPIES],
        )
        cursor.execute(
            f"INSERT INTO {attempt} (challenge_id, player_id, game_id, accepted_at) "
            f"SELECT code, maker_id, game_id, made_at FROM {challenge} WHERE code LIKE 'X%%' "
            "AND maker_id <> %s",
            [maker.pk],
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE")
        # As for what lies in memory: then it pays with few rows already to go by an index.
        cursor.execute("SET LOCAL random_page_cost = 1.1")


def _copying(model: type[Model], **changed: str) -> str:
    changed["id"] = "gen_random_uuid()"
    names = [field.column for field in model._meta.concrete_fields if field.column]
    values = ", ".join(changed.get(name, name) for name in names)
    table = model._meta.db_table
    owner = "id" if model is Player else "player_id"
    return (
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} "
        f"FROM {table}, generate_series(1, %s) WHERE {owner} <> %s"
    )


def _finished(players: list[Player]) -> list[Game]:
    return Game.objects.bulk_create(
        Game(
            player=player,
            mode="solo",
            rules="yacht",
            seed_label=f"game:{number}",
            total=number % 200,
            status="finished",
            moves="k12345 w1 " * 20,
            started_at=NOON + datetime.timedelta(seconds=number),
            finished_at=NOON + datetime.timedelta(seconds=number + 60),
        )
        for number, player in enumerate(players)
    )


def assert_goes_by_keys(call: Callable[[], Any], *, most_sorted: int = MOST_SORTED) -> None:
    """No table of many rows is read from end to end, and no more rows are put in order."""
    with recorded() as statements:
        call()
    assert statements
    for mode in ("force_custom_plan", "force_generic_plan"):
        for statement in statements:
            faults = faults_of(plan_of(statement, mode), LARGE, most_sorted=most_sorted)
            assert faults == [], (mode, statement)


def test_a_challenge_is_found_by_its_code(crowd: Crowd) -> None:
    code = crowd.challenge.pk
    for reader in (None, crowd.maker, crowd.taker):
        assert_goes_by_keys(partial(find_challenge, code=code, reader=reader, address=ADDRESS))


def test_what_stands_beside_a_game_is_found_by_the_game(crowd: Crowd) -> None:
    assert_goes_by_keys(lambda: passed_on(crowd.challenge.game))
    theirs = Attempt.objects.get(challenge=crowd.challenge, player=crowd.taker).game
    assert_goes_by_keys(lambda: challenge_of(player=crowd.taker, game=theirs))


def test_lists_begin_at_the_newest(crowd: Crowd) -> None:
    assert_goes_by_keys(lambda: challenges_of(crowd.maker, after=None, count=20))
    assert_goes_by_keys(lambda: [*challenges().with_game().counted().newest_first()[:100]])


def test_results_read_the_takers_and_of_those_shown_all(crowd: Crowd) -> None:
    """Whoever is counted is read, by the keys: the challenge, its takers, their games."""
    for player in (crowd.maker, crowd.taker):
        seen = find_challenge(code=crowd.challenge.pk, reader=player, address=ADDRESS)
        assert_goes_by_keys(partial(results_in, seen), most_sorted=TAKERS)


def test_records_read_what_both_of_them_played(crowd: Crowd) -> None:
    others = [friend.player.pk for friend in friends_of(crowd.maker)]
    assert len(others) == MOST_FRIENDS
    assert_goes_by_keys(partial(records_of, crowd.maker, others), most_sorted=TAKERS)
