"""Chances of pairs of forces where each side's dice and losses depend on its own force alone.

Then a fight is a grid: the forces that one side can come to (a `ForceLadder`) by those of the other. A round
moves down both ladders at once and never up, so one pass from the strongest pair to the weakest gives the
chance of every end. A round without a hit leaves a pair as it is: its chance is divided out, so nothing is
cut off (IM-ODDS-1). A pair in which neither side can ever hit stays for good: a standoff (IM-ODDS-4).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, zip_longest
from operator import add, itemgetter, mul
from typing import Any, NamedTuple

import attrs

from twingkit.core.slices import Slices, finish
from twingkit.imperium.battle.rules.force import Force

HitChances = Sequence[Sequence[float]]
"""The chance of 0, 1, 2 … hits of the dice in one round, for each force of a ladder."""

PairChances = dict[tuple[int, int], float]
"""The chance of pairs of forces, each given by its index in its side's ladder."""

_PendingRolls = list[dict[int, list[float]]]
"""Chances of the defender's forces before dice that are still to be rolled, collected by the force that the
attacker will then have, and by the force that rolls the dice.
"""

_PreparedRoll = tuple[Sequence[Any], list[float]]
"""The chances of one roll's hits, prepared for a row: those that lead to each force, and those that leave
none.
"""

_SURE = 1 - 1e-15
"""Dice that miss with at least this probability cannot hit."""


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


class GridEndChances(NamedTuple):
    """The chances of each final pair of forces and of each standoff, and the mean number of rounds of a
    fight.
    """

    end_chances: PairChances
    standoff_chances: PairChances
    mean_rounds: float


class IndependentSidesFight:
    """A fight in which the sides affect each other only through hits: each side's ladder of forces and hit
    chances.
    """

    def __init__(
        self, ladders: tuple[ForceLadder, ForceLadder], hit_chances: tuple[HitChances, HitChances]
    ) -> None:
        self.ladders = ladders
        self.hit_chances = tuple(
            [[*hits[: most - 1], sum(hits[most - 1 :])] if len(hits) > most else list(hits) for hits in mine]
            for mine, most in zip(
                hit_chances,
                (max(map(len, part.indices_after_hits)) for part in reversed(ladders)),
                strict=True,
            )
        )
        foes = self.hit_chances[1][:-1]
        self._taken = list(zip_longest(*foes, fillvalue=0.0))
        """The chances, by number of hits, that each force of the defender makes exactly that many."""
        self._fatal = list(accumulate(reversed(self._taken), _added))[::-1]
        """The chances of that many hits or more."""
        first: dict[tuple[float, ...], int] = {}
        self._dice = [first.setdefault(tuple(hits), own) for own, hits in enumerate(self.hit_chances[0])]
        """The first force of the attacker with the same dice, for each of its forces: damaged units roll as
        whole ones do."""
        self._thrown: dict[int, _PreparedRoll] = {}
        self._landing = (_Straight if ladders[1].has_one_step_hits else _Branched)(ladders[1])

    def fight(self, start: PairChances, stop_pairs: Container[tuple[int, int]] = ()) -> GridEndChances:
        """Return the result of fighting to the end from pairs of forces with these chances.

        A fight that reaches one of the pairs in `stop_pairs` stops there and counts as a standoff.
        """
        return finish(self.fight_in_slices(start, stop_pairs))

    def fight_in_slices(
        self, start: PairChances, stop_pairs: Container[tuple[int, int]] = ()
    ) -> Slices[GridEndChances]:
        """Compute `fight` in interruptible slices."""
        mass = self._table(start)
        waiting: _PendingRolls = [{} for _ in mass]
        standoffs: PairChances = {}
        rounds = 0.0
        for own, row in enumerate(mass):
            yield own / len(mass)
            self._land(waiting[own], row)
            if own < self.ladders[0].empty_force_index and any(row):
                visits = self._stay(own, row, standoffs, stop_pairs)
                rounds += sum(visits)
                self._lose(own, visits, waiting, 1)
        ends = {
            (own, other): chance
            for own, row in enumerate(mass)
            for other, chance in enumerate(row)
            if chance and not self.both_sides_remain((own, other))
        }
        return GridEndChances(ends, standoffs, rounds)

    def advance_round_in_slices(self, start: PairChances) -> Slices[PairChances]:
        """Compute the chances of pairs of forces after one more round, in interruptible slices.

        Finished pairs do not change.
        """
        mass = self._table(
            {pair: chance for pair, chance in start.items() if not self.both_sides_remain(pair)}
        )
        begin = self._table({pair: chance for pair, chance in start.items() if self.both_sides_remain(pair)})
        waiting: _PendingRolls = [{} for _ in mass]
        for own, row in enumerate(begin[:-1]):
            if any(row):
                self._lose(own, row[:-1], waiting, 0)
        for own, (waves, row) in enumerate(zip(waiting, mass, strict=True)):
            yield own / len(mass)
            self._land(waves, row)
        return {(own, other): part for own, row in enumerate(mass) for other, part in enumerate(row) if part}

    def both_sides_remain(self, pair: tuple[int, int]) -> bool:
        """True if both sides of a pair have units left."""
        return pair[0] < self.ladders[0].empty_force_index and pair[1] < self.ladders[1].empty_force_index

    def is_standoff(self, pair: tuple[int, int]) -> bool:
        """True if neither side of a pair can hit the other (IM-ODDS-4)."""
        return self.hit_chances[0][pair[0]][0] * self.hit_chances[1][pair[1]][0] >= _SURE

    def _table(self, start: PairChances) -> list[list[float]]:
        mass = [[0.0] * len(self.ladders[1].forces) for _ in self.ladders[0].forces]
        for (own, other), chance in start.items():
            mass[own][other] += chance
        return mass

    def _lose(self, own: int, met: list[float], waiting: _PendingRolls, least: int) -> None:
        """Add to `waiting`, for each weaker force of the attacker, the chances `met` times the chance of the
        defender's hits that lead to it.

        The effect on the defender waits at the place that the attacker reaches with at least that many hits,
        together with that of the same dice.
        """
        fall, dice = self.ladders[0].indices_after_hits[own], self._dice[own]
        last = min(len(fall) - 1, len(self._taken))
        for lost in range(least, last + (last < len(self._taken))):
            taken = self._taken[lost] if lost < last else self._fatal[lost]
            reached = waiting[fall[lost]]
            waves = map(mul, met, taken)
            reached[dice] = list(map(add, reached[dice], waves) if dice in reached else waves)

    def _land(self, waiting: dict[int, list[float]], row: list[float]) -> None:
        """Apply the attacker's dice collected in `waiting` to the defender's forces, and add the resulting
        chances to `row`.
        """
        for dice, waves in waiting.items():
            if dice not in self._thrown:
                self._thrown[dice] = self._landing.roll(self.hit_chances[0][dice])
            self._landing.spread(self._thrown[dice], waves, row)

    def _stay(
        self, own: int, row: list[float], standoffs: PairChances, stop_pairs: Container[tuple[int, int]]
    ) -> list[float]:
        """Follow the rounds in which the attacker loses nothing; return how often each pair occurs."""
        hits, blank = self.hit_chances[0][own], self.hit_chances[0][own][0]
        defence, foes = self.ladders[1], self.hit_chances[1]
        visits = []
        for other in range(defence.empty_force_index):
            chance = row[other]
            if not chance:
                visits.append(0.0)
                continue
            still = blank * foes[other][0]
            if still >= _SURE or (own, other) in stop_pairs:
                standoffs[own, other] = standoffs.get((own, other), 0.0) + chance
                visits.append(0.0)
                continue
            chance /= 1 - still
            visits.append(chance)
            chance *= foes[other][0]
            fall = defence.indices_after_hits[other]
            for rung, part in zip(fall[1:], hits[1 : len(fall)], strict=False):
                row[rung] += chance * part
            if len(hits) > len(fall):
                row[fall[-1]] += chance * sum(hits[len(fall) :])
        return visits


