"""The part of a game that a player may see: the board, open cards, and the player's own hand (IM-VIEW-1).

Other players' action cards, notes and unscored secret objectives are hidden, and so are the decks. A view
also does not say whom a window asks (IM-ASK-2). It is a plain value: two games that differ only in hidden
things give a player equal views.
"""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.core.zones.views import fill_view
from twingkit.imperium.galaxy.map.hexes import Hex
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.sheet import FactionSheet

SeatUnitEntries = tuple[tuple[int, str, int, int], ...]
"""The units in a place, as entries of seat, class, number, and number of damaged ones."""


@attrs.frozen
class SystemView:
    """What a player sees of a system: its tile, its hex, the units in space, and command and wormhole tokens.

    `place` is its hex (None: off the board), `units` are those in space, `command_tokens` are seats.
    """

    tile_number: str
    place: Hex | None
    units: SeatUnitEntries
    command_tokens: tuple[int, ...]
    wormhole_tokens: tuple[str, ...]


@attrs.frozen
class PlanetView:
    """A planet as a player sees it: controller (None: nobody), units, attachments and current values."""

    id: str
    controller: int | None
    is_exhausted: bool
    units: SeatUnitEntries
    attachments: tuple[str, ...]
    resources: int
    influence: int


@attrs.frozen
class PublicPlayerInfo:
    """The open information about a player: tokens, goods, cards in play, points, and the numbers of hidden
    cards."""

    seat: int
    faction: str
    tactic: int
    fleet: int
    strategy: int
    goods: int
    commodities: int
    points: int
    technologies: tuple[str, ...]
    exhausted_cards: tuple[str, ...]
    strategy_cards: tuple[tuple[int, bool], ...]
    scored_objectives: tuple[str, ...]
    action_card_count: int
    secret_objective_count: int
    promissory_note_count: int
    notes_in_play: tuple[str, ...]
    has_passed: bool
    is_eliminated: bool
    has_zero_token: bool
    infantry_to_revive: int
    """The destroyed infantry that waits on the technology card."""

    @classmethod
    def from_sheet(cls, player: FactionSheet) -> PublicPlayerInfo:
        """Return the open information of a sheet."""
        return fill_view(
            cls,
            player,
            technologies=tuple(sorted(player.technologies)),
            exhausted_cards=tuple(sorted(player.exhausted_cards)),
            strategy_cards=tuple(sorted(player.strategy_cards.items())),
            action_card_count=len(player.action_cards),
            secret_objective_count=len(player.secret_objectives),
            promissory_note_count=len(player.promissory_notes),
        )


@attrs.frozen
class GameView:
    """A game as one player may see it; `action_cards`, `secret_objectives` and `promissory_notes` are the
    player's own hand."""

    player: int
    action_cards: tuple[str, ...]
    secret_objectives: tuple[str, ...]
    promissory_notes: tuple[str, ...]
    seats: tuple[PublicPlayerInfo, ...]
    systems: tuple[SystemView, ...]
    planets: tuple[PlanetView, ...]
    phase: str
    round: int
    speaker: int
    current: int
    active_tile: str
    has_custodians: bool
    points_to_win: int
    card_goods: tuple[tuple[int, int], ...]
    open_objectives: tuple[str, ...]
    face_down_objective_counts: tuple[int, int]
    laws: tuple[Law, ...]
    ballot: Ballot | None
    """The current vote; votes and predictions are open."""
    action_discard: tuple[str, ...]
    agenda_discard: tuple[str, ...]
    variant: str

    @classmethod
    def from_game(cls, game: Game, player: int) -> GameView:
        """Return the view of a player (from 0)."""
        table: GameTable = game.table
        return fill_view(
            cls,
            table,
            table.players[player],
            player=player,
            seats=tuple(map(PublicPlayerInfo.from_sheet, table.players)),
            systems=tuple(
                SystemView(
                    system.tile.number,
                    system.place,
                    _units(table, system.index),
                    tuple(sorted(table.command_tokens[system.index])),
                    tuple(kind for place, kind in table.wormhole_tokens if place == system.index),
                )
                for system in table.galaxy.systems
            ),
            planets=tuple(
                PlanetView(
                    planet,
                    holder,
                    planet in table.exhausted_planets,
                    _units(table, planet),
                    table.attachments.get(planet, ()),
                    table.resources(planet),
                    table.influence(planet),
                )
                for planet, holder in table.planet_controllers.items()
            ),
            active_tile="" if table.active_system is None else table.tile_number(table.active_system),
            card_goods=tuple(sorted(table.card_goods.items())),
            variant=str(table.variant),
        )


def _units(table: GameTable, place: int | str) -> SeatUnitEntries:
    return tuple(
        (seat, name, units[name], units.hurt.get(name, 0))
        for seat, units in sorted(table.units_at(place).items())
        for name in units
    )
