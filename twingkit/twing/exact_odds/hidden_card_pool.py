"""The cards that hidden cards are drawn from, and the numbers of equally likely ways to draw them.

The counts are exact: integer numbers of equally likely sets (a multivariate hypergeometric distribution with
the conditions of TW-TURN-2 and TW-TURN-4 on a hand; see `hidden_hands`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple, TypeVar

import attrs

from twingkit.core.messages import Fault
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, ResponseCards
from twingkit.twing.rules.rulebook import CardOrSideInMessage
from twingkit.twing.variants.variant import BOX, Variant

_Thing = TypeVar("_Thing")


class HiddenHandLimits(NamedTuple):
    """The facts that limit which spells a hand with hidden cards can contain.

    These are the number of hidden cards, how many spells and which elements are known, and whether the hand
    must contain a spell.
    """

    hidden_count: int
    known_spell_count: int
    known_elements: frozenset[str]
    needs_spell: bool

    def allows_hidden_spells(self, spell_count: int) -> bool:
        """Return whether `spell_count` of the hidden cards may be spells, regardless of their elements."""
        return spell_count + self.known_spell_count <= MAX_HAND_SPELLS and (
            spell_count > 0 or not self.needs_spell
        )


SpellCounts = tuple[int, int, int, int]
"""Numbers of spells of each element, in the order of `ELEMENTS`."""


@attrs.frozen
class HiddenCardPool:
    """The cards of the box that are not visible: hidden cards are drawn from these."""

    situation: Situation
    spells: Counter[Spell]
    response_cards: ResponseCards
    box_title: str
    uses_assumed_counts: bool
    variant: Variant = BOX

    @classmethod
    def from_situation(
        cls, given: Situation | Battle | str, box: Box | None = None, variant: Variant = BOX
    ) -> HiddenCardPool:
        """Return the cards of a box that are neither visible nor out of play in a situation.

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
            if situation.hidden_count and visible > left[card]:
                raise Fault("hidden.visible", card=CardOrSideInMessage(card), seen=visible, there=left[card])
            left[card] -= visible
        total = left.total()
        if situation.hidden_count > total:
            raise Fault("hidden.too_many", n=situation.hidden_count, left=total)
        spells = Counter(
            {card: count for card, count in left.items() if isinstance(card, Spell) and count > 0}
        )
        others = ResponseCards(*(left[kind] for kind in RESPONSE_CARD_KINDS))
        return cls(situation, spells, others, box.title["en"], box.has_assumed_counts, variant)

    @cached_property
    def spell_counts_by_element(self) -> SpellCounts:
        """The number of remaining spells of each element."""
        counts = Counter[str]()
        for spell, count in self.spells.items():
            counts[spell.element] += count
        return counts["F"], counts["W"], counts["L"], counts["A"]

    def hand_limits(self, side: int) -> HiddenHandLimits:
        """Return the limits of a side's hand (0 attacker, 1 defender).

        A hand must contain a spell (TW-TURN-2); in a variant the defender may have to wait for its own turn
        to get one.
        """
        holder = self.situation.sides[side]
        spells = holder.known_spells
        refilled = side == 0 or self.variant.refill_when == "always"
        needs = refilled and not spells and holder.hidden_count > 0 and sum(self.spell_counts_by_element) > 0
        return HiddenHandLimits(
            holder.hidden_count, len(spells), frozenset(spell.element for spell in spells), needs
        )

    def hidden_response_card_ways(
        self, side: int, available: ResponseCards | None = None
    ) -> Iterator[tuple[ResponseCards, int, int]]:
        """Yield (response cards, number of ways to draw them, number of hidden spells) for everything that a
        side's hidden cards can be.
        """
        available, rule = self.response_cards if available is None else available, self.hand_limits(side)
        for counts in product(*(range(min(rule.hidden_count, most) + 1) for most in available)):
            drawn = rule.hidden_count - sum(counts)
            if drawn >= 0 and rule.allows_hidden_spells(drawn):
                yield ResponseCards(*counts), prod(map(comb, available, counts)), drawn

    def hidden_spell_ways(self, side: int, spell_count: int) -> Iterator[tuple[SpellCounts, int]]:
        """Yield each split of `spell_count` hidden spells by element, with the number of ways to draw it."""
        yield from _element_ways(
            self.spell_counts_by_element, self.hand_limits(side).known_elements, spell_count
        )

    def other_side_ways(self, side: int, response_cards: ResponseCards, spells: SpellCounts) -> int:
        """Return the number of ways to draw the other side's hidden cards after side `side` has drawn these
        cards and spells.
        """
        other = 1 - side
        rule = self.hand_limits(other)
        if not rule.hidden_count:
            return 1
        left = self.response_cards.subtract(response_cards)
        sizes = tuple(size - count for size, count in zip(self.spell_counts_by_element, spells, strict=True))
        return sum(
            ways * count_legal_spell_draws(sizes, rule.known_elements, drawn)
            for _, ways, drawn in self.hidden_response_card_ways(other, left)
        )

    def response_card_chances(self) -> dict[tuple[ResponseCards, ResponseCards], float]:
        """Return the chance of each pair of response cards that both sides can hold; always exact.

        >>> chances = HiddenCardPool.from_situation("F: F5 vs W: W6 & cat ?").response_card_chances()
        >>> for (_, held), chance in sorted(chances.items()):
        ...     print(f"cats {held.cats}, traps {held.traps}, miromon {held.miromon}: {chance:.1%}")
        cats 1, traps 0, miromon 0: 82.1%
        cats 1, traps 0, miromon 1: 1.1%
        cats 1, traps 1, miromon 0: 8.4%
        cats 2, traps 0, miromon 0: 8.4%
        """
        first, second = self.situation.sides
        elements = self.hand_limits(1).known_elements
        ways: Counter[tuple[ResponseCards, ResponseCards]] = Counter()
        for taken, times, drawn in self.hidden_response_card_ways(0):
            left = self.response_cards.subtract(taken)
            for other, also, drawn_too in self.hidden_response_card_ways(1, left):
                spells = 0
                for counts, often in self.hidden_spell_ways(0, drawn):
                    sizes = tuple(
                        size - count for size, count in zip(self.spell_counts_by_element, counts, strict=True)
                    )
                    spells += often * count_legal_spell_draws(sizes, elements, drawn_too)
                if spells:
                    ways[first.response_cards.add(taken), second.response_cards.add(other)] += (
                        times * also * spells
                    )
        return ways_as_chances(ways, self.situation.hidden_count)


