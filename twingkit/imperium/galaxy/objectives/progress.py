"""Progress towards an objective (IM-OBJ-1, IM-OBJ-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping

from twingkit.imperium.box.tiles import TECHNOLOGY_COLOURS, TRAITS, planets_by_id
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import is_home_planet
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.map.adjacency import LINKABLE_WORMHOLES
from twingkit.imperium.galaxy.objectives.cards import Objective
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.technology.cards import technologies_by_id

CountFunction = Callable[[GameTable, int], int]
"""A function that counts something for a seat at a table."""


PlanetsCount = Callable[[GameTable, int, Collection[str]], int]
"""A function that counts something among the planets that a seat controls."""


def _with_trait(trait: str) -> PlanetsCount:
    return lambda table, seat, held: sum(planets_by_id()[planet].trait == trait for planet in held)


def _same_trait(table: GameTable, seat: int, held: Collection[str]) -> int:
    return max(
        Counter(planets_by_id()[planet].trait for planet in held if planets_by_id()[planet].trait).values(),
        default=0,
    )


def _outside_homes(table: GameTable, seat: int, held: Collection[str]) -> int:
    return sum(not is_home_planet(table, planet) for planet in held)


def _in_others_home(table: GameTable, seat: int, held: Collection[str]) -> int:
    own = table.players[seat].faction
    return sum(
        is_home_planet(table, planet) and table.galaxy.systems[table.system_of(planet)].tile.faction != own
        for planet in held
    )


PLANETS_COUNT_BY_THING: Mapping[str, PlanetsCount] = {
    "same_trait": _same_trait,
    **{trait: _with_trait(trait) for trait in TRAITS},
    "outside_home_systems": _outside_homes,
    "in_others_home_system": _in_others_home,
    "specialty": lambda table, seat, held: sum(bool(planets_by_id()[planet].specialty) for planet in held),
}
"""The function that counts the controlled planets that an objective requires."""


def _colours(table: GameTable, seat: int) -> Counter[str]:
    owned = (technologies_by_id()[name] for name in table.players[seat].technologies)
    return Counter(card.colour for card in owned if card.colour in TECHNOLOGY_COLOURS)


def _upgrades(table: GameTable, seat: int) -> int:
    """Return the number of a player's unit upgrades; two cards of the same unit, as the Nekro Virus may have,
    count once.
    """
    return len({technologies_by_id()[name].unit_class for name in table.players[seat].technologies} - {""})


def _of_own_faction(table: GameTable, seat: int) -> int:
    player = table.players[seat]
    owned = (technologies_by_id()[name] for name in player.technologies)
    return sum(card.faction == player.faction and card.id not in ("vax", "vay") for card in owned)


def _in_colours(colours: int) -> CountFunction:
    """Return a function that counts the technologies in a player's `colours`-th best colour."""

    def count(table: GameTable, seat: int) -> int:
        numbers = sorted(_colours(table, seat).values(), reverse=True)
        return numbers[colours - 1] if len(numbers) >= colours else 0

    return count


def _beside(table: GameTable, seat: int, wanted: Collection[int]) -> Collection[int]:
    links = table.adjacency(seat, "count")
    return {system for other in wanted for system in links[other]}


def _others_homes(table: GameTable, seat: int) -> list[int]:
    own = table.players[seat].faction
    return [
        system.index for system in table.galaxy.systems if system.tile.is_home and system.tile.faction != own
    ]


def _others_docks(table: GameTable, seat: int) -> Collection[int]:
    return {
        table.system_of(place)
        for other in table.other_seats(seat)
        for place, units in table.places_and_units(other)
        if units[DOCK]
    }


SYSTEMS_BY_THING: Mapping[str, Callable[[GameTable, int], Collection[int]]] = {
    "adjacent_to_mecatol": lambda table, seat: _beside(table, seat, [table.mecatol_system]),
    "adjacent_to_anomaly": lambda table, seat: _beside(table, seat, table.galaxy.anomalies),
    "adjacent_to_others_home": lambda table, seat: _beside(table, seat, _others_homes(table, seat)),
    "any": lambda table, seat: range(len(table.space)),
    "with_others_spacedock": _others_docks,
}
"""The systems in which an objective counts own ships, each once."""


def _alpha_and_beta(table: GameTable, seat: int) -> int:
    kinds: set[str] = set()
    for system in table.systems_with_ships(seat):
        kinds |= table.wormholes_in(system)
    return len(kinds.intersection(LINKABLE_WORMHOLES))


def _in_mecatol(table: GameTable, seat: int) -> int:
    held = table.planet_controllers.get(MECATOL_REX) == seat
    return table.units_in_space(seat, table.mecatol_system).ship_count if held else 0


def _on_board(unit_class: str) -> CountFunction:
    return lambda table, seat: table.count_on_board(seat, unit_class)


def _tokens(table: GameTable, seat: int) -> int:
    player = table.players[seat]
    return player.tactic + player.strategy


_COUNT_BY_REQUIREMENT: Mapping[tuple[str, str], CountFunction] = {
    ("own", "upgrades"): _upgrades,
    ("own", "each_of_2_colours"): _in_colours(2),
    ("own", "each_of_4_colours"): _in_colours(4),
    ("own", "one_colour"): _in_colours(1),
    ("own", "of_own_faction"): _of_own_faction,
    ("ships", "alpha_and_beta"): _alpha_and_beta,
    ("ships", "in_controlled_mecatol"): _in_mecatol,
    ("board", "pds"): _on_board("pds"),
    ("board", "spacedock"): _on_board(DOCK),
    ("board", "dreadnought"): _on_board("dreadnought"),
    ("spend", "resources"): lambda table, seat: max_payment(table, seat, "resources"),
    ("spend", "influence"): lambda table, seat: max_payment(table, seat, "influence"),
    ("spend", "trade_goods"): lambda table, seat: table.players[seat].goods,
    ("spend", "tactic_or_strategy_tokens"): _tokens,
    ("spend", "action_cards"): lambda table, seat: len(table.players[seat].action_cards),
}
"""The count function for each other requirement of an objective; action-phase objectives depend on events
instead.
"""


def progress_on_objective(table: GameTable, seat: int, card: Objective) -> int:
    """Return a player's progress on an objective: the amount they have or could spend of what it requires; 0
    if it is about an event.
    """
    kind, thing = card.requirement_kind, card.counted_thing
    if kind == "control":
        return PLANETS_COUNT_BY_THING[thing](table, seat, table.controlled_planets(seat))
    if kind == "ships" and thing in SYSTEMS_BY_THING:
        counted = SYSTEMS_BY_THING[thing](table, seat)
        return sum(system in counted for system in table.systems_with_ships(seat))
    count = _COUNT_BY_REQUIREMENT.get((kind, thing))
    return 0 if count is None else count(table, seat)


def can_fulfil_now(table: GameTable, seat: int, card: Objective) -> bool:
    """Return whether a player meets an objective now or can pay its cost; always False for an objective about
    an event.
    """
    return card.requirement_kind != "event" and progress_on_objective(table, seat, card) >= card.needed_count


def controls_home_or_is_saar(table: GameTable, seat: int) -> bool:
    """Return whether a player controls all planets of their home system or is the Clan of Saar (IM-OBJ-2)."""
    player = table.players[seat]
    if player.faction == "saar":
        return True
    return all(
        table.planet_controllers[planet.id] == seat for planet in table.planets_of(table.home_system(seat))
    )
