"""A stack of cards in unknown order."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

Card = TypeVar("Card", bound=Hashable)


class FaceDownStack(Generic[Card]):
    """A face-down stack of cards in unknown order: stores a sorted number for each of its cards.

    `twingkit.core.cards.draws` draws from it. The n-th of `kinds` has the number n.

    >>> stack = FaceDownStack(["cat", "cat", "trap"])
    >>> stack.take("cat")
    >>> stack.shuffled_count, stack.count("cat"), list(stack)
    (2, 1, ['cat', 'trap'])
    """

    __slots__ = ("kinds", "numbers", "places", "shuffled_count")

    def __init__(self, cards: Sequence[Card]) -> None:
        counted = Counter(cards)
        self.kinds: tuple[Card, ...] = tuple(counted)
        self.places = {card: place for place, card in enumerate(counted)}
        self.numbers = [place for place, count in enumerate(counted.values()) for _ in range(count)]
        self.shuffled_count = len(cards)

    def shuffle_in(self, card: Card) -> None:
        """Shuffle a card into the stack."""
        insort(self.numbers, self.places[card])
        self.shuffled_count += 1

    def take(self, card: Card) -> None:
        """Remove a card that was drawn from the stack. Raises `ValueError` if it is not there."""
        self.numbers.remove(self.places[card])
        self.shuffled_count -= 1

    def count(self, card: Card) -> int:
        """Return the number of copies of a card in the stack."""
        place = self.places.get(card)
        return 0 if place is None else self.numbers.count(place)

    def shuffled_cards(self) -> list[Card]:
        """Return all cards in the stack, equal cards side by side."""
        return [self.kinds[number] for number in self.numbers]

    def replace_cards(self, cards: Sequence[Card]) -> None:
        """Replace all cards in the stack by these."""
        counted = Counter(cards)
        if not counted.keys() <= self.places.keys():
            self.kinds = tuple(sorted({*self.kinds, *counted}, key=str))
            self.places = {card: place for place, card in enumerate(self.kinds)}
        self.numbers = sorted([self.places[card] for card in cards])
        self.shuffled_count = len(cards)

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the different cards in the stack, each once."""
        return (self.kinds[number] for number in dict.fromkeys(self.numbers))

    def copy(self) -> FaceDownStack[Card]:
        """Return an independent copy."""
        twin: FaceDownStack[Card] = object.__new__(FaceDownStack)
        twin.kinds, twin.places = self.kinds, self.places
        twin.numbers, twin.shuffled_count = self.numbers[:], self.shuffled_count
        return twin
