"""The answer to an attack that is best for the defender, among all that it can lay.

An answer is best if it leaves the attacker the lowest edge; among such it is the one that costs least: the
fewest cards, then the fewest creatures, then with a die rather than a shield and with an own-element one
rather than another, then the fewest points on the cards, then the text that comes first. Not every pair of
lays is solved. Of two answers with the same die and as many creatures within reach of traps, the one with at
least as many points after every number of traps is at least as good for the defender, since every way in
which the battle can end is (TW-BAT-16, 17). So the search begins with the answers that no other beats in this
way, and continues below those that tie for the best only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from operator import ge
from typing import NamedTuple

import attrs

from twingkit.messages import Fault
from twingkit.twing.analysis.lay_table import LayClass, LayTable, Numbers
from twingkit.twing.exact_odds.contest import Contest, Means, Profile, battle_contest
from twingkit.twing.exact_odds.ends import End, ends_of
from twingkit.twing.exact_odds.odds import best_odds, check_budget
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.holder import Holder
from twingkit.twing.rules.cards import CROSS, ELEMENTS, SUN, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import may_use_traps

MOST_STANCES = 2_000
"""Above this number of lays of one side that differ in their odds, no best answers are computed."""

TIE = 1e-9
"""Edges that differ by less are equal."""

Edge = float
Cost = tuple[int, int, int, int]
"""The key that decides between equally good answers, see `cost_of`."""

Key = tuple[object, ...]
"""The key of a battle's odds: battles with equal keys are solved once."""


class Stance(NamedTuple):
    """The numbers of a lay that odds depend on: its die (None: no roll; else if own element), its points,
    and the points that 0, 1, 2 … traps take, as many as can be played against it."""

    die: bool | None
    power: int
    losses: tuple[int, ...]

    @classmethod
    def of(cls, numbers: Numbers) -> Stance:
        """The stance of a lay with these numbers."""
        return cls(numbers.own if numbers.rolls else None, numbers.power, numbers.losses)

    def cut(self, traps: int) -> Stance:
        """Return the stance where at most `traps` traps can be played against it."""
        return self if len(self.losses) <= traps + 1 else self._replace(losses=self.losses[: traps + 1])

    @property
    def points(self) -> tuple[int, ...]:
        """The points on the cards after 0, 1, 2 … traps."""
        return tuple(self.power - lost for lost in self.losses)


class Ending(NamedTuple):
    """The end of a battle: the chance of each outcome (0 the attacker wins, 1 tie, 2 loses) with the numbers
    of traps that attacker and defender have played; and the mean number of each of the means of
    `Contest.limits` that is played."""

    outcomes: dict[tuple[int, int, int], float]
    used: tuple[float, ...]


@attrs.frozen
class _Terms:
    """The terms on which two dice meet: their values, what may be played beside traps, and the leads beyond
    which no number on the dice matters."""

    profiles: tuple[Profile, Profile]
    means: tuple[Means, Means]
    low: int
    high: int


