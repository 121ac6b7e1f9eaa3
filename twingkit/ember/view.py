"""The part of a game that a player may know: all that is open, and the own hand (EM-VIEW-1).

Hidden are the hands of others, the order of the Draw Deck, what others looked at, and declarations that are
not shown yet; nor does a view say who is asked in a window (EM-WIN-5). It is a plain value: two games that
differ only in what a player cannot see give that player equal views.
"""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.core.zones.views import fill_view
from twingkit.ember.rules.table import EmberTable, Player


@attrs.frozen
class CreatureView:
    """A conjured creature: its id ("" for a flipped one of another, with `memory=table`), and how it lies."""

    id: str
    up: bool
    marks: int
    points: int


@attrs.frozen
class SeatView:
    """The open side of a player: `hand_count` cards, the Hand Size, creatures and their Victory Points."""

    seat: int
    name: str
    hand_count: int
    hand_size: int
    creatures: tuple[CreatureView, ...]
    total: int

    @classmethod
    def of(cls, table: EmberTable, player: Player, viewer: int) -> SeatView:
        """A player as another, or the player, sees it."""
        forgets = table.variant.memory == "table" and player.seat != viewer
        creatures = tuple(
            CreatureView("" if forgets and not owned.up else owned.id, owned.up, owned.marks, owned.points)
            for owned in player.owned
        )
        return fill_view(cls, player, creatures=creatures)


@attrs.frozen
class View:
    """The game as a player may see it; `hand` and what is `declared` are this player's own.

    `pile` is the Charred Pile, its top last (with `memory=table` the top card only). `step` is that of the
    table, but for the end of a turn, which would tell that nobody was asked before it.
    """

    player: int
    hand: tuple[str, ...]
    seats: tuple[SeatView, ...]
    pool: tuple[str, ...]
    deck_size: int
    pile: tuple[str, ...]
    pile_size: int
    turn: int
    current: int
    step: str
    called: bool
    conjured: bool
    refreshed: bool
    archmages: int
    declared: str
    length: int
    variant: str

    @classmethod
    def of(cls, game: Game, player: int) -> View:
        """The view of a player (from 0)."""
        table: EmberTable = game.table
        shown = table.pile if table.variant.memory == "perfect" else table.pile[-1:]
        return fill_view(
            cls,
            table,
            table.players[player],
            player=player,
            seats=tuple(SeatView.of(table, other, player) for other in table.players),
            pile=tuple(shown),
            pile_size=len(table.pile),
            step="conjure" if table.step == "end" else table.step,
            called=table.caller is not None,
            declared=table.declared.get(player, ""),
            length=table.variant.length,
            variant=str(table.variant),
        )
