"""Rounds in which both forces together decide what a side rolls, as with the flagship of L1Z1X or Winnu.

What a side can do about hits also follows from both forces at the start of a round; then both take their hits
at once, and no force ever recovers. So each pair of forces has two lists of results, one for each side, and
one pass from the strongest pair to the weakest follows them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial

import attrs

from twingkit.core.slices import Slices
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.lattice import SURE
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation, StepsWalk
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair
from twingkit.imperium.battle.rules.losses.assign import (
    SUSTAIN_BLOCKING_FLAGSHIP,
    PendingHits,
    assign_hits_by_policy,
)
from twingkit.imperium.battle.rules.losses.combat_hits import has_lost_yin_flagship

HitChances = list[tuple[PendingHits, float]]
"""All hits that the dice of a side can make in a round, each with its chance."""

_HitOutcome = tuple[list[tuple[int, float]], float]
"""The forces (by number) to which a side's hits reduce the other side, with chances; and the chance that they
destroy the ship whose loss destroys all ships.
"""

_PlacePair = tuple[int, int]
"""The numbers of the attacker's and the defender's force."""

PairChances = defaultdict[int, defaultdict[int, float]]
"""The chances of pairs of forces: by the number of the attacker's, then by that of the defender's."""


@attrs.frozen(eq=False)
class _Side:
    """The forces that one side has reached, numbered in the order in which they were found.

    `levels` are the numbers of forces of equal toughness, a value that every hit makes smaller.
    """

    fight: Fight
    side_index: int
    forces: list[Force] = attrs.field(factory=list)
    levels: defaultdict[int, list[int]] = attrs.field(factory=partial(defaultdict, list))
    _places: dict[Force, int] = attrs.field(factory=dict)

    def place(self, force: Force) -> int:
        """Return the index of a force, adding it if it was not known before."""
        if force not in self._places:
            self._places[force] = len(self.forces)
            self.forces.append(force)
            fresh = sum(force.fresh[kind] for kind in self.fight.rosters[self.side_index].sustaining_indices)
            self.levels[force.size + fresh].append(self._places[force])
        return self._places[force]

    def nothing(self, place: int) -> int:
        """Return the index of the empty force: the force at this index after all its units are lost."""
        return self.place(self.forces[place].without_units())

    def falling(self) -> Iterator[int]:
        """Yield the indices of all forces, the strongest first, including weaker ones added during the
        iteration.
        """
        for level in range(max(self.levels), -1, -1):
            yield from self.levels[level]


class ForcePairRounds:
    """The rounds of a fight in which the sides affect each other only through their forces.

    They begin with round `round_number` and are all alike; `first_memoryless_round` says which situations
    allow this.
    """

    def __init__(self, walk: StepsWalk, round_number: int) -> None:
        self.walk, self.fight, self.round_number = walk, walk.fight, round_number
        self.sides = (_Side(self.fight, 0), _Side(self.fight, 1))
        self._dice: dict[tuple[int, int, int], tuple[int, HitChances]] = {}
        self._hits: dict[tuple[int, tuple[DiceGroup, ...], int], tuple[int, HitChances]] = {}
        self._landings: dict[tuple[int, int, int, bool], _HitOutcome] = {}
        self._left: dict[tuple[int, int, bool], dict[PendingHits, int]] = defaultdict(dict)

    # -- to the end, and one round

    def fight_on_in_slices(self, chances: Mapping[Situation, float]) -> Slices[tuple[Chances, float]]:
        """Compute in slices the chances of the fight's ends and the mean number of rounds.

        The fight goes on from the situations in `chances`. Standoffs are among the ends.
        """
        rows, ends, rounds = self._rows(chances), _no_rows(), 0.0
        first, second = self.sides
        for done, own in enumerate(first.falling()):
            row = rows[own]
            for other in second.falling():
                chance = row.get(other, 0.0)
                if not chance:
                    continue
                yield done / len(first.forces)
                if not (first.forces[own].size and second.forces[other].size):
                    ends[own][other] += chance
                    continue
                landings, still = self._round(own, other)
                if still >= SURE:
                    ends[own][other] += chance
                    continue
                met = chance / (1 - still)
                rounds += met
                self._add_results((own, other), landings, met, rows)
            del rows[own]
        return self._stands(ends), rounds

    def advance_round_in_slices(self, chances: Mapping[Situation, float]) -> Slices[Chances]:
        """Compute the chances of the situations after one more round, in interruptible slices.

        Both sides must remain in all situations in `chances`.
        """
        after = _no_rows()
        for own, row in self._rows(chances).items():
            for other, chance in row.items():
                yield 0.0
                self._add_results((own, other), self._round(own, other)[0], chance, after)
        return self._stands(after)

    def is_standoff(self, situation: Situation) -> bool:
        """True if neither side can hit any more (IM-ODDS-4)."""
        own, other = (side.place(force) for side, force in zip(self.sides, situation.state, strict=True))
        return self._round(own, other)[1] >= SURE

    def _add_results(
        self, pair: _PlacePair, landings: tuple[_HitOutcome, _HitOutcome], chance: float, rows: PairChances
    ) -> None:
        """Add to `rows` the pairs of forces that one round can leave of a pair, weighted by the pair's
        `chance`.

        A pair that stays as it is is added, too; in a fight to the end that case was divided out and does not
        occur.
        """
        (places, own_gone), (others, other_gone) = landings
        for own, part in places:
            row, share = rows[own], chance * part
            for other, more in others:
                row[other] += share * more
        gone = own_gone + other_gone - own_gone * other_gone
        if gone:
            own, other = (side.nothing(place) for side, place in zip(self.sides, pair, strict=True))
            rows[own][other] += chance * gone

    # -- situations and pairs of places

    def _rows(self, chances: Mapping[Situation, float]) -> PairChances:
        rows = _no_rows()
        for situation, chance in chances.items():
            own, other = (side.place(force) for side, force in zip(self.sides, situation.state, strict=True))
            rows[own][other] += chance
        return rows

    def _stands(self, rows: PairChances) -> Chances:
        first, second = (side.forces for side in self.sides)
        return merge_chances(
            (Situation((first[own], second[other])), chance)
            for own, row in rows.items()
            for other, chance in row.items()
            if chance
        )

    # -- one round of a pair

    def _round(self, own: int, other: int) -> tuple[tuple[_HitOutcome, _HitOutcome], float]:
        """Return the possible forces of both sides of a pair after a round, with chances, and the chance that
        neither force changes.
        """
        pair = own, other
        landings = self._landing(0, pair), self._landing(1, pair)
        still = 1.0
        for place, (places, _) in zip(pair, landings, strict=True):
            still *= next((chance for landed, chance in places if landed == place), 0.0)
        return landings, still

    def _landing(self, side_index: int, pair: _PlacePair) -> _HitOutcome:
        """Return the possible forces of one side of a pair after the other side's dice, with chances."""
        state = self.sides[0].forces[pair[0]], self.sides[1].forces[pair[1]]
        number, hits = self._numbered_hit_chances(1 - side_index, pair[1 - side_index], state)
        barred = self.fight.rosters[1 - side_index].has_flagship_special(
            SUSTAIN_BLOCKING_FLAGSHIP, state[1 - side_index]
        )
        key = side_index, pair[side_index], number, barred
        if key not in self._landings:
            self.walk.add_work(1)
            self._landings[key] = self._landed(side_index, pair[side_index], state, barred, hits)
        return self._landings[key]

    def _landed(
        self, side_index: int, place: int, state: ForcePair, barred: bool, hits: HitChances
    ) -> _HitOutcome:
        side, left = self.sides[side_index], self._left[side_index, place, barred]
        roster = self.fight.rosters[side_index]
        places: dict[int, float] = {}
        gone = 0.0
        for pending_hits, chance in hits:
            if pending_hits not in left:
                left[pending_hits] = side.place(
                    assign_hits_by_policy(self.fight, state, side_index, pending_hits, self.round_number)[0]
                )
            if has_lost_yin_flagship(roster, side.forces[left[pending_hits]]):
                gone += chance
            else:
                places[left[pending_hits]] = places.get(left[pending_hits], 0.0) + chance
        return list(places.items()), gone

    def _numbered_hit_chances(self, side_index: int, place: int, state: ForcePair) -> tuple[int, HitChances]:
        """Return a number that identifies a side's dice, and the chances of the hits that these dice make."""
        enemy = self.fight.rosters[1 - side_index]
        key = side_index, place, sum(map(state[1 - side_index].count, enemy.nonfighter_ship_indices))
        if key not in self._dice:
            volley = combat_roll.combat_volley(self.fight, state, side_index, self.round_number)
            times = combat_roll.count_rerolls(self.fight, state[side_index], side_index, self.round_number)
            dice = side_index, volley.groups, times
            if dice not in self._hits:
                self._hits[dice] = len(self._hits), _hits_with_rerolls(volley, times)
            self._dice[key] = self._hits[dice]
        return self._dice[key]


def _hits_with_rerolls(volley: Volley, times: int) -> HitChances:
    free, aimed = (
        combat_roll.hit_probabilities_after_rerolls(
            attrs.evolve(volley, groups=tuple(d for d in volley.groups if d.must_hit_nonfighters == tied)),
            times,
        )
        for tied in (False, True)
    )
    return [
        (PendingHits(n, m), chance * part)
        for n, chance in enumerate(free)
        for m, part in enumerate(aimed)
        if chance * part
    ]


def _no_rows() -> PairChances:
    return defaultdict(partial(defaultdict, float))
