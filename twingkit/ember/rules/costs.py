"""Conjuring costs: sets of one number, of one element, runs, and runs in one element (EM-COST).

`N3` is three cards with one number, `E3` three of one element, `R3` three consecutive numbers, `S3` three
consecutive numbers in one element. `S2+N2` is both, with separate cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import or_

import attrs

from twingkit.core.arguments import custom_argument_kind, require_valid_argument
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import NamesByLanguage
from twingkit.ember.rules.cards import (
    ALL_CARDS_MASK,
    ARCHMAGE,
    ARCHMAGES_MASK,
    DECK_SIZE,
    INDEX_BY_CARD,
    WIZARD_COUNT,
)
from twingkit.ember.rules.rulebook import rulebook

SET_KINDS = "NERS"
"""Kinds of sets: one number, one element, a run, a run in one element (EM-COST-2, 3)."""

MAX_COST_SIZE = 5
"""Largest number of cards in a cost."""

_GROUP = re.compile(rf"([{SET_KINDS}])([2-5])", re.IGNORECASE)

COST_ARGUMENT = custom_argument_kind("argument.cost_text", lambda cost: isinstance(cost, str))
"""Argument check for a cost as a string."""

SetPart = tuple[int, int, int]
"""Part of a set: combined marks of its cards, all cards that fit it, and the held ones of them further up."""


@lru_cache(maxsize=1 << 17)
def can_share_set(kind: str, size: int, indexes: tuple[int, ...]) -> bool:
    """Return True if the cards with these indexes can all belong to one set of `size` cards of this kind.

    An Archmage fits everywhere, even as a card that is already there (EM-COST-5), so missing cards can always
    be Archmages. A run stays within 1 to 13 (EM-COST-2).

    >>> can_share_set("R", 3, (0, 8)), can_share_set("R", 3, (0, 12)), can_share_set("S", 3, (0, 9))
    (True, False, False)
    """
    wizards = [index for index in indexes if index < WIZARD_COUNT]
    if kind in "ES" and len({index % 4 for index in wizards}) > 1:
        return False
    numbers = [index // 4 for index in wizards]
    if kind == "N":
        return len(set(numbers)) <= 1
    if kind == "E":
        return True
    return not numbers or (len(set(numbers)) == len(numbers) and max(numbers) - min(numbers) < size)


@lru_cache
def set_partner_masks(kind: str, size: int) -> tuple[int, ...]:
    """Return for each card the bit mask of cards that can be in one set with it (EM-COST-2, 3, 5).

    If every two of several cards can be in a set, all of them can. This holds for runs, too: no two numbers
    may be equal, or differ by `size` or more.

    >>> from twingkit.ember.rules.cards import indexes_in_bitmask
    >>> list(indexes_in_bitmask(set_partner_masks("S", 2)[4]))
    [0, 8, 52, 53, 54]
    """
    wizards = range(WIZARD_COUNT)
    beside = [sum(1 << other for other in wizards if _beside(kind, size, index, other)) for index in wizards]
    return (*(bits | ARCHMAGES_MASK for bits in beside), *[ALL_CARDS_MASK] * (DECK_SIZE - WIZARD_COUNT))


def _beside(kind: str, size: int, index: int, other: int) -> bool:
    if kind == "N":
        return index // 4 == other // 4
    alike = index % 4 == other % 4
    if kind == "E":
        return alike
    return 0 < abs(index // 4 - other // 4) < size and (kind == "R" or alike)


@attrs.frozen(cache_hash=True)
class CostSet:
    """One set of a cost: its kind (one of `SET_KINDS`) and its number of cards (2 to 5)."""

    kind: str
    size: int

    @cached_property
    def bit(self) -> int:
        """Return the bit of this set in a bit mask of sets (`Cost.set_bits`)."""
        return 1 << len(SET_KINDS) * self.size + SET_KINDS.index(self.kind)

    def is_paid(self, indexes: Sequence[int]) -> bool:
        """Return True if exactly these cards, given by indexes, form this set."""
        return len(indexes) == self.size and can_share_set(self.kind, self.size, tuple(indexes))

    def __str__(self) -> str:
        return f"{self.kind}{self.size}"


def longer_parts(
    group: CostSet, parts: Iterable[SetPart], mark_by_bit: Mapping[int, int], min_to_follow: int
) -> list[SetPart]:
    """Extend each partial set by one held card in every possible way; keep at least `min_to_follow`
    candidates for further cards.

    The mark of the added card, found by its bit, is combined with the marks of the part by `^`.
    """
    partners, longer = set_partner_masks(group.kind, group.size), []
    for marks, fitting, higher in parts:
        while higher.bit_count() > min_to_follow:
            low = higher & -higher
            higher ^= low
            beside = partners[low.bit_length() - 1]
            longer.append((marks ^ mark_by_bit[low], fitting & beside, higher & beside))
    return longer


@attrs.frozen(cache_hash=True)
class Cost:
    """A conjuring cost: one or two sets of separate cards (EM-COST-1).

    >>> str(Cost.parse("s2 + n2")), Cost.parse("R5").size
    ('S2+N2', 5)
    """

    sets: tuple[CostSet, ...]

    @cached_property
    def size(self) -> int:
        """Return the number of cards of the cost."""
        return sum(group.size for group in self.sets)

    @cached_property
    def set_bits(self) -> int:
        """Return the bit mask of the sets of the cost."""
        return reduce(or_, [group.bit for group in self.sets])

    @classmethod
    def parse(cls, text: str) -> Cost:
        """Parse a cost. Raises `Fault` listing the kinds of sets, or if it takes too many cards."""
        require_valid_argument("text", text, COST_ARGUMENT)
        return _parsed(text)

    def is_paid(self, indexes: Sequence[int]) -> bool:
        """Return True if exactly these cards, given by indexes, pay this cost.

        >>> Cost.parse("N2+N2").is_paid((20, 21, 22, 23)), Cost.parse("N3").is_paid((20, 21, 22, 23))
        (True, False)
        """
        return len(indexes) == self.size and any(self.divisions(indexes))

    def divisions(self, indexes: Sequence[int]) -> Iterator[tuple[Sequence[int], ...]]:
        """Yield the ways to divide cards, given by sorted indexes, among the sets of this cost."""
        group, *others = self.sets
        for chosen in combinations(indexes, group.size):
            rest = remaining_indexes(indexes, chosen)
            if group.is_paid(chosen) and all(other.is_paid(rest) for other in others):
                yield (chosen, rest) if others else (chosen,)

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the cost in its notation, in every language; as plain text `E3` would be named as a card."""
        return str(self)

    def __str__(self) -> str:
        return "+".join(map(str, self.sets))


