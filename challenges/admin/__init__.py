"""What operators read and do. Days stand in leaderboards, which closes them."""

from challenges.admin.games import GameAdmin
from challenges.admin.irregularities import IrregularityAdmin
from challenges.admin.players import PlayerAdmin
from challenges.admin.reports import ReportAdmin

__all__ = ["GameAdmin", "IrregularityAdmin", "PlayerAdmin", "ReportAdmin"]
