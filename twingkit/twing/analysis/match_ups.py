"""Battles between the lays of two holders; each distinct battle is solved once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import attrs

from twingkit.twing.analysis.lay_table import LayNumbers
from twingkit.twing.exact_odds.best_responses.ends import End, ends_of
from twingkit.twing.exact_odds.best_responses.many import best_chances
from twingkit.twing.exact_odds.best_responses.moves import CAT, PLAYS
from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, Contest, Profile, Resources
from twingkit.twing.exact_odds.terms import Responses, affects_odds
from twingkit.twing.exact_odds.variants.contest import SideState, contest_of, contest_under
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import CROSS, ELEMENTS, SUN, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import can_use_cats, can_use_traps
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS
from twingkit.twing.variants.variant import BOX, Variant

CACHE_SIZE = 20_000
"""Number of solved battles that are cached for other holders (a few megabytes)."""

Edge = float
Key = tuple[object, ...]
"""The key of a battle's odds; battles with equal keys are solved once."""


class Stance(NamedTuple):
    """The numbers of a lay that its odds depend on.

    `die` is None without a roll, otherwise whether it is of the own element; `power` are the points on the
    cards, `losses` the points that 0, 1, 2 … traps take, as many as can be played against it.
    """

    die: bool | None
    power: int
    losses: tuple[int, ...]
    empty: bool = False
    """True for the empty defence of TW-BAT-4, which is not a shield."""

    @classmethod
    def from_numbers(cls, numbers: LayNumbers) -> Stance:
        """Return the stance of a lay with these numbers."""
        spells, own, spell_power, creatures, creature_power, losses, _ = numbers
        die = own if spells else None
        return cls(die, spell_power + creature_power, losses, not (spells or creatures))

    def limit_traps(self, traps: int) -> Stance:
        """Return the stance if at most `traps` traps can be played against it."""
        return self if len(self.losses) <= traps + 1 else self._replace(losses=self.losses[: traps + 1])

    @property
    def points(self) -> tuple[int, ...]:
        """The points on the cards after 0, 1, 2 … traps."""
        return tuple([self.power - lost for lost in self.losses])


class Ending(NamedTuple):
    """How a battle ends.

    `outcomes` gives the chance of each (outcome, attacker's traps, defender's traps), with outcome 0 (the
    attacker wins), 1 (tie) or 2 (loses); `used` the mean number of each play of `Contest.limits`.
    """

    outcomes: dict[tuple[int, int, int], float]
    used: tuple[float, ...]


@attrs.frozen
class _Terms:
    """How two dice meet: their values, the plays besides traps, and the leads beyond which numbers do not
    matter.
    """

    profiles: tuple[Profile, Profile]
    resources: tuple[Resources, Resources]
    low: int
    high: int
    number: int
    """The number that identifies these terms in the keys of battles."""


class _SolvedBattles:
    """The battles solved so far, with their odds and ends, by keys that are valid for all holders."""

    def __init__(self) -> None:
        self.odds: dict[Key, tuple[float, float, float]] = {}
        self.ends: dict[Key, Ending] = {}
        self.terms: dict[tuple[tuple[Profile, Profile], tuple[Resources, Resources]], int] = {}
        """The numbers used in keys for the terms of two dice and the plays besides traps."""
        self.met: dict[Key, _Terms] = {}
        """The terms of two dice, for holders with the same objects and response cards."""

    @property
    def is_full(self) -> bool:
        """True if new battles should be stored elsewhere."""
        return len(self.odds) > CACHE_SIZE or len(self.ends) > CACHE_SIZE


_solved = _SolvedBattles()


def _shared_battles() -> _SolvedBattles:
    """Return the solved battles shared by all match-ups under the box rules."""
    global _solved
    if _solved.is_full:
        _solved = _SolvedBattles()
    return _solved


