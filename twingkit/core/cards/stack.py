"""A stack of cards in unknown order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

Card = TypeVar("Card", bound=Hashable)


class Stack(Generic[Card]):
    """A face-down stack of cards in unknown order: stores how many copies of each card it holds.

    `twingkit.core.cards.draws` draws from it.

    >>> stack = Stack(["cat", "cat", "trap"])
    >>> stack.take("cat")
    >>> stack.total, stack.count("cat"), list(stack)
    (2, 1, ['cat', 'trap'])
    """

    __slots__ = ("counts", "kinds", "places", "total")

    def __init__(self, cards: Sequence[Card]) -> None:
        counted = Counter(cards)
        self.kinds: tuple[Card, ...] = tuple(counted)
        self.places = {card: place for place, card in enumerate(counted)}
        self.counts = list(counted.values())
        self.total = len(cards)

    def put(self, card: Card) -> None:
        """Shuffle a card into the stack."""
        self.counts[self.places[card]] += 1
        self.total += 1

    def take(self, card: Card) -> None:
        """Remove a card that was drawn from the stack."""
        self.counts[self.places[card]] -= 1
        self.total -= 1

    def count(self, card: Card) -> int:
        """Return the number of copies of a card in the stack."""
        place = self.places.get(card)
        return 0 if place is None else self.counts[place]

    def cards(self) -> list[Card]:
        """Return all cards in the stack, equal cards side by side."""
        return [card for card, count in zip(self.kinds, self.counts, strict=True) for _ in range(count)]

    def replace_cards(self, cards: Sequence[Card]) -> None:
        """Replace all cards in the stack by these."""
        counted = Counter(cards)
        if not counted.keys() <= self.places.keys():
            self.kinds = tuple(sorted({*self.kinds, *counted}, key=str))
            self.places = {card: place for place, card in enumerate(self.kinds)}
        self.counts = [counted[card] for card in self.kinds]
        self.total = len(cards)

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the different cards in the stack, each once."""
        return (card for card, count in zip(self.kinds, self.counts, strict=True) if count)

    def copy(self) -> Stack[Card]:
        """Return an independent copy."""
        twin: Stack[Card] = object.__new__(Stack)
        twin.kinds, twin.places = self.kinds, self.places
        twin.counts, twin.total = self.counts[:], self.total
        return twin
