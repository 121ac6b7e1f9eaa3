"""Battles between possible lays of two sides; each distinct battle is solved once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import attrs

from twingkit.core.notation import ROLES
from twingkit.twing.analysis.lay_table import LayNumbers
from twingkit.twing.exact_odds.best_responses.ends import BattleEnd, battle_ends
from twingkit.twing.exact_odds.best_responses.many_battles import best_play_chances
from twingkit.twing.exact_odds.best_responses.moves import CAT, PLAY_KINDS_PER_SIDE
from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, Contest, DieRules, RemainingSidePlays
from twingkit.twing.exact_odds.terms import Responses, affects_odds
from twingkit.twing.exact_odds.variants.contest import ContestSideFacts, variant_contest
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import CROSS, SUN
from twingkit.twing.rules.objects import can_use_cats_or_miromon, can_use_traps
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS
from twingkit.twing.variants.variant import BOX, Variant

CACHE_SIZE = 20_000
"""Number of solved battles kept for other hands (a few megabytes)."""

Edge = float
BattleKey = tuple[object, ...]
"""A key for a battle's odds: battles with equal keys have the same odds and are solved once."""


class LayStrength(NamedTuple):
    """The numbers of a lay that decide its odds: its die, its points, and its losses to traps.

    `own_element_die` is None without a roll, otherwise whether it is of the own element; `power` are the
    points on the cards, `trap_losses` the points that 0, 1, 2 … traps take, as many as can be played against
    it.
    """

    own_element_die: bool | None
    power: int
    trap_losses: tuple[int, ...]
    is_empty_defence: bool = False
    """True for the empty defence of TW-BAT-4, which counts as neither spells nor a shield."""

    @classmethod
    def from_numbers(cls, numbers: LayNumbers) -> LayStrength:
        """Return the stance of a lay with these numbers."""
        spells, own, spell_power, creatures, creature_power, losses, _ = numbers
        die = own if spells else None
        return cls(die, spell_power + creature_power, losses, not (spells or creatures))

    def with_max_traps(self, traps: int) -> LayStrength:
        """Return this stance reduced to the losses that at most `traps` enemy traps can cause."""
        return (
            self
            if len(self.trap_losses) <= traps + 1
            else self._replace(trap_losses=self.trap_losses[: traps + 1])
        )

    @property
    def points_after_traps(self) -> tuple[int, ...]:
        """The points on the cards after 0, 1, 2 … traps."""
        return tuple([self.power - lost for lost in self.trap_losses])


class EndDistribution(NamedTuple):
    """The possible ends of a battle with their chances, and the mean number of responses of each kind used.

    `outcome_chances` gives the chance of each (outcome, attacker's traps, defender's traps), with outcome 0
    (the attacker wins), 1 (tie) or 2 (loses); `mean_plays_used` the mean number of each play of
    `Contest.play_limits`.
    """

    outcome_chances: dict[tuple[int, int, int], float]
    mean_plays_used: tuple[float, ...]


@attrs.frozen
class _Terms:
    """The part of a battle's key that depends on both dice and on all plays except traps; many battles share
    it.

    Beyond the leads `low` and `high` the numbers on the dice do not matter.
    """

    low: int
    high: int
    number: int
    """The number that identifies these terms in the keys of battles."""


class _SolvedBattles:
    def __init__(self) -> None:
        self.odds: dict[BattleKey, tuple[float, float, float]] = {}
        self.ends: dict[BattleKey, EndDistribution] = {}
        self.terms: dict[
            tuple[tuple[DieRules, DieRules], tuple[RemainingSidePlays, RemainingSidePlays]], int
        ] = {}
        """The numbers used in keys for the terms of two dice and the plays besides traps."""
        self.met: dict[BattleKey, _Terms] = {}
        """The terms of two dice, for holders with the same objects and response cards."""


_solved = _SolvedBattles()


def _shared_battles() -> _SolvedBattles:
    """Return the solved battles shared by all match-ups under the box rules."""
    global _solved
    if max(len(_solved.odds), len(_solved.ends)) > CACHE_SIZE:
        _solved = _SolvedBattles()
    return _solved


