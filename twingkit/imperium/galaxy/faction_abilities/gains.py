"""Abilities after gaining a planet (IM-INV-11) or trade goods, or finishing an action."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.picking import replace_structures
from twingkit.imperium.galaxy.economy.goods import add_unlogged_goods, gain_goods
from twingkit.imperium.galaxy.strategy_cards.construction import place_dock, possible_structure_planets
from twingkit.imperium.galaxy.table.abilities import Moment, register_script, requires_own_event
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.reinforcements import ensure_figure_available
from twingkit.imperium.galaxy.tactical.control import gain_control
from twingkit.imperium.galaxy.tactical.production_step import ProductionSite, produce
from twingkit.imperium.galaxy.trade.neighbours import are_neighbours
from twingkit.imperium.galaxy.trade.stymie import rule_if_stymied

_requires_gained_planet = requires_own_event("IM-INV-11", "not_gained")


@register_script("scavenge", _requires_gained_planet)
def scavenge(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain a trade good after gaining a planet."""
    yield from gain_goods(table, seat, 1, "IM-UNIT-scavenge")


@register_script("assimilate", _requires_gained_planet)
def assimilate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Replace the structures on a gained planet with the player's own."""
    yield from replace_structures(table, seat, moment.planet, "IM-UNIT-assimilate")


@register_script(
    "ie",
    _requires_gained_planet,
    lambda table, seat, moment: rule_if_stymied(table, seat, moment.system),
)
def integrated_economy(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Produce units on a gained planet, with a total cost up to its resources."""
    worth = table.resources(moment.planet)
    ships = not table.enemy_seats_with_ships(seat, moment.system)
    worlds = () if table.is_demilitarized(moment.planet) else (moment.planet,)
    yield from produce(table, seat, ProductionSite(moment.system, 2 * worth, worlds, ships), max_cost=worth)


def _has_gained_mecatol(table: GameTable, seat: int, moment: Moment) -> bool:
    gained = moment.seat == seat and table.has_effect("gained_mecatol", seat)
    return gained and bool(_open_sites(table, seat))


def _open_sites(table: GameTable, seat: int) -> list[str]:
    return [
        name
        for name in ("pds", DOCK)
        if MECATOL_REX in possible_structure_planets(table, seat, name, may_take_back=True)
    ]


@register_script("reclamation", usable_if=_has_gained_mecatol)
def reclamation(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place a PDS and a space dock on Mecatol Rex after gaining it in this tactical action."""
    for name in _open_sites(table, seat):
        if not (yield from ensure_figure_available(table, seat, name)):
            continue
        if name == DOCK:
            yield from place_dock(table, seat, MECATOL_REX, "IM-UNIT-reclamation")
        else:
            table.put_units(seat, MECATOL_REX, name)
            table.announce("IM-UNIT-reclamation", "placed", seat, unit=name)


def _planets_open_to_peace(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the planets without units near a planet of the player, except Mecatol Rex."""
    if moment.seat != seat:
        return []
    links = table.adjacency(seat, "count")
    near = {
        place
        for planet in table.controlled_planets(seat)
        for place in (table.system_of(planet), *links[table.system_of(planet)])
    }
    return [
        planet.id
        for system in sorted(near)
        for planet in table.planets_of(system)
        if planet.id != MECATOL_REX
        and not table.ground[planet.id]
        and table.planet_controllers[planet.id] != seat
    ]


@register_script("peace_accords", targets=_planets_open_to_peace, target_kind="planet")
def peace_accords(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Gain a planet without units near one of the player's planets."""
    yield from gain_control(table, seat, planet)


_PILLAGE_MIN_GOODS = 3


def _loot(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the kinds of goods that can be taken from the player who has just gained goods or traded."""
    if moment.seat in (seat, -1):
        return []
    victim = table.players[moment.seat]
    protected = f"promise_of_protection:{SEATS[seat]}" in victim.notes_in_play
    if victim.goods < _PILLAGE_MIN_GOODS or protected or not are_neighbours(table, seat, moment.seat):
        return []
    return ["goods", "commodities"] if victim.commodities else ["goods"]


@register_script("pillage", targets=_loot, target_kind="loot")
def pillage(table: GameTable, seat: int, moment: Moment, loot: str) -> Script:
    """Take a trade good or a commodity from a rich neighbour."""
    victim = table.players[moment.seat]
    if loot == "goods":
        victim.goods -= 1
    else:
        victim.commodities -= 1
    table.announce("IM-UNIT-pillage", "pillaged", seat, enemy=SEATS[moment.seat])
    yield from add_unlogged_goods(table, seat, 1)
