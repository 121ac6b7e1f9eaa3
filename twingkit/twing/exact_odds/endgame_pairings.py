"""An end-game attack reduced to numbers: the cards that count in each pairing, and losses (TW-END-4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import attrs

from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, BudgetError
from twingkit.twing.exact_odds.best_responses.many_battles import size_limit
from twingkit.twing.exact_odds.contest import Contest, DieRules, RemainingSidePlays
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.objects import can_lay_riders, can_use_cats_or_miromon, can_use_traps
from twingkit.twing.rules.outcome import lost_creature_returns
from twingkit.twing.rules.response_cards import KINDS_BY_EFFECT, ResponseCards
from twingkit.twing.variants.variant import BOX, Variant

_MAX_SOLVED_VALUES = 40_000_000
"""Largest number of values (nodes × sides × dice × movers) that is solved and kept in memory within the
default budget."""


class EndgameBudgetError(BudgetError):
    """The error raised if best play of an end-game attack would take too long.

    `.size` is the number of values to compute, `.budget` the limit.

    >>> from twingkit import twing
    >>> twing.odds("endgame F: F5 & cat*99 vs W: W6 & cat*99 vs L: L5 & cat*99", responses="best")
    Traceback (most recent call last):
    ...
    twingkit.twing.exact_odds.endgame_pairings.EndgameBudgetError: best play of this end-game attack needs ...
    """

    def __init__(self, size: int, budget: int = _MAX_SOLVED_VALUES) -> None:
        super().__init__("endgame.budget", size=size, budget=budget)
        self.size, self.budget = size, budget


class TrappedCreatures(NamedTuple):
    """The creatures that traps have already taken; all others are still in battle.

    `attack_trapped_indices` are the indices of the attacker's trapped creatures, `defence_trapped_counts` the
    number of trapped creatures of each defender.
    """

    attack_trapped_indices: frozenset[int]
    defence_trapped_counts: tuple[int, ...]


class LaidCreature(NamedTuple):
    """A creature card on the table, whether it was laid as a rider, and the number of its unit."""

    card: Creature
    is_rider: bool
    unit_number: int


def _creatures_in_trap_order(side: Side) -> tuple[LaidCreature, ...]:
    """Return a side's creature cards, the strongest first, among equals the first laid."""
    creatures = [
        LaidCreature(card, index > 0, number)
        for number, unit in enumerate(side.lay.units)
        for index, card in enumerate(unit.cards)
    ]
    return tuple(sorted(creatures, key=lambda creature: -creature.card.power))


