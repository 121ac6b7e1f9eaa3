"""Chances of pairs of states, one for each side, where each side's moves do not depend on the other's state.

The states of a side are numbered; a number is called a place. Hits lead to weaker places, but a side may also
be repaired, lose units by its own dice, or answer a loss with a shot at the other side. Places between which
a side can go up and down have the same rank and form a block. The blocks are passed once, from the strongest
pair to the weakest. Within a block rounds are followed until the rest no longer matters; a round that leaves
a pair as it is is divided out, so nothing is cut off where no side recovers (IM-ODDS-1). Pairs that are never
left stay for good: a standoff (IM-ODDS-4). `side_ladder` and `separable_rounds` know which force belongs to
each place.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, product
from operator import add, itemgetter, mul
from typing import NamedTuple

import attrs

from twingkit.core.slices import Slices

PairChances = dict[tuple[int, int], float]
"""The chance of pairs of places, the first side's and the second's."""

RoundCase = tuple[tuple[float, ...], tuple[int, ...]]
"""One case of a side's dice in a round: the chances of 0, 1, 2 … hits (all cases together add up to 1), and
the places that this many hits of the other side lead to; more hits lead to the last.
"""

LastShot = tuple[int, int]
"""A shot that answers a loss: its number, and the place of its side after firing."""

_Waves = dict[tuple[tuple[float, ...], LastShot | None], list[float]]
"""Dice that are still to be rolled: by the chances of hits and the shot, the chances of the other side's
cases.
"""

_Getter = Callable[[list[float]], tuple[float, ...]]
_Landing = tuple[int, _Getter, tuple[float, ...]]

_Move = tuple[int, int, float]
"""A move to a pair of places, with its chance: (first side's place, second side's place, chance)."""

_Spread = tuple[int, float, int, Sequence[float]]
"""Moves to one place of the first side, with their chance, the number of the second side's case, and the
chances of the places to which its hits lead.
"""

_LEFT = 1e-18
"""A smaller chance that goes round within a block is left where it is."""

SURE = 1 - 1e-13
"""A pair or block that is not left with at least this probability cannot be left."""


@attrs.frozen(eq=False)
class StatesByStrength:
    """The states that one side can reach, numbered by strength (0 is the strongest), with the possible
    results of a round from each. A state's number is its place.

    `ranks` never rise from one place to the next. `round_cases` are empty for places with nothing left.
    `last_shots` are the shots at the other side, by the place before a round and the place after its hits.
    """

    ranks: Sequence[object]
    round_cases: Sequence[Sequence[RoundCase]]
    last_shots: Mapping[tuple[int, int], LastShot] = attrs.field(factory=dict)

    @property
    def size(self) -> int:
        """The number of states of the side."""
        return len(self.round_cases)

    @cached_property
    def block_of_place(self) -> list[range]:
        """For each place, the range of places that have the same rank."""
        groups = (list(group) for _, group in groupby(range(self.size), key=self.ranks.__getitem__))
        return [range(group[0], group[-1] + 1) for group in groups for _ in group]


@attrs.frozen(eq=False)
class _Block:
    """The moves of each pair of places in a block: all in which the first side does not leave it, those to
    other pairs inside it, and the chance to stay.
    """

    moves: dict[tuple[int, int], list[_Spread]] = attrs.field(factory=dict)
    inside: dict[tuple[int, int], list[_Move]] = attrs.field(factory=dict)
    still: dict[tuple[int, int], float] = attrs.field(factory=dict)

    def closed(self) -> set[tuple[int, int]]:
        """Return the pairs from which no move ever leaves the block."""
        closed = {
            pair
            for pair, moves in self.inside.items()
            if self.still[pair] + sum(part for *_, part in moves) >= SURE
        }
        while True:
            leaving = {pair for pair in closed if any(move[:2] not in closed for move in self.inside[pair])}
            if not leaving:
                return closed
            closed -= leaving


class FightEndChances(NamedTuple):
    """The chances of each final pair of places and of each standoff, and the mean number of rounds of a
    fight.
    """

    end_chances: PairChances
    standoff_chances: PairChances
    mean_rounds: float


class FightLattice:
    """A fight between two sides whose possible states and moves are given. Only the first side may shoot back
    with ships just destroyed.

    `shots` tells, for each shot by number, where it leads each place of the second side: places with chances,
    empty if there is nothing to shoot at.
    """

    def __init__(
        self,
        first: StatesByStrength,
        second: StatesByStrength,
        shots: Sequence[Sequence[Sequence[tuple[int, float]]]] = (),
    ) -> None:
        self.first, self.second, self.shots = first, second, shots
        self._owners = [place for place, cases in enumerate(second.round_cases) for _ in cases]
        self._flat = [case for cases in second.round_cases for case in cases]
        self._of: list[list[int]] = [[] for _ in second.round_cases]
        for number, owner in enumerate(self._owners):
            self._of[owner].append(number)
        self._staying = [
            [(hits, place) for hits, place in enumerate(falls) if place in second.block_of_place[owner]]
            for owner, (_, falls) in zip(self._owners, self._flat, strict=True)
        ]
        """The hits that do not lead out of a block, with the places they lead to, for each case."""
        self._capped: dict[tuple[tuple[float, ...], int], Sequence[float]] = {}
        self._taken: dict[tuple[int, bool], list[float]] = {}
        self._landings: dict[tuple[float, ...], list[_Landing]] = {}
        self._steps: list[list[list[tuple[int, list[float]]]]] = [
            [list(self._places_after_hits(falls)) for _, falls in cases] for cases in first.round_cases
        ]

    def _places_after_hits(self, falls: tuple[int, ...]) -> Iterator[tuple[int, list[float]]]:
        """Yield each place that hits of the second side lead to, with the chance of those hits for each of
        the second side's cases.
        """
        reached: dict[int, list[float]] = {}
        for hits, place in enumerate(falls):
            chances = self._hitting(hits, hits == len(falls) - 1)
            if any(chances):
                reached[place] = list(map(add, reached[place], chances)) if place in reached else chances
        return iter(reached.items())

    def _hitting(self, hits: int, or_more: bool) -> list[float]:
        key = hits, or_more
        if key not in self._taken:
            self._taken[key] = [
                sum(made[hits:]) if or_more else made[hits] if hits < len(made) else 0.0
                for made, _ in self._flat
            ]
        return self._taken[key]

    # -- one pass, one round

    def fight_in_slices(
        self, start: PairChances, stop_pairs: Container[tuple[int, int]] = ()
    ) -> Slices[FightEndChances]:
        """Compute in slices the result of fighting to the end from pairs of places with these chances.

        A fight that reaches one of the pairs in `stop_pairs` stops there and counts as a standoff.
        """
        mass = self._table(start)
        waiting: list[_Waves] = [{} for _ in mass]
        standoffs: PairChances = {}
        rounds = 0.0
        columns = [block for block in dict.fromkeys(self.second.block_of_place) if self._of[block[0]]]
        for rows in dict.fromkeys(self.first.block_of_place):
            for own in rows:
                yield own / len(mass)
                self._land(waiting[own], own, mass)
            if not self._steps[rows[0]]:
                continue
            visits = {own: [0.0] * self.second.size for own in rows}
            for block in columns:
                if any(mass[own][other] for own in rows for other in block):
                    yield rows[0] / len(mass)
                    self._settle(rows, block, mass, visits, standoffs, stop_pairs)
            for own in rows:
                rounds += sum(visits[own])
                self._push(own, visits[own], waiting, rows)
        ends = {
            (own, other): chance
            for own, row in enumerate(mass)
            for other, chance in enumerate(row)
            if chance and not self.both_sides_remain((own, other))
        }
        return FightEndChances(ends, standoffs, rounds)

    def advance_round_in_slices(self, start: PairChances) -> Slices[PairChances]:
        """Compute the chances of pairs of places after one more round, in interruptible slices.

        Finished pairs do not change.
        """
        begin = self._table({pair: chance for pair, chance in start.items() if self.both_sides_remain(pair)})
        mass = self._table(
            {pair: chance for pair, chance in start.items() if not self.both_sides_remain(pair)}
        )
        waiting: list[_Waves] = [{} for _ in mass]
        for own, row in enumerate(begin):
            if any(row):
                self._push(own, row, waiting, range(0))
        for own, waves in enumerate(waiting):
            yield own / len(mass)
            self._land(waves, own, mass)
        return {(own, other): part for own, row in enumerate(mass) for other, part in enumerate(row) if part}

    def both_sides_remain(self, pair: tuple[int, int]) -> bool:
        """True if both sides of a pair have units left."""
        return bool(self.first.round_cases[pair[0]] and self.second.round_cases[pair[1]])

    def is_standoff(self, pair: tuple[int, int]) -> bool:
        """True if a pair's fight can never be decided (IM-ODDS-4).

        Its dice cannot hit, or all losses are repaired.
        """
        rows, columns = self.first.block_of_place[pair[0]], self.second.block_of_place[pair[1]]
        return pair in self._block(rows, columns).closed()

    def _table(self, start: PairChances) -> list[list[float]]:
        mass = [[0.0] * self.second.size for _ in range(self.first.size)]
        for (own, other), chance in start.items():
            mass[own][other] += chance
        return mass

    # -- within a block

    def _settle(
        self,
        rows: range,
        block: range,
        mass: list[list[float]],
        visits: dict[int, list[float]],
        standoffs: PairChances,
        stop_pairs: Container[tuple[int, int]],
    ) -> None:
        """Compute, for the rounds that stay in a block, how often each pair occurs, and the chances of
        leaving the block.
        """
        within = self._block(rows, block)
        closed = within.closed()
        going = True
        while going:
            going = False
            for pair, moves in within.inside.items():
                own, other = pair
                chance = mass[own][other]
                if chance <= (_LEFT if moves else 0.0):
                    continue
                mass[own][other] = 0.0
                if pair in closed or pair in stop_pairs:
                    standoffs[pair] = standoffs.get(pair, 0.0) + chance
                    continue
                chance /= 1 - within.still[pair]
                visits[own][other] += chance
                for row, column, part in moves:
                    mass[row][column] += chance * part
                    going = True
        for (own, other), spreads in within.moves.items():
            met = visits[own][other]
            for row, chance, number, parts in spreads if met else ():
                target, share = mass[row], met * chance
                for column, part in zip(self._flat[number][1], parts, strict=False):
                    target[column] += share * part
        for own, other in within.moves:
            mass[own][other] = 0.0  # `visits` has counted the moves inside the block

    def _block(self, rows: range, columns: range) -> _Block:
        block = _Block()
        for pair in product(rows, columns):
            block.moves[pair] = list(self._spreads(pair, rows))
            block.inside[pair], block.still[pair] = [], 0.0
            for row, chance, number, parts in block.moves[pair]:
                for hits, column in self._staying[number]:
                    part = chance * parts[hits] if hits < len(parts) else 0.0
                    if (row, column) == pair:
                        block.still[pair] += part
                    elif part:
                        block.inside[pair].append((row, column, part))
        return block

    def _spreads(self, pair: tuple[int, int], rows: range) -> Iterator[_Spread]:
        """Yield the moves of a pair that do not lead the first side out of `rows`."""
        own, other = pair
        for (made, _), steps in zip(self.first.round_cases[own], self._steps[own], strict=True):
            for row, chances in steps:
                for number in self._of[other] if row in rows else ():
                    if chances[number]:
                        yield row, chances[number], number, self._capped_hits(made, number)

    def _capped_hits(self, made: tuple[float, ...], number: int) -> Sequence[float]:
        """Return the chances of hits on a case of the second side, with all hits beyond the last place that
        they lead to added to that place.
        """
        last = len(self._flat[number][1]) - 1
        if len(made) <= last + 1:
            return made
        key = made, last
        if key not in self._capped:
            self._capped[key] = [*made[:last], sum(made[last:])]
        return self._capped[key]

    # -- to other blocks

    def _push(self, own: int, met: list[float], waiting: list[_Waves], rows: range) -> None:
        """Add to `waiting`, for each place that the first side can reach from `own`, the chances `met` times
        those of the hits that lead there.

        The effect waits at the places that are reached, together with that of the same dice; those in `rows`
        are left out.
        """
        if not any(met):
            return
        waves = [met[owner] for owner in self._owners]
        for (made, _), steps in zip(self.first.round_cases[own], self._steps[own], strict=True):
            for row, chances in steps:
                if row not in rows:
                    key = made, self.first.last_shots.get((own, row))
                    reached = waiting[row]
                    parts = map(mul, waves, chances)
                    reached[key] = list(map(add, reached[key], parts) if key in reached else parts)

    def _land(self, waiting: _Waves, own: int, mass: list[list[float]]) -> None:
        """Apply the first side's dice collected in `waiting` and its last shots to the second side, and add
        the resulting chances to `mass`.
        """
        for (made, shot), waves in waiting.items():
            row = mass[own] if shot is None else [0.0] * self.second.size
            for place, from_, parts in self._landing(made):
                row[place] += sum(map(mul, from_(waves), parts))
            if shot is not None:
                self._fire(shot, row, mass[own], mass[shot[1]])

    def _fire(self, shot: LastShot, row: list[float], held: list[float], fired: list[float]) -> None:
        for place, chance in enumerate(row):
            if chance and self.shots[shot[0]][place]:
                for left, part in self.shots[shot[0]][place]:
                    fired[left] += chance * part
            else:
                held[place] += chance

    def _landing(self, made: tuple[float, ...]) -> list[_Landing]:
        """Return each place of the second side that these hits lead to, with the cases from which they lead
        there and their chances.
        """
        if made not in self._landings:
            above: list[list[tuple[int, float]]] = [[] for _ in range(self.second.size)]
            for number, (_, falls) in enumerate(self._flat):
                for place, part in zip(falls, self._capped_hits(made, number), strict=False):
                    if part:
                        above[place].append((number, part))
            self._landings[made] = [
                (place, *_number_getter(*zip(*parts, strict=True)))
                for place, parts in enumerate(above)
                if parts
            ]
        return self._landings[made]


def _number_getter(numbers: tuple[int, ...], chances: tuple[float, ...]) -> tuple[_Getter, tuple[float, ...]]:
    """Return a getter of these positions of a list, and the chances that belong to them."""
    if len(numbers) == 1:  # an itemgetter of several positions returns a tuple
        return itemgetter(numbers[0], numbers[0]), (chances[0], 0.0)
    return itemgetter(*numbers), chances
