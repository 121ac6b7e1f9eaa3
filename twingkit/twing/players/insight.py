"""What the player `steady` knows and guesses: the cards that it has not seen, hands dealt from them that
others may hold, and the state of the game.

Hands hold spells, cats, traps and Miromon (creatures lie face up), so a hidden hand is a random draw from
the unseen cards of these kinds; creatures are left out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from twingkit.twing.players.lay_choice import (
    EMPTY_CHOICE,
    LayTerms,
    Powers,
    powers_by_element,
    shield_choices,
    spell_choices,
)
from twingkit.twing.players.open_battle import active_opponents, die_profile_number
from twingkit.twing.players.outlook import Outlook, Prices
from twingkit.twing.players.plans import ExpectedResponses, PlannedLay, plan_lays
from twingkit.twing.rules.cards import Card, Creature, Spell
from twingkit.twing.rules.objects import can_use_traps
from twingkit.twing.rules.player import ELEMENT_LIMIT
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, SPECIALS, ResponseCards
from twingkit.twing.view import SeatView, View


class GuessedHand(NamedTuple):
    """A hand that a player may hold: spells by element, and the other cards."""

    spells: dict[str, Powers]
    held: ResponseCards = NO_RESPONSE_CARDS

    @property
    def traps(self) -> int:
        """Return the number of its traps."""
        return self.held.traps


def unseen_cards(view: View, box: Iterable[Card]) -> list[Card]:
    """Return the cards other than creatures that lie where this player cannot look: in hands and in the
    stack.
    """
    left = Counter(card for card in box if not isinstance(card, Creature))
    left.subtract(card for card in _visible_cards(view) if not isinstance(card, Creature))
    if view.variant.unused_elements == "removed":
        played = {seat.character for seat in view.seats}
        left = Counter(
            {card: n for card, n in left.items() if isinstance(card, str) or card.element in played}
        )
    return sorted((+left).elements(), key=_order)


def _order(card: Card) -> tuple[str, int]:
    return (card, 0) if isinstance(card, str) else (card.element, card.power)


def _visible_cards(view: View) -> Iterator[Card]:
    yield from view.discard
    hand = view.hand
    yield from hand.spells
    yield from hand.held.cards
    if view.battle and not view.battle.over:
        for side in view.battle.sides:
            if side.lay:
                yield from side.lay.spells
            yield from side.played
            for support in side.supports:
                yield from support.cards


def deal_hand(cards: list[Card], size: int, rng: random.Random) -> GuessedHand:
    """Deal a possible hand of `size` unseen cards; it has spells of at most three elements."""
    dealt = rng.sample(cards, min(size, len(cards)))
    powers = powers_by_element(card for card in dealt if isinstance(card, Spell))
    while len(powers) > ELEMENT_LIMIT:  # TW-TURN-4: no player holds four elements; the weakest was given up
        del powers[min(powers, key=lambda element: sum(powers[element]))]
    return GuessedHand(powers, ResponseCards.from_cards(dealt))


HANDS_PER_OPPONENT = 4
"""The number of hands dealt to guess what an opponent holds."""

STACK_SHARES = {"spell": 0.58, "creature": 0.29, "cat": 0.065, "trap": 0.058, "miromon": 0.007}
"""The share of each kind of card in the assumed box."""

MEAN_POWER = 2.75
"""The approximate mean power of a spell or a creature in the assumed box."""


class TrapHolder(Protocol):
    """A hand of which only the number of traps matters."""

    @property
    def traps(self) -> int:
        """Return the number of traps in the hand."""
        ...


class Insight:
    """One look at the game: what this player sees, which hands others may hold, and its chance of winning
    from here.
    """

    def __init__(self, view: View, prices: Prices, box: Sequence[Card], seed: int) -> None:
        self.view, self.prices = view, prices
        self._rng = random.Random(seed * 1000003 + view.turn * 1009 + len(view.discard) * 31 + view.stack)
        self._cards = unseen_cards(view, box)
        hand, own = view.hand, view.own
        held = sum(prices.spell(spell.power, spell.element == own.character) for spell in hand.spells)
        held += sum(count * prices.response_cost(kind) for kind, count in hand.held.kinds)
        mean = sum(self._worth(card) for card in self._cards) / max(1, len(self._cards))
        hands = {seat.seat: mean * seat.hand_size for seat in view.seats}
        hands[view.player] = held
        self.outlook = Outlook(view, prices, hands)
        self.base = self.outlook.win_probability()
        """The own chance to win at present."""
        self.share = 1 / max(1, len(active_opponents(view)))
        """The part of another player's loss that is a gain."""
        self._held: dict[int, list[GuessedHand]] = {}

    def _worth(self, card: Card) -> float:
        if isinstance(card, Spell):
            return self.prices.spell(card.power, False)
        return self.prices.response_cost(str(card))

    def guess_hands(self, seat: SeatView) -> list[GuessedHand]:
        """Return hands that a player may hold, dealt from the cards that this player has not seen."""
        if seat.seat not in self._held:
            self._held[seat.seat] = [
                deal_hand(self._cards, seat.hand_size, self._rng) for _ in range(HANDS_PER_OPPONENT)
            ]
        return self._held[seat.seat]

    def defences(self, seat: SeatView, held: GuessedHand, attacker: SeatView) -> list[PlannedLay]:
        """Return the lays with which a player with such a hand can meet an attack."""
        terms = LayTerms.from_objects(
            False, seat.character, seat.objects, attacker.objects, self.view.variant
        )
        options = [
            *spell_choices(held.spells, seat.entourage, terms, self.prices),
            *shield_choices(seat.entourage, terms, self.prices),
        ] or [EMPTY_CHOICE]
        own, strange = (die_profile_number(same, seat.objects, attacker.objects) for same in (True, False))
        return plan_lays(options, own, strange, self.price_factors(seat))

    def attacks(self, foes: Sequence[SeatView], spells: Iterable[Spell]) -> list[PlannedLay]:
        """Return the attacks on these players that this player can lay with these spells."""
        own = self.view.own
        shared = tuple(name for name in foes[0].objects if all(name in foe.objects for foe in foes))
        terms = LayTerms.from_objects(True, own.character, own.objects, shared, self.view.variant)
        options = spell_choices(powers_by_element(spells), own.entourage, terms, self.prices)
        same, strange = (
            die_profile_number(same_element, own.objects, shared) for same_element in (True, False)
        )
        return plan_lays(options, same, strange, self.price_factors(own))

    def expected_responses(
        self,
        attacker: SeatView,
        defender: SeatView,
        attack_hand: TrapHolder,
        defence_hand: TrapHolder,
        kind: str,
    ) -> ExpectedResponses:
        """Return the responses that both sides are ready to play in a battle of this kind; in an ordinary
        battle players keep their traps.
        """
        ready = 0 if kind == "battle" else self.prices.ready
        return ExpectedResponses(
            (int("shamrock" in attacker.objects), int("hat" in defender.objects)),
            (
                min(attack_hand.traps, ready) if can_use_traps(defender.objects) else 0,
                min(defence_hand.traps, ready) if can_use_traps(attacker.objects) else 0,
            ),
        )

    def price_factors(self, seat: SeatView) -> tuple[float, float]:
        """Return the factors on the prices of spells and creatures for a player: the more cards it has, the
        lower.
        """
        spells = len(self.view.hand.spells) if seat.seat == self.view.player else 0.8 * seat.hand_size
        return self.prices.price_factors(spells, len(seat.entourage))

    def fresh_cards(self, count: int) -> float:
        """Return the value of `count` new cards from the stack, in Ornicles."""
        spells, creatures = self.price_factors(self.view.own)
        prices = self.prices
        spell = prices.spell_base + MEAN_POWER * prices.spell_power + prices.own_spell / 4
        creature = prices.creature_base + MEAN_POWER * prices.creature_power
        per_card = STACK_SHARES["spell"] * spells * spell + STACK_SHARES["creature"] * creatures * creature
        per_card += sum(STACK_SHARES.get(kind, 0.0) * prices.response_cost(kind) for kind in SPECIALS)
        return count * per_card * prices.card
