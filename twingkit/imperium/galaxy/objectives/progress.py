"""Progress towards an objective (IM-OBJ-1, IM-OBJ-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from twingkit.imperium.box.tiles import TECHNOLOGY_COLOURS, TRAITS, planets
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import is_home_planet
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.map.adjacency import LINKABLE_WORMHOLES
from twingkit.imperium.galaxy.objectives.cards import Objective
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.technology.cards import technologies

CountFunction = Callable[[GameTable, int], int]
"""A function that counts something for a seat at a table."""


def _with_trait(trait: str) -> CountFunction:
    def count(table: GameTable, seat: int) -> int:
        return sum(planets()[planet].trait == trait for planet in table.controlled_planets(seat))

    return count


def _same_trait(table: GameTable, seat: int) -> int:
    return max(_with_trait(trait)(table, seat) for trait in TRAITS)


def _outside_homes(table: GameTable, seat: int) -> int:
    return sum(not is_home_planet(table, planet) for planet in table.controlled_planets(seat))


def _in_others_home(table: GameTable, seat: int) -> int:
    own = table.players[seat].faction
    return sum(
        is_home_planet(table, planet) and table.galaxy.systems[table.system_of(planet)].tile.faction != own
        for planet in table.controlled_planets(seat)
    )


def _specialties(table: GameTable, seat: int) -> int:
    return sum(bool(planets()[planet].specialty) for planet in table.controlled_planets(seat))


def _colours(table: GameTable, seat: int) -> Counter[str]:
    owned = (technologies()[name] for name in table.players[seat].technologies)
    return Counter(card.colour for card in owned if card.colour in TECHNOLOGY_COLOURS)


def _upgrades(table: GameTable, seat: int) -> int:
    """Count a player's upgraded units once each; the Nekro Virus may have two cards of one unit."""
    return len({technologies()[name].unit_class for name in table.players[seat].technologies} - {""})


def _of_own_faction(table: GameTable, seat: int) -> int:
    player = table.players[seat]
    owned = (technologies()[name] for name in player.technologies)
    return sum(card.faction == player.faction and card.id not in ("vax", "vay") for card in owned)


def _in_colours(colours: int) -> CountFunction:
    """Return a function that counts the technologies in a player's `colours`-th best colour."""

    def count(table: GameTable, seat: int) -> int:
        numbers = sorted(_colours(table, seat).values(), reverse=True)
        return numbers[colours - 1] if len(numbers) >= colours else 0

    return count


def systems_with_own_ships(table: GameTable, seat: int) -> list[int]:
    """Return the indexes of the systems in which a player has ships."""
    return [system for system, there in enumerate(table.space) if seat in there and there[seat].ships]


def _systems_beside(table: GameTable, seat: int, wanted: Callable[[int], bool]) -> int:
    links = table.adjacency(seat, "count")
    return sum(any(map(wanted, links[system])) for system in systems_with_own_ships(table, seat))


def _beside_mecatol(table: GameTable, seat: int) -> int:
    return _systems_beside(table, seat, lambda other: other == table.mecatol_system)


def _beside_anomaly(table: GameTable, seat: int) -> int:
    return _systems_beside(table, seat, lambda other: bool(table.galaxy.systems[other].tile.anomaly))


def _beside_others_home(table: GameTable, seat: int) -> int:
    own = table.players[seat].faction
    homes = {
        system.index for system in table.galaxy.systems if system.tile.is_home and system.tile.faction != own
    }
    return _systems_beside(table, seat, homes.__contains__)


def _alpha_and_beta(table: GameTable, seat: int) -> int:
    kinds: set[str] = set()
    for system in systems_with_own_ships(table, seat):
        kinds |= table.wormholes_in(system)
    return len(kinds.intersection(LINKABLE_WORMHOLES))


def _with_others_dock(table: GameTable, seat: int) -> int:
    return sum(
        any(table.dock_places(other, system) for other in table.other_seats(seat))
        for system in systems_with_own_ships(table, seat)
    )


def _in_mecatol(table: GameTable, seat: int) -> int:
    held = table.planet_controllers.get(MECATOL_REX) == seat
    return table.units_in_space(seat, table.mecatol_system).ships if held else 0


def _on_board(unit_class: str) -> CountFunction:
    return lambda table, seat: table.count_on_board(seat, unit_class)


def _tokens(table: GameTable, seat: int) -> int:
    player = table.players[seat]
    return player.tactic + player.strategy


COUNT_BY_REQUIREMENT: Mapping[tuple[str, str], CountFunction] = {
    ("control", "same_trait"): _same_trait,
    **{("control", trait): _with_trait(trait) for trait in TRAITS},
    ("control", "outside_home_systems"): _outside_homes,
    ("control", "in_others_home_system"): _in_others_home,
    ("control", "specialty"): _specialties,
    ("own", "upgrades"): _upgrades,
    ("own", "each_of_2_colours"): _in_colours(2),
    ("own", "each_of_4_colours"): _in_colours(4),
    ("own", "one_colour"): _in_colours(1),
    ("own", "of_own_faction"): _of_own_faction,
    ("ships", "adjacent_to_mecatol"): _beside_mecatol,
    ("ships", "adjacent_to_anomaly"): _beside_anomaly,
    ("ships", "adjacent_to_others_home"): _beside_others_home,
    ("ships", "alpha_and_beta"): _alpha_and_beta,
    ("ships", "any"): lambda table, seat: len(systems_with_own_ships(table, seat)),
    ("ships", "with_others_spacedock"): _with_others_dock,
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
"""The count function for each requirement of an objective; action-phase objectives depend on events
instead.
"""


def progress(table: GameTable, seat: int, card: Objective) -> int:
    """Return how much of an objective's required thing a player has or could spend; 0 for an event."""
    count = COUNT_BY_REQUIREMENT.get((card.requirement_kind, card.counted_thing))
    return 0 if count is None else count(table, seat)


def is_fulfilled(table: GameTable, seat: int, card: Objective) -> bool:
    """Return whether a player meets an objective now or can pay its cost."""
    return card.requirement_kind != "event" and progress(table, seat, card) >= card.needed_count


def can_score_public(table: GameTable, seat: int) -> bool:
    """Return whether a player controls all planets of their home system or is the Clan of Saar (IM-OBJ-2)."""
    player = table.players[seat]
    if player.faction == "saar":
        return True
    return all(
        table.planet_controllers[planet.id] == seat for planet in table.planets_of(table.home_system(seat))
    )