class MatchUps:
    """The battles between all possible lays of two sides; each distinct battle is solved once.

    Under the box rules, sides with the same dice and the same response cards fight the same battles, so
    solutions are shared (about the last `CACHE_SIZE`).

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
        self._met: dict[BattleKey, tuple[LayStrength, LayStrength]] = {}

    def _traps(self, side_index: int) -> int:
        own, enemy = self._sides[side_index], self._sides[1 - side_index]
        stopped = side_index == 0 and self._variant.trap_targets == "attack"
        return own.traps if self._plays and not stopped and can_use_traps(enemy.objects) else 0

    def register_battle(self, attack: LayStrength, defence: LayStrength) -> BattleKey:
        """Return the key of the battle between two stances, and note it for solving."""
        low, high = -CERTAIN_MARGIN, CERTAIN_MARGIN
        dice: tuple[object, ...] = attack.own_element_die, defence.own_element_die
        if not self._has_variant:
            terms = self._terms_of(attack.own_element_die, defence.own_element_die)
            low, high, dice = terms.low, terms.high, (terms.number,)
        ahead = attack.power - defence.power
        nets = [
            low if net < low else high if net > high else net
            for taken in defence.trap_losses
            for lost in attack.trap_losses
            for net in (ahead + taken - lost,)
        ]
        key = *dice, defence.is_empty_defence, len(attack.trap_losses), *nets
        self._met.setdefault(key, (attack, defence))
        return key

    def contest(self, attack: LayStrength, defence: LayStrength) -> Contest:
        """Return the contest between two stances, as `battle_contest` does for lays with these stances."""
        attacker, defender = (
            _side_state(role, holder, stance, self._plays)
            for role, holder, stance in zip(ROLES, self._sides, (attack, defence), strict=True)
        )
        if self._two_cats:
            attacker = attacker._replace(
                laid_two_cats=True, response_cards=attacker.response_cards.with_more("cat", -2)
            )
        offered = self._plays and self._two_cats is None
        losses = attack.trap_losses, defence.trap_losses
        contest = variant_contest(
            (attacker, defender), self._variant, may_lay_two_cats=offered, trap_losses=losses
        )
        return contest if self._plays else attrs.evolve(contest, terms=contest.terms.outcome_terms)

    def attacker_edge(self, key: BattleKey) -> Edge:
        """Return the attacker's edge (win minus loss) in a battle that has been solved."""
        win, _, loss = self._odds[key]
        return win - loss

    def ending(self, key: BattleKey) -> EndDistribution:
        """Return the possible ends of a battle that has been solved."""
        return self._ends[key]

    def _terms_of(self, attack: bool | None, defence: bool | None) -> _Terms:
        """Return the cached terms of two dice, given whether each is of the own element (None: no roll)."""
        terms = self._terms.get((attack, defence))
        if terms is None:
            means = tuple((holder.objects, holder.response_cards) for holder in self._sides)
            met = attack, defence, self._plays, *means
            if met not in self._solved.met:
                self._solved.met[met] = self._new_terms(attack, defence)
            terms = self._terms[attack, defence] = self._solved.met[met]
        return terms

    def _new_terms(self, attack: bool | None, defence: bool | None) -> _Terms:
        contest = self.contest(LayStrength(attack, 0, (0,)), LayStrength(defence, 0, (0,)))
        numbers = [
            [result for state in profile.states if (result := profile.face_result(state)) not in (SUN, CROSS)]
            for profile in contest.profiles
        ]
        least = min(numbers[0]) - max(numbers[1])
        most = max(numbers[0]) - min(numbers[1])
        shared = contest.profiles, contest.side_plays
        number = self._solved.terms.setdefault(shared, len(self._solved.terms))
        return _Terms(-most - 1, 1 - least, number)


RequestedBattles = tuple[MatchUps, Iterable[BattleKey]]
"""Match-ups with the keys of their battles that are to be solved."""


def solve_odds_together(requests: Iterable[RequestedBattles]) -> None:
    """Compute the missing odds of the requested battles in one go, and store them in their match-ups."""
    new = _unsolved(requests, lambda match_ups: match_ups._odds)
    for (match_ups, key), chances in zip(new, best_play_chances(_contests(new)), strict=True):
        match_ups._odds[key] = chances


def solve_endings_together(requests: Iterable[RequestedBattles]) -> None:
    """Compute the missing ends of the requested battles in one go, and store them in their match-ups."""
    new = _unsolved(requests, lambda match_ups: match_ups._ends)
    for (match_ups, key), ends in zip(new, battle_ends(_contests(new)), strict=True):
        ending = _ending(ends)
        if match_ups._two_cats:
            laid = [0] * (2 * PLAY_KINDS_PER_SIDE)
            laid[CAT] = 2
            used = tuple(mean + cats for mean, cats in zip(ending.mean_plays_used, laid, strict=True))
            ending = ending._replace(mean_plays_used=used)
        match_ups._ends[key] = ending


def _unsolved(
    wanted: Iterable[RequestedBattles], solved_of: Callable[[MatchUps], Mapping[BattleKey, object]]
) -> list[tuple[MatchUps, BattleKey]]:
    """Return each requested battle that is not yet solved; match-ups that share solutions count as one."""
    new: dict[tuple[int, BattleKey], MatchUps] = {}
    for match_ups, keys in wanted:
        solved, there = id(match_ups._solved), solved_of(match_ups)
        for key in keys:
            if key not in there:
                new.setdefault((solved, key), match_ups)
    return [(match_ups, key) for (_, key), match_ups in new.items()]


def _contests(battles: Iterable[tuple[MatchUps, BattleKey]]) -> list[Contest]:
    return [match_ups.contest(*match_ups._met[key]) for match_ups, key in battles]


def can_attacker_lay_two_cats(attacker: SituationSide, defender: SituationSide, variant: Variant) -> bool:
    """Return whether the attacker may lay two cats with its attack (TW-PLAY-3)."""
    return variant.two_cats and attacker.cats > 1 and can_use_cats_or_miromon(defender.objects, variant)


def _side_state(role: str, holder: SituationSide, stance: LayStrength, plays: bool) -> ContestSideFacts:
    rolls = stance.own_element_die is not None
    return ContestSideFacts(
        role=role,
        character=holder.character,
        objects=holder.objects if plays else tuple(set(holder.objects) - {"hat", "shamrock"}),
        rolls_die=rolls,
        has_own_element_spells=bool(stance.own_element_die),
        is_shield=not rolls and not stance.is_empty_defence,
        power=stance.power,
        creatures=(),
        units=(),
        response_cards=holder.response_cards if plays else NO_RESPONSE_CARDS,
    )


def _ending(ends: Sequence[BattleEnd]) -> EndDistribution:
    outcomes: dict[tuple[int, int, int], float] = {}
    used = [0.0] * (2 * PLAY_KINDS_PER_SIDE)
    for end in ends:
        key = end.outcome, *end.successful_traps
        outcomes[key] = outcomes.get(key, 0.0) + end.chance
        used = [
            mean + end.chance * count
            for mean, count in zip(used, end.plays_used[: 2 * PLAY_KINDS_PER_SIDE], strict=True)
        ]
    return EndDistribution(outcomes, tuple(used))
