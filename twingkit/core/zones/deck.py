"""A deck whose order is chance, but for pieces at its ends that somebody has seen or put there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from twingkit.core.asking import Question
from twingkit.core.cards.stack import Card, Stack
from twingkit.core.starts import Script

Seats = frozenset[int]
"""The seats that know a piece."""

UNSEEN: Seats = frozenset()
"""The seats that know a piece which nobody knows."""


class Deck(Stack[Card]):
    """A `Stack` with known ends.

    `top` (the next card first) and `bottom` (the last card last) are not among its `counts`; `top_known` and
    `bottom_known` are the seats that know each of these cards.

    >>> deck = Deck(["cat", "cat", "trap"])
    >>> deck.lay_on_top(["cat"], [0])
    >>> deck.size, deck.total, deck.top, deck.known_by(0), deck.known_by(1)
    (4, 3, ['cat'], ['cat'], [])
    """

    __slots__ = ("bottom", "bottom_known", "top", "top_known")

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        super().__init__(cards)
        self.top: list[Card] = []
        self.top_known: list[Seats] = []
        self.bottom: list[Card] = []
        self.bottom_known: list[Seats] = []

    @property
    def size(self) -> int:
        """The number of cards, those at its ends too."""
        return self.total + len(self.top) + len(self.bottom)

    @property
    def next_known(self) -> Seats:
        """The seats that know the next card."""
        return self.top_known[0] if self.top else UNSEEN

    def known_by(self, seat: int) -> list[Card]:
        """The cards at its ends that a seat knows, from the top."""
        ends = zip((*self.top, *self.bottom), (*self.top_known, *self.bottom_known), strict=True)
        return [card for card, seats in ends if seat in seats]

    def every(self) -> list[Card]:
        """All its cards: from the top, those in unknown order side by side."""
        return [*self.top, *self.all(), *self.bottom]

    def lay_on_top(self, cards: Iterable[Card], known_to: Iterable[int] = ()) -> None:
        """Put cards on top, the next one first."""
        laid = list(cards)
        self.top[:0] = laid
        self.top_known[:0] = [frozenset(known_to)] * len(laid)

    def lay_beneath(self, cards: Iterable[Card], known_to: Iterable[int] = ()) -> None:
        """Put cards at the bottom, the last one last."""
        laid = list(cards)
        self.bottom += laid
        self.bottom_known += [frozenset(known_to)] * len(laid)

    def next(self, ask: Callable[[], Question]) -> Script[tuple[Any, Seats] | None]:
        """Take the next card off; return it with the seats that know it, None if there is none.

        `ask` makes the question of chance for a card that lies in no known place.
        """
        if self.top:
            return self.top.pop(0), self.top_known.pop(0)
        if self.total:
            card = yield ask()
            self.take(card)
            return card, UNSEEN
        return (self.bottom.pop(0), self.bottom_known.pop(0)) if self.bottom else None

    def shuffle_in(self, cards: list[Card]) -> None:
        """Shuffle all cards of a pile in, and empty the pile."""
        for card in cards:
            self.put(card)
        cards.clear()

    def shuffle_unknown(self, seat: int) -> None:
        """Shuffle in the cards at its ends that a seat does not know."""
        for cards, knowing in (self.top, self.top_known), (self.bottom, self.bottom_known):
            for place in [place for place, seats in enumerate(knowing) if seat not in seats][::-1]:
                self.put(cards.pop(place))
                del knowing[place]

    def copy(self) -> Deck[Card]:
        """An independent copy."""
        twin: Deck[Card] = object.__new__(Deck)
        twin.kinds, twin.places = self.kinds, self.places
        twin.counts, twin.total = self.counts[:], self.total
        if self.top or self.bottom:
            twin.top, twin.top_known = self.top[:], self.top_known[:]
            twin.bottom, twin.bottom_known = self.bottom[:], self.bottom_known[:]
        else:  # the usual case, made fast
            twin.top, twin.top_known, twin.bottom, twin.bottom_known = [], [], [], []
        return twin

    def key(self) -> tuple[object, ...]:
        """The cards as one hashable value; who knows them does not matter for the rules."""
        return tuple(self.counts), tuple(self.top), tuple(self.bottom)
