"""A week that has passed: run in a service's shell, before it starts."""

PAST = """
import datetime
from challenges.models import Day
from challenges.services.days import make_days
from challenges.services.games import make_move, start_daily_game
from challenges.services.sign_up import sign_up_guest
from challenges.engine.moves import Keep, Write
from config import clock
from leaderboards.services.closing import close_due_days

noon = clock.now().replace(hour=12, minute=0) - datetime.timedelta(days=7)
with clock.at(noon):
    make_days()
    player, _ = sign_up_guest(address="198.51.100.1", name="Yesterday")
    state = start_daily_game(player=player, date=noon.date()).state
    while state.status == "playing":
        if state.play.throws_left == 2:
            best = max(state.play.dice, key=state.play.dice.count)
            move = Keep(tuple(die == best for die in state.play.dice))
            if all(move.flags):
                move = Write(next(iter(state.play.choices)))
        else:
            move = Write(next(iter(state.play.choices)))
        state = make_move(player=player, game_id=state.row.pk, ply=state.row.ply, move=move)
close_due_days()
assert Day.objects.get(date=noon.date()).seed
"""
