"""The last move of a game, sent by many clients at once over HTTP."""

import pytest

from tests.cast import at_once
from tests.servers.service import Service
from tests.storm.clients import ROWS, App
from tests.storm.truth import ask

pytestmark = pytest.mark.only_on("postgresql")

LAST_PLY = len(ROWS) - 1


def test_the_last_move_sent_sixteen_times_has_one_answer_and_one_result(service: Service) -> None:
    url = service.environment["DATABASE_URL"]
    app = App(service)
    claim = "UPDATE challenges_player SET claimed_at = now() WHERE id = %s RETURNING 1"
    assert ask(url, claim, app.player) == [(1,)]
    game = app.begin()
    app.play_rows(game, leave=1)
    answers = at_once([lambda: app.write(game, LAST_PLY)] * 16)
    assert [status for status, _ in answers] == [200] * 16
    states = [state for _, state in answers]
    assert states == [states[0]] * 16
    assert states[0]["status"] == "finished"
    total = "SELECT board, value FROM leaderboards_standing WHERE board < 3 ORDER BY board"
    assert ask(url, total) == [(1, states[0]["total"]), (2, states[0]["total"])]
    counts = "SELECT board, SUM(change)::int FROM leaderboards_countchange GROUP BY 1 ORDER BY 1"
    places = "SELECT board, COUNT(*) FROM leaderboards_standing GROUP BY 1 ORDER BY 1"
    assert ask(url, counts) == ask(url, places)
    assert {players for _, players in ask(url, counts)} == {1}
