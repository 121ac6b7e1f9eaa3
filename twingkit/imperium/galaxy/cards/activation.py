"""Action cards around the activation of a system: faster ships, extra routes, a space dock that fires."""

from __future__ import annotations

from twingkit.imperium.galaxy.cards.targets import tiles_with_own_ships
from twingkit.imperium.galaxy.table.abilities import Moment, register_script, requires_own_event
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.space_step import BATTLESTATION, has_dock_in_or_adjacent

_requires_own_activation = requires_own_event("IM-TACT-3", "active_only")


@register_script("fs", _requires_own_activation)
def flank_speed(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let the player's ships move one system farther in this tactical action."""
    table.start_effect("fs", seat, "tactical")
    table.announce("IM-ACT-fs", "faster", seat)


@register_script("lost_star", _requires_own_activation)
def lost_star_chart(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make alpha and beta wormholes lead to each other in this tactical action."""
    table.start_effect("lost_star", seat, "tactical")
    table.announce("IM-ACT-lost_star", "joined", seat)


@register_script(
    "silence_space", _requires_own_activation, targets=tiles_with_own_ships, target_kind="system"
)
def in_the_silence_of_space(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Let the player's ships from one system pass other players' ships in this tactical action."""
    table.start_effect("silence_space", seat, "tactical", tile_number)
    table.announce("IM-ACT-silence_space", "silent", seat, number=tile_number)


def _has_dock_in_range(table: GameTable, seat: int, moment: Moment) -> bool:
    near = moment.seat != seat and has_dock_in_or_adjacent(table, seat, moment.system)
    return near and table.units_in_space(moment.seat, moment.system).ship_count > 0


@register_script(BATTLESTATION, usable_if=_has_dock_in_range)
def experimental_battlestation(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let a space dock fire together with the player's other Space Cannon (IM-SPACE-11)."""
    table.start_effect(BATTLESTATION, seat, "tactical")
    table.announce("IM-ACT-experimental", "ready", seat)
