"""Hidden hands: the possible sets of hidden cards, and their chances.

Hidden cards come from what is left of the box: all cards that are neither visible in the situation nor
`gone`. Creatures are never hidden, since they are always face up (TW-SET-1, TW-TURN-1). At first, every set
of that many cards is equally likely; then hands that the rules forbid are excluded, and the chances of the
others keep their proportions. Forbidden are hands with spells of more than three elements or more than 15
spells (TW-TURN-4), including known and laid ones, and hands without a spell (TW-TURN-2), unless the box has
no spell left. Nothing is inferred from how the other side has played. A variant may remove elements that
nobody plays (TW-SET-1), or let a defender wait for a spell (TW-TURN-2).

The counts are exact: integer numbers of equally likely sets (a multivariate hypergeometric distribution with
these conditions). Only lists of complete hands are sampled with a seed, if they would be too long.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, prod, sqrt
from typing import Any, NamedTuple, TypeVar

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.twing.box.box import BOX_ARGUMENT, Box, load_box
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARD_PLURALS, ResponseCards
from twingkit.twing.rules.rulebook import CardOrSideInMessage
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
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


MAX_EXACT_HANDS = 5_000
"""Largest number of different hands that are listed with exact chances."""

DEFAULT_SAMPLES = 2_000
"""Number of hands sampled by default if there are too many to list."""

MAX_SAMPLES = 100_000
"""Largest allowed number of samples."""

DEFAULT_SEED = 0
"""The default seed for sampling hands."""


@with_column_meanings
@check_arguments(box=BOX_ARGUMENT)
def hidden_hands(
    position: Situation | Battle | str,
    *,
    side: Role,
    variant: Variant | str = BOX,
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    box: Box | None = None,
) -> DataFrame:
    """Return the possible hidden cards of one side ("attacker" or "defender"), the likeliest first.

    One row for each different set of cards. All sets are listed with exact chances, unless there are more
    than 5,000; then, or if `samples` is given, that many
    hands are sampled with `seed`. `variant` is a `Variant`, a preset's name or a line of switches. The
    frame's `.attrs` hold `position`, `side`, `exact`, `samples`, `box` (its title) and `assumed`: whether
    any number of the box is invented (TW-BOX-5); also `variant`, unless it is the box.

    Raises `NotationError`, `IllegalBattleError`, `VariantError`, or `Fault` if the box has too few cards
    left.

    >>> line = "F: hand F5 vs W: hand W3 ?*2; gone F1*5 W1*5 L1*5 A1*5 & cat*9"
    >>> frame = hidden_hands(line, side="defender")
    >>> print(len(frame), frame.loc[0, "hand"], f"{frame.loc[0, 'chance']:.2%}")
    247 A2 & trap 1.81%
    """

    rules = as_variant(variant)
    pool = HiddenCardPool.from_situation(position, box, rules)
    chances, drawn = _hand_chances(pool, ROLES.index(side), samples, seed)
    rows = [_row(cards, chance, drawn) for cards, chance in chances.items()]
    return frame_from_rows(
        sorted(rows, key=lambda row: (-row["chance"], row["hand"])),
        position=str(pool.situation),
        side=side,
        exact=not drawn,
        samples=drawn,
        box=pool.box_title,
        assumed=pool.uses_assumed_counts,
        **variant_table_attrs(rules),
    )


def check_sample_count(samples: int | None) -> None:
    """Raise `Fault` unless `samples` is None or an integer from 1 to `MAX_SAMPLES`."""
    if samples is None:
        return
    is_whole = isinstance(samples, int) and not isinstance(samples, bool)
    if not (is_whole and 1 <= samples <= MAX_SAMPLES):
        raise Fault("hidden.samples", found=str(samples)[:40], most=f"{MAX_SAMPLES:,}")


def _hand_chances(
    pool: HiddenCardPool, own_index: int, samples: int | None, seed: int
) -> tuple[dict[tuple[Card, ...], float], int]:
    """Return the possible hidden cards of a side with their chances, and the number of samples (0: exact)."""
    check_sample_count(samples)
    if samples is None and _count(pool, own_index) <= MAX_EXACT_HANDS:
        ways: Counter[tuple[Card, ...]] = Counter()
        for cards, count in _hidden_sets(pool, own_index):
            ways[cards] += count
        return ways_as_chances(ways, pool.hand_limits(own_index).hidden_count), 0
    drawn = samples or DEFAULT_SAMPLES
    hands, rng = HandSampler(pool, own_index), random.Random(seed)
    counted = Counter(hands.draw_hand(rng) for _ in range(drawn))
    return {cards: count / drawn for cards, count in counted.items()}, drawn


def _row(cards: tuple[Card, ...], chance: float, samples: int) -> dict[str, Any]:
    spells = SituationSide("F", [card for card in cards if isinstance(card, Spell)])
    held = ResponseCards.from_cards(cards)
    text = str(spells).removeprefix("F: hand ") if spells.spells else ""
    played = str(held)
    hand = " & ".join(filter(None, (text or ("nothing" if played else ""), played)))
    error = sqrt(chance * (1 - chance) / samples) if samples else 0.0
    counts = dict(zip(RESPONSE_CARD_PLURALS, held, strict=True))
    return {"hand": hand, "spells": text, **counts, "chance": chance, "error": error}


def single_possible_hand(pool: HiddenCardPool, side: int) -> tuple[Card, ...] | None:
    """Return the hidden cards of a side (0 attacker, 1 defender) if only one set is possible, else None."""
    if _count(pool, side) > MAX_EXACT_HANDS:
        return None
    hands = set[tuple[Card, ...]]()
    for cards, _ in _hidden_sets(pool, side):
        hands.add(cards)
        if len(hands) > 1:
            return None
    return next(iter(hands), None)


def _count(pool: HiddenCardPool, side: int) -> int:
    """Return the number of different sets of hidden cards, including those that the rules forbid."""
    hidden = pool.hand_limits(side).hidden_count
    sets = [1] + [0] * hidden
    for most in (*pool.spells.values(), *pool.response_cards):
        sets = [sum(sets[max(0, size - most) : size + 1]) for size in range(hidden + 1)]
    return sets[hidden]


def _hidden_sets(pool: HiddenCardPool, side: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    for held, ways, drawn in pool.hidden_response_card_ways(side):
        specials = held.cards
        for counts, _ in pool.hidden_spell_ways(side, drawn):
            others = pool.other_side_ways(side, held, counts)
            if not others:
                continue
            choices = [_spell_sets(pool, *pair) for pair in zip(ELEMENTS, counts, strict=True)]
            for parts in product(*choices):
                cards = tuple(card for part, _ in parts for card in part)
                yield cards + specials, ways * others * prod(count for _, count in parts)


def _spell_sets(pool: HiddenCardPool, element: str, count: int) -> list[tuple[tuple[Spell, ...], int]]:
    kinds = sorted(
        ((spell, most) for spell, most in pool.spells.items() if spell.element == element),
        key=lambda kind: -kind[0].power,
    )
    choices: list[tuple[tuple[Spell, ...], int]] = [((), 1)]
    for spell, most in kinds:
        choices = [
            (cards + (spell,) * times, ways * comb(most, times))
            for cards, ways in choices
            for times in range(min(most, count - len(cards)) + 1)
        ]
    return [(cards, ways) for cards, ways in choices if len(cards) == count]


class HandSampler:
    """A sampler of complete hidden hands of one side, drawn with their exact chances.

    It first draws how many response cards and spells of each element there are, then which spells.
    """

    def __init__(self, pool: HiddenCardPool, side: int) -> None:
        outlines = Counter[tuple[ResponseCards, SpellCounts]]()
        for held, ways, drawn in pool.hidden_response_card_ways(side):
            for counts, also in pool.hidden_spell_ways(side, drawn):
                outlines[held, counts] = ways * also * pool.other_side_ways(side, held, counts)
        chances = ways_as_chances(outlines, pool.hand_limits(side).hidden_count)
        self._outlines, self._chances = list(chances), list(chances.values())
        by_power = sorted(pool.spells.elements(), key=lambda spell: -spell.power)
        self._spells = [[spell for spell in by_power if spell.element == element] for element in ELEMENTS]

    def draw_hand(self, rng: random.Random) -> tuple[Card, ...]:
        """Return one random hand: spells by element, highest first, then response cards."""
        [(held, counts)] = rng.choices(self._outlines, self._chances)
        cards: list[Card] = []
        for spells, count in zip(self._spells, counts, strict=True):
            cards += [spells[index] for index in sorted(rng.sample(range(len(spells)), count))]
        return (*cards, *held.cards)
