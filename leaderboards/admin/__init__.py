"""What operators read and do about days and boards."""

from leaderboards.admin.days import DayAdmin
from leaderboards.admin.rebuilds import RebuildAdmin

__all__ = ["DayAdmin", "RebuildAdmin"]