class MatchUps:
    """Battles between the lays of two holders; each distinct battle is solved once.

    Under the box rules, other holders with the same dice and the same numbers of cats, traps and so on meet
    the same battles, so solutions are shared (about the last `CACHE_SIZE`).

    `two_cats` says, in variants with that rule, whether the attacker lays two cats with its attack
    (TW-PLAY-3); None: if that is better in the battle.
    """

    def __init__(
        self,
        attacker: SituationSide,
        defender: SituationSide,
        responses: Responses = "best",
        variant: Variant = BOX,
        two_cats: bool | None = None,
    ) -> None:
        self._sides = attacker, defender
        self._plays = responses == "best"
        self._variant, self._has_variant = variant, affects_odds(variant)
        self._two_cats = two_cats
        self.traps = self._traps(0), self._traps(1)
        """How many traps the attacker and the defender can play, limited by the creatures."""
        self._terms: dict[tuple[bool | None, bool | None], _Terms] = {}
        self._solved = _SolvedBattles() if self._has_variant or two_cats is not None else _shared_battles()
        self._odds, self._ends = self._solved.odds, self._solved.ends
        self._met: dict[Key, tuple[Stance, Stance]] = {}

    def _traps(self, index: int) -> int:
        own, enemy = self._sides[index], self._sides[1 - index]
        stopped = index == 0 and self._variant.trap_targets == "attack"
        return own.traps if self._plays and not stopped and can_use_traps(enemy.objects) else 0

    def key(self, attack: Stance, defence: Stance) -> Key:
        """Return the key of the battle between two stances, which are stored until it is solved."""
        low, high = -CERTAIN_MARGIN, CERTAIN_MARGIN
        dice: tuple[object, ...] = attack.die, defence.die
        if not self._has_variant:
            terms = self._terms_of(attack.die, defence.die)
            low, high, dice = terms.low, terms.high, (terms.number,)
        ahead = attack.power - defence.power
        nets = [
            low if net < low else high if net > high else net
            for taken in defence.losses
            for lost in attack.losses
            for net in (ahead + taken - lost,)
        ]
        key = *dice, defence.empty, len(attack.losses), *nets
        self._met.setdefault(key, (attack, defence))
        return key

    def contest(self, attack: Stance, defence: Stance) -> Contest:
        """Return the contest between two stances, equal to `contest_of` for such lays."""
        if self._has_variant:
            return self._contest_under(attack, defence)
        terms = self._terms_of(attack.die, defence.die)
        attacker, defender = terms.resources
        return Contest(
            attack.power - defence.power,
            terms.profiles,
            (attack.losses, defence.losses),
            (
                Resources(attacker.reroll, attacker.held.with_counts(trap=len(defence.losses) - 1)),
                Resources(defender.reroll, defender.held.with_counts(trap=len(attack.losses) - 1)),
            ),
        )

    def _contest_under(self, attack: Stance, defence: Stance) -> Contest:
        attacker, defender = (
            _side_state(role, holder, stance, self._plays)
            for role, holder, stance in zip(ROLES, self._sides, (attack, defence), strict=True)
        )
        if self._two_cats:
            attacker = attacker._replace(two_cats=True, held=attacker.held.with_more("cat", -2))
        offered = self._plays and self._two_cats is None
        losses = attack.losses, defence.losses
        contest = contest_under((attacker, defender), self._variant, typed=offered, losses=losses)
        return contest if self._plays else attrs.evolve(contest, terms=contest.terms.judging_terms)

    def solve(self, keys: Iterable[Key]) -> None:
        """Compute the odds of these battles; all unknown ones are solved together."""
        solve_together([(self, keys)])

    def edge(self, key: Key) -> Edge:
        """Return the attacker's chance to win minus its chance to lose; the battle must have been solved."""
        win, _, loss = self._odds[key]
        return win - loss

    def is_solved(self, key: Key) -> bool:
        """Return whether this battle's odds have been solved."""
        return key in self._odds

    def solve_endings(self, keys: Iterable[Key]) -> None:
        """Compute how these battles end; all unknown ones are solved together."""
        solve_endings_together([(self, keys)])

    def ending(self, key: Key) -> Ending:
        """Return how this battle ends; it must have been solved."""
        return self._ends[key]

    def _terms_of(self, attack: bool | None, defence: bool | None) -> _Terms:
        """Return how two dice count against each other; holders with the same plays share it."""
        terms = self._terms.get((attack, defence))
        if terms is None:
            means = tuple((holder.objects, holder.held) for holder in self._sides)
            met = attack, defence, self._plays, *means
            if met not in self._solved.met:
                self._solved.met[met] = self._new_terms(attack, defence)
            terms = self._terms[attack, defence] = self._solved.met[met]
        return terms

    def _new_terms(self, attack: bool | None, defence: bool | None) -> _Terms:
        """Compute the terms of two dice from a sample battle."""
        sides = []
        for holder, die in zip(self._sides, (attack, defence), strict=True):
            held = holder.held if self._plays else NO_RESPONSE_CARDS
            objects = holder.objects
            if not self._plays:
                objects = tuple(name for name in objects if name not in ("hat", "shamrock"))
            sides.append(Side(holder.character, _sample_lay(holder.character, die), objects, held))
        contest = contest_of(Battle(sides[0], sides[1]))
        numbers = [
            [result for state in profile.states if (result := profile.result(state)) not in (SUN, CROSS)]
            for profile in contest.profiles
        ]
        least = min(numbers[0]) - max(numbers[1])
        most = max(numbers[0]) - min(numbers[1])
        attacker, defender = (
            attrs.evolve(resources, held=resources.held.with_counts(trap=0))
            for resources in contest.resources
        )
        shared = contest.profiles, (attacker, defender)
        number = self._solved.terms.setdefault(shared, len(self._solved.terms))
        return _Terms(contest.profiles, contest.resources, -most - 1, 1 - least, number)


