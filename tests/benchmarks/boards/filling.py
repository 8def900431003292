"""Boards of any size, made by the database itself: ten million games are not played for this."""

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg

from friends.services.friendships import MOST_FRIENDS
from leaderboards.boards import Periods
from leaderboards.ranking import ALL_TIME, Board, period_of
from leaderboards.services.counts import recount
from tests.benchmarks.boards.server import Database
from tests.benchmarks.replay import finished_game

ONE_DAY = datetime.timedelta(days=1)
TODAY = datetime.datetime.now(datetime.UTC).date()
YEARS = 3 * 365
KEEN = 100
"""Players with a game on every day of three years, who also have as many friends as one can."""

BOARDS: Mapping[Board, Periods] = {
    Board.DAY: (period_of(TODAY),),
    Board.BEST_DAY: (ALL_TIME,),
    Board.STREAK: tuple(period_of(TODAY + number * ONE_DAY) for number in (-2, -1, 0, 1)),
    Board.LONGEST_STREAK: (ALL_TIME,),
    Board.ADVENT: (TODAY.year if TODAY.month == 12 else TODAY.year - 1,),
}

DAYS = """
    INSERT INTO challenges_day (date, position, key_id, commitment, chain_hash, opens_at, closes_at)
    SELECT date, number, 'none', md5(number::text) || md5('a' || number),
        md5('b' || number) || md5('c' || number), opens_at, opens_at + interval '50 hours'
    FROM (
        SELECT number, (%(today)s - %(years)s + number)::date AS date,
            (%(today)s - %(years)s + number)::timestamp AT TIME ZONE 'Etc/GMT-14' AS opens_at
        FROM generate_series(1, %(years)s + 20) number
    ) days
"""
# The rows of all tables are in the order of random ids, as if people had come in that order; so
# indexes on ids are filled from left to right, which is what makes this take minutes.
PLAYERS = """
    INSERT INTO challenges_player (
        id, login, password, name, country, language, time_zone, die, claimed_at, joined_at,
        is_active, is_staff, is_superuser, session_generation, signup_request
    )
    SELECT id, replace(id::text, '-', ''), '', 'Player ' || number,
        (ARRAY['DE', 'SE', 'US', ''])[1 + number %% 4], 'en', 'UTC', 'plain', now(), now(),
        true, false, false, 0, ''
    FROM (SELECT number, gen_random_uuid() AS id FROM generate_series(1, %(players)s) number) new
    ORDER BY id
"""
# Roughly normal around 230 with a spread of 45, as people play.
TOTAL = """
    LEAST(649, GREATEST(0, round(
        230 + 45 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())
    )))
"""
GAMES = f"""
    INSERT INTO challenges_game (
        id, player_id, mode, day_id, rules, house_rules, seed_label, key_id, commitment, moves,
        ply, total, status, started_at, finished_at, allows_hints, opponent_moves, opponent_total
    )
    SELECT %(id)s, player.id, 'daily', day.date, 'maxi', '{{}}', 'daily:' || day.date, 'none',
        day.commitment, %%(moves)s, 60, {TOTAL}, 'finished',
        day.opens_at + hours * interval '49 hours',
        day.opens_at + hours * interval '49 hours' + interval '10 minutes', true, '', 0
    FROM (SELECT id, random() AS hours FROM %(players)s) player
    JOIN challenges_day day ON %(days)s
"""
GAMES_OF_TODAY = GAMES % {
    "id": "player.id",
    "players": "challenges_player",
    "days": "day.date = %(today)s",
}
GAMES_OF_KEEN = GAMES % {
    "id": "gen_random_uuid()",
    "players": "(SELECT id FROM challenges_player ORDER BY id LIMIT %(keen)s) keen",
    "days": "day.date < %(today)s",
}
STANDINGS = """
    INSERT INTO leaderboards_standing (player_id, board, period, value, reached_at)
    SELECT player_id, place.board, place.period, place.value, finished_at
    FROM (
        SELECT player_id, total, finished_at,
            (1 - 6 * ln(1 - random()))::integer AS streak,
            (20 * random())::integer AS more,
            (%(streaks)s::integer[])[1 + (4 * random())::integer %% 4] AS last
        FROM challenges_game WHERE day_id = %(today)s
    ) game,
    LATERAL (VALUES
        (1, %(day)s, total),
        (2, 0, LEAST(649, total + 3 * more)),
        (3, last, streak),
        (4, 0, streak + more),
        (5, %(advent)s, LEAST(9000, total * (1 + more)))
    ) place (board, period, value)
"""

# Friends of the keen ones are anybody else, from all over the table.
FRIENDSHIPS = """
    WITH keen AS (SELECT id FROM challenges_player ORDER BY id LIMIT %(keen)s),
    friend AS (
        SELECT id FROM challenges_player WHERE id NOT IN (SELECT id FROM keen)
        ORDER BY md5(id::text) LIMIT %(friends)s
    )
    INSERT INTO friends_friendship (player_id, friend_id, since)
    SELECT keen.id, friend.id, now() FROM keen, friend
    UNION ALL SELECT friend.id, keen.id, now() FROM keen, friend
"""


def fill(database: Database, players: int) -> None:
    """Everybody has played today, and is on all boards."""
    values = {
        "players": players,
        "today": TODAY,
        "years": YEARS,
        "keen": min(KEEN, players // 10),
        "friends": MOST_FRIENDS,
        "moves": finished_game(1)[1],
        "streaks": list(BOARDS[Board.STREAK]),
        "day": BOARDS[Board.DAY][0],
        "advent": BOARDS[Board.ADVENT][0],
    }
    with psycopg.connect(database.url, autocommit=True) as connection:
        cursor = psycopg.ClientCursor(connection)
        cursor.execute("SET session_replication_role = replica")  # references hold by construction
        cursor.execute(DAYS, values)
        for table, statements in (
            ("challenges_player", [PLAYERS]),
            ("challenges_game", [GAMES_OF_TODAY, GAMES_OF_KEEN]),
            ("leaderboards_standing", [STANDINGS]),
            ("friends_friendship", [FRIENDSHIPS]),
        ):
            with _without_indexes(cursor, table):
                for statement in statements:
                    cursor.execute(statement, values)
        with database.in_use():
            for board, periods in BOARDS.items():
                for period in periods:
                    recount(board=board, period=period)
        cursor.execute("VACUUM ANALYZE")


@contextmanager
def _without_indexes(cursor: psycopg.ClientCursor[Any], table: str) -> Iterator[None]:
    """Those that no constraint needs are made anew at the end, which is faster."""
    cursor.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index "
        "WHERE indrelid = %s::regclass AND NOT EXISTS "
        "(SELECT FROM pg_constraint WHERE conindid = indexrelid)",
        [table],
    )
    indexes = cursor.fetchall()
    for name, _ in indexes:
        cursor.execute(f"DROP INDEX {name}")
    yield
    for _, definition in indexes:
        cursor.execute(definition)
