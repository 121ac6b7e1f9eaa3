"""A volley: the ten-sided dice that one side rolls in one step, what each must show, and all that can come.

A unit hits with its combat value or more; modifiers change what a die must show, and a value below 1 always
hits, one above 10 never does (IM-UNIT-8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

import attrs

FACES = tuple(range(1, 11))
"""The faces of a die."""

EXTRA_FROM = 9
"""Natural results from here on that make extra hits for a unit that has them (IM-UNIT-jolnar_flagship)."""


@attrs.frozen
class DiceGroup:
    """`count` dice of one kind of unit: each hits if it shows `hits` or more.

    `unit` is the unit's key in the words, `place` its place in the side's roster (−1: it takes no part
    itself). `extra` hits more come from each natural 9 or 10; `nonfighter`: the hits must go to ships other
    than fighters if there are any.
    """

    unit: str
    count: int
    hits_on: int
    place: int = -1
    extra: int = 0
    nonfighter: bool = False

    @property
    def chance(self) -> float:
        """The chance of one die to hit."""
        return min(10, max(0, 11 - self.hits_on)) / 10

    def hits_for(self, face: int) -> int:
        """The number of hits that a die that shows `face` makes."""
        return (face >= self.hits_on) + (self.extra if self.extra and face >= EXTRA_FROM else 0)


@attrs.frozen
class Die:
    """One die as it lies: its `group`, and its face."""

    group: DiceGroup
    face: int

    @property
    def is_hit(self) -> bool:
        """True if it hits."""
        return self.face >= self.group.hits_on


@attrs.frozen
class RollResult:
    """The result of a volley: hits, those that must go to non-fighters, and the dice that missed by group.

    `faces` are the dice as they fell, in the order of the volley; empty where only the hits were requested.
    """

    free: int = 0
    nonfighter: int = 0
    missed: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()

    @property
    def hits(self) -> int:
        """The number of hits, those included that must go to ships other than fighters."""
        return self.free + self.nonfighter


@attrs.frozen
class Volley:
    """The dice of one side in one step. `again`: misses will be rolled once more, so they are counted by
    group.

    >>> volley = Volley(0, (Dice("cruiser", 2, hits=7),))
    >>> [(thrown.hits, round(chance, 2)) for thrown, chance in volley.outcomes()]
    [(0, 0.36), (1, 0.48), (2, 0.16)]
    >>> volley.thrown((7, 3)).hits
    1
    """

    side: int
    dice: tuple[DiceGroup, ...]
    misses_reroll: bool = False

    @property
    def count(self) -> int:
        """The number of dice."""
        return sum(group.count for group in self.dice)

    def result_of(self, faces: Sequence[int]) -> RollResult:
        """The result of these faces; the first belong to the first group."""
        free = nonfighter = position = 0
        missed = []
        for group in self.dice:
            mine = faces[position : position + group.count]
            position += group.count
            hits = sum(map(group.hits_for, mine))
            free, nonfighter = (free, nonfighter + hits) if group.nonfighter else (free + hits, nonfighter)
            missed.append(sum(face < group.hits_on for face in mine))
        return RollResult(free, nonfighter, tuple(missed), tuple(faces))

    def dice_shown(self, thrown: RollResult) -> list[Die]:
        """Every die as it lies; none where only the hits were requested."""
        groups = (group for group in self.dice for _ in range(group.count))
        return [Die(group, face) for group, face in zip(groups, thrown.faces, strict=False)]

    def missed_dice(self, thrown: RollResult) -> Volley:
        """The dice that missed, to be rolled again."""
        groups = zip(self.dice, thrown.missed, strict=True)
        return Volley(self.side, tuple(attrs.evolve(group, count=n) for group, n in groups if n))

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        """All that can come, with the chances; rolls that differ in nothing that matters are one."""
        return _outcomes(self.dice, self.misses_reroll)

    def hit_probabilities(self) -> list[float]:
        """The chance of 0, 1, 2 … hits of any kind."""
        return list(_total(tuple((group.count, group.hits_on, group.extra) for group in self.dice)))


def volley_from_dice(side: int, dice: Sequence[Die]) -> Volley:
    """Dice that lie as a volley, those of a unit's place together, in the order of the places."""
    groups: dict[int, list[DiceGroup]] = {}
    for die in sorted(dice, key=lambda die: die.group.place):
        groups.setdefault(die.group.place, []).append(die.group)
    return Volley(side, tuple(attrs.evolve(alike[0], count=len(alike)) for alike in groups.values()), True)


def convolve(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """The chances of the sum of two counts."""
    total = [0.0] * (len(left) + len(right) - 1)
    for index, chance in enumerate(left):
        if chance:
            for more, other in enumerate(right, index):
                total[more] += chance * other
    return total


def binomial(count: int, chance: float) -> tuple[float, ...]:
    """The chances that 0, 1, 2 … of a number of things happen that have the same chance each."""
    return tuple(comb(count, n) * chance**n * (1 - chance) ** (count - n) for n in range(count + 1))


@lru_cache(maxsize=4096)
def _group(count: int, hits: int, extra: int) -> tuple[float, ...]:
    """The chance of each number of hits of one group of dice."""
    chance = min(10, max(0, 11 - hits)) / 10
    if not extra:
        return binomial(count, chance)
    die = [0.0] * (2 + extra)
    for face in FACES:
        die[(face >= hits) + (extra if face >= EXTRA_FROM else 0)] += 0.1
    total = [1.0]
    for _ in range(count):
        total = convolve(total, die)
    return tuple(total)


@lru_cache(maxsize=8192)
def _total(groups: tuple[tuple[int, int, int], ...]) -> tuple[float, ...]:
    """The chance of each number of hits of several groups; what is lost first is rolled last, so that forces
    on their way down share the rest."""
    if not groups:
        return (1.0,)
    return tuple(convolve(_total(groups[1:]), _group(*groups[0])))


@lru_cache(maxsize=65536)
def _outcomes(dice: tuple[DiceGroup, ...], again: bool) -> tuple[tuple[RollResult, float], ...]:
    chances: dict[tuple[int, int, tuple[int, ...]], float] = {(0, 0, ()): 1.0}
    for group in dice:
        more: dict[tuple[int, int, tuple[int, ...]], float] = {}
        for (free, nonfighter, missed), chance in chances.items():
            for hits, misses, part in _parts(group, again):
                left = (*missed, misses) if again else ()
                total = (
                    (free, nonfighter + hits, left) if group.nonfighter else (free + hits, nonfighter, left)
                )
                more[total] = more.get(total, 0.0) + chance * part
        chances = more
    return tuple((RollResult(*key), chance) for key, chance in chances.items() if chance)


def _parts(group: DiceGroup, again: bool) -> Iterator[tuple[int, int, float]]:
    """Hits, misses and chance of one group; misses are counted by group only if they will be rolled again."""
    if not (again and group.extra):
        for hits, chance in enumerate(_group(group.count, group.hits_on, group.extra)):
            yield hits, group.count - hits, chance
        return
    big = min(2, max(0, 11 - max(EXTRA_FROM, group.hits_on))) / 10
    plain = group.chance - big
    n = group.count
    for hit in range(n + 1):
        for most in range(hit + 1):
            ways = comb(n, hit) * comb(hit, most)
            chance = ways * big**most * plain ** (hit - most) * (1 - big - plain) ** (n - hit)
            yield hit + most * group.extra, n - hit, chance