class Meetings:
    """Battles between lays of two holders, each different one solved once."""

    def __init__(self, attacker: Holder, defender: Holder, responses: str = "best") -> None:
        self._sides = attacker, defender
        self._plays = responses == "best"
        self.traps = self._traps(attacker, defender), self._traps(defender, attacker)
        """The numbers of traps that the attacker and the defender can play, as far as there are creatures."""
        self._terms: dict[tuple[bool | None, bool | None], _Terms] = {}
        self._odds: dict[Key, tuple[float, float, float]] = {}
        self._ends: dict[Key, Ending] = {}
        self._contests: dict[Key, Contest] = {}

    def _traps(self, own: Holder, enemy: Holder) -> int:
        return own.traps if self._plays and may_use_traps(enemy.objects) else 0

    def key(self, attack: Stance, defence: Stance) -> Key:
        """The key of the battle between two stances; the contest for it is kept to be solved."""
        terms = self._terms_of(attack.die, defence.die)
        low, high = terms.low, terms.high
        ahead = attack.power - defence.power
        nets = [
            low if net < low else high if net > high else net
            for taken in defence.losses
            for lost in attack.losses
            for net in (ahead + taken - lost,)
        ]
        key = attack.die, defence.die, len(attack.losses), *nets
        if key not in self._contests:
            self._contests[key] = self.contest(attack, defence)
        return key

    def contest(self, attack: Stance, defence: Stance) -> Contest:
        """The contest between two stances, as `battle_contest` would make it of such lays."""
        terms = self._terms_of(attack.die, defence.die)
        one, two = terms.means
        return Contest(
            attack.power - defence.power,
            terms.profiles,
            (attack.losses, defence.losses),
            (
                Means(one.reroll, one.cats, len(defence.losses) - 1, one.miromon),
                Means(two.reroll, two.cats, len(attack.losses) - 1, two.miromon),
            ),
        )

    def solve(self, keys: Iterable[Key]) -> None:
        """Compute the odds of these battles; all that are not known yet are solved together."""
        new = [key for key in dict.fromkeys(keys) if key not in self._odds]
        self._odds.update(zip(new, _odds([self._contests[key] for key in new]), strict=True))

    def edge(self, key: Key) -> Edge:
        """The attacker's chance to win minus that to lose; the key must have been solved."""
        win, _, loss = self._odds[key]
        return win - loss

    def known(self, key: Key) -> bool:
        """True if this battle's odds have been solved."""
        return key in self._odds

    def follow(self, keys: Iterable[Key]) -> None:
        """Compute how these battles end; all that are not known yet are solved together."""
        new = [key for key in dict.fromkeys(keys) if key not in self._ends]
        self._ends.update(zip(new, map(_ending, ends_of([self._contests[key] for key in new])), strict=True))

    def ending(self, key: Key) -> Ending:
        """Return the end of this battle, which must have been solved."""
        return self._ends[key]

    def _terms_of(self, attack: bool | None, defence: bool | None) -> _Terms:
        """Return how two dice count against each other, computed from a battle with such lays."""
        terms = self._terms.get((attack, defence))
        if terms is None:
            sides = []
            for holder, die in zip(self._sides, (attack, defence), strict=True):
                held = (holder.cats, holder.traps, holder.miromon) if self._plays else (0, 0, 0)
                objects = holder.objects
                if not self._plays:
                    objects = tuple(name for name in objects if name not in ("hat", "shamrock"))
                sides.append(Side(holder.character, _sample(holder.character, die), objects, *held))
            contest = battle_contest(Battle(sides[0], sides[1]))
            numbers = [
                [result for state in profile.states if (result := profile.result(state)) not in (SUN, CROSS)]
                for profile in contest.profiles
            ]
            least = min(numbers[0]) - max(numbers[1])
            most = max(numbers[0]) - min(numbers[1])
            terms = _Terms(contest.profiles, contest.means, -most - 1, 1 - least)
            self._terms[attack, defence] = terms
        return terms


def _sample(character: str, die: bool | None) -> Lay:
    """A lay with such a die."""
    if die is None:
        return Lay((), [Unit(Creature(character, 1))])
    other = next(element for element in ELEMENTS if element != character)
    return Lay([Spell(character if die else other, 1)])


def _odds(contests: Sequence[Contest]) -> list[tuple[float, float, float]]:
    for contest in contests:
        check_budget(contest)
    if contests and find_spec("numpy") is not None:
        from twingkit.twing.exact_odds.best_batch import batch_odds

        return [(win, tie, loss) for win, tie, loss in batch_odds(contests).tolist()]
    solved = map(best_odds, contests)
    return [(odds.win, odds.tie, odds.loss) for odds in solved]


def _ending(ends: Sequence[End]) -> Ending:
    outcomes: dict[tuple[int, int, int], float] = {}
    used = [0.0] * 8
    for end in ends:
        key = end.outcome, *end.traps
        outcomes[key] = outcomes.get(key, 0.0) + end.chance
        used = [mean + end.chance * count for mean, count in zip(used, end.played, strict=True)]
    return Ending(outcomes, tuple(used))


def cost_of(numbers: Numbers) -> Cost:
    """The cost of an answer, the lower the better: its cards, its creatures, its die (of the own element,
    another, none), its points."""
    return numbers.cards, numbers.creatures, 1 - numbers.own + (not numbers.rolls), numbers.power


class _Node:
    """All answers of one stance, and the stances right below it: as good or worse whatever happens."""

    __slots__ = ("above", "below", "classes", "cost", "stance")

    def __init__(self, stance: Stance) -> None:
        self.stance = stance
        self.classes: list[LayClass] = []
        self.above: list[_Node] = []
        self.below: list[_Node] = []
        self.cost: Cost = (0, 0, 0, 0)


@attrs.frozen
class Answer:
    """The defender's best answer to a stance: its text, its numbers, and the battle's key."""

    text: str
    numbers: Numbers
    key: Key


