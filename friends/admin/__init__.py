"""What operators read and do about challenges, and who is avoided by others."""

from friends.admin.challenges import ChallengeAdmin

__all__ = ["ChallengeAdmin"]
