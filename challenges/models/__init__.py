from challenges.models.day import Day
from challenges.models.game import Game
from challenges.models.player import Player
from challenges.models.report import Report

__all__ = ["Day", "Game", "Player", "Report"]
