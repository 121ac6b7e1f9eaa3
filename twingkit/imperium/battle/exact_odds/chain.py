"""A battle as a Markov chain: where it begins, how every round changes it, and how it ends.

There are four ways to follow rounds, and they agree. One walks through the steps that a game plays, whatever
they do. Two follow pairs of states, one state for each side: for sides that move by themselves
(`first_separable_round`, `SeparableRounds`), and for sides that depend only on both forces before a round
(`first_memoryless_round`, `ForcePairRounds`). The fastest needs sides that are independent of each other
(`first_independent_round`): a `FightLattice` of their two ladders (a grid) for rounds that are alike, and
single rounds before them. If the opening consists only of dice (`has_dice_only_opening`) and all rounds are
alike, the battle begins on the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain, count

from twingkit.core.slices import Slices, finish
from twingkit.imperium.battle.exact_odds import independence
from twingkit.imperium.battle.exact_odds.chances import add_chances, merge_chances
from twingkit.imperium.battle.exact_odds.lattice import FightLattice, PairChances
from twingkit.imperium.battle.exact_odds.opening_dice import ForceOdds, OpeningCase
from twingkit.imperium.battle.exact_odds.pair_rounds import ForcePairRounds
from twingkit.imperium.battle.exact_odds.separable_rounds import SeparableRounds, side_index_with_last_shots
from twingkit.imperium.battle.exact_odds.side_ladder import (
    ForceLadder,
    HitChances,
    forces_after_hits,
    side_hit_chances,
    side_ladder,
    starting_pairs,
)
from twingkit.imperium.battle.exact_odds.steps_walk import (
    Chances,
    Situation,
    StepsWalk,
    settle_standoff,
    split_ended,
    units_only,
    without_round_notes,
)
from twingkit.imperium.battle.rules.dice.combat_roll import hit_count_probabilities
from twingkit.imperium.battle.rules.force import Fight, Force, ForcePair

MIN_UNDECIDED_CHANCE = 1e-15
"""When rounds are followed one by one, an undecided remainder with a smaller chance counts as a standoff."""

_FirstRound = Callable[[Fight, ForcePair], int | None]
"""A function that returns from which round on a battle can be followed in a way (None: never)."""

_SpentEffects = tuple[tuple[str, ...], tuple[str, ...]]
"""The effects that both sides have used."""


class BattleMarkovChain:
    """The course of a battle as a Markov chain: the chances of its situations, round by round.

    A battle under way starts from the situations in `start` before round `first_round`. More than `max_walks`
    walks through a step raise `WalkBudgetError` (0: no limit).
    """

    def __init__(
        self, fight: Fight, start: Chances | None = None, first_round: int = 1, max_walks: int = 0
    ) -> None:
        self.fight = fight
        self.start, self.first_round = start, first_round
        self.walk = StepsWalk(fight, max_walks)
        self.first_repeating_round = self.walk.last_named_round + 1
        """The first round from which all rounds have the same dice."""
        self.single_rounds = _IndependentRounds(fight)
        self._grids: dict[_SpentEffects, FightLattice] = {}
        self._first_rounds: dict[tuple[_FirstRound, ForcePair], int | None] = {}
        self._sided_rounds: dict[int, SeparableRounds] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle only the inputs; results are computed again when needed."""
        return type(self), (self.fight, self.start, self.first_round, self.walk.max_walks)

    @cached_property
    def after_opening(self) -> Chances:
        """The situations, with chances, before the first round of the chain."""
        return self.walk.after_opening() if self.start is None else self.start

    # -- the whole battle

    def solve_in_slices(self) -> Slices[BattleMarkovChain]:
        """Compute the whole battle in slices and return this chain, with its `end_chances` known."""
        for name, work in ("_followed", self._following()), ("_passed", self._passing()):
            if name not in self.__dict__:
                self.__dict__[name] = yield from work
        return self

    @cached_property
    def end_chances(self) -> Chances:
        """The chances of the situations in which the battle can end.

        In a standoff in space the attacker has left; on a planet both sides remain (IM-ODDS-4).
        """
        unfought, _ = split_ended(self.after_opening)
        fought = add_chances(self._followed[0], self._passed[0])
        ended = self.walk.after_ending(self.settle_standoffs(fought), 1)
        return add_chances(self.walk.after_ending(unfought, 0), ended)

    @property
    def standoff_chance(self) -> float:
        """The chance that both sides remain at the end because neither can hit any more (IM-ODDS-4)."""
        ends = (*self._followed[0].items(), *self._passed[0].items())
        return sum(chance for situation, chance in ends if situation.both_sides_remain)

    def settle_standoffs(self, chances: Chances) -> Chances:
        """Return the chances with each standoff replaced by the way in which it ends: in space the attacker
        leaves.
        """
        return merge_chances(
            (settle_standoff(self.fight.battle, situation), chance) for situation, chance in chances.items()
        )

    @property
    def ends_outside_grids(self) -> Chances:
        """The chances of the ends of the battle that are reached before or without the `grids`."""
        unfought, _ = split_ended(self.after_opening)
        return add_chances(unfought, self.settle_standoffs(self._followed[0]))

    @cached_property
    def _dice_only_cases(self) -> list[OpeningCase] | None:
        """The possible forces before the combat rolls, with chances, if only dice decide them and all rounds
        are alike; else None.
        """
        dice = self.walk.opening_dice
        if dice is None or self.start is not None or self.first_repeating_round > 1:
            return None
        if not self.are_independent(Situation(self.fight.starting_forces()), 1):
            return None  # forces never recover, so otherwise this stays true
        return [
            (self.after_opening[Situation(state)], *dice.after_barrages(state))
            for state in (situation.state for situation in self.after_opening if situation.both_sides_remain)
        ]

    @property
    def mean_rounds(self) -> float:
        """The mean number of rounds. The endless rounds of a standoff are not counted."""
        return self._followed[1] + self._passed[1]

    @cached_property
    def _followed(self) -> tuple[Chances, float, Chances]:
        """The result of the rounds before the grids: the ends of the battle, the mean number of rounds, and
        the situations that remain.
        """
        return finish(self._following())

    def _following(self) -> Slices[tuple[Chances, float, Chances]]:
        if self._dice_only_cases is not None:
            return {}, sum(_barrage_end_chance(*part) for part in self._dice_only_cases), {}
        over: Chances = {}
        left: Chances = {}
        alone: Chances = {}
        (_, open_), rounds = split_ended(self.after_opening), 0.0
        for n in count(self.first_round):
            stuck = []
            for situation in open_:
                yield 1.0 - sum(open_.values())
                if self._stuck_walking(situation, n):
                    stuck.append(situation)
            over = add_chances(over, {situation: open_.pop(situation) for situation in stuck})
            for rest, condition in (left, self.are_independent), (alone, self._move_alone):
                situations = [
                    situation
                    for situation in open_
                    if n >= self.first_repeating_round and condition(situation, n)
                ]
                chosen = {situation: open_.pop(situation) for situation in situations}
                ended, begun = split_ended(self._before_rolls(chosen, n))
                rounds += sum(ended.values())
                over = add_chances(over, ended)
                rest.update(add_chances(rest, begun))
            if sum(open_.values()) < MIN_UNDECIDED_CHANCE:
                break
            rounds += sum(open_.values())
            ended, open_ = split_ended((yield from self._round(open_, n)))
            over = add_chances(over, ended)
        for moves, chances in self._grouped_by_rounds(alone, self.first_repeating_round):
            ends, more = yield from moves.fight_on_in_slices(chances)
            over, rounds = add_chances(over, ends), rounds + more
        return add_chances(over, open_), rounds, left

    @cached_property
    def _passed(self) -> tuple[Chances, float]:
        """The result of the rounds on grids: the ends of the battle, and the mean number of rounds."""
        return finish(self._passing())

    def _passing(self) -> Slices[tuple[Chances, float]]:
        ends: list[tuple[Situation, float]] = []
        rounds = 0.0
        for spent, pairs in self._remaining.items():
            passed = yield from self._grid(spent).fight_in_slices(pairs)
            ends += self._situations_of_pairs(spent, passed.end_chances | passed.standoff_chances).items()
            rounds += passed.mean_rounds
        return merge_chances(ends), rounds

    # -- round by round

    def after_rounds(self, round_count: int) -> Chances:
        """Return the chances of the situations after these rounds, including battles that ended before."""
        for number, (over, open_) in enumerate(self.round_chances()):
            if number == round_count or not open_:
                return add_chances(over, open_)
        raise AssertionError("rounds go on until nothing is open")

    def round_chances(self) -> Iterator[tuple[Chances, Chances]]:
        """Yield the chances of finished and of open situations after 0, 1, 2 … rounds.

        Stop when only a chance below `MIN_UNDECIDED_CHANCE` is open; it is added to the ends.
        """
        return (row for row in self.round_chances_in_slices() if not isinstance(row, float))

    def round_chances_in_slices(self) -> Iterator[float | tuple[Chances, Chances]]:
        """Compute `round_chances` in slices. While a round is computed, yield the share of it that is
        finished.
        """
        over: Chances = {}
        open_ = dict(self.after_opening)
        for n in count(self.first_round):
            for situation in [
                state for state in open_ if not state.both_sides_remain or self.is_standoff(state, n)
            ]:
                over[situation] = over.get(situation, 0.0) + open_.pop(situation)
            if sum(open_.values()) < MIN_UNDECIDED_CHANCE:
                over, open_ = add_chances(over, open_), {}
            yield dict(over), dict(open_)
            if not open_:
                return
            open_ = yield from self._round(open_, n)

    def advance_round(self, chances: Mapping[Situation, float], round_number: int) -> Chances:
        """Return the chances of the situations after a round, given those before it.

        Both sides must remain in all situations in `chances`.
        """
        return finish(self._round(chances, round_number))

    def _round(self, chances: Mapping[Situation, float], round_number: int) -> Slices[Chances]:
        independent = {
            situation: part
            for situation, part in chances.items()
            if self.are_independent(situation, round_number)
        }
        others = {situation: part for situation, part in chances.items() if situation not in independent}
        alone = {
            situation: part for situation, part in others.items() if self._move_alone(situation, round_number)
        }
        tied = {situation: part for situation, part in others.items() if situation not in alone}
        for situation in tied:
            yield 0.0
            self.walk.after_round(situation, round_number)  # cached
        gathered = [*self.walk.advance_round(tied, round_number).items()]
        begun, alone = self._before_rolls(independent, round_number), self._before_rolls(alone, round_number)
        if round_number < self.first_repeating_round:
            fought = chain(
                gathered, self.single_rounds.after_rolls(begun, round_number)
            )  # many of them are equal
            gathered = [
                *merge_chances(
                    (without_round_notes(situation), chance) for situation, chance in fought
                ).items()
            ]
        else:
            alone |= {
                situation: begun.pop(situation) for situation in [*begun] if not self._on_ladders(situation)
            }
            for spent, pairs in self._pairs(begun).items():
                mass = yield from self._grid(spent).advance_round_in_slices(pairs)
                gathered += self._situations_of_pairs(spent, mass).items()
        ended, alone = split_ended(alone)
        gathered += ended.items()
        for moves, part_of_them in self._grouped_by_rounds(alone, round_number):
            gathered += (yield from moves.advance_round_in_slices(part_of_them)).items()
        return merge_chances((without_round_notes(situation), chance) for situation, chance in gathered)

    def is_standoff(self, situation: Situation, round_number: int) -> bool:
        """True if neither side can hit any more from this round on (IM-ODDS-4)."""
        if round_number < self.first_repeating_round:
            return False
        if self.are_independent(situation, round_number) and self._on_ladders(situation):
            return self._grid(_spent(situation)).is_standoff(self._pair(situation))
        if self._move_alone(situation, round_number):
            return all(
                moves.is_standoff(situation)
                for moves, _ in self._grouped_by_rounds({situation: 1.0}, round_number)
            )
        return self._stuck_walking(situation, round_number)

    def _stuck_walking(self, situation: Situation, round_number: int) -> bool:
        if (
            round_number < self.first_repeating_round
            or self.are_independent(situation, round_number)
            or self._move_alone(situation, round_number)
        ):
            return False
        return all(
            self.walk.after_round(situation, m).keys() == {situation}
            for m in (round_number, round_number + 1)
        )

    # -- rounds in which sides move by themselves, or depend on both forces before them

    def _move_alone(self, situation: Situation, round_number: int) -> bool:
        """True if `SeparableRounds` or `ForcePairRounds` can compute the rounds after a situation from this
        round on.
        """
        separable = self.first_round_of(independence.first_separable_round, situation.state)
        if separable is not None and round_number >= separable:
            return True
        return self._in_pairs(situation, round_number)

    def _in_pairs(self, situation: Situation, round_number: int) -> bool:
        if (
            round_number < self.first_repeating_round
            or self._first_rounds.get((independence.first_separable_round, situation.state)) is not None
        ):
            return False
        paired = self.first_round_of(independence.first_memoryless_round, situation.state)
        return paired is not None and round_number >= paired

    @cached_property
    def _pair_rounds(self) -> ForcePairRounds:
        return ForcePairRounds(self.walk, self.first_repeating_round)

    def _grouped_by_rounds(
        self, chances: Chances, round_number: int
    ) -> Iterator[tuple[SeparableRounds | ForcePairRounds, Chances]]:
        """Yield situations before the combat rolls, grouped by the object that computes their further
        rounds.
        """
        pairs = {
            situation: chances[situation] for situation in chances if self._in_pairs(situation, round_number)
        }
        if pairs:
            yield self._pair_rounds, pairs
        for side in (0, 1):
            part = {
                situation: chance
                for situation, chance in chances.items()
                if situation not in pairs and side_index_with_last_shots(self.walk, situation) == side
            }
            if part:
                known = self._sided_rounds.get(side)
                if (
                    known is None
                    or round_number < self.first_repeating_round
                    or not all(map(known.can_start_from, part))
                ):
                    known = SeparableRounds(
                        self.walk,
                        min(round_number, self.first_repeating_round),
                        round_number >= self.first_repeating_round,
                        side,
                        part,
                    )
                    if round_number >= self.first_repeating_round:
                        self._sided_rounds[side] = known
                yield known, part

    # -- rounds with independent sides

    def are_independent(self, situation: Situation, round_number: int) -> bool:
        """True if the sides of a situation are independent from this round on."""
        first = self.first_round_of(independence.first_independent_round, situation.state)
        return first is not None and round_number >= first

    def first_round_of(self, first_round: _FirstRound, state: ForcePair) -> int | None:
        """Return the result of `first_round` for these forces; it is cached."""
        key = first_round, state
        if key not in self._first_rounds:
            self._first_rounds[key] = first_round(self.fight, state)
        return self._first_rounds[key]

    def _on_ladders(self, situation: Situation) -> bool:
        return all(
            units_only(force) in part.index_by_force or not force.size
            for force, part in zip(situation.state, self.ladders, strict=True)
        )

    def _before_rolls(self, chances: Chances, round_number: int) -> Chances:
        """Return the chances of the situations before the combat rolls of a round."""
        if not chances or round_number >= max(self.first_repeating_round, 2):
            return chances
        return self.walk.before_combat_rolls(chances, round_number)

    # -- forces and their places on the grid

    @cached_property
    def ladders(self) -> tuple[ForceLadder, ForceLadder]:
        """The forces that each side can reach once the sides are independent, as ladders."""
        starts: tuple[set[Force], set[Force]] = set(), set()
        for part in self._dice_only_cases or ():
            starts[0].update(part[1])
            starts[1].update(part[2])
        for situation in self._followed[2]:
            for bare_forces, force in zip(starts, situation.state, strict=True):
                bare_forces.add(units_only(force))
        for bare_forces, force in zip(starts, self.fight.starting_forces(), strict=True):
            if not bare_forces:
                bare_forces.add(units_only(force).without_units())
        return side_ladder(self.fight, 0, starts[0]), side_ladder(self.fight, 1, starts[1])

    @cached_property
    def _remaining(self) -> dict[_SpentEffects, PairChances]:
        """The chances of the pairs of forces whose further rounds are computed on grids, by the effects used
        before.
        """
        if self._dice_only_cases:
            return {
                ((), ()): starting_pairs(
                    self._dice_only_cases, *(part.index_by_force for part in self.ladders)
                )
            }
        return self._pairs(self._followed[2])

    def _grid(self, spent: _SpentEffects) -> FightLattice:
        if spent not in self._grids:
            first, second = map(ForceLadder.states, self.ladders, self._hit_chances(spent))
            self._grids[spent] = FightLattice(first, second)
        return self._grids[spent]

    def _hit_chances(self, spent: _SpentEffects) -> tuple[HitChances, HitChances]:
        first, second = (
            side_hit_chances(self.fight, side_index, part, self.first_repeating_round, spent[side_index])
            for side_index, part in enumerate(self.ladders)
        )
        return first, second

    def grids(self) -> Iterator[tuple[tuple[HitChances, HitChances], PairChances]]:
        """Yield the hit chances of both `ladders` on each grid that decides the rest of the battle, with the
        chances of its starting pairs.
        """
        for spent, pairs in self._remaining.items():
            yield self._hit_chances(spent), pairs

    def _pair(self, situation: Situation) -> tuple[int, int]:
        first, second = self.ladders
        return first.index_by_force[units_only(situation.state[0])], second.index_by_force[
            units_only(situation.state[1])
        ]

    def _pairs(self, chances: Mapping[Situation, float]) -> dict[_SpentEffects, PairChances]:
        """Convert situations to pairs of ladder indices, grouped by the effects used before."""
        masses: dict[_SpentEffects, PairChances] = {}
        for situation, chance in chances.items():
            pairs, pair = masses.setdefault(_spent(situation), {}), self._pair(situation)
            pairs[pair] = pairs.get(pair, 0.0) + chance
        return masses

    def _situations_of_pairs(self, spent: _SpentEffects, pairs: PairChances) -> Chances:
        """Convert pairs of ladder indices back to situations."""
        forces = [
            [force._replace(used_effects=used) for force in part.forces] if used else part.forces
            for part, used in zip(self.ladders, spent, strict=True)
        ]
        return {
            Situation((forces[0][own], forces[1][other])): part
            for (own, other), part in pairs.items()
            if part
        }


