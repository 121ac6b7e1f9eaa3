"""The cards of a table that an onlooker knows: named cards, and the number of unnamed ones in each hand.

Odds of what is visible depend on these alone. They come from the lines, not from the cards that stand for
unknown ones, so other cards for these change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import attrs

from twingkit.core.play import Game
from twingkit.referee.table_rules import TableRules
from twingkit.referee.typed import Typed, tokens_of


@attrs.frozen
class KnownHand:
    """A hand as an onlooker knows it: its named cards, and the number of unnamed ones."""

    named: tuple[str, ...]
    unnamed: int


@attrs.frozen
class OpenCards:
    """The cards of a table as an onlooker knows them.

    `game` fits all that is known: what lies open in it is so, but its hands are one deal among many. `named`
    are the cards that lines have named since the deck was made anew, so that they are no longer in it.

    >>> from twingkit.referee import Referee
    >>> table = Referee.of("ember 2")
    >>> for line in ["p1: dealer p1", "p2: card E2", *["p2: card ?"] * 4, *["p1: card ?"] * 5]:
    ...     table.tell(line)
    >>> [(hand.named, hand.unnamed) for hand in table.open_cards.hands]
    [((), 5), (('E2',), 4)]
    """

    game: Game
    hands: tuple[KnownHand, ...]
    named: tuple[str, ...]


def open_cards(
    game: Game, rules: TableRules, seats: int, free: Collection[str], lines: Iterable[tuple[Typed, str]]
) -> OpenCards:
    """Return the cards of a table as an onlooker knows them.

    `free` are the cards whose place nobody knows. `lines` are those since the last shuffle, each with the
    kind of its question.
    """
    named = _named(rules, lines)
    if rules.hand is None:
        return OpenCards(game, (), tuple(named.elements()))
    hands = []
    for seat in range(seats):
        held = tuple(rules.hand(game.table, seat))
        known = tuple(card for card in held if card in named and card not in free)
        hands.append(KnownHand(known, len(held) - len(known)))
    return OpenCards(game, tuple(hands), tuple(named.elements()))


def _named(rules: TableRules, lines: Iterable[tuple[Typed, str]]) -> Counter[str]:
    """Count the cards that lines name, including draws announced aloud."""
    named = Counter[str]()
    for line, kind in lines:
        if kind in rules.draws:
            named.update(() if line.unknown else (tokens_of(line.answer),))
        else:
            named.update(line.shown or rules.needs(line.answer))
    return named
