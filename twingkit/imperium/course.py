"""The course of a battle as chances: where it begins, what every round makes of it, and how it ends.

There are two ways to follow rounds, and they agree. One walks the steps that a game plays, whatever they do.
The other needs rounds that fall apart (`apart_from` says where they do) and is some hundred times faster: a
`Grid` for rounds that are alike, and before them one round at a time with the dice of that round. Where the
opening is nothing but dice (`dice_only`) and all rounds are alike, the battle begins on the grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import count
from operator import add

from twingkit.imperium.apart import apart_from, sided
from twingkit.imperium.assign import MOST_CANCELLED, Load, by_policy, may_sustain
from twingkit.imperium.combat_roll import combat_hits
from twingkit.imperium.force import Fight, Force, Roster, State
from twingkit.imperium.grid import Grid, Ladder, Mass, emptied, ladder
from twingkit.imperium.opening_dice import Begun, Parts
from twingkit.imperium.sided_rounds import SidedRounds
from twingkit.imperium.steps_walk import Chances, Stand, StepsWalk, bare, gather

CUT = 1e-15
"""Where rounds are followed one by one, what is still open with a smaller chance counts as a standoff."""

Spent = tuple[tuple[str, ...], tuple[str, ...]]
"""The effects that both sides have used."""


class Course:
    """How a battle can go, round by round and to its end.

    With `walked` all of it is walked, even where rounds fall apart. A battle on its way is followed from the
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
        self._apart: dict[State, int | None] = {}
        self._falls: dict[tuple[int, Force], list[Force]] = {}
        self._grids: dict[Spent, Grid] = {}
        self._sided: dict[State, bool] = {}
        self._sided_rounds = SidedRounds(fight, self.walk)

    @cached_property
    def opened(self) -> Chances:
        """What the opening leaves, before the first round; of a battle on its way, where it stands."""
        return self.walk.opened() if self.begin is None else self.begin

    # -- the whole battle

    @cached_property
    def ends(self) -> Chances:
        """How the battle can end. What is left in a standoff is still there (IM-ODDS-4)."""
        unfought = {stand: chance for stand, chance in self.opened.items() if not stand.both}
        fought = gather((*self._followed[0].items(), *self._passed[0].items()))
        return gather((*self.walk.ended(unfought, 0).items(), *self.walk.ended(fought, 1).items()))

    @property
    def before_grids(self) -> Chances:
        """How the battle can end otherwise than on one of `grids`."""
        unfought = [(stand, chance) for stand, chance in self.opened.items() if not stand.both]
        return gather((*unfought, *self._followed[0].items()))

    @cached_property
    def _straight(self) -> list[Begun] | None:
        """How the combat rolls begin, if nothing but dice comes before them and all rounds are alike."""
        dice = self.walk.begun
        if dice is None or self.walked or self.begin is not None or self.alike > 1:
            return None
        if apart_from(self.fight, self.fight.start()) != 1:  # forces get no better: it stays as it is
            return None
        return [
            (self.opened[Stand(state)], *dice.barrages(state))
            for state in (stand.state for stand in self.opened if stand.both)
        ]

    @property
    def mean_rounds(self) -> float:
        """How many rounds the battle lasts in the mean; a standoff is broken off where it begins."""
        return self._followed[1] + self._passed[1]

    @cached_property
    def _followed(self) -> tuple[Chances, float, Chances]:
        """Rounds one by one, as long as they differ or do not fall apart: what they end in, how many they are
        in the mean, and what they leave to rounds that are alike."""
        if self._straight is not None:
            return {}, sum(_ended(*part) for part in self._straight), {}
        over: Chances = {}
        left: Chances = {}
        open_, rounds = _both(self.opened), 0.0
        for n in count(self.first):
            stuck = [stand for stand in open_ if self._stuck_walking(stand, n)]
            over = gather((*over.items(), *((stand, open_.pop(stand)) for stand in stuck)))
            if n >= self.alike:
                apart = [stand for stand in open_ if self._falls_apart(stand, n)]
                begun = self._begun({stand: open_.pop(stand) for stand in apart}, n)
                ended = {stand: chance for stand, chance in begun.items() if not stand.both}
                rounds += sum(ended.values())
                over = gather((*over.items(), *ended.items()))
                left = gather((*left.items(), *_both(begun).items()))
            if sum(open_.values()) < CUT:
                return gather((*over.items(), *open_.items())), rounds, left
            rounds += sum(open_.values())
            after = self.round(open_, n)
            open_ = _both(after)
            over = gather((*over.items(), *(each for each in after.items() if each[0] not in open_)))
        raise AssertionError("rounds go on until nothing is open")

    @cached_property
    def _passed(self) -> tuple[Chances, float]:
        """What rounds that are alike and fall apart end in, and how many they are in the mean."""
        ends: list[tuple[Stand, float]] = []
        rounds = 0.0
        for spent, pairs in self._left.items():
            passed = self._grid(spent).fight(pairs)
            ends += self._stands(spent, passed.ends | passed.standoffs).items()
            rounds += passed.rounds
        return gather(ends), rounds

    # -- round by round

    def after(self, n: int) -> Chances:
        """The chances of what is left after `n` rounds; a battle that ended before is as it ended."""
        for done, (over, open_) in enumerate(self.rounds()):
            if done == n or not open_:
                return gather((*over.items(), *open_.items()))
        raise AssertionError("rounds go on until nothing is open")

    def rounds(self) -> Iterator[tuple[Chances, Chances]]:
        """After 0, 1, 2 … rounds: the chances of how the battle has ended, and of what is still open.

        It stops when nothing is open but what has a chance below `CUT`, which is added to the ends.
        """
        over: Chances = {}
        open_ = dict(self.opened)
        for n in count(self.first):
            for stand in [each for each in open_ if not each.both or self.stuck(each, n)]:
                over[stand] = over.get(stand, 0.0) + open_.pop(stand)
            if sum(open_.values()) < CUT:
                over, open_ = gather((*over.items(), *open_.items())), {}
            yield dict(over), dict(open_)
            if not open_:
                return
            open_ = self.round(open_, n)

    def round(self, chances: Mapping[Stand, float], n: int) -> Chances:
        """What round `n` makes of stands with these chances, all with both sides there."""
        apart = {stand: part for stand, part in chances.items() if self._falls_apart(stand, n)}
        tied = {stand: part for stand, part in chances.items() if stand not in apart}
        found = gather(
            (left, chance * part)
            for stand, chance in tied.items()
            for left, part in self._after_round(stand, n).items()
        )
        if apart and n < self.alike:
            found = gather((*found.items(), *self._fought(self._begun(apart, n), n)))
        elif apart:
            for spent, pairs in self._pairs(self._begun(apart, n)).items():
                found = gather((*found.items(), *self._stands(spent, self._grid(spent).round(pairs)).items()))
        return found

    def stuck(self, stand: Stand, n: int) -> bool:
        """Whether neither side can hit any more from round `n` on (IM-ODDS-4)."""
        if self._falls_apart(stand, n):
            return n >= self.alike and self._grid(_spent(stand)).stuck(self._pair(stand))
        return self._stuck_walking(stand, n)

    def _stuck_walking(self, stand: Stand, n: int) -> bool:
        if n < self.alike or self._falls_apart(stand, n):
            return False
        return all(self._after_round(stand, m).keys() == {stand} for m in (n, n + 1))

    def _after_round(self, stand: Stand, n: int) -> Chances:
        """What round `n` makes of a stand in which rounds do not fall apart."""
        if stand.state not in self._sided:
            self._sided[stand.state] = not self.walked and sided(self.fight, stand.state)
        rounds = self._sided_rounds if self._sided[stand.state] else self.walk
        return rounds.after_round(stand, n)

    def _falls_apart(self, stand: Stand, n: int) -> bool:
        if stand.state not in self._apart:
            self._apart[stand.state] = None if self.walked else apart_from(self.fight, stand.state)
        first = self._apart[stand.state]
        return first is not None and n >= first

    # -- rounds that fall apart

    def _begun(self, chances: Chances, n: int) -> Chances:
        """What the steps of round `n` before the combat rolls make of stands; from the second round on, they
        do something only in a round that an effect names."""
        if not chances or n >= max(self.alike, 2):
            return chances
        return self.walk.before_rolls(chances, n)

    def _fought(self, chances: Chances, n: int) -> Iterator[tuple[Stand, float]]:
        """What the combat rolls of round `n` make of stands with these chances, each with dice of its own."""
        rolls: dict[tuple[int, Force], list[float]] = {}
        for stand, chance in chances.items():
            if not stand.both:
                yield stand, chance
                continue
            for key in enumerate(stand.state):
                if key not in rolls:
                    rolls[key] = combat_hits(self.fight, stand.state, key[0], n)
            made, taken = (rolls[key] for key in enumerate(stand.state))
            own, others = (self._fall(index, force) for index, force in enumerate(stand.state))
            for lost, part in enumerate(taken):
                left = own[min(lost, len(own) - 1)]
                for killed, share in enumerate(made):
                    state = left, others[min(killed, len(others) - 1)]
                    yield Stand(state), chance * part * share

    def _fall(self, index: int, force: Force) -> list[Force]:
        """What 0, 1, 2 … hits leave of a force, down to nothing."""
        force = force._replace(now=())
        key = index, force
        if key not in self._falls:
            left = [force]
            while left[-1].size:
                left.append(absorb(self.fight.rosters[index], force, len(left), able(self.fight, index)))
            self._falls[key] = left
        return self._falls[key]

    # -- forces and their places on the grid

    @cached_property
    def ladders(self) -> tuple[Ladder, Ladder]:
        """All forces that each side can come to once rounds are alike and fall apart."""
        starts: tuple[set[Force], set[Force]] = set(), set()
        for part in self._straight or ():
            starts[0].update(part[1])
            starts[1].update(part[2])
        for stand in self._followed[2]:
            for found, force in zip(starts, stand.state, strict=True):
                found.add(bare(force))
        return side_ladder(self.fight, 0, starts[0]), side_ladder(self.fight, 1, starts[1])

    @cached_property
    def _left(self) -> dict[Spent, Mass]:
        """What is left to rounds that are alike and fall apart: pairs of places, by the effects used on the
        way to them."""
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
        """What is left to rounds that are alike and fall apart: grids, each with the pairs to begin with."""
        for spent, pairs in self._left.items():
            yield self._grid(spent), pairs

    def _pair(self, stand: Stand) -> tuple[int, int]:
        first, second = self.ladders
        return first.places[bare(stand.state[0])], second.places[bare(stand.state[1])]

    def _pairs(self, chances: Mapping[Stand, float]) -> dict[Spent, Mass]:
        """Stands as pairs of places, by the effects that were used on the way to them."""
        found: dict[Spent, Mass] = {}
        for stand, chance in chances.items():
            pairs, pair = found.setdefault(_spent(stand), {}), self._pair(stand)
            pairs[pair] = pairs.get(pair, 0.0) + chance
        return found

    def _stands(self, spent: Spent, pairs: Mass) -> Chances:
        """Pairs of places as stands again."""
        forces = [
            [force._replace(spent=used) for force in part.forces] if used else part.forces
            for part, used in zip(self.ladders, spent, strict=True)
        ]
        return {
            Stand((forces[0][own], forces[1][other])): part for (own, other), part in pairs.items() if part
        }


