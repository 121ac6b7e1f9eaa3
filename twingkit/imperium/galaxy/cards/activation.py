"""Cards played when a system is activated: faster ships, open ways."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import systems_with_ships
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable


def requires_own_activation(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None for the active player after activating a system, else the broken rule."""
    return None if moment.seat == seat else ("IM-TACT-3", "active_only", {})


@scripted("fs", requires_own_activation)
def flank_speed(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The player's ships move one system farther in this tactical action."""
    table.start_effect("fs", seat, "tactical")
    table.announce("IM-ACT-fs", "faster", seat)
    return
    yield  # makes this a generator, as every script must be


@scripted("lost_star", requires_own_activation)
def lost_star_chart(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Alpha and beta wormholes lead to each other in this tactical action."""
    table.start_effect("lost_star", seat, "tactical")
    table.announce("IM-ACT-lost_star", "joined", seat)
    return
    yield  # makes this a generator, as every script must be


@scripted("silence_space", requires_own_activation, targets=systems_with_ships, kind="system")
def in_the_silence_of_space(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """The player's ships from one system can pass other players' ships in this tactical action."""
    table.start_effect("silence_space", seat, "tactical", number)
    table.announce("IM-ACT-silence_space", "silent", seat, number=number)
    return
    yield  # makes this a generator, as every script must be
