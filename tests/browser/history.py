"""A week that has passed: run in a service's shell, before it starts."""

# Prints the id of the game that was played.
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
print(state.row.pk)
"""

# Boards with more than a page of rows; prints who can look at them from among the last.
CROWD = """
import datetime, json
from zoneinfo import ZoneInfo
from django.test import Client
from challenges.engine.moves import Write
from challenges.engine.sheets import SHEETS
from challenges.services.days import today_in
from challenges.services.games import make_moves, start_daily_game
from config import clock
from tests.leaderboards.circles import befriend
from tests.leaderboards.results import finish, make_player

moment = clock.now()
today = today_in(ZoneInfo("Europe/Berlin"), moment)
names = ["W" * 20, "<b>Anna</b>", "\\u05de\\u05e9\\u05d7\\u05e7", "Bo"]
players = []
for number in range(70):
    player = make_player(names[number % len(names)])
    players.append(player)
    for days in (0, 7):
        date = today - datetime.timedelta(days=days)
        finish(player, date, 640 - 3 * number, moment - datetime.timedelta(days=days))
reader = make_player("Reader", time_zone="Europe/Berlin")
befriend(reader, *players[::7])
for days in (7, 6, 5, 1):
    date = today - datetime.timedelta(days=days)
    finish(reader, date, 300 + days, moment - datetime.timedelta(days=days))
state = start_daily_game(player=reader, date=today).state
moves = [Write(row.code) for row in SHEETS["maxi"].rows]
make_moves(player=reader, game_id=state.row.pk, ply=0, moves=moves)
client = Client()
client.force_login(reader)
print(json.dumps({
    "session": client.cookies["sessionid"].value,
    "player": str(reader.pk),
    "game": str(state.row.pk),
    "today": str(today),
    "week_ago": str(today - datetime.timedelta(days=7)),
}))
"""

# What the dice of a closed day were worth, without the table: only who knows them all has played.
# Prints the date.
LOOKED_BACK = """
from challenges.engine.dice import DiceStream, Seed
from challenges.engine.game import replay
from challenges.engine.record import moves_to_text
from challenges.engine.sheets import sheet_for
from challenges.models import Day, LookBack
from challenges.strategy.ceiling import ceiling

day = Day.objects.filter(closed_at__isnull=False).exclude(key_id="none").order_by("date").first()
sheet = sheet_for("maxi")
stream = DiceStream(Seed.fromhex(day.seed), sheet.dice)
best = replay(sheet, stream, ceiling(sheet, stream))
moves = moves_to_text(best.moves)
worth = {"par": best.total, "par_moves": moves, "ceiling": best.total, "ceiling_moves": moves}
LookBack.objects.get_or_create(day=day, defaults={**worth, "start": 394.56})
print(day.date)
"""
