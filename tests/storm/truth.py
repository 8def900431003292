"""What the boards have to be, by statements that share nothing with the service's own code.

Streaks are found as gaps and islands: dates that are not excused are numbered without a gap, so
within a run the number of the date and that of the player's game differ by the same.
"""

from __future__ import annotations

from typing import Any

import psycopg

BOARDS = """
WITH listed AS (
    SELECT id FROM challenges_player
    WHERE claimed_at IS NOT NULL
      AND COALESCE(hidden_at, unlisted_at, deleted_at) IS NULL
), result AS (
    SELECT game.player_id AS player, game.day_id AS date, game.total, game.finished_at AS at, skill
    FROM challenges_game game JOIN listed ON listed.id = game.player_id
    LEFT JOIN challenges_review review ON review.game_id = game.id
    WHERE game.mode = 'daily' AND game.status = 'finished'
), calendar AS (
    SELECT date::date, ROW_NUMBER() OVER (ORDER BY date) AS number
    FROM generate_series(
        (SELECT MIN(date) FROM result), (SELECT MAX(date) FROM result), INTERVAL '1 day'
    ) AS date
    WHERE date::date NOT IN (
        SELECT date FROM challenges_day WHERE excused_at IS NOT NULL
    )
), island AS (
    SELECT player, date, at,
           number - ROW_NUMBER() OVER (PARTITION BY player ORDER BY number) AS run
    FROM result JOIN calendar USING (date)
), run AS (
    SELECT player, COUNT(*) AS days, MAX(date) AS last, MAX(at) AS at
    FROM island GROUP BY player, run
), ranked_run AS (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY last DESC) AS recent,
           ROW_NUMBER() OVER (PARTITION BY player ORDER BY days DESC, at) AS long
    FROM run
), ranked_result AS (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY player ORDER BY total DESC, at) AS best FROM result
), board AS (
    SELECT 1 AS board, to_char(date, 'YYYYMMDD')::int AS period, player, total AS value, at
    FROM result
    UNION ALL SELECT 2, 0, player, total, at FROM ranked_result WHERE best = 1
    UNION ALL SELECT 3, to_char(last, 'YYYYMMDD')::int, player, days, at
    FROM ranked_run WHERE recent = 1
    UNION ALL SELECT 4, 0, player, days, at FROM ranked_run WHERE long = 1
    UNION ALL SELECT 5, EXTRACT(YEAR FROM date)::int, player, SUM(total), MAX(at)
    FROM result
    WHERE EXTRACT(MONTH FROM date) = 12 AND EXTRACT(DAY FROM date) <= 24
    GROUP BY EXTRACT(YEAR FROM date), player
    UNION ALL SELECT 6, to_char(date, 'YYYYMMDD')::int, player, skill, at
    FROM result WHERE skill IS NOT NULL
)
"""
STORED = "SELECT board, period, player_id, value, reached_at FROM leaderboards_standing"
WANTED = "SELECT board, period, player, value, at FROM board"
DIFFERENT_BOARDS = f"""
{BOARDS}
(SELECT 'missing', * FROM ({WANTED} EXCEPT ALL {STORED}) missing)
UNION ALL (SELECT 'too much', * FROM ({STORED} EXCEPT ALL {WANTED}) beyond)
"""
RANKED_BOARDS = f"""
{BOARDS}
SELECT board || ' ' || period,
       RANK() OVER (PARTITION BY board, period ORDER BY value DESC), player::text, value, at
FROM board ORDER BY board, period, value DESC, at, player
"""
COUNTED = "SELECT board, period, value, COUNT(*)::int FROM leaderboards_standing GROUP BY 1, 2, 3"
# Signed 32-bit numbers, little end first: at each value the players who have it or more.
REACHING = """
SELECT board, period, value, (
    get_byte(players, 4 * value) + (get_byte(players, 4 * value + 1) << 8)
    + (get_byte(players, 4 * value + 2) << 16) + (get_byte(players, 4 * value + 3) << 24)
) AS reaching
FROM leaderboards_histogram, generate_series(0, length(players) / 4 - 1) AS value
"""
FOLDED = f"""
SELECT board, period, value, reaching - COALESCE(
    LEAD(reaching) OVER (PARTITION BY board, period ORDER BY value), 0
) AS count
FROM ({REACHING}) reaching
"""
HELD = f"SELECT * FROM ({FOLDED}) folded WHERE count <> 0"
DIFFERENT_COUNTS = f"""
(SELECT 'missing', * FROM ({COUNTED} EXCEPT ALL {HELD}) missing)
UNION ALL (SELECT 'too much', * FROM ({HELD} EXCEPT ALL {COUNTED}) beyond)
"""


def ask(url: str, statement: str, *parameters: Any) -> list[Any]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(statement, parameters).fetchall()


def assert_boards_are_right(url: str) -> None:
    """Row for row, and every count; nothing is left to be folded in."""
    assert ask(url, DIFFERENT_BOARDS) == []
    assert ask(url, "SELECT COUNT(*) FROM leaderboards_countchange") == [(0,)]
    assert ask(url, DIFFERENT_COUNTS) == []


def ranked_boards(url: str) -> dict[str, list[tuple[int, str, int, str]]]:
    """Every board with its ranks and in its order, as `weather` prints them."""
    found: dict[str, list[tuple[int, str, int, str]]] = {}
    for key, rank, player, value, at in ask(url, RANKED_BOARDS):
        found.setdefault(key, []).append((rank, player, int(value), at))
    return found
