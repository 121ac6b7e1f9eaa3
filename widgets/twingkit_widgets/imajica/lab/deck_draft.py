"""The draft of the deck builder: a deck, legal or not, with all its faults."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.core.questions import RefusalWithRuleId
from twingkit.imajica.box.decks import Deck, deck_from_lines, deck_refusals, load_decks
from twingkit_widgets.lab.design import Draft

_DECK_NOTATION_PREFIX = "imajica deck:"

MAX_COPIES = 60
"""Maximum number of copies of a card in the builder."""


@attrs.frozen
class DeckDraft(Draft):
    """A deck being built: cards with numbers of copies, and the deck's name.

    It has no `problems`: an unfinished deck is allowed, and the builder shows `all_refusals` instead.
    """

    counts: tuple[tuple[str, int], ...] = ()
    name: str = "own"

    @classmethod
    def read(cls, text: str) -> DeckDraft:
        """Parse a deck such as `imajica deck: 2 gek-a-gek, slew`, or the name of a ready-made deck.

        Raises `Fault` if it is not valid.

        >>> DeckDraft.read("imajica deck: 2 gek-a-gek, slew").line()
        'imajica deck: 2 gek-a-gek, slew'
        >>> DeckDraft.read("teeth").deck.size
        60
        """
        cards = text.removeprefix(_DECK_NOTATION_PREFIX).strip()
        if cards in load_decks():
            return cls.of(load_decks()[cards])
        return cls.of(deck_from_lines("own", [line for line in cards.split(",") if line.strip()]))

    @classmethod
    def of(cls, deck: Deck) -> DeckDraft:
        """Return the draft of a deck."""
        return cls(tuple((name, count) for name, count in deck.counts.items() if count), deck.id)

    @property
    def deck(self) -> Deck:
        """The deck as built so far."""
        return Deck(self.name, dict(self.counts))

    @property
    def copies(self) -> Mapping[str, int]:
        """The number of copies of each card."""
        return dict(self.counts)

    @property
    def is_complete(self) -> bool:
        """Whether the deck has any cards."""
        return bool(self.counts)

    def all_refusals(self) -> list[RefusalWithRuleId]:
        """Return every rule that the deck breaks (IJ-DECK-1, 3)."""
        return deck_refusals(self.deck)

    def unknown_card_refusals(self) -> list[RefusalWithRuleId]:
        """Return a fault for each name in the deck that is no card."""
        return [fault for fault in self.all_refusals() if fault.case == "unknown"]

    def line(self) -> str:
        """Return the deck in notation."""
        return f"{_DECK_NOTATION_PREFIX} {', '.join(self.deck.lines())}"

    def with_card(self, card: str, count_change: int) -> DeckDraft:
        """Return the draft with `count_change` more copies of a card, or fewer if negative."""
        copies = dict(self.counts)
        copies[card] = max(0, min(MAX_COPIES, copies.get(card, 0) + count_change))
        return attrs.evolve(self, counts=tuple((name, n) for name, n in copies.items() if n))
