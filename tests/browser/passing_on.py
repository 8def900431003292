"""Challenges that have been passed on: run in a service's shell, prints codes and sessions."""

PASSED_ON = """
import json
from django.test import Client
from challenges.engine.moves import Keep, Write
from challenges.engine.sheets import HouseRules
from challenges.services.games import make_moves, start_solo_game
from challenges.services.sign_up import sign_up_guest
from friends.services.challenges import pass_on, take_challenge

def sign_up(name):
    return sign_up_guest(address="198.51.100.1", name=name, time_zone="Europe/Berlin")[0]

def finish(player, game, keeps):
    rows = [row.code for row in game.play.sheet.rows]
    keep = Keep((True, True, False, False, False))
    moves = [move for row in rows for move in [keep] * keeps + [Write(row)]]
    make_moves(player=player, game_id=game.row.pk, ply=0, moves=moves)
    return game.row.pk

def session(player):
    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value

def play(name, code, keeps):
    player = sign_up(name)
    started = take_challenge(player=player, code=code, address="198.51.100.1")
    return player, finish(player, started.state, keeps)

anna = sign_up("Anna")
started = start_solo_game(player=anna, rules="yacht", house_rules=HouseRules())
game = finish(anna, started.state, 1)
codes = {kind: pass_on(player=anna, game_id=game, kind=kind)[0].pk for kind in ("blind", "target")}
wide, wides_game = play("W" * 20, codes["target"], 2)
codes["wide"] = pass_on(player=wide, game_id=wides_game, kind="blind")[0].pk
for number, name in enumerate(["\\u05de\\u05e9\\u05d7\\u05e7", "Bo", "Same as Bo"]):
    play(name, codes["target"], number % 3)
ben, bens_game = play("Ben", codes["blind"], 0)
codes["passed on"] = pass_on(player=ben, game_id=bens_game, kind="target")[0].pk
print(json.dumps({
    "codes": codes, "wide": session(wide), "anna": session(anna), "ben": session(ben),
    "game": str(bens_game),
    "path": f"/players/{wide.pk}",
}))
"""
