"""The cards of a table that an onlooker knows: named cards, and the number of unnamed ones in each hand.

Odds that use only public information depend on these alone. They come from the typed lines, not from the
cards dealt for unknown ones, so dealing other cards changes nothing.
"""

from __future__ import annotations

import attrs

from twingkit.core.play import Game


@attrs.frozen
class KnownHand:
    """A hand as an onlooker knows it: its named cards, and the number of unnamed ones."""

    known_cards: tuple[str, ...]
    unknown_count: int


@attrs.frozen
class KnownCards:
    """The cards of a table as an onlooker knows them.

    `game` is one game that agrees with everything known: its open cards are real, its hands are one possible
    deal. `named_cards` are the cards named by lines since the deck was last reshuffled, so they are not in
    it.

    >>> from twingkit.referee import Referee
    >>> table = Referee.from_line("ember 2")
    >>> for line in ["p1: dealer p1", "p2: card E2", *["p2: card ?"] * 4, *["p1: card ?"] * 5]:
    ...     table.add_line(line)
    >>> [(hand.known_cards, hand.unknown_count) for hand in table.known_cards.hands]
    [((), 5), (('E2',), 4)]
    """

    game: Game
    hands: tuple[KnownHand, ...]
    named_cards: tuple[str, ...]
