"""Action cards of the strategy phase (Political Stability, Public Disgrace), and Infiltrate for gained
planets."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.strategy_cards.construction import dock_location
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import ensure_figure_available


@register_script("stability")
def political_stability(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Keep the player's strategy cards; they take none in the next strategy phase (IM-PICK-3)."""
    table.start_effect("stability", seat, "next_round")
    table.announce("IM-ACT-stability", "kept", seat)


def _requires_another_picking(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return None if moment.seat != seat else ("IM-ACT-disgrace", "own", {})


@register_script("disgrace", _requires_another_picking)
def public_disgrace(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make a player who takes a strategy card choose a different one."""
    table.start_effect("disgrace", moment.seat, "pick", str(moment.number))
    table.announce("IM-ACT-disgrace", "refused", moment.seat, card=f"strategy_{moment.number}")


def _has_gained_structures(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and any(
        units[name] for units in table.ground[moment.planet].values() for name in ("pds", DOCK)
    )


@register_script("infiltrate", usable_if=_has_gained_structures)
def play_infiltrate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
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
            table.remove_units(other, planet, name, count)
            own = 0
            while own < count and (yield from ensure_figure_available(table, seat, name)):
                table.put_units(seat, dock_location(table, seat, planet) if name == DOCK else planet, name)
                own += 1
            table.announce(rule, "replaced", seat, n=own, unit=name, planet=planet)
            if name == DOCK and own:
                yield from open_ability_window(
                    table, Moment("dock_placed", seat, table.system_of(planet), planet)
                )
