"""Announcements, sent inside the transaction that makes them true.

A receiver that raises undoes the transaction: what it keeps never disagrees with the games.
"""

from django.dispatch import Signal

game_finished = Signal()
"""A game got its last row. Arguments: `game`."""

player_visibility_changed = Signal()
"""A player was claimed, hidden, shown again or deleted. Arguments: `player`."""
