"""Players for `make demo`: they play like people, some better than others, and never cheat.

A bot sees what a player sees, the dice on the table and the free rows, and decides by rules of
thumb. Perfect play is another matter.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from challenges.engine.game import Game
from challenges.engine.moves import Keep, Move, Write

# What a row of the maxi sheet brings on an ordinary day. A row is worth writing when it brings
# more; it is worth scratching when little is lost.
ORDINARY = {
    "ones": 3,
    "twos": 6,
    "threes": 10,
    "fours": 14,
    "fives": 18,
    "sixes": 22,
    "one_pair": 10,
    "two_pairs": 17,
    "three_pairs": 16,
    "three_of_a_kind": 14,
    "four_of_a_kind": 15,
    "five_of_a_kind": 12,
    "full_house": 18,
    "villa": 10,
    "tower": 11,
    "small_straight": 9,
    "large_straight": 11,
    "full_straight": 8,
    "chance": 24,
    "maxi_yatzy": 8,
}
STRAIGHTS = {"small_straight", "large_straight", "full_straight"}
GOOD_SURPLUS = 8


@dataclass(frozen=True, slots=True)
class Bot:
    """`care` from 0 to 1: how often a decision is thought about instead of guessed."""

    care: float
    diligence: float
    """How likely the bot plays on a day."""
    zone: str


def make_bot(chance: random.Random) -> Bot:
    return Bot(
        care=chance.betavariate(5, 2),
        diligence=chance.betavariate(4, 1.5),
        zone=chance.choice(ZONES),
    )


ZONES = [
    "America/Los_Angeles",
    "America/New_York",
    "America/Sao_Paulo",
    "Atlantic/Reykjavik",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Berlin",
    "Europe/Stockholm",
    "Europe/Stockholm",
    "Europe/Oslo",
    "Europe/Helsinki",
    "Africa/Lagos",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
]


def play_to_the_end(game: Game, bot: Bot, chance: random.Random) -> list[Move]:
    """All moves from here on."""
    moves: list[Move] = []
    while game.outcome is None:
        move = decide(game, bot, chance)
        game = game.play(move)
        moves.append(move)
    return moves


def decide(game: Game, bot: Bot, chance: random.Random) -> Move:
    """Write what is good, throw again while something may come of it."""
    surplus = {row: placed.points - ORDINARY[row] for row, placed in game.choices.items()}
    best = max(surplus, key=lambda row: surplus[row])
    if game.throws_left and (surplus[best] < GOOD_SURPLUS or chance.random() > bot.care):
        keep = _keep(game, bot, chance)
        if not all(keep):
            return Keep(keep)
    if chance.random() > bot.care:
        return Write(max(game.choices, key=lambda row: game.choices[row].points))
    return Write(best)


def _keep(game: Game, bot: Bot, chance: random.Random) -> tuple[bool, ...]:
    free = set(ORDINARY) - set(game.filled)
    counts = Counter(game.dice)
    if free <= STRAIGHTS:
        return _one_of_each(game.dice)
    face, alike = max(counts.items(), key=lambda item: (item[1], item[0] * bot.care))
    if len(counts) >= 5 and free & STRAIGHTS and chance.random() < bot.care:
        return _one_of_each(game.dice)
    kept = {face} if alike > 1 else {max(counts)}
    if free & {"two_pairs", "three_pairs", "full_house", "villa", "tower"} and alike < 4:
        kept |= {other for other, count in counts.items() if count > 1}
    return tuple(die in kept for die in game.dice)


def _one_of_each(dice: tuple[int, ...]) -> tuple[bool, ...]:
    return tuple(die not in dice[:slot] for slot, die in enumerate(dice))
