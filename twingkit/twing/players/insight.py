"""The knowledge and guesses of the steady player: hands that others may hold, and the state of the game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol

from twingkit.twing.players.estimates import Held, deal, unseen
from twingkit.twing.players.lay_choice import NOTHING, Terms, by_element, shield_choices, spell_choices
from twingkit.twing.players.lay_odds import die
from twingkit.twing.players.outlook import Outlook
from twingkit.twing.players.plans import Laid, Tricks, laid
from twingkit.twing.players.sight import rivals
from twingkit.twing.players.worth import Prices
from twingkit.twing.rules.cards import Card, Spell
from twingkit.twing.rules.objects import may_use_traps
from twingkit.twing.view import Seat, View

SAMPLES = 4
"""The number of hands dealt to guess what another player holds."""

FRESH = {"spell": 0.58, "creature": 0.29, "cat": 0.065, "trap": 0.058, "miromon": 0.007}
"""The share of each kind among the cards of the assumed box."""

MEAN_POWER = 2.75
"""The mean power of a spell or a creature of the assumed box, nearly."""


class Tricky(Protocol):
    """A hand as far as traps go."""

    @property
    def traps(self) -> int:
        """The number of traps it holds."""
        ...


class Insight:
    """One look at the game: what is seen, which hands others may hold, and the chance to win from here."""

    def __init__(self, view: View, prices: Prices, box: Sequence[Card], seed: int) -> None:
        self.view, self.prices = view, prices
        self._rng = random.Random(seed * 1000003 + view.turn * 1009 + len(view.discard) * 31 + view.stack)
        self._cards = unseen(view, box)
        hand, own = view.hand, view.own
        held = sum(prices.spell(spell.power, spell.element == own.character) for spell in hand.spells)
        held += prices.cat * hand.cats + prices.trap * hand.traps + prices.miromon * hand.miromon
        mean = sum(self._worth(card) for card in self._cards) / max(1, len(self._cards))
        hands = {seat.seat: mean * seat.hand_size for seat in view.seats}
        hands[view.player] = held
        self.outlook = Outlook(view, prices, hands)
        self.base = self.outlook.chance()
        """The own chance to win at present."""
        self.share = 1 / max(1, len(rivals(view)))
        """The part of another player's loss that is a gain."""
        self._held: dict[int, list[Held]] = {}

    def _worth(self, card: Card) -> float:
        if isinstance(card, Spell):
            return self.prices.spell(card.power, False)
        return float(getattr(self.prices, str(card)))

    def held(self, seat: Seat) -> list[Held]:
        """Hands that a player may hold, dealt from the cards that have not been seen."""
        if seat.seat not in self._held:
            self._held[seat.seat] = [deal(self._cards, seat.hand_size, self._rng) for _ in range(SAMPLES)]
        return self._held[seat.seat]

    def defences(self, seat: Seat, held: Held, attacker: Seat) -> list[Laid]:
        """The lays of a player with such a hand against an attack."""
        terms = Terms.of(False, seat.character, seat.objects, attacker.objects, self.view.variant)
        options = [
            *spell_choices(held.spells, seat.entourage, terms, self.prices),
            *shield_choices(seat.entourage, terms, self.prices),
        ] or [NOTHING]
        own, strange = (die(same, seat.objects, attacker.objects) for same in (True, False))
        return laid(options, own, strange, self.thrift(seat))

    def attacks(self, foes: Sequence[Seat], spells: Iterable[Spell]) -> list[Laid]:
        """The attacks that this player can lay on these, from these spells."""
        own = self.view.own
        shared = tuple(name for name in foes[0].objects if all(name in foe.objects for foe in foes))
        terms = Terms.of(True, own.character, own.objects, shared, self.view.variant)
        options = spell_choices(by_element(spells), own.entourage, terms, self.prices)
        same, strange = (die(same_element, own.objects, shared) for same_element in (True, False))
        return laid(options, same, strange, self.thrift(own))

    def tricks(self, attacker: Seat, defender: Seat, one: Tricky, two: Tricky, kind: str) -> Tricks:
        """The tricks that both are ready to play in a battle of this kind; in a plain battle traps are
        kept."""
        ready = 0 if kind == "battle" else self.prices.ready
        return Tricks(
            (int("shamrock" in attacker.objects), int("hat" in defender.objects)),
            (
                min(one.traps, ready) if may_use_traps(defender.objects) else 0,
                min(two.traps, ready) if may_use_traps(attacker.objects) else 0,
            ),
        )

    def thrift(self, seat: Seat) -> tuple[float, float]:
        """The prices of spells and creatures to a player, as factors: the more there are, the lower."""
        spells = len(self.view.hand.spells) if seat.seat == self.view.player else 0.8 * seat.hand_size
        return self.prices.thrift(spells, len(seat.entourage))

    def fresh_cards(self, count: int) -> float:
        """The value of `count` new cards from the stack, in Ornicles."""
        spells, creatures = self.thrift(self.view.own)
        prices = self.prices
        spell = prices.spell_base + MEAN_POWER * prices.spell_power + prices.own_spell / 4
        creature = prices.creature_base + MEAN_POWER * prices.creature_power
        per_card = FRESH["spell"] * spells * spell + FRESH["creature"] * creatures * creature
        per_card += (
            FRESH["cat"] * prices.cat + FRESH["trap"] * prices.trap + FRESH["miromon"] * prices.miromon
        )
        return count * per_card * prices.card
