"""Cards of the strategy phase: Political Stability, Public Disgrace, and the planets of a conqueror."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.strategy_cards.construction import dock_place
from twingkit.imperium.galaxy.table.abilities import Moment, open_window, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import secure_figure


@scripted("stability")
def political_stability(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The player keeps the strategy cards and takes none in the next strategy phase (IM-PICK-3)."""
    table.start_effect("stability", seat, "next_round")
    table.announce("IM-ACT-stability", "kept", seat)
    return
    yield  # makes this a generator, as every script must be


def _requires_another_picking(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return None if moment.seat != seat else ("IM-ACT-disgrace", "own", {})


@scripted("disgrace", _requires_another_picking)
def public_disgrace(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The player who takes a strategy card must take a different one."""
    table.start_effect("disgrace", moment.seat, "pick", str(moment.number))
    table.announce("IM-ACT-disgrace", "refused", moment.seat, card=f"strategy_{moment.number}")
    return
    yield  # makes this a generator, as every script must be


def _requires_gained_structures(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the player gains a planet with structures of other players."""
    if moment.seat == seat and any(
        units[name] for units in table.ground[moment.planet].values() for name in ("pds", DOCK)
    ):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-infiltrate"}


@scripted("infiltrate", _requires_gained_structures)
def infiltrate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Replace the structures on a gained planet with the player's own."""
    yield from replace_structures(table, seat, moment.planet, "IM-ACT-infiltrate")


def replace_structures(table: GameTable, seat: int, planet: str, rule: str) -> Script:
    """Replace other players' structures on a planet with the player's own.

    Uses figures from reinforcements or taken back from the board (IM-PROD-5). A replaced dock counts as
    placed (IM-AGENDA-minister_industry).
    """
    for other in [other for other in table.ground[planet] if other != seat]:
        for name in ("pds", DOCK):
            count = table.units_on_planet(other, planet)[name]
            if not count:
                continue
            table.take_units(other, planet, name, count)
            own = 0
            while own < count and (yield from secure_figure(table, seat, name)):
                table.put_units(seat, dock_place(table, seat, planet) if name == DOCK else planet, name)
                own += 1
            table.announce(rule, "replaced", seat, n=own, unit=name, planet=planet)
            if name == DOCK and own:
                yield from open_window(table, Moment("dock_placed", seat, table.system_of(planet), planet))
