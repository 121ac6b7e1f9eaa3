"""The cards that hidden cards are drawn from, and the numbers of equally likely ways.

The counts are exact: integer numbers of equally likely sets (a multivariate hypergeometric distribution with
the conditions of TW-TURN-2 and TW-TURN-4 on a hand; see `hidden`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple, TypeVar

import attrs

from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT
from twingkit.twing.rules.response_cards import SPECIALS, ResponseCards
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.variant import BOX, Variant

_Thing = TypeVar("_Thing")


@attrs.frozen
class NamedFact:
    """A card or a side as a fact of a message, named in the reader's language."""

    thing: object

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the name."""
        return rulebook().words.label(self.thing)


class HandLimits(NamedTuple):
    """The limits of a hand with hidden cards.

    They say how many cards are hidden, how many spells and which elements the hand already has, and whether
    it needs another spell.
    """

    hidden: int
    spells: int
    elements: frozenset[str]
    needs_spell: bool

    def allows(self, drawn: int) -> bool:
        """Return whether this number of hidden spells is allowed, regardless of their elements."""
        return drawn + self.spells <= SPELL_LIMIT and (drawn > 0 or not self.needs_spell)


Sizes = tuple[int, int, int, int]
"""The number of spells of each element in `ELEMENTS`."""


@attrs.frozen
class Deck:
    """The cards from which the hidden cards of a situation are drawn."""

    situation: Situation
    spells: Counter[Spell]
    response_cards: ResponseCards
    title: str
    assumed: bool
    variant: Variant = BOX

    @classmethod
    def from_situation(
        cls, given: Situation | Battle | str, box: Box | None = None, variant: Variant = BOX
    ) -> Deck:
        """Return the cards that a box has left under the rules of a variant.

        Raises the errors of an invalid situation, and `Fault` if too few cards are left. If elements that
        nobody plays leave the game (TW-SET-1), those of the two characters and of all visible cards stay.
        """
        situation, box = as_situation(given).check(variant), box or load_box()
        seen = situation.count_known_cards()
        left = Counter(card for card in box.cards() if not isinstance(card, Creature))
        if variant.unused_elements == "removed":
            played = {holder.character for holder in situation.sides}
            played |= {card.element for card in seen if not isinstance(card, str)}
            left = Counter(
                {card: n for card, n in left.items() if isinstance(card, str) or card.element in played}
            )
        for card, visible in seen.items():
            if isinstance(card, Creature):
                continue
            if situation.hidden and visible > left[card]:
                raise Fault("hidden.visible", card=NamedFact(card), seen=visible, there=left[card])
            left[card] -= visible
        total = left.total()
        if situation.hidden > total:
            raise Fault("hidden.too_many", n=situation.hidden, left=total)
        spells = Counter(
            {card: count for card, count in left.items() if isinstance(card, Spell) and count > 0}
        )
        others = ResponseCards(*(left[kind] for kind in SPECIALS))
        return cls(situation, spells, others, box.title["en"], box.has_assumed_counts, variant)

    @cached_property
    def sizes(self) -> Sizes:
        """How many spells of each element are left."""
        counts = Counter[str]()
        for spell, count in self.spells.items():
            counts[spell.element] += count
        return counts["F"], counts["W"], counts["L"], counts["A"]

    def hand_limits(self, side: int) -> HandLimits:
        """Return the limits of the hand of a side (0 attacker, 1 defender).

        A hand has a spell (TW-TURN-2); in a variant the defender may have to wait for its own turn to get
        one.
        """
        holder = self.situation.sides[side]
        spells = holder.known_spells
        refilled = side == 0 or self.variant.refill_when == "always"
        needs = refilled and not spells and holder.hidden > 0 and sum(self.sizes) > 0
        return HandLimits(holder.hidden, len(spells), frozenset(spell.element for spell in spells), needs)

    def response_card_ways(
        self, side: int, left: ResponseCards | None = None
    ) -> Iterator[tuple[ResponseCards, int, int]]:
        """Yield the hidden response cards that a side can have, the number of ways, and how many spells
        remain
        hidden.
        """
        left, rule = self.response_cards if left is None else left, self.hand_limits(side)
        for counts in product(*(range(min(rule.hidden, most) + 1) for most in left)):
            drawn = rule.hidden - sum(counts)
            if drawn >= 0 and rule.allows(drawn):
                yield ResponseCards(*counts), prod(map(comb, left, counts)), drawn

    def element_ways(self, side: int, drawn: int) -> Iterator[tuple[Sizes, int]]:
        """Yield the possible numbers of hidden spells of each element of a side, with the number of ways for
        each.
        """
        yield from _element_ways(self.sizes, self.hand_limits(side).elements, drawn)

    def other_ways(self, side: int, taken: ResponseCards, spells: Sizes) -> int:
        """Return the number of ways to draw the other side's hidden cards once these are taken."""
        other = 1 - side
        rule = self.hand_limits(other)
        if not rule.hidden:
            return 1
        left = self.response_cards.subtract(taken)
        sizes = tuple(size - count for size, count in zip(self.sizes, spells, strict=True))
        return sum(
            ways * spell_ways(sizes, rule.elements, drawn)
            for _, ways, drawn in self.response_card_ways(other, left)
        )

    def held_chances(self) -> dict[tuple[ResponseCards, ResponseCards], float]:
        """Return the chances of the response cards that both sides hold; see `held_chances`."""
        first, second = self.situation.sides
        elements = self.hand_limits(1).elements
        ways: Counter[tuple[ResponseCards, ResponseCards]] = Counter()
        for taken, times, drawn in self.response_card_ways(0):
            left = self.response_cards.subtract(taken)
            for other, also, drawn_too in self.response_card_ways(1, left):
                spells = 0
                for counts, often in self.element_ways(0, drawn):
                    sizes = tuple(size - count for size, count in zip(self.sizes, counts, strict=True))
                    spells += often * spell_ways(sizes, elements, drawn_too)
                if spells:
                    ways[first.held.add(taken), second.held.add(other)] += times * also * spells
        return ways_as_chances(ways, self.situation.hidden)


