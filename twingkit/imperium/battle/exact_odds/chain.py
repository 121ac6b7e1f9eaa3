"""A battle as a chain of chances: where it begins, what every round makes of it, and how it ends.

There are four ways to follow rounds, and they agree. One walks the steps that a game plays, whatever they
do. Two follow pairs of places: of sides that move by themselves (`sided_from`, `SidedRounds`), and of sides
that only what both are before a round ties together (`paired_from`, `PairRounds`). The fastest needs sides
that are independent of each other (`independent_from`): a `Grid` for rounds that are alike, and before them
one round at a time. Where the opening is nothing but dice (`dice_only`) and all rounds are alike, the battle
begins on the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain, count
from typing import Any

from twingkit.core.slices import Slices, finish
from twingkit.imperium.battle.exact_odds.grid import Grid, Ladder, Mass, emptied
from twingkit.imperium.battle.exact_odds.independence import independent_from, paired_from, sided_from
from twingkit.imperium.battle.exact_odds.opening_dice import Begun, Parts
from twingkit.imperium.battle.exact_odds.pair_rounds import PairRounds
from twingkit.imperium.battle.exact_odds.side_ladder import fall, pairs_of, side_ladder, side_rolls
from twingkit.imperium.battle.exact_odds.sided_rounds import SidedRounds, answering
from twingkit.imperium.battle.exact_odds.steps_walk import (
    Chances,
    Stand,
    StepsWalk,
    bare,
    both_there,
    forgetting,
    gather,
)
from twingkit.imperium.battle.rules.dice.combat_roll import combat_hits
from twingkit.imperium.battle.rules.force import Fight, Force, State
from twingkit.imperium.battle.rules.result import retreats

CUT = 1e-15
"""The chance below which, where rounds are followed one by one, an undecided battle counts as a standoff."""

Spent = tuple[tuple[str, ...], tuple[str, ...]]
"""The effects that both sides have used."""


class Chain:
    """The course of a battle, round by round and to its end.

    With `walked` all of it is walked, even with independent sides. A battle under way is followed from the
    stands that it can `begin` with before round `first`. More than `most` walks through a step raise
    `WalkError` (0: any number).
    """

    def __init__(
        self,
        fight: Fight,
        walked: bool = False,
        begin: Chances | None = None,
        first: int = 1,
        most: int = 0,
    ) -> None:
        self.fight = fight
        self.begin, self.first = begin, first
        self.walk = StepsWalk(fight, most, throughout=walked)
        self.walked = walked
        self.alike = self.walk.last_named + 1
        """The first round from which all have the same dice."""
        self._independent: dict[State, int | None] = {}
        self._dice_alone = DiceAlone(fight)
        self._grids: dict[Spent, Grid] = {}
        self._alone: dict[State, int | None] = {}
        self._paired: dict[State, int | None] = {}
        self._sided_rounds: dict[int, SidedRounds] = {}

    def __reduce__(self) -> tuple[Any, ...]:  # as pickle has it
        """Copies and pickles work out anew what they are asked."""
        return Chain, (self.fight, self.walked, self.begin, self.first, self.walk.most)

    @cached_property
    def opened(self) -> Chances:
        """The stands that the opening leaves before the first round; of a battle under way, its present
        stands."""
        return self.walk.opened() if self.begin is None else self.begin

    # -- the whole battle

    def solving(self) -> Slices[Chain]:
        """Work out the whole battle in slices; return this chain, with its `ends` there."""
        for name, work in ("_followed", self._following()), ("_passed", self._passing()):
            if name not in self.__dict__:
                self.__dict__[name] = yield from work
        return self

    @cached_property
    def ends(self) -> Chances:
        """The stands at the end of the battle, with chances. In a standoff in space the attacker has left,
        on a planet both sides remain (IM-ODDS-4)."""
        unfought = {stand: chance for stand, chance in self.opened.items() if not stand.both}
        fought = gather((*self._followed[0].items(), *self._passed[0].items()))
        ended = self.walk.ended(self._settled(fought), 1)
        return gather((*self.walk.ended(unfought, 0).items(), *ended.items()))

    @property
    def standoff(self) -> float:
        """The chance of a standoff."""
        ends = (*self._followed[0].items(), *self._passed[0].items())
        return sum(chance for stand, chance in ends if stand.both)

    def _settled(self, chances: Chances) -> Chances:
        """The same with standoffs as they end: in space the attacker leaves."""
        if not retreats(self.fight.battle):
            return chances
        return gather(
            (stand._replace(left=(True, False)) if stand.both else stand, chance)
            for stand, chance in chances.items()
        )

    @property
    def before_grids(self) -> Chances:
        """The stands at the end of the battle, for the part that is not decided on one of `grids`."""
        unfought = [(stand, chance) for stand, chance in self.opened.items() if not stand.both]
        return gather((*unfought, *self._settled(self._followed[0]).items()))

    @cached_property
    def _straight(self) -> list[Begun] | None:
        """The stands before the combat rolls, if only dice come before them and all rounds are alike; else
        None."""
        dice = self.walk.begun
        if dice is None or self.walked or self.begin is not None or self.alike > 1:
            return None
        if independent_from(self.fight, self.fight.start()) != 1:  # forces get no better: it stays as it is
            return None
        return [
            (self.opened[Stand(state)], *dice.barrages(state))
            for state in (stand.state for stand in self.opened if stand.both)
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
            return {}, sum(_ended(*part) for part in self._straight), {}
        over: Chances = {}
        left: Chances = {}
        alone: Chances = {}
        open_, rounds = both_there(self.opened), 0.0
        for n in count(self.first):
            stuck = []
            for stand in open_:
                yield 1.0 - sum(open_.values())
                if self._stuck_walking(stand, n):
                    stuck.append(stand)
            over = gather((*over.items(), *((stand, open_.pop(stand)) for stand in stuck)))
            for rest, condition in (left, self._are_independent), (alone, self._move_alone):
                stands = [stand for stand in open_ if n >= self.alike and condition(stand, n)]
                begun = self._begun({stand: open_.pop(stand) for stand in stands}, n)
                ended = {stand: chance for stand, chance in begun.items() if not stand.both}
                rounds += sum(ended.values())
                over = gather((*over.items(), *ended.items()))
                rest.update(gather((*rest.items(), *both_there(begun).items())))
            if sum(open_.values()) < CUT:
                break
            rounds += sum(open_.values())
            after = yield from self._round(open_, n)
            open_ = both_there(after)
            over = gather((*over.items(), *(item for item in after.items() if item[0] not in open_)))
        for moves, chances in self._moving(alone, self.alike):
            ends, more = yield from moves.fighting_on(chances)
            over, rounds = gather((*over.items(), *ends.items())), rounds + more
        return gather((*over.items(), *open_.items())), rounds, left

    @cached_property
    def _passed(self) -> tuple[Chances, float]:
        """The ends of rounds that are alike, with independent sides, and the mean number of those rounds."""
        return finish(self._passing())

    def _passing(self) -> Slices[tuple[Chances, float]]:
        ends: list[tuple[Stand, float]] = []
        rounds = 0.0
        for spent, pairs in self._remaining.items():
            passed = yield from self._grid(spent).fighting(pairs)
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

        It stops when nothing is open but what has a chance below `CUT`, which is added to the ends.
        """
        return (row for row in self.rounds_in_slices() if not isinstance(row, float))

    def rounds_in_slices(self) -> Iterator[float | tuple[Chances, Chances]]:
        """The same in slices: between two rounds come the shares of the round that are done."""
        over: Chances = {}
        open_ = dict(self.opened)
        for n in count(self.first):
            for stand in [state for state in open_ if not state.both or self.stuck(state, n)]:
                over[stand] = over.get(stand, 0.0) + open_.pop(stand)
            if sum(open_.values()) < CUT:
                over, open_ = gather((*over.items(), *open_.items())), {}
            yield dict(over), dict(open_)
            if not open_:
                return
            open_ = yield from self._round(open_, n)

    def round(self, chances: Mapping[Stand, float], n: int) -> Chances:
        """The stands after round `n` from stands with these chances, all with both sides there."""
        return finish(self._round(chances, n))

    def _round(self, chances: Mapping[Stand, float], n: int) -> Slices[Chances]:
        independent = {stand: part for stand, part in chances.items() if self._are_independent(stand, n)}
        others = {stand: part for stand, part in chances.items() if stand not in independent}
        alone = {stand: part for stand, part in others.items() if self._move_alone(stand, n)}
        tied = {stand: part for stand, part in others.items() if stand not in alone}
        for stand in tied:
            yield 0.0
            self.walk.after_round(stand, n)  # remembered
        gathered = [*self.walk.round(tied, n).items()]
        begun, alone = self._begun(independent, n), self._begun(alone, n)
        if n < self.alike:
            fought = chain(gathered, self._dice_alone.fought(begun, n))  # many more than are different
            gathered = [*gather((forgetting(stand), chance) for stand, chance in fought).items()]
        else:
            alone |= {stand: begun.pop(stand) for stand in [*begun] if not self._on_ladders(stand)}
            for spent, pairs in self._pairs(begun).items():
                mass = yield from self._grid(spent).round(pairs)
                gathered += self._stands(spent, mass).items()
        gathered += [item for item in alone.items() if not item[0].both]
        for moves, part_of_them in self._moving(both_there(alone), n):
            gathered += (yield from moves.round(part_of_them)).items()
        return gather((forgetting(stand), chance) for stand, chance in gathered)

    def stuck(self, stand: Stand, n: int) -> bool:
        """True if neither side can hit any more from round `n` on (IM-ODDS-4)."""
        if n < self.alike:
            return False
        if self._are_independent(stand, n) and self._on_ladders(stand):
            return self._grid(_spent(stand)).stuck(self._pair(stand))
        if self._move_alone(stand, n):
            return all(moves.stuck(stand) for moves, _ in self._moving({stand: 1.0}, n))
        return self._stuck_walking(stand, n)

    def _stuck_walking(self, stand: Stand, n: int) -> bool:
        if n < self.alike or self._are_independent(stand, n) or self._move_alone(stand, n):
            return False
        return all(self.walk.after_round(stand, m).keys() == {stand} for m in (n, n + 1))

    # -- rounds in which sides move by themselves, or by what both are before them

    def _move_alone(self, stand: Stand, n: int) -> bool:
        """True if the sides move by themselves in a stand from round `n` on, or by what both are then."""
        if stand.state not in self._alone:
            self._alone[stand.state] = None if self.walked else sided_from(self.fight, stand.state)
        first = self._alone[stand.state]
        return (first is not None and n >= first) or self._in_pairs(stand, n)

    def _in_pairs(self, stand: Stand, n: int) -> bool:
        if self.walked or n < self.alike or self._alone.get(stand.state) is not None:
            return False
        if stand.state not in self._paired:
            self._paired[stand.state] = paired_from(self.fight, stand.state)
        first = self._paired[stand.state]
        return first is not None and n >= first

    @cached_property
    def _pair_rounds(self) -> PairRounds:
        return PairRounds(self.walk, self.alike)

    def _moving(self, chances: Chances, n: int) -> Iterator[tuple[SidedRounds | PairRounds, Chances]]:
        """Stands before the combat rolls of round `n`, by what follows their rounds."""
        pairs = {stand: chances[stand] for stand in chances if self._in_pairs(stand, n)}
        if pairs:
            yield self._pair_rounds, pairs
        for side in (0, 1):
            part = {
                stand: chance
                for stand, chance in chances.items()
                if stand not in pairs and answering(self.walk, stand) == side
            }
            if part:
                known = self._sided_rounds.get(side)
                if known is None or n < self.alike or not all(map(known.holds, part)):
                    known = SidedRounds(self.walk, min(n, self.alike), n >= self.alike, side, part)
                    if n >= self.alike:
                        self._sided_rounds[side] = known
                yield known, part

    # -- rounds with independent sides

    def _are_independent(self, stand: Stand, n: int) -> bool:
        if stand.state not in self._independent:
            self._independent[stand.state] = (
                None if self.walked else independent_from(self.fight, stand.state)
            )
        first = self._independent[stand.state]
        return first is not None and n >= first

    def _on_ladders(self, stand: Stand) -> bool:
        return all(
            bare(force) in part.places or not force.size
            for force, part in zip(stand.state, self.ladders, strict=True)
        )

    def _begun(self, chances: Chances, n: int) -> Chances:
        """The stands before the combat rolls of round `n`; from the second round on, the steps before them do
        something only in a round that an effect names."""
        if not chances or n >= max(self.alike, 2):
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
        for stand in self._followed[2]:
            for bare_forces, force in zip(starts, stand.state, strict=True):
                bare_forces.add(bare(force))
        for bare_forces, force in zip(starts, self.fight.start(), strict=True):
            if not bare_forces:
                bare_forces.add(emptied(bare(force)))
        return side_ladder(self.fight, 0, starts[0]), side_ladder(self.fight, 1, starts[1])

    @cached_property
    def _remaining(self) -> dict[Spent, Mass]:
        """The part of the battle fought in rounds that are alike, with independent sides: chances of pairs of
        places, by the effects used before them."""
        if self._straight:
            return {((), ()): pairs_of(self._straight, *(part.places for part in self.ladders))}
        return self._pairs(self._followed[2])

    def _grid(self, spent: Spent) -> Grid:
        """The rounds that are alike, once these effects are used."""
        if spent not in self._grids:
            first, second = (
                side_rolls(self.fight, index, part, self.alike, spent[index])
                for index, part in enumerate(self.ladders)
            )
            self._grids[spent] = Grid(self.ladders, (first, second))
        return self._grids[spent]

    def grids(self) -> Iterator[tuple[Grid, Mass]]:
        """The grids of rounds that are alike, with independent sides, each with the pairs to begin with."""
        for spent, pairs in self._remaining.items():
            yield self._grid(spent), pairs

    def _pair(self, stand: Stand) -> tuple[int, int]:
        first, second = self.ladders
        return first.places[bare(stand.state[0])], second.places[bare(stand.state[1])]

    def _pairs(self, chances: Mapping[Stand, float]) -> dict[Spent, Mass]:
        """Stands as pairs of places, by the effects that were used on the way to them."""
        masses: dict[Spent, Mass] = {}
        for stand, chance in chances.items():
            pairs, pair = masses.setdefault(_spent(stand), {}), self._pair(stand)
            pairs[pair] = pairs.get(pair, 0.0) + chance
        return masses

    def _stands(self, spent: Spent, pairs: Mass) -> Chances:
        """Pairs of places as stands again."""
        forces = [
            [force._replace(spent=used) for force in part.forces] if used else part.forces
            for part, used in zip(self.ladders, spent, strict=True)
        ]
        return {
            Stand((forces[0][own], forces[1][other])): part for (own, other), part in pairs.items() if part
        }