def _barrage_end_chance(chance: float, *sides: ForceOdds) -> float:
    """Return the chance that barrages have ended the battle; only one side can have lost everything."""
    return chance * sum(part for side in sides for force, part in side.items() if not force.size)


def _spent(situation: Situation) -> _SpentEffects:
    return situation.state[0].used_effects, situation.state[1].used_effects


class _IndependentRounds:
    """Single rounds of a fight with independent sides, each with its own dice; results are cached."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._falls: dict[tuple[int, Force], list[Force]] = {}

    def after_rolls(self, chances: Chances, round_number: int) -> Iterator[tuple[Situation, float]]:
        """Yield situations after a round's hits are assigned; `chances` are those before the rolls."""
        rolls: dict[tuple[int, Force], list[float]] = {}
        for situation, chance in chances.items():
            if not situation.both_sides_remain:
                yield situation, chance
                continue
            for key in enumerate(situation.state):
                if key not in rolls:
                    rolls[key] = hit_count_probabilities(self.fight, situation.state, key[0], round_number)
            hits, taken = (rolls[key] for key in enumerate(situation.state))
            own, others = (
                self._forces_after_hits(side_index, force) for side_index, force in enumerate(situation.state)
            )
            for lost, part in enumerate(taken):
                left = own[min(lost, len(own) - 1)]
                for killed, share in enumerate(hits):
                    state = left, others[min(killed, len(others) - 1)]
                    yield Situation(state), chance * part * share

    def _forces_after_hits(self, side_index: int, force: Force) -> list[Force]:
        key = side_index, force._replace(round_notes=())
        if key not in self._falls:
            self._falls[key] = forces_after_hits(self.fight, *key)
        return self._falls[key]
