from challenges.models.day import Day
from challenges.models.device import Device
from challenges.models.game import Game
from challenges.models.irregularity import Irregularity
from challenges.models.player import Player
from challenges.models.report import Report
from challenges.models.review import LookBack, Review

__all__ = ["Day", "Device", "Game", "Irregularity", "LookBack", "Player", "Report", "Review"]
