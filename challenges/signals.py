"""Announcements, sent inside the transaction that makes them true.

A receiver that raises undoes the transaction: what it keeps never disagrees with the games.
"""

from django.dispatch import Signal

game_finished = Signal()
"""A game got its last row. Arguments: `game`."""

games_reviewed = Signal()
"""The reviews of finished games were kept. Arguments: `games`."""

player_visibility_changed = Signal()
"""A player was claimed, hidden, shown again or deleted, or has chosen to be off the boards or to
be back on them. Arguments: `player`."""

day_excused = Signal()
"""A day was excused, or counts again. Arguments: `day`."""

player_looked_up = Signal()
"""Somebody asks for what others may see of a player. Arguments: `player`, and `reader`, None for
somebody without an account. A receiver that raises NotFound hides the one from the other."""

player_exported = Signal()
"""Everything held about a player is put together. Arguments: `player`, and `parts`, the JSON by
name, to which a receiver adds what its app holds."""

game_shown = Signal()
"""A page of a game is put together, for its player; the front page, too, is one once its game is
over. Arguments: `game`, read with its day, `reader`,
and `panels`, to which a receiver adds what its app shows there (challenges/web/panels.py)."""

player_shown = Signal()
"""A page of a player is put together. Arguments: `player`, `reader`, None for somebody without an
account, and `panels`, to which a receiver adds what its app shows there."""
