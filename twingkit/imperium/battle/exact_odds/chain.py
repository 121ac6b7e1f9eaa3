"""A battle as a chain of chances: where it begins, what every round makes of it, and how it ends.

There are four ways to follow rounds, and they agree. One walks the steps that a game plays, whatever they
do. Two follow pairs of places: of sides that move by themselves (`first_sided_round`, `SidedRounds`), and of
sides that only what both are before a round ties together (`first_paired_round`, `PairRounds`). The fastest
needs sides that are independent of each other (`first_independent_round`): a `Grid` for rounds that are
alike, and before them one round at a time. Where the opening is nothing but dice (`dice_only`) and all rounds
are alike, the battle begins on the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain, count
from typing import Any

from twingkit.core.slices import Slices, finish
from twingkit.imperium.battle.exact_odds.grid import Grid, Ladder, Mass, empty_force
from twingkit.imperium.battle.exact_odds.independence import (
    first_independent_round,
    first_paired_round,
    first_sided_round,
)
from twingkit.imperium.battle.exact_odds.opening_dice import BeforeRolls, ForceOdds
from twingkit.imperium.battle.exact_odds.pair_rounds import PairRounds
from twingkit.imperium.battle.exact_odds.side_ladder import (
    forces_after_hits,
    side_ladder,
    side_rolls,
    starting_pairs,
)
from twingkit.imperium.battle.exact_odds.sided_rounds import SidedRounds, answering_side
from twingkit.imperium.battle.exact_odds.steps_walk import (
    Chances,
    Situation,
    StepsWalk,
    gather,
    units_only,
    with_both_sides,
    without_notes,
)
from twingkit.imperium.battle.rules.dice.combat_roll import hit_probabilities
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff

MIN_OPEN = 1e-15
"""The chance below which, where rounds are followed one by one, an undecided battle counts as a standoff."""

SpentEffects = tuple[tuple[str, ...], tuple[str, ...]]
"""The effects that both sides have used."""


class Chain:
    """The course of a battle, round by round and to its end.

    With `walked` all of it is walked, even with independent sides. A battle under way is followed from the
    stands that it can `start` with before round `first`. More than `most` walks through a step raise
    `WalkError` (0: any number).
    """

    def __init__(
        self,
        fight: Fight,
        walked: bool = False,
        start: Chances | None = None,
        first_round: int = 1,
        most: int = 0,
    ) -> None:
        self.fight = fight
        self.start, self.first_round = start, first_round
        self.walk = StepsWalk(fight, most, throughout=walked)
        self.walked = walked
        self.steady_from = self.walk.last_named + 1
        """The first round from which all have the same dice."""
        self._independent: dict[ForcePair, int | None] = {}
        self._dice_alone = IndependentRounds(fight)
        self._grids: dict[SpentEffects, Grid] = {}
        self._alone: dict[ForcePair, int | None] = {}
        self._paired: dict[ForcePair, int | None] = {}
        self._sided_rounds: dict[int, SidedRounds] = {}

    def __reduce__(self) -> tuple[Any, ...]:  # as pickle has it
        """Copies and pickles work out anew what they are asked."""
        return Chain, (self.fight, self.walked, self.start, self.first_round, self.walk.most)

    @cached_property
    def after_opening(self) -> Chances:
        """The stands that the opening leaves before the first round; of a battle under way, its present
        stands."""
        return self.walk.after_opening() if self.start is None else self.start

    # -- the whole battle

    def solve_in_slices(self) -> Slices[Chain]:
        """Work out the whole battle in slices; return this chain, with its `ends` there."""
        for name, work in ("_followed", self._following()), ("_passed", self._passing()):
            if name not in self.__dict__:
                self.__dict__[name] = yield from work
        return self

    @cached_property
    def ends(self) -> Chances:
        """The stands at the end of the battle, with chances. In a standoff in space the attacker has left,
        on a planet both sides remain (IM-ODDS-4)."""
        unfought = {
            situation: chance
            for situation, chance in self.after_opening.items()
            if not situation.both_sides_remain
        }
        fought = gather((*self._followed[0].items(), *self._passed[0].items()))
        ended = self.walk.after_ending(self._settle_standoffs(fought), 1)
        return gather((*self.walk.after_ending(unfought, 0).items(), *ended.items()))

    @property
    def standoff(self) -> float:
        """The chance of a standoff."""
        ends = (*self._followed[0].items(), *self._passed[0].items())
        return sum(chance for situation, chance in ends if situation.both_sides_remain)

    def _settle_standoffs(self, chances: Chances) -> Chances:
        """The same with standoffs as they end: in space the attacker leaves."""
        if not attacker_retreats_in_standoff(self.fight.battle):
            return chances
        return gather(
            (situation._replace(left=(True, False)) if situation.both_sides_remain else situation, chance)
            for situation, chance in chances.items()
        )

    @property
    def before_grids(self) -> Chances:
        """The stands at the end of the battle, for the part that is not decided on one of `grids`."""
        unfought = [
            (situation, chance)
            for situation, chance in self.after_opening.items()
            if not situation.both_sides_remain
        ]
        return gather((*unfought, *self._settle_standoffs(self._followed[0]).items()))

    @cached_property
    def _straight(self) -> list[BeforeRolls] | None:
        """The stands before the combat rolls, if only dice come before them and all rounds are alike; else
        None."""
        dice = self.walk.opening_dice
        if dice is None or self.walked or self.start is not None or self.steady_from > 1:
            return None
        if (
            first_independent_round(self.fight, self.fight.start()) != 1
        ):  # forces get no better: it stays as it is
            return None
        return [
            (self.after_opening[Situation(state)], *dice.barrages(state))
            for state in (situation.state for situation in self.after_opening if situation.both_sides_remain)
        ]

    @property
    def mean_rounds(self) -> float:
        """The mean number of rounds; a standoff is broken off where it begins."""
        return self._followed[1] + self._passed[1]

    @cached_property
    def _followed(self) -> tuple[Chances, float, Chances]:
        """Rounds one by one, as long as they differ or the sides are not independent: what they end in, how
        many they are on average, and what they leave to rounds that are alike."""
        return finish(self._following())

    def _following(self) -> Slices[tuple[Chances, float, Chances]]:
        if self._straight is not None:
            return {}, sum(_barrage_end_chance(*part) for part in self._straight), {}
        over: Chances = {}
        left: Chances = {}
        alone: Chances = {}
        open_, rounds = with_both_sides(self.after_opening), 0.0
        for n in count(self.first_round):
            stuck = []
            for situation in open_:
                yield 1.0 - sum(open_.values())
                if self._stuck_walking(situation, n):
                    stuck.append(situation)
            over = gather((*over.items(), *((situation, open_.pop(situation)) for situation in stuck)))
            for rest, condition in (left, self._are_independent), (alone, self._move_alone):
                stands = [
                    situation for situation in open_ if n >= self.steady_from and condition(situation, n)
                ]
                begun = self._before_rolls({situation: open_.pop(situation) for situation in stands}, n)
                ended = {
                    situation: chance
                    for situation, chance in begun.items()
                    if not situation.both_sides_remain
                }
                rounds += sum(ended.values())
                over = gather((*over.items(), *ended.items()))
                rest.update(gather((*rest.items(), *with_both_sides(begun).items())))
            if sum(open_.values()) < MIN_OPEN:
                break
            rounds += sum(open_.values())
            after = yield from self._round(open_, n)
            open_ = with_both_sides(after)
            over = gather((*over.items(), *(item for item in after.items() if item[0] not in open_)))
        for moves, chances in self._moving(alone, self.steady_from):
            ends, more = yield from moves.fight_on_in_slices(chances)
            over, rounds = gather((*over.items(), *ends.items())), rounds + more
        return gather((*over.items(), *open_.items())), rounds, left

    @cached_property
    def _passed(self) -> tuple[Chances, float]:
        """The ends of rounds that are alike, with independent sides, and the mean number of those rounds."""
        return finish(self._passing())

    def _passing(self) -> Slices[tuple[Chances, float]]:
        ends: list[tuple[Situation, float]] = []
        rounds = 0.0
        for spent, pairs in self._remaining.items():
            passed = yield from self._grid(spent).fight_in_slices(pairs)
            ends += self._stands(spent, passed.ends | passed.standoffs).items()
            rounds += passed.rounds
        return gather(ends), rounds

    # -- round by round

    def after(self, n: int) -> Chances:
        """The chances of what is left after `n` rounds; a battle that ended before is as it ended."""
        for number, (over, open_) in enumerate(self.rounds()):
            if number == n or not open_:
                return gather((*over.items(), *open_.items()))
        raise AssertionError("rounds go on until nothing is open")

    def rounds(self) -> Iterator[tuple[Chances, Chances]]:
        """After 0, 1, 2 … rounds: the chances of how the battle has ended, and of what is still open.

        It stops when nothing is open but what has a chance below `MIN_OPEN`, which is added to the ends.
        """
        return (row for row in self.rounds_in_slices() if not isinstance(row, float))

    def rounds_in_slices(self) -> Iterator[float | tuple[Chances, Chances]]:
        """The same in slices: between two rounds come the shares of the round that are done."""
        over: Chances = {}
        open_ = dict(self.after_opening)
        for n in count(self.first_round):
            for situation in [
                state for state in open_ if not state.both_sides_remain or self.is_stuck(state, n)
            ]:
                over[situation] = over.get(situation, 0.0) + open_.pop(situation)
            if sum(open_.values()) < MIN_OPEN:
                over, open_ = gather((*over.items(), *open_.items())), {}
            yield dict(over), dict(open_)
            if not open_:
                return
            open_ = yield from self._round(open_, n)

    def round(self, chances: Mapping[Situation, float], n: int) -> Chances:
        """The stands after round `n` from stands with these chances, all with both sides there."""
        return finish(self._round(chances, n))

    def _round(self, chances: Mapping[Situation, float], n: int) -> Slices[Chances]:
        independent = {
            situation: part for situation, part in chances.items() if self._are_independent(situation, n)
        }
        others = {situation: part for situation, part in chances.items() if situation not in independent}
        alone = {situation: part for situation, part in others.items() if self._move_alone(situation, n)}
        tied = {situation: part for situation, part in others.items() if situation not in alone}
        for situation in tied:
            yield 0.0
            self.walk.after_round(situation, n)  # remembered
        gathered = [*self.walk.round(tied, n).items()]
        begun, alone = self._before_rolls(independent, n), self._before_rolls(alone, n)
        if n < self.steady_from:
            fought = chain(gathered, self._dice_alone.after_rolls(begun, n))  # many more than are different
            gathered = [*gather((without_notes(situation), chance) for situation, chance in fought).items()]
        else:
            alone |= {
                situation: begun.pop(situation) for situation in [*begun] if not self._on_ladders(situation)
            }
            for spent, pairs in self._pairs(begun).items():
                mass = yield from self._grid(spent).round(pairs)
                gathered += self._stands(spent, mass).items()
        gathered += [item for item in alone.items() if not item[0].both_sides_remain]
        for moves, part_of_them in self._moving(with_both_sides(alone), n):
            gathered += (yield from moves.round(part_of_them)).items()
        return gather((without_notes(situation), chance) for situation, chance in gathered)

    def is_stuck(self, situation: Situation, n: int) -> bool:
        """True if neither side can hit any more from round `n` on (IM-ODDS-4)."""
        if n < self.steady_from:
            return False
        if self._are_independent(situation, n) and self._on_ladders(situation):
            return self._grid(_spent(situation)).is_stuck(self._pair(situation))
        if self._move_alone(situation, n):
            return all(moves.is_stuck(situation) for moves, _ in self._moving({situation: 1.0}, n))
        return self._stuck_walking(situation, n)

    def _stuck_walking(self, situation: Situation, n: int) -> bool:
        if n < self.steady_from or self._are_independent(situation, n) or self._move_alone(situation, n):
            return False
        return all(self.walk.after_round(situation, m).keys() == {situation} for m in (n, n + 1))

    # -- rounds in which sides move by themselves, or by what both are before them

    def _move_alone(self, situation: Situation, n: int) -> bool:
        """True if the sides move by themselves in a stand from round `n` on, or by what both are then."""
        if situation.state not in self._alone:
            self._alone[situation.state] = (
                None if self.walked else first_sided_round(self.fight, situation.state)
            )
        first = self._alone[situation.state]
        return (first is not None and n >= first) or self._in_pairs(situation, n)

    def _in_pairs(self, situation: Situation, n: int) -> bool:
        if self.walked or n < self.steady_from or self._alone.get(situation.state) is not None:
            return False
        if situation.state not in self._paired:
            self._paired[situation.state] = first_paired_round(self.fight, situation.state)
        first = self._paired[situation.state]
        return first is not None and n >= first

    @cached_property
    def _pair_rounds(self) -> PairRounds:
        return PairRounds(self.walk, self.steady_from)

    def _moving(self, chances: Chances, n: int) -> Iterator[tuple[SidedRounds | PairRounds, Chances]]:
        """Stands before the combat rolls of round `n`, by what follows their rounds."""
        pairs = {situation: chances[situation] for situation in chances if self._in_pairs(situation, n)}
        if pairs:
            yield self._pair_rounds, pairs
        for side in (0, 1):
            part = {
                situation: chance
                for situation, chance in chances.items()
                if situation not in pairs and answering_side(self.walk, situation) == side
            }
            if part:
                known = self._sided_rounds.get(side)
                if known is None or n < self.steady_from or not all(map(known.covers, part)):
                    known = SidedRounds(
                        self.walk, min(n, self.steady_from), n >= self.steady_from, side, part
                    )
                    if n >= self.steady_from:
                        self._sided_rounds[side] = known
                yield known, part

    # -- rounds with independent sides

    def _are_independent(self, situation: Situation, n: int) -> bool:
        if situation.state not in self._independent:
            self._independent[situation.state] = (
                None if self.walked else first_independent_round(self.fight, situation.state)
            )
        first = self._independent[situation.state]
        return first is not None and n >= first

    def _on_ladders(self, situation: Situation) -> bool:
        return all(
            units_only(force) in part.places or not force.size
            for force, part in zip(situation.state, self.ladders, strict=True)
        )

    def _before_rolls(self, chances: Chances, n: int) -> Chances:
        """The stands before the combat rolls of round `n`; from the second round on, the steps before them do
        something only in a round that an effect names."""
        if not chances or n >= max(self.steady_from, 2):
            return chances
        return self.walk.before_rolls(chances, n)

    # -- forces and their places on the grid

    @cached_property
    def ladders(self) -> tuple[Ladder, Ladder]:
        """All forces that each side can come to once rounds are alike and the sides independent."""
        starts: tuple[set[Force], set[Force]] = set(), set()
        for part in self._straight or ():
            starts[0].update(part[1])
            starts[1].update(part[2])
        for situation in self._followed[2]:
            for bare_forces, force in zip(starts, situation.state, strict=True):
                bare_forces.add(units_only(force))
        for bare_forces, force in zip(starts, self.fight.start(), strict=True):
            if not bare_forces:
                bare_forces.add(empty_force(units_only(force)))
        return side_ladder(self.fight, 0, starts[0]), side_ladder(self.fight, 1, starts[1])

    @cached_property
    def _remaining(self) -> dict[SpentEffects, Mass]:
        """The part of the battle fought in rounds that are alike, with independent sides: chances of pairs of
        places, by the effects used before them."""
        if self._straight:
            return {((), ()): starting_pairs(self._straight, *(part.places for part in self.ladders))}
        return self._pairs(self._followed[2])

    def _grid(self, spent: SpentEffects) -> Grid:
        """The rounds that are alike, once these effects are used."""
        if spent not in self._grids:
            first, second = (
                side_rolls(self.fight, index, part, self.steady_from, spent[index])
                for index, part in enumerate(self.ladders)
            )
            self._grids[spent] = Grid(self.ladders, (first, second))
        return self._grids[spent]

    def grids(self) -> Iterator[tuple[Grid, Mass]]:
        """The grids of rounds that are alike, with independent sides, each with the pairs to begin with."""
        for spent, pairs in self._remaining.items():
            yield self._grid(spent), pairs

    def _pair(self, situation: Situation) -> tuple[int, int]:
        first, second = self.ladders
        return first.places[units_only(situation.state[0])], second.places[units_only(situation.state[1])]

    def _pairs(self, chances: Mapping[Situation, float]) -> dict[SpentEffects, Mass]:
        """Stands as pairs of places, by the effects that were used on the way to them."""
        masses: dict[SpentEffects, Mass] = {}
        for situation, chance in chances.items():
            pairs, pair = masses.setdefault(_spent(situation), {}), self._pair(situation)
            pairs[pair] = pairs.get(pair, 0.0) + chance
        return masses

    def _stands(self, spent: SpentEffects, pairs: Mass) -> Chances:
        """Pairs of places as stands again."""
        forces = [
            [force._replace(spent=used) for force in part.forces] if used else part.forces
            for part, used in zip(self.ladders, spent, strict=True)
        ]
        return {
            Situation((forces[0][own], forces[1][other])): part
            for (own, other), part in pairs.items()
            if part
        }


def _barrage_end_chance(chance: float, *sides: ForceOdds) -> float:
    """The chance that barrages have ended the battle in the first round: only one can have lost all."""
    return chance * sum(part for side in sides for force, part in side.items() if not force.size)


def _spent(situation: Situation) -> SpentEffects:
    return situation.state[0].spent, situation.state[1].spent


class IndependentRounds:
    """Rounds of a fight with independent sides, each round by itself; what hits leave is remembered."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._falls: dict[tuple[int, Force], list[Force]] = {}

    def after_rolls(self, chances: Chances, n: int) -> Iterator[tuple[Situation, float]]:
        """The stands after the combat rolls of round `n`, from stands with these chances, each with its own
        dice."""
        rolls: dict[tuple[int, Force], list[float]] = {}
        for situation, chance in chances.items():
            if not situation.both_sides_remain:
                yield situation, chance
                continue
            for key in enumerate(situation.state):
                if key not in rolls:
                    rolls[key] = hit_probabilities(self.fight, situation.state, key[0], n)
            hits, taken = (rolls[key] for key in enumerate(situation.state))
            own, others = (
                self._forces_after_hits(index, force) for index, force in enumerate(situation.state)
            )
            for lost, part in enumerate(taken):
                left = own[min(lost, len(own) - 1)]
                for killed, share in enumerate(hits):
                    state = left, others[min(killed, len(others) - 1)]
                    yield Situation(state), chance * part * share

    def _forces_after_hits(self, index: int, force: Force) -> list[Force]:
        """The forces that 0, 1, 2 … hits leave of a force, down to none."""
        key = index, force._replace(now=())
        if key not in self._falls:
            self._falls[key] = forces_after_hits(self.fight, *key)
        return self._falls[key]
