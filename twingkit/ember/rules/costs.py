"""Conjuring costs: sets of one number, of one element, runs, and runs in one element (EM-COST).

`N3` is three cards with one number, `E3` three of one element, `R3` three consecutive numbers, `S3` three
consecutive numbers in one element. `S2+N2` is both, with separate cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations

import attrs

from twingkit.core.arguments import check_argument, named_kind
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Words
from twingkit.ember.rules.cards import ARCHMAGE, PLACES, WIZARDS
from twingkit.ember.rules.rulebook import rulebook

KINDS = "NERS"
"""Kinds of sets: one number, one element, a run, a run in one element (EM-COST-2, 3)."""

LARGEST = 5
"""Largest number of cards in a cost."""

_GROUP = re.compile(rf"([{KINDS}])([2-5])", re.IGNORECASE)

COST_TEXT = named_kind("argument.cost_text", lambda cost: isinstance(cost, str))
"""A cost as a string, as functions accept it."""


@lru_cache(maxsize=1 << 17)
def can_form_set(kind: str, size: int, places: tuple[int, ...]) -> bool:
    """Return True if cards, given by their places in any order, can belong to one set of `size` cards.

    An Archmage fits everywhere, even as a card that is already there (EM-COST-5), so missing cards can always
    be Archmages. A run stays within 1 to 13 (EM-COST-2).

    >>> can_form_set("R", 3, (0, 8)), can_form_set("R", 3, (0, 12)), can_form_set("S", 3, (0, 9))
    (True, False, False)
    """
    wizards = [place for place in places if place < WIZARDS]
    if kind in "ES" and len({place % 4 for place in wizards}) > 1:
        return False
    numbers = [place // 4 for place in wizards]
    if kind == "N":
        return len(set(numbers)) <= 1
    if kind == "E":
        return True
    return not numbers or (len(set(numbers)) == len(numbers) and max(numbers) - min(numbers) < size)


@attrs.frozen(cache_hash=True)
class Group:
    """One set of a cost: its kind, one of `KINDS`, and its number of cards, 2 to 5."""

    kind: str
    size: int

    def is_paid(self, places: Sequence[int]) -> bool:
        """Return True if exactly these cards form this set."""
        return len(places) == self.size and can_form_set(self.kind, self.size, tuple(places))

    def __str__(self) -> str:
        return f"{self.kind}{self.size}"


@attrs.frozen(cache_hash=True)
class Cost:
    """A conjuring cost: one or two sets of separate cards (EM-COST-1).

    >>> str(Cost.parse("s2 + n2")), Cost.parse("R5").size
    ('S2+N2', 5)
    """

    groups: tuple[Group, ...]

    @cached_property
    def size(self) -> int:
        """Return the number of cards to be paid, which are also redrawn."""
        return sum(group.size for group in self.groups)

    @classmethod
    def parse(cls, text: str) -> Cost:
        """Parse a cost. Raises `Fault` with the kinds of sets, or if it takes too many cards."""
        check_argument("text", text, COST_TEXT)
        return _parsed(text)

    def is_paid(self, places: Sequence[int]) -> bool:
        """Return True if exactly these cards, given by their places, pay this cost.

        >>> Cost.parse("N2+N2").is_paid((20, 21, 22, 23)), Cost.parse("N3").is_paid((20, 21, 22, 23))
        (True, False)
        """
        if len(places) != self.size:
            return False
        if len(self.groups) == 1:
            return self.groups[0].is_paid(places)
        group, other = self.groups
        return any(
            group.is_paid(chosen) and other.is_paid(without_places(places, chosen))
            for chosen in combinations(places, group.size)
        )

    def label(self, words: Words, form: str = "") -> str:
        """Return the cost as a fact of a ruling, as it is written (elsewhere `E3` would be a card)."""
        return str(self)

    def __str__(self) -> str:
        return "+".join(map(str, self.groups))


def without_places(places: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """Return the places that are not taken. No place occurs twice."""
    return tuple(place for place in places if place not in taken)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Cost:
    matches = [_GROUP.fullmatch(part.strip()) for part in text.split("+")]
    groups = tuple(Group(match[1].upper(), int(match[2])) for match in matches if match)
    if len(groups) < len(matches) or len(groups) > 2:
        raise Fault("cost", rulebook(), found=one_line(text, 20))
    cost = Cost(groups)
    if cost.size > LARGEST:
        raise Fault("cost_size", rulebook(), found=one_line(text, 20), n=cost.size, most=LARGEST)
    return cost


def pays(cards: Sequence[str], cost: Cost) -> bool:
    """Return True if exactly these cards pay a cost.

    >>> pays(["A12", "E13", "*"], Cost.parse("R3")), pays(["A12", "E13", "F1"], Cost.parse("R3"))
    (True, False)
    """
    archmages = iter(range(WIZARDS, WIZARDS + len(cards)))
    places = [next(archmages) if card == ARCHMAGE else PLACES[card] for card in cards]
    return cost.is_paid(sorted(places))


def why_unpaid(cards: Sequence[str], cost: Cost) -> str:
    """Return why cards do not pay a cost, as the case of a refusal: "count", "set", or "" if they pay.

    >>> why_unpaid(["A6", "E6"], Cost.parse("N3")), why_unpaid(["A6", "E6", "F7"], Cost.parse("N3"))
    ('count', 'set')
    """
    if len(cards) != cost.size:
        return "count"
    return "" if pays(cards, cost) else "set"
