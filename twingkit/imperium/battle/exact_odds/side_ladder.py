"""One side on a grid: the forces that it can reach while the sides are independent, and their dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add

from twingkit.imperium.battle.exact_odds.grid import ForceLadder, PairChances, build_force_ladder
from twingkit.imperium.battle.exact_odds.opening_dice import OpeningCase
from twingkit.imperium.battle.rules.dice.combat_roll import hit_count_probabilities
from twingkit.imperium.battle.rules.force import Fight, Force, Roster
from twingkit.imperium.battle.rules.losses.assign import (
    PendingHits,
    assign_hits_with_sustaining,
    indices_able_to_sustain,
)


def starting_pairs(
    opening_cases: Iterable[OpeningCase], own_indices: Mapping[Force, int], other_indices: Mapping[Force, int]
) -> PairChances:
    """Return the chance of each pair of forces at the start of the combat rolls, as pairs of indices in the
    two ladders.

    Forces are given by their indices in both ladders: `own_indices` and `other_indices` map each force to its
    index.
    """
    joint: PairChances = {}
    for chance, first, second in opening_cases:
        answers = [(other_indices[force], part) for force, part in second.items()]
        for force, part in first.items():
            own_index, weight = own_indices[force], chance * part
            for other, share in answers:
                joint[own_index, other] = joint.get((own_index, other), 0.0) + weight * share
    return joint


def independent_sustaining_indices(fight: Fight, side_index: int) -> tuple[int, ...]:
    """Return the roster indices of a side's units that can sustain damage while the sides are independent.

    A flagship that would prevent it is gone or has no unit to affect.
    """
    first, second = fight.starting_forces()
    alone = (first, second.without_units()) if side_index == 0 else (first.without_units(), second)
    return indices_able_to_sustain(fight, alone, side_index)


def force_after_hits(roster: Roster, force: Force, hits: int, sustaining: tuple[int, ...]) -> Force:
    """Return the force that is left after `hits` hits in a round, for a side that is independent of its
    enemy.

    `sustaining` are its `independent_sustaining_indices`.
    """
    return assign_hits_with_sustaining(roster, force, PendingHits(unrestricted=hits), sustaining)[0]


def side_ladder(
    fight: Fight,
    side_index: int,
    starts: Iterable[Force],
    known_force: Callable[[Force, int], Force] | None = None,
) -> ForceLadder:
    """Return the ladder of all forces that a side can reach from `starts` while the sides are independent.

    `known_force` returns the force that hits leave, if that is already known.
    """
    own, sustaining = fight.rosters[side_index], independent_sustaining_indices(fight, side_index)

    def toughness(force: Force) -> int:
        return force.size + sum(force.fresh[kind] for kind in sustaining)

    return build_force_ladder(
        starts,
        known_force or (lambda force, hits: force_after_hits(own, force, hits, sustaining)),
        toughness,
        one_by_one=not own.has_working("nes"),
    )


def side_hit_chances(
    fight: Fight,
    side_index: int,
    ladder: ForceLadder,
    round_number: int,
    used_effects: tuple[str, ...] = (),
    cache: dict[tuple[int, ...], list[float]] | None = None,
    key_order: Sequence[int] | None = None,
) -> list[list[float]]:
    """Return, for each force of a ladder, the chances that it makes 0, 1, 2 … hits in a round.

    The effects in `used_effects` are used up. `cache` caches the chances by unit counts (in this `key_order`
    of their indices).
    """
    enemy = fight.starting_forces()[1 - side_index]
    cache = {} if cache is None else cache
    rolls = []
    for force in ladder.forces:
        counts = tuple(map(add, force.fresh, force.damaged))  # damaged units roll like undamaged ones
        if key_order is not None:
            counts = tuple([counts[place] for place in key_order])
        if counts not in cache:
            own = force._replace(used_effects=used_effects) if used_effects else force
            cache[counts] = hit_count_probabilities(
                fight, (own, enemy) if side_index == 0 else (enemy, own), side_index, round_number
            )
        rolls.append(cache[counts])
    return rolls


def forces_after_hits(fight: Fight, side_index: int, force: Force) -> list[Force]:
    """Return the forces that 0, 1, 2 … hits leave of a force of a side, until nothing is left."""
    left = [force]
    while left[-1].size:
        left.append(
            force_after_hits(
                fight.rosters[side_index], force, len(left), independent_sustaining_indices(fight, side_index)
            )
        )
    return left
