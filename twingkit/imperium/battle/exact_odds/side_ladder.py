"""One side whose dice and losses depend on its own force alone: the forces it can reach, and their dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import add

import attrs

from twingkit.imperium.battle.exact_odds.lattice import PairChances, StatesByStrength
from twingkit.imperium.battle.exact_odds.opening_dice import OpeningCase
from twingkit.imperium.battle.rules.dice.combat_roll import hit_count_probabilities
from twingkit.imperium.battle.rules.force import Fight, Force, Roster
from twingkit.imperium.battle.rules.losses.assign import (
    PendingHits,
    assign_hits_with_sustaining,
    indices_able_to_sustain,
)

HitChances = Sequence[Sequence[float]]
"""The chance of 0, 1, 2 … hits of the dice in one round, for each force of a ladder."""


@attrs.frozen(eq=False)
class ForceLadder:
    """All forces to which hits can reduce one side of a battle, strongest first; the last one is empty.

    A place is an index in `forces`; `indices_after_hits[place][h]` is the place of the force that `h` hits
    leave. More hits leave nothing.
    """

    forces: tuple[Force, ...]
    indices_after_hits: tuple[tuple[int, ...], ...]
    index_by_force: Mapping[Force, int]

    @property
    def empty_force_index(self) -> int:
        """The index of the force with nothing left."""
        return len(self.forces) - 1

    @property
    def has_one_step_hits(self) -> bool:
        """True if every hit leads to the next force of the ladder."""
        return all(
            fall == tuple(range(rung, len(self.forces))) for rung, fall in enumerate(self.indices_after_hits)
        )

    def states(self, hit_chances: HitChances) -> StatesByStrength:
        """Return the forces as the states of a side in a `FightLattice`, given the chances of their hits."""
        cases = [
            [(tuple(hits), fall)] if force.size else []
            for force, hits, fall in zip(self.forces, hit_chances, self.indices_after_hits, strict=True)
        ]
        return StatesByStrength(range(len(cases)), cases)


def build_force_ladder(
    starts: Iterable[Force],
    force_after_hits: Callable[[Force, int], Force],
    toughness: Callable[[Force], int],
    one_by_one: bool = True,
) -> ForceLadder:
    """Build the ladder of all forces that hits can leave of the forces in `starts`.

    `force_after_hits` returns the force left by a number of hits, `toughness` a number that every hit makes
    smaller. With `one_by_one`, two hits leave the same as one hit after another (not so with Non-Euclidean
    Shielding, which cancels two at once).
    """
    below: dict[Force, list[Force]] = {}
    waiting = list(starts)
    empty = waiting[0].without_units()
    below[empty] = [empty]
    while waiting:
        force = waiting.pop()
        if force in below:
            continue
        left = [force]
        while left[-1] != empty:
            left.append(force_after_hits(left[-1], 1) if one_by_one else force_after_hits(force, len(left)))
            if one_by_one and left[-1] in below:
                left += below[left[-1]][1:]
        if one_by_one:
            for index, lower in enumerate(left):
                below.setdefault(lower, left[index:])
        else:
            below[force] = left
            waiting += left[1:]
    forces = tuple(sorted(below, key=toughness, reverse=True))
    indices = {force: rung for rung, force in enumerate(forces)}
    falls = tuple(tuple(indices[lower] for lower in below[force]) for force in forces)
    return ForceLadder(forces, falls, indices)


def one_by_one_ladder(start: Force, force_after_hit: Callable[[Force], Force]) -> ForceLadder:
    """Build the ladder of forces from `start` down to nothing when every hit removes or damages something.

    `force_after_hit` returns the force after one hit.
    """
    forces = [start]
    while forces[-1].size:
        forces.append(force_after_hit(forces[-1]))
    return ForceLadder(
        tuple(forces), _straight_falls(len(forces)), {force: rung for rung, force in enumerate(forces)}
    )


@lru_cache(maxsize=512)
def _straight_falls(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(rung, size)) for rung in range(size))


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
