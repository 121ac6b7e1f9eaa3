"""An end-game attack reduced to numbers: what counts in each pairing, and what is lost at the end
(TW-END-4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import attrs

from twingkit.core.slices import BudgetError
from twingkit.twing.exact_odds.contest import Contest, Profile, Resources
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.objects import can_lay_riders, can_use_cats, can_use_traps
from twingkit.twing.rules.outcome import own_comes_home
from twingkit.twing.rules.response_cards import KINDS_BY_EFFECT, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

BUDGET = 40_000_000
"""Largest number of values (nodes × sides × dice × movers) that is solved; each is a number in memory."""


class EndgameBudgetError(BudgetError):
    """Best play of this attack would take too long: `.size` values, `.budget` is the limit.

    >>> from twingkit import twing
    >>> twing.endgame_odds("endgame F: F5 & cat*99 vs W: W6 & cat*99 vs L: L5 & cat*99", "best")
    Traceback (most recent call last):
    ...
    twingkit.twing.exact_odds.endgame_pairings.EndgameBudgetError: best play of this end-game attack needs ...
    """

    def __init__(self, size: int, budget: int = BUDGET) -> None:
        super().__init__("endgame.budget", size=size, budget=budget)
        self.size, self.budget = size, budget


class StandingCreatures(NamedTuple):
    """The creatures still in battle.

    `attack_trapped` are the indices of the attacker's trapped creatures, `defence_trapped` the number of
    trapped creatures of each defender.
    """

    attack_trapped: frozenset[int]
    defence_trapped: tuple[int, ...]


class LaidCreature(NamedTuple):
    """A creature card on the table: whether it was laid as a rider, and the number of its unit."""

    card: Creature
    rides: bool
    unit: int


def laid_creatures(side: Side) -> tuple[LaidCreature, ...]:
    """Return the creature cards of a side in the order of traps: the strongest first, among equals the first
    laid.
    """
    creatures = [
        LaidCreature(card, index > 0, number)
        for number, unit in enumerate(side.lay.units)
        for index, card in enumerate(unit.cards)
    ]
    return tuple(sorted(creatures, key=lambda creature: -creature.card.power))


@attrs.frozen
class Pairings:
    """The numbers that determine the odds of an end-game attack; defenders are numbered from 0."""

    sides: tuple[Side, ...]
    attack: tuple[LaidCreature, ...]
    defence: tuple[tuple[LaidCreature, ...], ...]
    contests: tuple[Contest, ...]
    """Each pairing as a separate battle, before any trap."""
    resources: tuple[Resources, ...]
    """The plays left of the attacker, then of each defender."""
    cup: tuple[bool, ...]
    """For each defender, whether riders do not count against it (TW-POW-cup)."""
    socks: tuple[bool, ...]
    """For each defender, whether the attacker's cats and Miromon have no effect on it (TW-POW-socks)."""
    boots: tuple[bool, ...]
    """For each defender, whether the attacker's traps cannot take its creatures (TW-POW-boots)."""
    variant: Variant = BOX
    """The variant; it decides the pairings, and which creatures count and are lost."""

    @classmethod
    def from_attack(cls, attack: EndgameAttack, variant: Variant = BOX) -> Pairings:
        """Return the numbers of a legal attack. The responses follow the box rules."""
        others = attack.defenders
        attacker = attrs.evolve(attack.attacker, held=_usable_cards(attack, variant))
        contests = tuple(contest_of(Battle(attacker, side), variant) for side in others)
        own = [contest.resources[0] for contest in contests]
        caught = [len(side.lay.creatures) for side, held in zip(others, own, strict=True) if held.traps]
        most = ResponseCards(
            *map(max, zip(*(contest.resources[0].held for contest in contests), strict=True))
        )
        most = most.with_counts(trap=min(attacker.traps, sum(caught)))
        resources = Resources(max(held.reroll for held in own), most)
        return cls(
            sides=(attacker, *others),
            attack=laid_creatures(attacker),
            defence=tuple(laid_creatures(side) for side in others),
            contests=contests,
            resources=(resources, *(contest.resources[1] for contest in contests)),
            cup=tuple(not can_lay_riders(side.objects) for side in others),
            socks=tuple(not can_use_cats(side.objects) for side in others),
            boots=tuple(not can_use_traps(side.objects) for side in others),
            variant=variant,
        )

    @property
    def dice(self) -> tuple[Profile, ...]:
        """The attacker's die, then that of each defender."""
        return self.contests[0].profiles[0], *(contest.profiles[1] for contest in self.contests)

    @property
    def has_two_values(self) -> bool:
        """True if the attacker's die can have two values: with cats, and without them for an owner of the
        Socks
        (TW-END-4).
        """
        attacker = self.resources[0]
        return any(self.socks) and not all(self.socks) and bool(attacker.held.total - attacker.traps)

    def check_budget(self) -> None:
        """Raise `EndgameBudgetError` if best play would take too long."""
        resources = prod(count + 1 for side in self.resources for count in side.counts)
        dice = self.dice[:1] * self.has_two_values + self.dice
        size = resources * prod(len(die.states) for die in dice) * len(self.sides) ** 2
        if size > BUDGET:
            raise EndgameBudgetError(size)

    @property
    def start(self) -> StandingCreatures:
        """The creatures before any trap."""
        return StandingCreatures(frozenset(), (0,) * len(self.defence))

    def counts(self, defender: int, creature: LaidCreature, standing: StandingCreatures) -> bool:
        """Return whether one of the attacker's creatures counts against this defender (TW-END-4).

        Against the Cup, riders whose mount still fights do not count, and in a variant mounts do not either.
        """
        if not self.cup[defender]:
            return True
        if self.variant.cup == "mounts" and creature.card.mount:
            return False
        return not creature.rides or any(
            self.attack[index].unit == creature.unit and not self.attack[index].rides
            for index in standing.attack_trapped
        )

    def pairing(self, defender: int, standing: StandingCreatures) -> Contest:
        """Return one pairing, with the creatures that are still in battle and count in it."""
        contest = self.contests[defender]
        gone = sum(
            creature.card.power
            for index, creature in enumerate(self.attack)
            if index in standing.attack_trapped or not self.counts(defender, creature, standing)
        )
        taken = self.defence[defender][: standing.defence_trapped[defender]]
        margin = contest.margin - gone + sum(creature.card.power for creature in taken)
        return attrs.evolve(contest, margin=margin)

    def creatures_lost(
        self, results: tuple[int, ...], standing: StandingCreatures
    ) -> tuple[int, tuple[int, ...]]:
        """Return how many creature cards the attacker and each defender lose (TW-END-4, TW-BAT-13, 20,
        21)."""
        variant, attacker = self.variant, self.sides[0]
        left = [
            creature for index, creature in enumerate(self.attack) if index not in standing.attack_trapped
        ]
        attack = len(standing.attack_trapped)
        if attack_fails(variant, results):
            attack += _beaten_losses(variant, 0, attacker, left)
        defence = tuple(
            trapped + (_beaten_losses(variant, 1, side, cards[trapped:]) if result > 0 else 0)
            for side, cards, result, trapped in zip(
                self.sides[1:], self.defence, results, standing.defence_trapped, strict=True
            )
        )
        return attack, defence


