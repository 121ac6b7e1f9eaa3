"""A deck in random order, except for pieces at its ends that somebody has seen or put there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from twingkit.core.cards.stack import Card, FaceDownStack
from twingkit.core.questions import Question
from twingkit.core.starts import Script

Seats = frozenset[int]
"""The seats that know a piece."""

_SEEN_BY_NOBODY: Seats = frozenset()


class DeckWithKnownEnds(FaceDownStack[Card]):
    """A face-down stack of cards with known cards on top and at the bottom, and with the seats that know
    them.

    `on_top` (the next card first) and `beneath` (the last card last) are the cards at its ends that are not
    among its `numbers`, each with the seats that know it.

    >>> deck = DeckWithKnownEnds(["cat", "cat", "trap"])
    >>> deck.put_on_top(["cat"], [0])
    >>> deck.size, deck.shuffled_count, deck.known_top, deck.pieces_known_to(0), deck.pieces_known_to(1)
    (4, 3, ('cat',), ['cat'], [])
    """

    __slots__ = ("beneath", "on_top")

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        super().__init__(cards)
        self.on_top: tuple[tuple[Card, Seats], ...] = ()
        self.beneath: tuple[tuple[Card, Seats], ...] = ()

    @property
    def known_top(self) -> tuple[Card, ...]:
        """The known cards on top, the next one first."""
        return tuple([card for card, _ in self.on_top])

    @property
    def known_bottom(self) -> tuple[Card, ...]:
        """The known cards at the bottom, the last one last."""
        return tuple([card for card, _ in self.beneath])

    @property
    def size(self) -> int:
        """The number of cards, including those at its ends."""
        return self.shuffled_count + len(self.on_top) + len(self.beneath)

    @property
    def seats_knowing_next(self) -> Seats:
        """The seats that know the next card."""
        return self.on_top[0][1] if self.on_top else _SEEN_BY_NOBODY

    def pieces_known_to(self, seat: int) -> list[Card]:
        """Return the cards at the top and bottom of the deck that a seat knows, from the top."""
        return [card for card, seats in (*self.on_top, *self.beneath) if seat in seats]

    def all_cards(self) -> list[Card]:
        """Return all cards from the top; between the ends, equal cards are side by side."""
        return [*self.known_top, *self.shuffled_cards(), *self.known_bottom]

    def put_on_top(self, cards: Iterable[Card], known_to: Iterable[int] = ()) -> None:
        """Put cards on top, the next one first."""
        seats = frozenset(known_to)
        self.on_top = (*[(card, seats) for card in cards], *self.on_top)

    def put_on_bottom(self, cards: Iterable[Card], known_to: Iterable[int] = ()) -> None:
        """Put cards at the bottom, the last one last."""
        seats = frozenset(known_to)
        self.beneath = (*self.beneath, *[(card, seats) for card in cards])

    def take_next(self, ask: Callable[[], Question]) -> Script[tuple[Any, Seats] | None]:
        """Take the next card; return it with the seats that know it, or None if the deck is empty.

        `ask` creates the draw for a card whose place is unknown.
        """
        if self.on_top:
            first, *rest = self.on_top
            self.on_top = tuple(rest)
            return first
        if self.shuffled_count:
            card = yield ask()
            self.take(card)
            return card, _SEEN_BY_NOBODY
        if not self.beneath:
            return None
        first, *rest = self.beneath
        self.beneath = tuple(rest)
        return first

    def shuffle_in_pile(self, pile: list[Card]) -> None:
        """Move all cards of a pile into the deck and shuffle them in; the list `pile` is empty afterwards."""
        for card in pile:
            self.shuffle_in(card)
        pile.clear()

    def shuffle_unknown(self, seat: int) -> None:
        """Shuffle into the deck the cards at its top and bottom that a seat does not know."""
        for card, seats in (*self.on_top, *self.beneath):
            if seat not in seats:
                self.shuffle_in(card)
        self.on_top = tuple([end for end in self.on_top if seat in end[1]])
        self.beneath = tuple([end for end in self.beneath if seat in end[1]])

    def copy(self) -> DeckWithKnownEnds[Card]:
        """Return an independent copy."""
        twin: DeckWithKnownEnds[Card] = object.__new__(DeckWithKnownEnds)
        twin.kinds, twin.places, twin.shuffled_count = self.kinds, self.places, self.shuffled_count
        twin.numbers = self.numbers[:]
        twin.on_top, twin.beneath = self.on_top, self.beneath
        return twin

    def key(self) -> tuple[object, ...]:
        """Return the cards as one hashable value; it ignores who knows them, which no rule depends on."""
        return tuple(self.numbers), self.known_top, self.known_bottom
