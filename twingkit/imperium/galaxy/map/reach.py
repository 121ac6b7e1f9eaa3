"""The reach of a ship: the route to every system, or the rule that prevents it.

The best route has the fewest dice in gravity rifts, then the fewest systems (IM-MOVE-1, IM-MOVE-3, IM-MOVE-7
to 9, IM-MOVE-11).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import attrs

from twingkit.core.arguments import (
    INTEGER,
    NON_NEGATIVE,
    check_arguments,
    instance_of,
    list_of,
    one_of_words,
    require_valid_argument,
)
from twingkit.core.arguments.kinds import as_int
from twingkit.core.messages import Fault
from twingkit.imperium.box.tiles import ANOMALIES
from twingkit.imperium.galaxy.map.adjacency import PRINTED_WORMHOLES, WormholeState, adjacency_lists
from twingkit.imperium.galaxy.map.galaxy import Galaxy

_RIFT_SURVIVAL_CHANCE = Fraction(7, 10)
"""A die shows 4 or more (IM-MOVE-8)."""

MAX_RIFT_DICE = 6
"""The largest number of rift dice on a route; two adjacent rifts would otherwise extend a move forever."""

CLOSED_ANOMALIES = ("asteroid_field", "supernova")
"""The anomalies that ships can only enter with a technology (IM-MOVE-9)."""

_ANOMALY_LIST = list_of(one_of_words(*ANOMALIES), min_length=0)
_SYSTEM_LIST = list_of(INTEGER, min_length=0)
_WORMHOLE_STATE = instance_of("argument.wormholes", WormholeState)


@attrs.frozen(cache_hash=True)
class ShipMobility:
    """The values that decide where a ship can move: move value and bonus, passable anomalies, blocked
    systems, and wormholes.

    `move_value` is the printed move value; `move_bonus` is added to it, also to the 1 of a ship that leaves a
    nebula (IM-MOVE-10). `open_anomalies` are the anomalies that its owner may enter and pass.
    `blocked_systems` are the indexes of systems that it cannot pass because of other players' ships
    (IM-MOVE-3). Raises `Fault` for invalid values.

    >>> ShipMobility(2, move_bonus=1, open_anomalies=frozenset({"asteroid_field"})).blocked_systems
    frozenset()
    """

    move_value: int = attrs.field(converter=as_int)
    move_bonus: int = attrs.field(default=0, converter=as_int)
    open_anomalies: frozenset[str] = frozenset()
    blocked_systems: frozenset[int] = frozenset()
    wormholes: WormholeState = PRINTED_WORMHOLES

    def __attrs_post_init__(self) -> None:
        require_valid_argument("move_value", self.move_value, NON_NEGATIVE)
        require_valid_argument("move_bonus", self.move_bonus, NON_NEGATIVE)
        require_valid_argument("open_anomalies", self.open_anomalies, _ANOMALY_LIST)
        require_valid_argument("blocked_systems", self.blocked_systems, _SYSTEM_LIST)
        require_valid_argument("wormholes", self.wormholes, _WORMHOLE_STATE)


@attrs.frozen
class Route:
    """A ship's route to a system, with the systems it enters and the gravity rifts it leaves.

    `entered_systems` are the indexes of the systems entered, with the target last; `rift_count` is the number
    of gravity rifts that the ship leaves.

    >>> Route((4, 0), 1).survival_probability
    Fraction(7, 10)
    """

    entered_systems: tuple[int, ...]
    rift_count: int

    @property
    def survival_probability(self) -> Fraction:
        """The chance that the ship arrives: one die for each rift it leaves."""
        return _RIFT_SURVIVAL_CHANCE**self.rift_count


@attrs.frozen
class ShipReach:
    """The systems that a ship can reach, each with its route, and for every other system the rule that
    prevents the move.

    >>> seen = ShipReach({3: Route((1, 3), 0)}, {2: "IM-MOVE-9"})
    >>> seen.routes[3].entered_systems, seen.blocking_rules[2]
    ((1, 3), 'IM-MOVE-9')
    """

    routes: Mapping[int, Route]
    blocking_rules: dict[int, str]


@lru_cache(maxsize=512)
def best_routes(
    galaxy: Galaxy, start: int, ship: ShipMobility, via: frozenset[int] = frozenset()
) -> Mapping[int, Route]:
    """Return, by system index, the best route of a ship from system `start` to each system it can reach
    through all systems in `via` (IM-MOVE-4).

    The ship reaches its own system only by leaving it and coming back (IM-MOVE-2). Raises the same errors as
    `ship_reach`.

    >>> galaxy = Galaxy.parse("41 19 20 21 22 23")
    >>> rift = galaxy.system("41").index
    >>> there = best_routes(galaxy, rift, ShipMobility(1))
    >>> there[galaxy.system("21").index].rift_count, len(there)  # two steps, its own system too
    (1, 7)
    """
    found = _routes(galaxy, start, ship, ship.blocked_systems, via, nebulas=True, printed=False)
    return MappingProxyType(found)


def _routes(
    galaxy: Galaxy,
    start: int,
    course: ShipMobility,
    blocked: frozenset[int] = frozenset(),
    via: frozenset[int] = frozenset(),
    *,
    nebulas: bool,
    printed: bool,
) -> dict[int, Route]:
    """Return the result of `best_routes`; without `nebulas`, nebulas stop no ship; with `printed`, leaving
    one keeps the printed move value."""
    known = range(len(galaxy.systems))
    if not {start, *course.blocked_systems, *(index for index, _ in course.wormholes.added_wormholes)} <= set(
        known
    ):
        raise Fault("map.index", most=known.stop - 1)
    links = adjacency_lists(galaxy, course.wormholes)
    anomalies = [system.tile.anomaly for system in galaxy.systems]
    nebulas = nebulas and "nebula" not in course.open_anomalies
    slow = anomalies[start] == "nebula" and not printed
    value = (min(course.move_value, 1) if slow else course.move_value) + course.move_bonus
    best: dict[int, Route] = {}
    fewest: dict[tuple[int, int, frozenset[int]], int] = {}
    queue: list[tuple[int, int, int, tuple[int, ...], frozenset[int]]] = [(0, 0, start, (), via)]
    while queue:
        rifts, count, place, entered, waiting = heapq.heappop(queue)
        leaving = rifts + (anomalies[place] == "gravity_rift")
        if count >= value + leaving or leaving > MAX_RIFT_DICE:
            continue
        for target in links[place]:
            if anomalies[target] in CLOSED_ANOMALIES and anomalies[target] not in course.open_anomalies:
                continue
            left = waiting - {target}
            state = target, leaving, left
            if fewest.get(state, count + 2) <= count + 1:
                continue
            fewest[state] = count + 1
            way = (*entered, target)
            known_way = best.get(target)
            if not left and (
                known_way is None
                or (leaving, count + 1) < (known_way.rift_count, len(known_way.entered_systems))
            ):
                best[target] = Route(way, leaving)
            if target not in blocked and not (nebulas and anomalies[target] == "nebula"):
                heapq.heappush(queue, (leaving, count + 1, target, way, left))
    return best


@check_arguments(
    galaxy=instance_of("argument.galaxy", Galaxy),
    start=INTEGER,
    ship=instance_of("argument.course", ShipMobility),
)
def ship_reach(galaxy: Galaxy, start: int, ship: ShipMobility) -> ShipReach:
    """Return every system that a ship can reach from system `start`, and for each other system the first rule
    that prevents it.

    The rules are checked in this order: closed anomalies and nebulas, other players' ships, the travel ban,
    the move value. Raises `Fault` for an unknown index.

    >>> galaxy = Galaxy.parse("42 43 19 20 21 22")
    >>> seen = ship_reach(galaxy, galaxy.system("19").index, ShipMobility(2))
    >>> galaxy.system("43").index in seen.routes, seen.blocking_rules[galaxy.system("43").index]
    (False, 'IM-MOVE-9')
    """
    there = best_routes(galaxy, start, ship)
    stopped: dict[int, str] = {}
    anomalies = [system.tile.anomaly for system in galaxy.systems]
    for index, anomaly in enumerate(anomalies):
        if (
            index != start
            and index not in there
            and anomaly in CLOSED_ANOMALIES
            and anomaly not in ship.open_anomalies
        ):
            stopped[index] = "IM-MOVE-9"
    for rule, relaxed in _relaxed_routes(galaxy, start, ship):
        for index in relaxed:
            if index not in there and index != start:
                stopped.setdefault(index, rule)
    for index in range(len(anomalies)):
        if index not in there and index != start:
            stopped.setdefault(index, "IM-MOVE-1")
    return ShipReach(dict(there), stopped)


def _relaxed_routes(
    galaxy: Galaxy, start: int, course: ShipMobility
) -> Iterator[tuple[str, dict[int, Route]]]:
    """Lift the movement rules one after the other; yield each lifted rule with the routes that are then
    possible.
    """
    yield "IM-MOVE-3", _routes(galaxy, start, course, nebulas=True, printed=False)
    yield "IM-MOVE-7", _routes(galaxy, start, course, nebulas=False, printed=True)
    course = attrs.evolve(course, open_anomalies=frozenset(CLOSED_ANOMALIES))
    yield "IM-MOVE-9", _routes(galaxy, start, course, nebulas=False, printed=True)
    if course.wormholes.alpha_beta_closed:
        course = attrs.evolve(course, wormholes=attrs.evolve(course.wormholes, alpha_beta_closed=False))
        yield "IM-MAP-5", _routes(galaxy, start, course, nebulas=False, printed=True)
