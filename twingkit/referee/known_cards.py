"""The cards of a table that an onlooker knows: named cards, and the number of unnamed ones in each hand.

Odds that use only public information depend on these alone. They come from the typed lines, not from the
cards dealt for unknown ones, so dealing other cards changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import attrs

from twingkit.core.play import Game
from twingkit.referee.referee_rules import RefereeRules
from twingkit.referee.typed_line import TypedLine, drawn_card_token


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


def known_cards(
    game: Game,
    rules: RefereeRules,
    seat_count: int,
    unlocated_cards: Collection[str],
    lines: Iterable[tuple[TypedLine, str]],
) -> KnownCards:
    """Return the cards of a table as an onlooker knows them, from its typed lines.

    `unlocated_cards` are the cards whose place nobody knows. `lines` are those since the last shuffle, each
    with the kind of its question.
    """
    named = _named(rules, lines)
    if rules.hand_tokens is None:
        return KnownCards(game, (), tuple(named.elements()))
    hands = []
    for seat in range(seat_count):
        held = tuple(rules.hand_tokens(game.table, seat))
        known = tuple(card for card in held if card in named and card not in unlocated_cards)
        hands.append(KnownHand(known, len(held) - len(known)))
    return KnownCards(game, tuple(hands), tuple(named.elements()))


def _named(rules: RefereeRules, lines: Iterable[tuple[TypedLine, str]]) -> Counter[str]:
    named = Counter[str]()
    for line, kind in lines:
        if kind in rules.hidden_draw_kinds:
            named.update(() if line.has_unknown_card else (drawn_card_token(line.answer),))
        else:
            named.update(line.shown_cards or rules.named_hand_cards(line.answer))
    return named
