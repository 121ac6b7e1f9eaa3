"""What a player may know of a game: the board, everything open, and the player's own hand (IM-VIEW-1).

Hidden are other players' action cards, notes and unscored secret objectives, and the decks. A view also does
not say who is asked in a window (IM-ASK-2). It is a plain value: two games that differ only in hidden things
give a player equal views.
"""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.core.zones.views import fill_view
from twingkit.imperium.galaxy.map.hexes import Hex
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.sheet import Sheet

Units = tuple[tuple[int, str, int, int], ...]
"""Units in a place: seat, class, number, and the damaged ones among them."""


@attrs.frozen
class SystemView:
    """A system: its tile, its hex (None: off the board), the units in its space, the seats with command
    tokens there, and its wormhole tokens.
    """

    number: str
    place: Hex | None
    units: Units
    tokens: tuple[int, ...]
    wormhole_tokens: tuple[str, ...]


@attrs.frozen
class PlanetView:
    """A planet: its controller (None: nobody), whether its card is exhausted, its units, its attachments, and
    its current resources and influence.
    """

    id: str
    holder: int | None
    exhausted: bool
    units: Units
    attached: tuple[str, ...]
    resources: int
    influence: int


@attrs.frozen
class SeatView:
    """The open side of a player: tokens, goods, technologies, strategy cards, scored objectives, points, and
    the numbers of cards in the hand."""

    seat: int
    faction: str
    tactic: int
    fleet: int
    strategy: int
    goods: int
    commodities: int
    points: int
    technologies: tuple[str, ...]
    exhausted: tuple[str, ...]
    strategy_cards: tuple[tuple[int, bool], ...]
    scored: tuple[str, ...]
    action_cards: int
    secrets: int
    notes: int
    notes_in_play: tuple[str, ...]
    passed: bool
    eliminated: bool
    has_zero_token: bool
    waiting: int
    """The infantry that waits on the card of its technology."""

    @classmethod
    def from_sheet(cls, player: Sheet) -> SeatView:
        """A player as all see them."""
        return fill_view(
            cls,
            player,
            technologies=tuple(sorted(player.technologies)),
            exhausted=tuple(sorted(player.exhausted)),
            strategy_cards=tuple(sorted(player.strategy_cards.items())),
            action_cards=len(player.action_cards),
            secrets=len(player.secrets),
            notes=len(player.notes),
        )


@attrs.frozen
class View:
    """The game as a player may see it; `action_cards`, `secrets` and `notes` are the player's own hand."""

    player: int
    action_cards: tuple[str, ...]
    secrets: tuple[str, ...]
    notes: tuple[str, ...]
    seats: tuple[SeatView, ...]
    systems: tuple[SystemView, ...]
    planets: tuple[PlanetView, ...]
    phase: str
    round: int
    speaker: int
    current: int
    active_tile: str
    custodians: bool
    points_to_win: int
    card_goods: tuple[tuple[int, int], ...]
    objectives: tuple[str, ...]
    face_down_objectives: tuple[int, int]
    laws: tuple[Law, ...]
    ballot: Ballot | None
    """The current vote: votes and predictions are open."""
    action_discard: tuple[str, ...]
    agenda_discard: tuple[str, ...]
    variant: str

    @classmethod
    def from_game(cls, game: Game, player: int) -> View:
        """The view of a player (from 0)."""
        table: GameTable = game.table
        return fill_view(
            cls,
            table,
            table.players[player],
            player=player,
            seats=tuple(map(SeatView.from_sheet, table.players)),
            systems=tuple(
                SystemView(
                    system.tile.number,
                    system.place,
                    _units(table, system.index),
                    tuple(sorted(table.tokens[system.index])),
                    tuple(kind for place, kind in table.wormhole_tokens if place == system.index),
                )
                for system in table.galaxy.systems
            ),
            planets=tuple(
                PlanetView(
                    planet,
                    holder,
                    planet in table.exhausted,
                    _units(table, planet),
                    table.attached.get(planet, ()),
                    table.resources(planet),
                    table.influence(planet),
                )
                for planet, holder in table.holders.items()
            ),
            active_tile="" if table.active_system is None else table.tile_number(table.active_system),
            card_goods=tuple(sorted(table.card_goods.items())),
            variant=str(table.variant),
        )


def _units(table: GameTable, place: int | str) -> Units:
    there = table.space[place] if isinstance(place, int) else table.ground[place]
    return tuple(
        (seat, name, units[name], units.hurt.get(name, 0))
        for seat, units in sorted(there.items())
        for name in units
    )


__all__ = ["SEATS", "PlanetView", "SeatView", "SystemView", "View"]