def pairs_of(begun: Iterable[Begun], own: Mapping[Force, int], others: Mapping[Force, int]) -> Mass:
    """How combat rolls begin as pairs of places, given the place of every force."""
    found: Mass = {}
    for chance, first, second in begun:
        there = [(others[force], part) for force, part in second.items()]
        for force, part in first.items():
            place, weight = own[force], chance * part
            for other, share in there:
                found[place, other] = found.get((place, other), 0.0) + weight * share
    return found


def _ended(chance: float, *sides: Parts) -> float:
    """The chance that barrages have ended the battle in the first round: only one can have lost all."""
    return chance * sum(part for side in sides for force, part in side.items() if not force.size)


def able(fight: Fight, index: int) -> tuple[int, ...]:
    """The places of a side's units that can sustain damage while rounds fall apart: a flagship that would bar
    them is gone, or has nobody to bar."""
    state = fight.start()
    alone = (state[0], emptied(state[1])) if index == 0 else (emptied(state[0]), state[1])
    return may_sustain(fight, alone, index)


def absorb(roster: Roster, force: Force, hits: int, sustaining: tuple[int, ...]) -> Force:
    """What the hits of a round leave of a force where rounds fall apart; `sustaining` are its `able`."""
    worth = MOST_CANCELLED if roster.has("nes") else 1
    return by_policy(roster, force, Load(free=hits), sustaining, worth)[0]


