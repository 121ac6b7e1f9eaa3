"""The draft of the deck builder: the cards of a deck, legal or not, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.core.questions import InputRefusal, Refusal
from twingkit.imajica.box.decks import Deck, deck_faults, deck_from_lines, load_decks
from twingkit.imajica.variants.variant import BOX, Variant

KEY = "imajica deck:"
"""The beginning of a line."""

MOST_COPIES = 60
"""The largest number of copies that the builder counts up to."""


@attrs.frozen
class DeckDraft:
    """The cards of a deck with their numbers, in order; the deck's `name`, and the rules that judge it."""

    counts: tuple[tuple[str, int], ...] = ()
    name: str = "own"
    variant: Variant = BOX

    @classmethod
    def read(cls, text: str) -> DeckDraft:
        """The draft of a line such as `imajica deck: 2 gek-a-gek, slew`, or of the name of a deck.

        Raises `Fault` for what is no deck.

        >>> DeckDraft.read("imajica deck: 2 gek-a-gek, slew").line()
        'imajica deck: 2 gek-a-gek, slew'
        >>> DeckDraft.read("teeth").deck.size
        60
        """
        cards = text.removeprefix(KEY).strip()
        if cards in load_decks():
            return cls.of(load_decks()[cards])
        return cls.of(deck_from_lines("own", [line for line in cards.split(",") if line.strip()]))

    @classmethod
    def of(cls, deck: Deck) -> DeckDraft:
        """The draft of a deck."""
        return cls(tuple((name, count) for name, count in deck.counts.items() if count), deck.id)

    @property
    def deck(self) -> Deck:
        """The deck as it is."""
        return Deck(self.name, dict(self.counts))

    @property
    def copies(self) -> Mapping[str, int]:
        """The numbers by cards."""
        return dict(self.counts)

    @property
    def complete(self) -> bool:
        """True if there is a card."""
        return bool(self.counts)

    def battle(self) -> DeckDraft:
        """The deck itself."""
        return self

    def problems(self) -> Sequence[Refusal]:
        """None: a deck that is being built is not forbidden; `faults` are what the builder shows."""
        return ()

    def faults(self) -> list[InputRefusal]:
        """Everything that a rule forbids in it, all at once (IJ-DECK-1, 3)."""
        return deck_faults(self.deck, variant=self.variant)

    def line(self) -> str:
        """The deck as a line."""
        return f"{KEY} {', '.join(self.deck.lines())}"

    def with_battle(self, battle: DeckDraft) -> DeckDraft:
        """Another deck."""
        return battle

    def with_card(self, card: str, step: int) -> DeckDraft:
        """The draft with so many copies more or less of a card."""
        copies = dict(self.counts)
        copies[card] = max(0, min(MOST_COPIES, copies.get(card, 0) + step))
        return attrs.evolve(self, counts=tuple((name, n) for name, n in copies.items() if n))