def remaining_indexes(indexes: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """Return the card indexes that are not taken."""
    return tuple(index for index in indexes if index not in taken)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Cost:
    matches = [_GROUP.fullmatch(part.strip()) for part in text.split("+")]
    groups = tuple(CostSet(match[1].upper(), int(match[2])) for match in matches if match)
    if len(groups) < len(matches) or len(groups) > 2:
        raise Fault("cost", rulebook(), found=one_line_excerpt(text, 20))
    cost = Cost(groups)
    if cost.size > MAX_COST_SIZE:
        raise Fault(
            "cost_size", rulebook(), found=one_line_excerpt(text, 20), n=cost.size, most=MAX_COST_SIZE
        )
    return cost


def pays_cost(cards: Sequence[str], cost: Cost) -> bool:
    """Return True if exactly these cards pay a cost.

    >>> pays_cost(["A12", "E13", "*"], Cost.parse("R3")), pays_cost(["A12", "E13", "F1"], Cost.parse("R3"))
    (True, False)
    """
    return cost.is_paid(sorted(_card_by_index(cards)))


def _card_by_index(cards: Sequence[str]) -> dict[int, str]:
    archmages = iter(range(WIZARD_COUNT, WIZARD_COUNT + len(cards)))
    return {next(archmages) if card == ARCHMAGE else INDEX_BY_CARD[card]: card for card in cards}


@attrs.frozen
class Payment:
    """The cards that pay a cost, as a fact in a ruling; its text lists each set with its cards."""

    cost: Cost
    cards: tuple[str, ...]

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return each set with its cards, such as `N2 (Air 6 and Fire 6) + E2 (Earth 1 and Earth 4)`."""
        cards = _card_by_index(self.cards)
        parts = next(self.cost.divisions(sorted(cards)))
        named = [words.format_fact([cards[index] for index in part]) for part in parts]
        return " + ".join(f"{group} ({part})" for group, part in zip(self.cost.sets, named, strict=True))


def unpaid_case(cards: Sequence[str], cost: Cost) -> str:
    """Return the refusal case that says why cards do not pay a cost ("count" or "set"), or "" if they pay.

    >>> unpaid_case(["A6", "E6"], Cost.parse("N3")), unpaid_case(["A6", "E6", "F7"], Cost.parse("N3"))
    ('count', 'set')
    """
    if len(cards) != cost.size:
        return "count"
    return "" if pays_cost(cards, cost) else "set"
