from challenges.models.day import Day
from challenges.models.game import Game
from challenges.models.player import Player

__all__ = ["Day", "Game", "Player"]