def _ended(chance: float, *sides: Parts) -> float:
    """The chance that barrages have ended the battle in the first round: only one can have lost all."""
    return chance * sum(part for side in sides for force, part in side.items() if not force.size)


def _spent(stand: Stand) -> Spent:
    return stand.state[0].spent, stand.state[1].spent


class DiceAlone:
    """Rounds of a fight with independent sides, each round by itself; what hits leave is remembered."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self._falls: dict[tuple[int, Force], list[Force]] = {}

    def fought(self, chances: Chances, n: int) -> Iterator[tuple[Stand, float]]:
        """The stands after the combat rolls of round `n`, from stands with these chances, each with its own
        dice."""
        rolls: dict[tuple[int, Force], list[float]] = {}
        for stand, chance in chances.items():
            if not stand.both:
                yield stand, chance
                continue
            for key in enumerate(stand.state):
                if key not in rolls:
                    rolls[key] = combat_hits(self.fight, stand.state, key[0], n)
            hits, taken = (rolls[key] for key in enumerate(stand.state))
            own, others = (self._fall(index, force) for index, force in enumerate(stand.state))
            for lost, part in enumerate(taken):
                left = own[min(lost, len(own) - 1)]
                for killed, share in enumerate(hits):
                    state = left, others[min(killed, len(others) - 1)]
                    yield Stand(state), chance * part * share

    def _fall(self, index: int, force: Force) -> list[Force]:
        """The forces that 0, 1, 2 … hits leave of a force, down to none."""
        key = index, force._replace(now=())
        if key not in self._falls:
            self._falls[key] = fall(self.fight, *key)
        return self._falls[key]
