from challenges.models.day import Day
from challenges.models.device import Device
from challenges.models.game import Game
from challenges.models.player import Player
from challenges.models.report import Report

__all__ = ["Day", "Device", "Game", "Player", "Report"]
