"""The knowledge and the guesses of the player `steady`: unseen cards, possible hands, and the game outlook.

Hands hold spells, cats, traps and Miromon (creatures lie face up), so a hidden hand is a random draw from
the unseen cards of these kinds; creatures are left out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from twingkit.twing.exact_odds.contest import die_rules
from twingkit.twing.players import lay_choice, plans
from twingkit.twing.players.open_battle import opponents_still_in_game
from twingkit.twing.players.outlook import ORNICLE_STRENGTH, GameOutlook, Prices
from twingkit.twing.rules.cards import Card, Creature, Spell
from twingkit.twing.rules.lay import MAX_LAY_SPELLS
from twingkit.twing.rules.objects import can_use_traps
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, RESPONSE_CARD_KINDS, ResponseCards
from twingkit.twing.view import GameView, PublicPlayerInfo


class GuessedHand(NamedTuple):
    """A hand that a player may hold: the powers of its spells by element, and its response cards."""

    spell_powers: dict[str, lay_choice.Powers]
    response_cards: ResponseCards = NO_RESPONSE_CARDS


def hideable_card_counts(box_cards: Iterable[Card]) -> dict[Card, int]:
    """Return how often the box holds each spell and response card, sorted; creatures never stay hidden."""
    counts = Counter(card for card in box_cards if not isinstance(card, Creature))
    return {card: counts[card] for card in sorted(counts, key=_order)}


def unseen_card_counts(view: GameView, hidden_counts: Mapping[Card, int]) -> dict[Card, int]:
    """Return how many copies of each spell and response card a player cannot see: those in other hands or in
    the stack.
    """
    left = dict(hidden_counts)
    for card in _visible_cards(view):
        if not isinstance(card, Creature) and card in left:
            left[card] -= 1
    if view.variant.unused_elements == "removed":
        played = {seat.character for seat in view.seats}
        left = {card: n for card, n in left.items() if isinstance(card, str) or card.element in played}
    return left


def _order(card: Card) -> tuple[str, int]:
    return (card, 0) if isinstance(card, str) else (card.element, card.power)


def _visible_cards(view: GameView) -> Iterator[Card]:
    yield from view.discard_pile
    hand = view.hand
    yield from hand.spells
    yield from hand.response_cards.cards
    if view.battle and not view.battle.is_over:
        for side in view.battle.sides:
            if side.lay:
                yield from side.lay.spells
            yield from side.cards_played
            for support in side.supports:
                yield from support.cards


def _deal_hand(cards: list[Card], rng: random.Random, size: int) -> GuessedHand:
    """Deal a possible hand of `size` unseen cards; it has spells of at most three elements."""
    dealt = rng.sample(cards, min(size, len(cards)))
    powers = lay_choice.powers_by_element(card for card in dealt if isinstance(card, Spell))
    while (
        len(powers) > MAX_HAND_ELEMENTS
    ):  # TW-TURN-4: no player holds four elements; the weakest was given up
        del powers[min(powers, key=lambda element: sum(powers[element]))]
    return GuessedHand(powers, ResponseCards.from_cards(dealt))


_HANDS_PER_OPPONENT = 4
"""The number of hands dealt for each opponent as a guess."""

_CARD_SHARES = {"spell": 0.58, "creature": 0.29, "cat": 0.065, "trap": 0.058, "miromon": 0.007}
"""The share of each kind of card in the assumed box."""

_MEAN_POWER = 2.75
"""Approximate, for the spells and creatures of the assumed box."""


class Insight:
    """What one computer player knows and guesses at one moment: the other players' possible hands, and
    everybody's chances in the game.
    """

    def __init__(self, view: GameView, prices: Prices, hidden_counts: Mapping[Card, int], seed: int) -> None:
        self.view, self.prices = view, prices
        self._hidden_counts, self._seed = hidden_counts, seed
        self.spending_gain_share = 1 / max(1, len(opponents_still_in_game(view)))
        """The part of another player's loss that counts as a gain for this player."""
        self._held: dict[int, list[GuessedHand]] = {}

    @cached_property
    def _unseen(self) -> dict[Card, int]:
        return unseen_card_counts(self.view, self._hidden_counts)

    @cached_property
    def _dealer(self) -> tuple[list[Card], random.Random]:
        """The unseen cards and the source of random numbers for hands that are guessed."""
        view = self.view
        seed = self._seed * 1000003 + view.turn_number * 1009 + len(view.discard_pile) * 31 + view.stack_size
        return [card for card, count in self._unseen.items() for _ in range(count)], random.Random(seed)

    @cached_property
    def outlook(self) -> GameOutlook:
        """The outlook of the game: the strength of every player, from what this player knows."""
        view, prices = self.view, self.prices
        hand, own = view.hand, view.own_seat
        held = sum(prices.spell_price(spell.power, spell.element == own.character) for spell in hand.spells)
        held += sum(count * prices.response_cost(kind) for kind, count in hand.response_cards.kind_counts)
        worths: list[float] = []
        for card, count in self._unseen.items():
            worths += [self._worth(card)] * count
        mean = sum(worths) / max(1, len(worths))
        hands = {seat.seat: mean * seat.hand_size for seat in view.seats}
        hands[view.player] = held
        return GameOutlook(view, prices, hands)

    @cached_property
    def win_probability(self) -> float:
        """The player's present chance of winning the game."""
        return self.outlook.win_probability()

    def _worth(self, card: Card) -> float:
        if isinstance(card, Spell):
            return self.prices.spell_price(card.power, False)
        return self.prices.response_cost(str(card))

    def guess_hands(self, seat: PublicPlayerInfo) -> list[GuessedHand]:
        """Return hands that an opponent may hold, dealt at random from the unseen cards."""
        if seat.seat not in self._held:
            self._held[seat.seat] = [
                _deal_hand(*self._dealer, seat.hand_size) for _ in range(_HANDS_PER_OPPONENT)
            ]
        return self._held[seat.seat]

    def planned_defences(
        self, defender: PublicPlayerInfo, hand: GuessedHand, attacker: PublicPlayerInfo
    ) -> list[plans.LayPlanningNumbers]:
        """Return the defences that a player with this hand can lay against this attacker."""
        limits = lay_choice.LegalLayLimits.from_objects(
            False, defender.character, defender.active_objects, attacker.active_objects, self.view.variant
        )
        options = [
            *lay_choice.spell_choices(hand.spell_powers, defender.entourage, limits, self.prices),
            *lay_choice.shield_choices(defender.entourage, limits, self.prices),
        ] or [lay_choice.EMPTY_CHOICE]
        own, strange = (
            die_rules(True, same, defender.active_objects, attacker.active_objects) for same in (True, False)
        )
        return plans.plan_efficient_lays(options, own, strange, self.price_factors(defender))

    def planned_attacks(
        self, foes: Sequence[PublicPlayerInfo], spells: Iterable[Spell]
    ) -> list[plans.LayPlanningNumbers]:
        """Return the attacks that this player can lay with these spells against these opponents."""
        own = self.view.own_seat
        shared = tuple(
            name for name in foes[0].active_objects if all(name in foe.active_objects for foe in foes)
        )
        limits = lay_choice.LegalLayLimits.from_objects(
            True, own.character, own.active_objects, shared, self.view.variant
        )
        options = lay_choice.spell_choices(
            lay_choice.powers_by_element(spells), own.entourage, limits, self.prices
        )
        same, strange = (
            die_rules(True, same_element, own.active_objects, shared) for same_element in (True, False)
        )
        return plans.plan_efficient_lays(options, same, strange, self.price_factors(own))

    def attack_win_probability_bound(
        self, foe: PublicPlayerInfo, stakes: plans.WinChancesAfterBattle
    ) -> float:
        """Return a quick upper bound on this player's chance of winning the game (0 to 1) after attacking an
        opponent; `inf` if there is no bound.

        An attack costs at least its weakest spell. The opponent can reply at the least cost, which is not
        above that of its own weakest spell; whatever the dice show, the result is then one of the stakes.
        """
        # Before any return: all seats draw from one random source, in this order.
        hands = self.guess_hands(foe)
        if not (self.prices.rise_with_power and all(held.spell_powers for held in hands)):
            return inf
        if self.view.variant.units == "required":  # then no spell is laid alone
            return inf
        spent, refill = self._weakest_spell_price(
            self.view.own_seat, lay_choice.powers_by_element(self.view.hand.spells)
        )
        replies = [self._weakest_spell_price(foe, held.spell_powers) for held in hands]
        # a frontier counts half the risk of creatures, and the refill may exceed the price of spells
        reply = sum(2 * price + gain for price, gain in replies) / len(replies)
        gained = stakes.spending_gain_share * reply - (spent - refill)
        return max(stake + ORNICLE_STRENGTH * stake * (1.0 - stake) * gained for stake in stakes[:3]) + 1e-6

    def _weakest_spell_price(
        self, seat: PublicPlayerInfo, powers: Mapping[str, lay_choice.Powers]
    ) -> tuple[float, float]:
        """Return the price of a hand's weakest spell, and the value of drawing a new spell if all its spells
        can be laid at once, else 0.
        """
        factor, _ = self.price_factors(seat)
        weakest = min(
            self.prices.spell_price(values[-1], element == seat.character)
            for element, values in powers.items()
        )
        whole = len(powers) == 1 and all(len(values) <= MAX_LAY_SPELLS for values in powers.values())
        return factor * weakest, factor * self.prices.refill_value * whole

    def expected_responses(
        self,
        attacker: PublicPlayerInfo,
        defender: PublicPlayerInfo,
        attack_cards: ResponseCards,
        defence_cards: ResponseCards,
        battle_kind: str,
    ) -> plans.ExpectedResponseCounts:
        """Return the responses that both sides are expected to play in a battle of this kind.

        In an ordinary battle players keep their traps.
        """
        ready = 0 if battle_kind == "battle" else self.prices.expected_traps
        return plans.ExpectedResponseCounts(
            (int("shamrock" in attacker.active_objects), int("hat" in defender.active_objects)),
            (
                min(attack_cards.traps, ready) if can_use_traps(defender.active_objects) else 0,
                min(defence_cards.traps, ready) if can_use_traps(attacker.active_objects) else 0,
            ),
        )

    def price_factors(self, seat: PublicPlayerInfo) -> tuple[float, float]:
        """Return the factors by which to multiply the prices of spells and of creatures; they are lower for a
        player with more cards.
        """
        spells = len(self.view.hand.spells) if seat.seat == self.view.player else 0.8 * seat.hand_size
        return self.prices.price_factors(spells, len(seat.entourage))

    def new_cards_value(self, count: int) -> float:
        """Return the value of `count` new cards from the stack, in Ornicles."""
        spells, creatures = self.price_factors(self.view.own_seat)
        prices = self.prices
        spell = prices.spell_base + _MEAN_POWER * prices.spell_power + prices.own_spell / 4
        creature = prices.creature_base + _MEAN_POWER * prices.creature_power
        per_card = _CARD_SHARES["spell"] * spells * spell + _CARD_SHARES["creature"] * creatures * creature
        per_card += sum(
            _CARD_SHARES.get(kind, 0.0) * prices.response_cost(kind) for kind in RESPONSE_CARD_KINDS
        )
        return count * per_card * prices.stack_card_bonus
