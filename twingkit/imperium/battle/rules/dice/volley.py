"""The ten-sided dice that one side rolls in one step (a volley), and all possible results.

A unit hits with its combat value or more. Modifiers change what a die needs; a value below 1 always hits, a
value above 10 never (IM-UNIT-8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

import attrs

FACES = tuple(range(1, 11))
"""The faces of a die."""

EXTRA_HITS_FROM = 9
"""The lowest natural result that makes extra hits for a unit with this ability (IM-UNIT-jolnar_flagship)."""


@attrs.frozen
class DiceGroup:
    """`count` dice of one kind of unit, each of which hits on `hits_on` or more.

    `unit` is the unit's key in the words, `roster_index` its index in the side's roster (−1: it does not take
    part itself). Each natural 9 or 10 makes `extra_hits` more hits. With `must_hit_nonfighters`, the hits
    must go to ships other than fighters if there are any.
    """

    unit: str
    count: int
    hits_on: int
    roster_index: int = -1
    extra_hits: int = 0
    must_hit_nonfighters: bool = False

    @property
    def chance(self) -> float:
        """The chance of one die to hit."""
        return min(10, max(0, 11 - self.hits_on)) / 10

    def hits_for(self, face: int) -> int:
        """Return the number of hits of a die that shows `face`."""
        return (face >= self.hits_on) + (
            self.extra_hits if self.extra_hits and face >= EXTRA_HITS_FROM else 0
        )


@attrs.frozen
class Die:
    """One rolled die: its `group` and its face."""

    group: DiceGroup
    face: int

    @property
    def is_hit(self) -> bool:
        """True if the die hits."""
        return self.face >= self.group.hits_on


@attrs.frozen
class VolleyResult:
    """The result of a volley: hits, hits that must go to non-fighters, and missed dice by group.

    `faces` are the rolled dice in the order of the volley; empty if only the hits were requested.
    """

    unrestricted_hits: int = 0
    nonfighter_hits: int = 0
    missed_by_group: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()

    @property
    def hits(self) -> int:
        """The number of hits, including those that must go to ships other than fighters."""
        return self.unrestricted_hits + self.nonfighter_hits


@attrs.frozen
class Volley:
    """The dice that one side rolls in one step, in groups of equal dice.

    With `rerolls_misses` the misses will be rerolled, so they are counted by group.

    >>> volley = Volley(0, (DiceGroup("cruiser", 2, hits_on=7),))
    >>> [(thrown.hits, round(chance, 2)) for thrown, chance in volley.outcomes()]
    [(0, 0.36), (1, 0.48), (2, 0.16)]
    >>> volley.result_of((7, 3)).hits
    1
    """

    side_index: int
    groups: tuple[DiceGroup, ...]
    rerolls_misses: bool = False

    @property
    def count(self) -> int:
        """The number of dice."""
        return sum(group.count for group in self.groups)

    def result_of(self, faces: Sequence[int]) -> VolleyResult:
        """Return the result of the dice showing these faces, in the order of the groups."""
        free = nonfighter = position = 0
        missed = []
        for group in self.groups:
            mine = faces[position : position + group.count]
            position += group.count
            hits = sum(map(group.hits_for, mine))
            free, nonfighter = (
                (free, nonfighter + hits) if group.must_hit_nonfighters else (free + hits, nonfighter)
            )
            missed.append(sum(face < group.hits_on for face in mine))
        return VolleyResult(free, nonfighter, tuple(missed), tuple(faces))

    def rolled_dice(self, thrown: VolleyResult) -> list[Die]:
        """Return every rolled die; empty if only the hits were requested."""
        groups = (group for group in self.groups for _ in range(group.count))
        return [Die(group, face) for group, face in zip(groups, thrown.faces, strict=False)]

    def missed_dice(self, thrown: VolleyResult) -> Volley:
        """Return a volley of the dice that missed, to be rerolled."""
        groups = zip(self.groups, thrown.missed_by_group, strict=True)
        return Volley(self.side_index, tuple(attrs.evolve(group, count=n) for group, n in groups if n))

    def outcomes(self) -> Sequence[tuple[VolleyResult, float]]:
        """Return all possible results with their chances.

        Rolls that differ only in irrelevant ways are merged.
        """
        return _outcomes(self.groups, self.rerolls_misses)

    def hit_probabilities(self) -> list[float]:
        """Return the chance of 0, 1, 2 … hits of any kind."""
        return list(
            _total_hit_chances(tuple((group.count, group.hits_on, group.extra_hits) for group in self.groups))
        )


def volley_from_dice(side_index: int, dice: Sequence[Die]) -> Volley:
    """Return a volley of these dice, grouped and ordered by the roster index of their unit."""
    groups: dict[int, list[DiceGroup]] = {}
    for die in sorted(dice, key=lambda die: die.group.roster_index):
        groups.setdefault(die.group.roster_index, []).append(die.group)
    return Volley(
        side_index, tuple(attrs.evolve(alike[0], count=len(alike)) for alike in groups.values()), True
    )


def _convolve(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """Return the distribution of the sum of two independent counts, given the distribution of each."""
    total = [0.0] * (len(left) + len(right) - 1)
    for index, chance in enumerate(left):
        if chance:
            for more, other in enumerate(right, index):
                total[more] += chance * other
    return total


def binomial(count: int, chance: float) -> tuple[float, ...]:
    """Return the binomial distribution: the chances that 0, 1, 2 … of `count` independent events happen."""
    return tuple(comb(count, n) * chance**n * (1 - chance) ** (count - n) for n in range(count + 1))


@lru_cache(maxsize=4096)
def _group_hit_chances(count: int, hits: int, extra: int) -> tuple[float, ...]:
    chance = min(10, max(0, 11 - hits)) / 10
    if not extra:
        return binomial(count, chance)
    die = [0.0] * (2 + extra)
    for face in FACES:
        die[(face >= hits) + (extra if face >= EXTRA_HITS_FROM else 0)] += 0.1
    total = [1.0]
    for _ in range(count):
        total = _convolve(total, die)
    return tuple(total)


@lru_cache(maxsize=8192)
def _total_hit_chances(groups: tuple[tuple[int, int, int], ...]) -> tuple[float, ...]:
    """Return the chance of each number of hits of several groups.

    Units that are lost first come last, so that weaker forces share the cached rest.
    """
    if not groups:
        return (1.0,)
    return tuple(_convolve(_total_hit_chances(groups[1:]), _group_hit_chances(*groups[0])))


@lru_cache(maxsize=65536)
def _outcomes(dice: tuple[DiceGroup, ...], again: bool) -> tuple[tuple[VolleyResult, float], ...]:
    chances: dict[tuple[int, int, tuple[int, ...]], float] = {(0, 0, ()): 1.0}
    for group in dice:
        more: dict[tuple[int, int, tuple[int, ...]], float] = {}
        for (free, nonfighter, missed), chance in chances.items():
            for hits, misses, part in _hits_and_misses(group, again):
                left = (*missed, misses) if again else ()
                total = (
                    (free, nonfighter + hits, left)
                    if group.must_hit_nonfighters
                    else (free + hits, nonfighter, left)
                )
                more[total] = more.get(total, 0.0) + chance * part
        chances = more
    return tuple((VolleyResult(*key), chance) for key, chance in chances.items() if chance)


def _hits_and_misses(group: DiceGroup, again: bool) -> Iterator[tuple[int, int, float]]:
    """Yield the possible numbers of hits and misses of a group of dice with their chances; misses are exact
    only for dice without extra hits or with `again` (for rerolls).
    """
    if not (again and group.extra_hits):
        for hits, chance in enumerate(_group_hit_chances(group.count, group.hits_on, group.extra_hits)):
            yield hits, group.count - hits, chance
        return
    big = min(2, max(0, 11 - max(EXTRA_HITS_FROM, group.hits_on))) / 10
    plain = group.chance - big
    n = group.count
    for hit in range(n + 1):
        for most in range(hit + 1):
            ways = comb(n, hit) * comb(hit, most)
            chance = ways * big**most * plain ** (hit - most) * (1 - big - plain) ** (n - hit)
            yield hit + most * group.extra_hits, n - hit, chance
