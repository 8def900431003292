"""What other apps add to pages of this one: their receivers know what, the pages know where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from challenges import signals
from challenges.models import Game, Player


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page. Its template finds `context` as `panel`, beside what the page has."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    """Paths of static files; several panels may name the same one."""


@dataclass(slots=True)
class Panels:
    """Those of one page, by their places, each in the order in which they are shown."""

    above: list[Panel] = field(default_factory=list)
    score: list[Panel] = field(default_factory=list)
    end: list[Panel] = field(default_factory=list)

    @property
    def styles(self) -> list[str]:
        return _once(style for panel in self._all for style in panel.styles)

    @property
    def scripts(self) -> list[str]:
        return _once(script for panel in self._all for script in panel.scripts)

    @property
    def _all(self) -> list[Panel]:
        return [*self.above, *self.score, *self.end]


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def panels_of_game(game: Game, reader: Player) -> Panels:
    """Above the table; at the end in the score, before the ways on, and below it."""
    panels = Panels()
    signals.game_shown.send(Game, game=game, reader=reader, panels=panels)
    return panels


def panels_of_player(player: Player, reader: Player | None) -> Panels:
    """Above the figures, and at the end below them."""
    panels = Panels()
    signals.player_shown.send(Player, player=player, reader=reader, panels=panels)
    return panels