def spell_ways(sizes: tuple[int, ...], known: frozenset[str], drawn: int) -> int:
    """Return the number of draws of `drawn` spells that leave a hand with at most three elements (TW-TURN-4).

    `sizes` is the number of available spells of each element, `known` the elements that the hand already has.

    >>> spell_ways((1, 1, 1, 1), frozenset(), 3), spell_ways((1, 1, 1, 1), frozenset("FW"), 2)
    (4, 5)
    """
    return _spell_ways(tuple(sizes), known, drawn)


@lru_cache(maxsize=64)
def _element_ways(sizes: Sizes, elements: frozenset[str], drawn: int) -> list[tuple[Sizes, int]]:
    splits: list[tuple[Sizes, int]] = []
    for first, second, third in product(*(range(min(drawn, size) + 1) for size in sizes[:3])):
        last = drawn - first - second - third
        if not 0 <= last <= sizes[3]:
            continue
        counts = first, second, third, last
        present = elements | {element for element, count in zip(ELEMENTS, counts, strict=True) if count}
        if len(present) <= ELEMENT_LIMIT:
            splits.append((counts, prod(map(comb, sizes, counts))))
    return splits


@lru_cache(maxsize=4096)
def _spell_ways(sizes: tuple[int, ...], elements: frozenset[str], drawn: int) -> int:
    if len(elements) > ELEMENT_LIMIT:
        return 0
    fresh = [size for element, size in zip(ELEMENTS, sizes, strict=True) if element not in elements]
    every = sum(sizes)
    # Exclude draws that contain every element the hand lacks (inclusion-exclusion).
    all_new: int = sum(
        (-1) ** missing * comb(every - sum(without), drawn)
        for missing in range(len(fresh) + 1)
        for without in combinations(fresh, missing)
    )
    return comb(every, drawn) - all_new


def ways_as_chances(ways: Mapping[_Thing, int], hidden: int) -> dict[_Thing, float]:
    """Convert numbers of equally likely ways into chances; raise `Fault` if there are none."""
    total = sum(ways.values())
    if not total:
        raise Fault("hidden.impossible", n=hidden)
    return {key: count / total for key, count in ways.items()}