@lru_cache(maxsize=4096)
def count_legal_spell_draws(
    spell_counts_by_element: tuple[int, ...], known_elements: frozenset[str], spell_count: int
) -> int:
    """Return how many draws of `spell_count` spells leave a hand with at most three elements (TW-TURN-4).

    `spell_counts_by_element` are the numbers of available spells of each element, `known_elements` the
    elements that the hand already has.

    >>> [count_legal_spell_draws((1, 1, 1, 1), *hand) for hand in ((frozenset(), 3), (frozenset("FW"), 2))]
    [4, 5]
    """
    if len(known_elements) > MAX_HAND_ELEMENTS:
        return 0
    fresh = [
        size
        for element, size in zip(ELEMENTS, spell_counts_by_element, strict=True)
        if element not in known_elements
    ]
    every = sum(spell_counts_by_element)
    # Exclude draws that contain every element the hand lacks (inclusion-exclusion).
    all_new: int = sum(
        (-1) ** missing * comb(every - sum(without), spell_count)
        for missing in range(len(fresh) + 1)
        for without in combinations(fresh, missing)
    )
    return comb(every, spell_count) - all_new


@lru_cache(maxsize=64)
def _element_ways(sizes: SpellCounts, elements: frozenset[str], drawn: int) -> list[tuple[SpellCounts, int]]:
    splits: list[tuple[SpellCounts, int]] = []
    for first, second, third in product(*(range(min(drawn, size) + 1) for size in sizes[:3])):
        last = drawn - first - second - third
        if not 0 <= last <= sizes[3]:
            continue
        counts = first, second, third, last
        present = elements | {element for element, count in zip(ELEMENTS, counts, strict=True) if count}
        if len(present) <= MAX_HAND_ELEMENTS:
            splits.append((counts, prod(map(comb, sizes, counts))))
    return splits


def ways_as_chances(ways: Mapping[_Thing, int], hidden_count: int) -> dict[_Thing, float]:
    """Convert the number of equally likely ways of each result into its chance (0 to 1); raise `Fault` if
    there are none.
    """
    total = sum(ways.values())
    if not total:
        raise Fault("hidden.impossible", n=hidden_count)
    return {key: count / total for key, count in ways.items()}