@attrs.frozen
class EndgamePairings:
    """The pairings of an end-game attack (attacker against each defender) as numbers that decide the odds."""

    sides: tuple[Side, ...]
    attack: tuple[LaidCreature, ...]
    defence: tuple[tuple[LaidCreature, ...], ...]
    contests: tuple[Contest, ...]
    """Each pairing as a separate battle, before any trap."""
    side_plays: tuple[RemainingSidePlays, ...]
    """The plays that the attacker, then each defender, can still make."""
    has_cup: tuple[bool, ...]
    """For each defender, whether riders do not count against it (TW-POW-cup)."""
    has_socks: tuple[bool, ...]
    """For each defender, whether the attacker's cats and Miromon have no effect on it (TW-POW-socks)."""
    has_boots: tuple[bool, ...]
    """For each defender, whether the attacker's traps cannot take its creatures (TW-POW-boots)."""
    variant: Variant = BOX
    """The variant; it decides the pairings, and which creatures count and are lost."""

    @classmethod
    def from_attack(cls, attack: EndgameAttack, variant: Variant = BOX) -> EndgamePairings:
        """Return the pairings of a legal attack."""
        others = attack.defenders
        attacker = attrs.evolve(attack.attacker, response_cards=_usable_cards(attack, variant))
        contests = tuple(battle_contest(Battle(attacker, side), variant) for side in others)
        own = [contest.side_plays[0] for contest in contests]
        caught = [len(side.lay.creatures) for side, held in zip(others, own, strict=True) if held.traps]
        most = ResponseCards(
            *map(max, zip(*(contest.side_plays[0].response_cards for contest in contests), strict=True))
        )
        most = most.with_counts(trap=min(attacker.traps, sum(caught)))
        resources = RemainingSidePlays(max(held.reroll_count for held in own), most)
        return cls(
            sides=(attacker, *others),
            attack=_creatures_in_trap_order(attacker),
            defence=tuple(_creatures_in_trap_order(side) for side in others),
            contests=contests,
            side_plays=(resources, *(contest.side_plays[1] for contest in contests)),
            has_cup=tuple(not can_lay_riders(side.objects) for side in others),
            has_socks=tuple(not can_use_cats_or_miromon(side.objects) for side in others),
            has_boots=tuple(not can_use_traps(side.objects) for side in others),
            variant=variant,
        )

    @property
    def dice(self) -> tuple[DieRules, ...]:
        """The rules for the attacker's die, then for that of each defender."""
        return self.contests[0].profiles[0], *(contest.profiles[1] for contest in self.contests)

    @property
    def attacker_die_can_differ(self) -> bool:
        """True if the attacker's die can differ for owners of the Socks, who ignore cats (TW-END-4)."""
        attacker = self.side_plays[0]
        return (
            any(self.has_socks)
            and not all(self.has_socks)
            and bool(attacker.response_cards.total - attacker.traps)
        )

    def check_budget(self, budget: float = DEFAULT_BUDGET_SECONDS) -> None:
        """Raise `EndgameBudgetError` if best play would take longer than `budget` seconds."""
        resources = prod(count + 1 for side in self.side_plays for count in side.play_counts)
        dice = self.dice[:1] * self.attacker_die_can_differ + self.dice
        size = resources * prod(len(die.states) for die in dice) * len(self.sides) ** 2
        most = size_limit(_MAX_SOLVED_VALUES, budget)
        if size > most:
            raise EndgameBudgetError(size, most)

    @property
    def no_trapped_creatures(self) -> TrappedCreatures:
        """The state before any trap is played: no creature is trapped yet."""
        return TrappedCreatures(frozenset(), (0,) * len(self.defence))

    def counts_against(
        self, defender_index: int, creature: LaidCreature, trapped_creatures: TrappedCreatures
    ) -> bool:
        """Return whether one of the attacker's creatures counts against a defender (TW-END-4).

        Against the Cup, riders whose mount still fights do not count, and in a variant mounts do not either.
        """
        if not self.has_cup[defender_index]:
            return True
        if self.variant.cup == "mounts" and creature.card.mount:
            return False
        return not creature.is_rider or any(
            self.attack[index].unit_number == creature.unit_number and not self.attack[index].is_rider
            for index in trapped_creatures.attack_trapped_indices
        )

    def pairing_contest(self, defender_index: int, trapped_creatures: TrappedCreatures) -> Contest:
        """Return the contest of one pairing with the creatures that are still in battle and count in it."""
        contest = self.contests[defender_index]
        gone = sum(
            creature.card.power
            for index, creature in enumerate(self.attack)
            if index in trapped_creatures.attack_trapped_indices
            or not self.counts_against(defender_index, creature, trapped_creatures)
        )
        taken = self.defence[defender_index][: trapped_creatures.defence_trapped_counts[defender_index]]
        margin = contest.margin - gone + sum(creature.card.power for creature in taken)
        return attrs.evolve(contest, margin=margin)

    def creatures_lost(
        self, outcome_signs: tuple[int, ...], trapped_creatures: TrappedCreatures
    ) -> tuple[int, tuple[int, ...]]:
        """Return the numbers of creature cards that the attacker and each defender lose (TW-END-4)."""
        variant, attacker = self.variant, self.sides[0]
        left = [
            creature
            for index, creature in enumerate(self.attack)
            if index not in trapped_creatures.attack_trapped_indices
        ]
        attack = len(trapped_creatures.attack_trapped_indices)
        if does_attacker_lose_creatures(variant, outcome_signs):
            attack += _beaten_losses(variant, 0, attacker, left)
        defence = tuple(
            trapped + (_beaten_losses(variant, 1, side, cards[trapped:]) if result > 0 else 0)
            for side, cards, result, trapped in zip(
                self.sides[1:],
                self.defence,
                outcome_signs,
                trapped_creatures.defence_trapped_counts,
                strict=True,
            )
        )
        return attack, defence


def _usable_cards(attack: EndgameAttack, variant: Variant) -> ResponseCards:
    """Return the attacker's response cards without the kinds that a defender's Socks or Boots block against
    everybody (TW-VAR-21, TW-VAR-25).
    """
    stopped = set[str]()
    if variant.socks == "everywhere" and not all(
        can_use_cats_or_miromon(side.objects) for side in attack.defenders
    ):
        stopped |= {*KINDS_BY_EFFECT["reroll"], *KINDS_BY_EFFECT["turn"]}
    if variant.boots == "everywhere" and not all(can_use_traps(side.objects) for side in attack.defenders):
        stopped |= {*KINDS_BY_EFFECT["trap"]}
    return attack.attacker.response_cards.with_counts(**dict.fromkeys(stopped, 0))


def does_attacker_lose_creatures(variant: Variant, outcome_signs: tuple[int, ...]) -> bool:
    """Return whether the attacker of an end-game attack loses its creatures with these results (1, 0 or −1
    for each pairing), by the variant's rule for TW-END-4.
    """
    won, lost = outcome_signs.count(1), outcome_signs.count(-1)
    if variant.endgame_losses == "any":
        return lost > 0
    return lost > 0 and won == 0 if variant.endgame_losses == "all" else lost > won


def _beaten_losses(variant: Variant, side_index: int, side: Side, creatures: Sequence[LaidCreature]) -> int:
    """Return how many of its remaining creatures a beaten side loses (TW-BAT-20, TW-BAT-21)."""
    own, spells = side.character, side.lay.spells
    return sum(
        not lost_creature_returns(variant, side_index, own, creature.card, spells) for creature in creatures
    )


@attrs.frozen
class EndgameAttackEnd:
    """One possible end of an end-game attack: the results, the creatures lost and the cards played, with its
    chance.

    `outcome_signs` holds the result of each pairing (1, 0, −1 for the attacker). `attack_creatures_lost` and
    `defence_creatures_lost` count the creature cards lost, by traps or by losing a pairing (TW-END-4,
    TW-BAT-20, TW-BAT-21). `cards_played` counts the cats, traps and Miromon played by each side.
    """

    outcome_signs: tuple[int, ...]
    attack_creatures_lost: int
    defence_creatures_lost: tuple[int, ...]
    cards_played: tuple[int, ...]
    chance: float