RequestedBattles = tuple[MatchUps, Iterable[Key]]
"""Match-ups, with the battles that are to be solved."""


def solve_together(wanted: Iterable[RequestedBattles]) -> None:
    """Run `MatchUps.solve` for several match-ups at once."""
    new = _unsolved(wanted, lambda match_ups: match_ups._odds)
    for (match_ups, key), chances in zip(new, best_chances(_contests(new)), strict=True):
        match_ups._odds[key] = chances


def solve_endings_together(wanted: Iterable[RequestedBattles]) -> None:
    """Run `MatchUps.solve_endings` for several match-ups at once."""
    new = _unsolved(wanted, lambda match_ups: match_ups._ends)
    for (match_ups, key), ends in zip(new, ends_of(_contests(new)), strict=True):
        ending = _ending(ends)
        if match_ups._two_cats:
            laid = [0] * (2 * PLAYS)
            laid[CAT] = 2
            used = tuple(mean + cats for mean, cats in zip(ending.used, laid, strict=True))
            ending = ending._replace(used=used)
        match_ups._ends[key] = ending


def _unsolved(
    wanted: Iterable[RequestedBattles], solved_of: Callable[[MatchUps], Mapping[Key, object]]
) -> list[tuple[MatchUps, Key]]:
    """Return the unsolved battles, each once for all match-ups that share solutions."""
    new: dict[tuple[int, Key], MatchUps] = {}
    for match_ups, keys in wanted:
        solved, there = id(match_ups._solved), solved_of(match_ups)
        for key in keys:
            if key not in there:
                new.setdefault((solved, key), match_ups)
    return [(match_ups, key) for (_, key), match_ups in new.items()]


def _contests(battles: Iterable[tuple[MatchUps, Key]]) -> list[Contest]:
    return [match_ups.contest(*match_ups._met[key]) for match_ups, key in battles]


def can_lay_two_cats(attacker: SituationSide, defender: SituationSide, variant: Variant) -> bool:
    """Return whether the attacker may lay two cats with its attack (TW-PLAY-3)."""
    return variant.two_cats and attacker.cats > 1 and can_use_cats(defender.objects, variant)


def _side_state(role: str, holder: SituationSide, stance: Stance, plays: bool) -> SideState:
    """Return a side that has laid cards of this stance."""
    rolls = stance.die is not None
    return SideState(
        role=role,
        character=holder.character,
        objects=holder.objects if plays else tuple(set(holder.objects) - {"hat", "shamrock"}),
        rolls=rolls,
        own_spells=bool(stance.die),
        shield=not rolls and not stance.empty,
        power=stance.power,
        creatures=(),
        units=(),
        held=holder.held if plays else NO_RESPONSE_CARDS,
    )


def _sample_lay(character: str, die: bool | None) -> Lay:
    """Return a lay with such a die."""
    if die is None:
        return Lay((), [Unit(Creature(character, 1))])
    other = next(element for element in ELEMENTS if element != character)
    return Lay([Spell(character if die else other, 1)])


def _ending(ends: Sequence[End]) -> Ending:
    outcomes: dict[tuple[int, int, int], float] = {}
    used = [0.0] * (2 * PLAYS)
    for end in ends:
        key = end.outcome, *end.traps
        outcomes[key] = outcomes.get(key, 0.0) + end.chance
        used = [mean + end.chance * count for mean, count in zip(used, end.played[: 2 * PLAYS], strict=True)]
    return Ending(outcomes, tuple(used))
