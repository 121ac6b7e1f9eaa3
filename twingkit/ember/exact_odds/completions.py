"""Which cards complete a set: for held cards, every card of the deck with which a cost can be paid, as bits.

Bit `p` of a number stands for the card of place `p` (see `twingkit.ember.rules.cards`); counting cards is
counting bits, and three Archmages count three times without a special case.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from twingkit.ember.rules.cards import DECK_SIZE, NUMBERS, WIZARDS, bits_of
from twingkit.ember.rules.costs import Cost, Group, fits

ALL = (1 << DECK_SIZE) - 1
"""The bits of all cards."""

WILD = ALL & ~((1 << WIZARDS) - 1)
"""The bits of the three Archmages."""

_NUMBER = [0b1111 << 4 * number for number in range(NUMBERS)]
_ELEMENT = [sum(1 << 4 * number + element for number in range(NUMBERS)) for element in range(4)]


@lru_cache(maxsize=1 << 17)
def completing(kind: str, size: int, held: tuple[int, ...]) -> int:
    """Return the cards, as bits, with which `held`, one card short of a set, becomes the set.

    A card of `held` itself may be among them.

    >>> from twingkit.ember.rules.cards import places_in
    >>> list(places_in(completing("S", 3, (0, 8))))
    [4, 52, 53, 54]
    """
    if not fits(kind, size, held):
        return 0
    wizards = [place for place in held if place < WIZARDS]
    if not wizards:
        return ALL
    element = _ELEMENT[wizards[0] % 4]
    if kind == "E":
        return element | WILD
    numbers = [place // 4 for place in wizards]
    if kind == "N":
        return _NUMBER[numbers[0]] | WILD
    first, last = max(0, max(numbers) - size + 1), min(NUMBERS - 1, min(numbers) + size - 1)
    run = WILD
    for number in range(first, last + 1):
        if number not in numbers:
            run |= _NUMBER[number]
    return run if kind == "R" else run & (element | WILD)


class Completions:
    """The cards that complete a payment of one cost, by the held cards; kept for those that were asked."""

    def __init__(self, cost: Cost) -> None:
        self.cost = cost
        self.known: dict[int, int] = {}
        self._exact: dict[tuple[int, ...], int] = {}
        groups = cost.groups
        self._orders: tuple[tuple[Group, Group], ...] = ()
        if len(groups) == 2:
            both = ((groups[0], groups[1]), (groups[1], groups[0]))
            self._orders = both if groups[0] != groups[1] else both[:1]

    def of(self, held: tuple[int, ...]) -> int:
        """Return the cards, as bits, with which some of `held` (places, lowest first) pay the cost."""
        key = bits_of(held)
        bits = self.known.get(key)
        if bits is None:
            bits = 0
            for chosen in combinations(held, self.cost.size - 1):
                bits |= self._exactly(chosen)
            self.known[key] = bits
        return bits

    def payable(self, hand: tuple[int, ...]) -> bool:
        """Return whether some of these cards pay the cost."""
        return any(self.cost.is_paid(chosen) for chosen in combinations(hand, self.cost.size))

    def _exactly(self, held: tuple[int, ...]) -> int:
        """The cards with which exactly `held` and that card pay the cost."""
        if not self._orders:
            group = self.cost.groups[0]
            return completing(group.kind, group.size, held)
        bits = self._exact.get(held)
        if bits is None:
            bits = 0
            for short, whole in self._orders:
                # the rests come in the opposite order of the chosen ones
                rests = reversed(list(combinations(held, len(held) - whole.size)))
                for chosen, rest in zip(combinations(held, whole.size), rests, strict=True):
                    if fits(whole.kind, whole.size, chosen):
                        bits |= completing(short.kind, short.size, rest)
            if len(held) < 4:  # sets of four are asked once: `known` has them
                self._exact[held] = bits
        return bits
