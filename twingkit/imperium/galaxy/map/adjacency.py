"""Adjacency of systems, depending on the player and the purpose (IM-MAP-1 to 3, IM-MAP-5)."""

from __future__ import annotations

from functools import lru_cache

import attrs

from twingkit.imperium.galaxy.map.galaxy import Galaxy

AdjacencyLists = tuple[tuple[int, ...], ...]
"""For each system index, the indexes of its adjacent systems, in ascending order."""

LINKABLE_WORMHOLES = ("alpha", "beta")
"""The wormholes that Quantum Entanglement links and a travel ban closes."""


@attrs.frozen
class WormholeState:
    """Which wormholes connect for one player and one purpose, such as movement: links, closures and added
    wormholes (IM-MAP-5).

    `alpha_beta_linked`: alpha leads to beta and back, by Quantum Entanglement or Wormhole Reconstruction.
    `alpha_beta_closed`: a travel ban closes alpha and beta for movement and retreats, unless they are linked.
    `added_wormholes`: wormholes of tokens and a flagship, as (system index, kind).
    """

    alpha_beta_linked: bool = False
    alpha_beta_closed: bool = False
    added_wormholes: tuple[tuple[int, str], ...] = ()


PRINTED_WORMHOLES = WormholeState()
"""The wormholes printed on the tiles, without effects."""


@lru_cache(maxsize=4096)
def adjacency_lists(galaxy: Galaxy, wormholes: WormholeState = PRINTED_WORMHOLES) -> AdjacencyLists:
    """Return the adjacent systems of each system: those that share a side or have a matching wormhole.

    >>> galaxy = Galaxy.parse("39 21 22 26 23 24")
    >>> one, other = galaxy.system("39").index, galaxy.system("26").index
    >>> closed = WormholeState(alpha_beta_closed=True)
    >>> other in adjacency_lists(galaxy)[one], other in adjacency_lists(galaxy, closed)[one]
    (True, False)
    """
    kinds = [set(system.tile.wormholes) for system in galaxy.systems]
    for index, kind in wormholes.added_wormholes:
        kinds[index].add(kind)
    for there in kinds:
        if wormholes.alpha_beta_linked and not there.isdisjoint(LINKABLE_WORMHOLES):
            there.update(LINKABLE_WORMHOLES)
        elif wormholes.alpha_beta_closed:
            there.difference_update(LINKABLE_WORMHOLES)
    adjacent = []
    for index, sides in enumerate(galaxy.systems_sharing_side):
        joined = {other for other, theirs in enumerate(kinds) if kinds[index] & theirs} - {index}
        adjacent.append(tuple(sorted(joined.union(sides))))
    return tuple(adjacent)


def is_connected(galaxy: Galaxy) -> bool:
    """Return whether every system can be reached from every other one, counting wormholes as connections."""
    return all(steps < len(galaxy.systems) for steps in (distances_between_systems(galaxy) or ((),))[0])


@lru_cache(maxsize=256)
def distances_between_systems(
    galaxy: Galaxy, wormholes: WormholeState = PRINTED_WORMHOLES
) -> tuple[tuple[int, ...], ...]:
    """Return the number of steps from each system to every other one, ignoring ships and anomalies.

    The number is larger than the number of systems if there is no route.

    >>> galaxy = Galaxy.parse("19 20 21 22 23 24")
    >>> one, other = galaxy.system("19").index, galaxy.system("21").index
    >>> distances_between_systems(galaxy)[one][other]
    2
    """
    links = adjacency_lists(galaxy, wormholes)
    return tuple(_steps_from(start, links) for start in range(len(links)))


def _steps_from(start: int, links: AdjacencyLists) -> tuple[int, ...]:
    far = len(links) + 1
    steps, edge, count = [far] * len(links), {start}, 0
    while edge:
        for place in edge:
            steps[place] = count
        edge = {other for place in edge for other in links[place] if steps[other] == far}
        count += 1
    return tuple(steps)
