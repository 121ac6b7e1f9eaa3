"""Progress towards an objective (IM-OBJ-1, IM-OBJ-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from twingkit.imperium.box.tiles import COLOURS, TRAITS, planets
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import is_home_planet
from twingkit.imperium.galaxy.economy.paying import largest_payment
from twingkit.imperium.galaxy.map.adjacency import LINKABLE
from twingkit.imperium.galaxy.objectives.cards import Objective
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.technology.cards import technologies

Count = Callable[[GameTable, int], int]
"""The number that a player has of something."""


def _with_trait(trait: str) -> Count:
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
    """The number of a player's technologies of each colour; unit upgrades have none."""
    owned = (technologies()[name] for name in table.players[seat].technologies)
    return Counter(card.colour for card in owned if card.colour in COLOURS)


def _upgrades(table: GameTable, seat: int) -> int:
    """The number of upgraded units; the Nekro Virus may have two cards of one unit."""
    return len({technologies()[name].unit for name in table.players[seat].technologies} - {""})


def _of_own_faction(table: GameTable, seat: int) -> int:
    player = table.players[seat]
    owned = (technologies()[name] for name in player.technologies)
    return sum(card.faction == player.faction and card.id not in ("vax", "vay") for card in owned)


def _in_colours(colours: int) -> Count:
    """The number of technologies in the `colours`-th best colour."""

    def count(table: GameTable, seat: int) -> int:
        numbers = sorted(_colours(table, seat).values(), reverse=True)
        return numbers[colours - 1] if len(numbers) >= colours else 0

    return count


def ship_systems(table: GameTable, seat: int) -> list[int]:
    """The systems in which a player has ships."""
    return [system for system, there in enumerate(table.space) if seat in there and there[seat].ships]


def _systems_beside(table: GameTable, seat: int, wanted: Callable[[int], bool]) -> int:
    """The number of systems with ships of the player that are adjacent to a wanted system."""
    links = table.adjacency(seat, "count")
    return sum(any(map(wanted, links[system])) for system in ship_systems(table, seat))


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
    for system in ship_systems(table, seat):
        kinds |= table.wormholes_in(system)
    return len(kinds.intersection(LINKABLE))


def _with_others_dock(table: GameTable, seat: int) -> int:
    return sum(
        any(table.dock_places(other, system) for other in table.other_seats(seat))
        for system in ship_systems(table, seat)
    )


def _in_mecatol(table: GameTable, seat: int) -> int:
    held = table.holders.get(MECATOL_REX) == seat
    return table.units_in_space(seat, table.mecatol_system).ships if held else 0


def _on_board(unit_class: str) -> Count:
    return lambda table, seat: table.count_on_board(seat, unit_class)


def _tokens(table: GameTable, seat: int) -> int:
    player = table.players[seat]
    return player.tactic + player.strategy


COUNTS: Mapping[tuple[str, str], Count] = {
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
    ("ships", "any"): lambda table, seat: len(ship_systems(table, seat)),
    ("ships", "with_others_spacedock"): _with_others_dock,
    ("ships", "in_controlled_mecatol"): _in_mecatol,
    ("board", "pds"): _on_board("pds"),
    ("board", "spacedock"): _on_board(DOCK),
    ("board", "dreadnought"): _on_board("dreadnought"),
    ("spend", "resources"): lambda table, seat: largest_payment(table, seat, "resources"),
    ("spend", "influence"): lambda table, seat: largest_payment(table, seat, "influence"),
    ("spend", "trade_goods"): lambda table, seat: table.players[seat].goods,
    ("spend", "tactic_or_strategy_tokens"): _tokens,
    ("spend", "action_cards"): lambda table, seat: len(table.players[seat].action_cards),
}
"""How to count for each requirement of an objective; objectives of the action phase follow from events
instead.
"""


def progress(table: GameTable, seat: int, card: Objective) -> int:
    """The number that a player has of what an objective counts, or could spend; 0 for an event."""
    count = COUNTS.get((card.verb, card.of))
    return 0 if count is None else count(table, seat)


def is_fulfilled(table: GameTable, seat: int, card: Objective) -> bool:
    """True if a player could score an objective now: it is met, or its cost can be paid."""
    return card.verb != "event" and progress(table, seat, card) >= card.count


def can_score_public(table: GameTable, seat: int) -> bool:
    """True if a player controls all planets of their home system, or is the Clan of Saar (IM-OBJ-2)."""
    player = table.players[seat]
    if player.faction == "saar":
        return True
    return all(table.holders[planet.id] == seat for planet in table.planets_of(table.home_system(seat)))
