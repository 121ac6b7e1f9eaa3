"""The part of a game that a player can know: everything open, and the player's own hand (EM-VIEW-1).

Hidden are the hands of others, the order of the Draw Deck, what others have looked at, and declarations that
are not shown yet. A view does not say who is asked in a window either (EM-WIN-5). It is a plain value: if two
games differ only in what a player cannot see, that player's views of them are equal.
"""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.core.zones.views import fill_view
from twingkit.ember.rules.table import EmberTable, Player


@attrs.frozen
class CreatureView:
    """A conjured creature as a player sees it. Its id is "" if it is face down and the variant makes players
    remember it.
    """

    id: str
    is_face_up: bool
    minus_marks: int
    points: int


@attrs.frozen
class PublicPlayerInfo:
    """The public information about a player: number of cards, Hand Size, creatures and Victory Points."""

    seat: int
    name: str
    hand_count: int
    hand_limit: int
    creatures: tuple[CreatureView, ...]
    total: int

    @classmethod
    def of(cls, table: EmberTable, player: Player, viewer: int) -> PublicPlayerInfo:
        """Return a player as seen by the viewer."""
        forgets = table.variant.memory == "table" and player.seat != viewer
        creatures = tuple(
            CreatureView(
                "" if forgets and not owned.is_face_up else owned.id,
                owned.is_face_up,
                owned.minus_marks,
                owned.points,
            )
            for owned in player.owned
        )
        return fill_view(cls, player, creatures=creatures)


@attrs.frozen
class GameView:
    """The game as one player sees it; `hand` and `declared_action` are that player's own.

    `pile` is the Charred Pile, its top last (with `memory=table` only the top card). `step` is the step of
    the table, except at the end of a turn, which would reveal that nobody was asked before it.
    """

    player: int
    hand: tuple[str, ...]
    seats: tuple[PublicPlayerInfo, ...]
    pool: tuple[str, ...]
    deck_size: int
    pile: tuple[str, ...]
    pile_size: int
    turn: int
    current: int
    step: str
    has_been_called: bool
    has_conjured: bool
    has_refreshed: bool
    archmages_used: int
    declared_action: str
    points_to_call: int
    variant: str

    @classmethod
    def of(cls, game: Game, player: int) -> GameView:
        """Return the view of a seat, counted from 0."""
        table: EmberTable = game.table
        shown = table.pile if table.variant.memory == "perfect" else table.pile[-1:]
        return fill_view(
            cls,
            table,
            table.players[player],
            player=player,
            seats=tuple(PublicPlayerInfo.of(table, other, player) for other in table.players),
            pile=tuple(shown),
            pile_size=len(table.pile),
            step="conjure" if table.step == "end" else table.step,
            has_been_called=table.caller is not None,
            declared_action=str(table.declared_actions.get(player, "")),
            points_to_call=table.variant.length,
            variant=str(table.variant),
        )
