"""The figures of many games: those of their reviews, whatever is played and however."""

import random

import pytest

from challenges.engine.game import Game
from challenges.engine.sheets import SHEETS, HouseRules, Sheet, options, sheet_for
from challenges.strategy.estimates import weighed_values
from challenges.strategy.figures import figures_of
from challenges.strategy.opponents import Level, play_turn
from challenges.strategy.review import review
from challenges.strategy.states import can_be_solved
from tests.challenges.strategy.sheets import PLAIN, new_game, play, solved

VARIANTS = [
    (code, rules)
    for code in SHEETS
    for name, values in options(code).items()
    for value in values[1:]
    if can_be_solved(sheet_for(code, rules := HouseRules(**{name: value})))
]


def games_on(sheet: Sheet) -> list[Game]:
    """By chance, whose jokers and extras come about, and by who knows something."""
    drawn, values = random.Random(f"{sheet}"), weighed_values(sheet).table()
    by_chance = [play(new_game(sheet, drawn), values, drawn.choice) for _ in range(10)]
    return [*by_chance, *(hard_game(sheet, drawn) for _ in range(5))]


def hard_game(sheet: Sheet, drawn: random.Random) -> Game:
    game = new_game(sheet, drawn)
    while not game.outcome:
        game = play_turn(Level.HARD, game, None)
    return game


def sixes(sheet: Sheet) -> Game:
    """Nothing else is thrown: written wherever that is allowed, from the last row on."""
    game = Game.start(sheet, lambda _turn, _throw: (6,) * sheet.dice)
    values = weighed_values(sheet).table()
    return play(game, values, lambda options: next(o for o in options[::-1] if o.row))


@pytest.mark.parametrize(("code", "rules"), [*((code, PLAIN) for code in SHEETS), *VARIANTS])
def test_they_are_those_of_the_reviews(code: str, rules: HouseRules) -> None:
    sheet = sheet_for(code, rules)
    values = weighed_values(sheet).table()
    games = [*games_on(sheet), sixes(sheet)]
    for figures, game in zip(figures_of(games, values), games, strict=True):
        expected = review(game, values).figures
        for name in ("start", "luck", "loss", "accuracy"):
            assert getattr(figures, name) == pytest.approx(getattr(expected, name), abs=1e-9)
        assert figures.skill == expected.skill
        assert figures.start + figures.luck - figures.loss == pytest.approx(game.total, abs=1e-9)


def test_by_a_solved_table_who_takes_the_best_has_lost_nothing() -> None:
    values, drawn = solved("classic", dtype="float32"), random.Random(1)
    games = [
        play(new_game(sheet_for("classic"), drawn), values, lambda options: options[0])
        for _ in range(20)
    ]
    for figures, game in zip(figures_of(games, values), games, strict=True):
        assert figures.loss == pytest.approx(0, abs=1e-9)
        assert figures.accuracy == pytest.approx(100, abs=1e-9)
        assert figures.start == float(values[0])
        assert game.outcome


def test_of_no_games_there_are_none() -> None:
    assert figures_of([], solved("yacht", dtype="float32")) == []