class _Straight:
    """The defender's forces after the hits of one force of the attacker, on a straight ladder."""

    def __init__(self, defence: ForceLadder) -> None:
        self.width = defence.empty_force_index
        self.caps = [len(fall) - 1 for fall in defence.indices_after_hits[: self.width]]

    def roll(self, hits: Sequence[float]) -> _PreparedRoll:
        """Prepare the chances of the attacker's hits for `spread`."""
        return hits, self.fatal(hits)

    def fatal(self, hits: Sequence[float]) -> list[float]:
        """Return for each force of the defender the chance that these hits destroy it."""
        beyond = list(accumulate(reversed(hits)))[::-1]
        return [beyond[cap] if cap < len(beyond) else 0.0 for cap in self.caps]

    def spread(self, thrown: _PreparedRoll, waves: list[float], target: list[float]) -> None:
        """Add to `target` the chances of forces after a roll, given those before it in `waves`."""
        while waves and not waves[-1]:
            waves.pop()
        met = len(waves)
        if not met:
            return
        hits, fatal = thrown
        target[self.width] += sum(map(mul, waves, fatal))
        waves.reverse()
        for rung in range(min(met, self.width)):
            target[rung] += sum(map(mul, waves[met - 1 - rung :], hits))
        for rung in range(met, min(self.width, met + len(hits) - 1)):
            target[rung] += sum(map(mul, waves, hits[rung - met + 1 :]))


class _Branched(_Straight):
    """The defender's forces after the hits of one force of the attacker, on a ladder on which hits skip
    forces or lead from several to one.
    """

    def __init__(self, defence: ForceLadder) -> None:
        super().__init__(defence)
        above: list[list[tuple[int, int]]] = [[] for _ in range(self.width)]
        for rung, fall in enumerate(defence.indices_after_hits[: self.width]):
            for lost, lower in enumerate(fall[:-1]):
                above[lower].append((rung, lost))
        # One empty entry makes every itemgetter return a tuple.
        self.from_ = [itemgetter(*(rung for rung, _ in pairs), self.width) for pairs in above]
        self.by = [itemgetter(*(lost for _, lost in pairs), -1) for pairs in above]
        self.most = max(self.caps, default=0)

    def roll(self, hits: Sequence[float]) -> _PreparedRoll:
        """Prepare the chances of the attacker's hits for `spread`."""
        padded = [*hits, *[0.0] * (self.most + 2 - len(hits))]
        return [by(padded) for by in self.by], self.fatal(hits)

    def spread(self, thrown: _PreparedRoll, waves: list[float], target: list[float]) -> None:
        """Add to `target` the chances of forces after a roll, given those before it in `waves`."""
        if not any(waves):
            return
        parts, fatal = thrown
        target[self.width] += sum(map(mul, waves, fatal))
        waves.append(0.0)
        for rung, (from_, part) in enumerate(zip(self.from_, parts, strict=True)):
            target[rung] += sum(map(mul, from_(waves), part))


def _added(total: Sequence[float], more: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(add, total, more))