def _usable_cards(attack: EndgameAttack, variant: Variant) -> ResponseCards:
    """Return the attacker's cards except those that Socks or Boots stop against everybody (TW-VAR-21,
    TW-VAR-25).
    """
    stopped = set[str]()
    if variant.socks == "everywhere" and not all(can_use_cats(side.objects) for side in attack.defenders):
        stopped |= {*KINDS_BY_EFFECT["reroll"], *KINDS_BY_EFFECT["turn"]}
    if variant.boots == "everywhere" and not all(can_use_traps(side.objects) for side in attack.defenders):
        stopped |= {*KINDS_BY_EFFECT["trap"]}
    return attack.attacker.held.with_counts(**dict.fromkeys(stopped, 0))


def attack_fails(variant: Variant, results: tuple[int, ...]) -> bool:
    """Return whether the attacker loses its creatures after these results (TW-END-4 and its other
    interpretations).
    """
    won, lost = results.count(1), results.count(-1)
    if variant.endgame_losses == "any":
        return lost > 0
    return lost > 0 and won == 0 if variant.endgame_losses == "all" else lost > won


def _beaten_losses(variant: Variant, index: int, side: Side, creatures: Sequence[LaidCreature]) -> int:
    """Return how many of its remaining creatures a beaten side loses (TW-BAT-20, TW-BAT-21)."""
    own, spells = side.character, side.lay.spells
    return sum(not own_comes_home(variant, index, own, creature.card, spells) for creature in creatures)


@attrs.frozen
class EndgameEnd:
    """One way an end-game attack can end, with its chance.

    `results` holds the result of each pairing (1, 0, −1 for the attacker). `attack_lost` and `defence_lost`
    count the creature cards lost, by traps or with a pairing (TW-END-4, TW-BAT-20, TW-BAT-21). `played`
    counts the cats, traps and Miromon played by each side.
    """

    results: tuple[int, ...]
    attack_lost: int
    defence_lost: tuple[int, ...]
    played: tuple[int, ...]
    chance: float