def side_ladder(fight: Fight, index: int, starts: Iterable[Force]) -> Ladder:
    """All forces that a side can come to from some, while rounds fall apart."""
    own, sustaining = fight.rosters[index], able(fight, index)

    def toughness(force: Force) -> int:
        return force.size + sum(force.fresh[place] for place in sustaining)

    return ladder(
        starts,
        lambda force, hits: absorb(own, force, hits, sustaining),
        toughness,
        one_by_one=not own.has("nes"),
    )


def side_rolls(
    fight: Fight, index: int, part: Ladder, n: int, spent: tuple[str, ...] = ()
) -> list[list[float]]:
    """For each force of a ladder the chances of hits in round `n`, once these effects are used."""
    enemy = fight.start()[1 - index]
    found: dict[tuple[int, ...], list[float]] = {}
    rolls = []
    for force in part.forces:
        counts = tuple(map(add, force.fresh, force.damaged))  # damaged units roll as whole ones do
        if counts not in found:
            own = force._replace(spent=spent) if spent else force
            found[counts] = combat_hits(fight, (own, enemy) if index == 0 else (enemy, own), index, n)
        rolls.append(found[counts])
    return rolls


def _spent(stand: Stand) -> Spent:
    return stand.state[0].spent, stand.state[1].spent


def _both(chances: Chances) -> Chances:
    return {stand: chance for stand, chance in chances.items() if stand.both}