class Answers:
    """All lays of a defender, ordered so that the best answer to any attack is found quickly."""

    def __init__(self, table: LayTable) -> None:
        nodes: dict[Stance, _Node] = {}
        for lay_class in table.classes:
            stance = Stance.of(lay_class.numbers)
            node = nodes.setdefault(stance, _Node(stance))
            cost = cost_of(lay_class.numbers)
            if not node.classes or cost < node.cost:
                node.classes, node.cost = [lay_class], cost
            elif cost == node.cost:
                node.classes.append(lay_class)
        groups: dict[tuple[bool | None, int], list[_Node]] = {}
        for node in nodes.values():
            groups.setdefault((node.stance.die, len(node.stance.losses)), []).append(node)
        self._groups = list(groups.values())

    @cached_property
    def _tops(self) -> list[_Node]:
        """The stances that no other beats whatever happens; links all others below them."""
        tops = []
        for group in self._groups:
            group.sort(key=lambda node: node.stance.points, reverse=True)
            points = [node.stance.points for node in group]
            for index, node in enumerate(group):
                _link(group, points, index)
                if not node.above:
                    tops.append(node)
        return tops

    def best(self, meetings: Meetings, attacks: Sequence[Stance]) -> list[Answer]:
        """The best answer to each of these attacks. Raises `Fault` where there is too much to compare."""
        check_stances(max(len(attacks), *map(len, self._groups)))
        searches = [_Search(meetings, attack) for attack in attacks]
        for search in searches:
            search.look(self._tops)
        while True:
            keys = [key for search in searches for key in search.open]
            if not keys:
                break
            meetings.solve(keys)
            for search in searches:
                search.settle()
        return [search.answer() for search in searches]


def check_stances(count: int) -> None:
    """Raise `Fault` if a side can lay in more than `MOST_STANCES` ways that differ in what the odds see."""
    if count > MOST_STANCES:
        raise Fault("lays.too_different", n=f"{count:,}", most=f"{MOST_STANCES:,}")


def _reaches(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    """True if the first points are nowhere lower than the second."""
    return all(map(ge, one, two))


def _link(group: list[_Node], points: list[tuple[int, ...]], index: int) -> None:
    """Find the stances right above one: those before it that are nowhere lower, without those above
    these."""
    node, mine = group[index], points[index]
    for spot in range(index - 1, -1, -1):
        other = points[spot]
        if _reaches(other, mine) and not any(_reaches(other, near.stance.points) for near in node.above):
            node.above.append(group[spot])
            group[spot].below.append(node)


class _Search:
    """The search for the best answer to one attack."""

    def __init__(self, meetings: Meetings, attack: Stance) -> None:
        self._meetings, self._attack = meetings, attack
        self._seen: set[int] = set()
        self._keys: dict[int, Key] = {}
        self._waiting: list[_Node] = []
        self._tied: list[_Node] = []
        self._worse: set[int] = set()
        self._best: Edge | None = None

    @property
    def open(self) -> list[Key]:
        """The battles that have to be solved before the search can go on."""
        return [self._keys[id(node)] for node in self._waiting]

    def look(self, nodes: Iterable[_Node]) -> None:
        """Add these answers to the search."""
        for node in nodes:
            if id(node) not in self._seen:
                self._seen.add(id(node))
                self._keys[id(node)] = self._meetings.key(self._attack, node.stance)
                self._waiting.append(node)

    def settle(self) -> None:
        """Compare the solved answers, and continue below the best as far as those are solved too."""
        while self._waiting:
            judged, self._waiting = self._waiting, []
            edges = [self._meetings.edge(self._keys[id(node)]) for node in judged]
            best = min(edges) if self._best is None else min(self._best, *edges)
            if self._best is None or best < self._best:
                self._best = best
            for node, edge in zip(judged, edges, strict=True):
                if edge <= self._best + TIE:
                    self._tied.append(node)
                else:
                    self._worse.add(id(node))
            for node, edge in zip(judged, edges, strict=True):
                if edge <= self._best + TIE:
                    self.look(
                        below for below in node.below if not any(id(up) in self._worse for up in below.above)
                    )
            if any(not self._meetings.known(key) for key in self.open):
                break

    def answer(self) -> Answer:
        """The cheapest of the answers that tie for the best."""
        cost = min(node.cost for node in self._tied)
        candidates = [
            (lay_class.first, lay_class.numbers, self._keys[id(node)])
            for node in self._tied
            if node.cost == cost
            for lay_class in node.classes
        ]
        return Answer(*min(candidates, key=lambda one: one[0]))
