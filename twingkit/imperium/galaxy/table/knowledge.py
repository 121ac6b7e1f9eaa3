"""The knowledge that players have of what others hold hidden (IM-VIEW-1): cards of a hand that was looked at
or that went through the own one, notes that changed hands unseen.

It follows from what each player has seen alone, so that what it says never depends on a hidden card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs


@attrs.frozen
class Seen:
    """One action card of which a player (`viewer`) knows that another one holds it."""

    viewer: int
    holder: int
    card: str


@attrs.frozen
class Knowledge:
    """The knowledge of all players. `hands` has each known action card once for each copy; `astray` are the
    notes, each with a seat that cannot tell any more who of the others holds it.

    >>> known = Knowledge().passed(0, 1, "fs")
    >>> known.of_hand(0, 1), known.of_hand(2, 1), known.played(1, "fs").of_hand(0, 1)
    (('fs',), (), ())
    """

    hands: tuple[Seen, ...] = ()
    astray: frozenset[tuple[int, str]] = frozenset()

    def of_hand(self, viewer: int, holder: int) -> tuple[str, ...]:
        """The action cards of which a player knows that another one holds them."""
        return tuple(seen.card for seen in self.hands if (seen.viewer, seen.holder) == (viewer, holder))

    def of(self, viewer: int) -> Knowledge:
        """The knowledge of one player alone."""
        hands = tuple(seen for seen in self.hands if seen.viewer == viewer)
        astray = frozenset(pair for pair in self.astray if pair[0] == viewer)
        return Knowledge(hands, astray)

    def heard(self, viewer: int, holder: int, cards: Sequence[str]) -> Knowledge:
        """The knowledge after a player has learned that another one holds these action cards at least."""
        missing = Counter(cards) - Counter(self.of_hand(viewer, holder))
        learned = [Seen(viewer, holder, card) for card in sorted(missing.elements())]
        return attrs.evolve(self, hands=(*self.hands, *learned)) if learned else self

    def played(self, holder: int, card: str) -> Knowledge:
        """The knowledge after an action card went out of a hand, seen by all."""
        left = list(self.hands)
        for seen in dict.fromkeys(self.hands):
            if (seen.holder, seen.card) == (holder, card):
                left.remove(seen)
        return attrs.evolve(self, hands=tuple(left))

    def passed(self, giver: int, taker: int, card: str) -> Knowledge:
        """The knowledge after an action card went from hand to hand: the others cannot tell any more what
        the giver holds."""
        left = [seen for seen in self.hands if seen.holder != giver or seen.viewer == taker]
        if (gone := Seen(taker, giver, card)) in left:
            left.remove(gone)
        return attrs.evolve(self, hands=(*left, Seen(giver, taker, card)))

    def without(self, seat: int) -> Knowledge:
        """The knowledge after a player has lost the whole hand."""
        return attrs.evolve(self, hands=tuple(seen for seen in self.hands if seen.holder != seat))

    def note_passed(self, giver: int, taker: int, note: str, notes: Iterable[str], seats: int) -> Knowledge:
        """The knowledge after a note went from hand to hand: which one of the `notes` that the giver had, the
        others of so many `seats` cannot tell."""
        others = [seat for seat in range(seats) if seat not in (giver, taker)]
        mislaid = {(seat, name) for seat in others for name in notes}
        return attrs.evolve(self, astray=self.astray - {(giver, note), (taker, note)} | mislaid)

    def note_shown(self, note: str, *seats: int) -> Knowledge:
        """The knowledge after these players (all, if none is named) have seen where a note is."""
        shown = {pair for pair in self.astray if pair[1] == note and (not seats or pair[0] in seats)}
        return attrs.evolve(self, astray=self.astray - shown) if shown else self
