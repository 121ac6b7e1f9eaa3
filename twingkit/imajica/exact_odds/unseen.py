"""The cards that a rival can hold, and the probability that certain cards are among them.

Every hand of unseen cards is equally likely. That is exact for a known deck, as long as nothing is inferred
from how its Autarch has played. For an unknown deck the whole set is used instead, with as many copies of
each card as a deck may have (IJ-DECK-1): an assumption that results mention.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import attrs

from twingkit.core.arguments.kinds import as_int
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.questions import one_line_excerpt
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.decks import DECK_SIZE, Deck
from twingkit.imajica.exact_odds.ways import StopWay
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.starts import GameStart


@attrs.frozen
class RivalHand:
    """The known information on a rival's hand: cards, number of unseen cards, and the deck.

    Without a deck the whole set is used, as far as deck rules allow. Raises `Fault` for malformed values.

    >>> RivalHand(("pneuma",), 5).unseen_count
    5
    """

    known_cards: tuple[str, ...] = ()
    unseen_count: int = attrs.field(default=0, converter=as_int)
    deck: Deck | None = None

    def __attrs_post_init__(self) -> None:
        named = isinstance(self.known_cards, tuple) and all(
            isinstance(name, str) for name in self.known_cards
        )
        counted = type(self.unseen_count) is int and 0 <= self.unseen_count <= DECK_SIZE
        if not named:
            raise hand_fault(self.known_cards, "known")
        if not counted:
            raise hand_fault(self.unseen_count, "unseen")
        if not isinstance(self.deck, Deck | None):
            raise hand_fault(self.deck, "deck")


def hand_fault(value: object, wrong_part: str, similar_card: str = "") -> Fault:
    """Return the error for a value that does not describe a hand; `similar_card` is the card that may be
    meant.
    """
    if similar_card:
        return Fault("imajica.card_name", found=one_line_excerpt(repr(value), 40), near=similar_card)
    return Fault(
        "imajica.hand", found=one_line_excerpt(repr(value), 40), wanted=_ExpectedValueText(wrong_part)
    )


@attrs.frozen
class _ExpectedValueText:
    """The kind of value that was expected, in the reader's language."""

    wanted: str

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the text as part of a sentence."""
        return message(f"imajica.hand_{self.wanted}")


def known_rival_hands(game: Game, seat: int) -> dict[str, RivalHand]:
    """Return an Autarch's knowledge of the rivals' hands in a game: their sizes, and announced decks."""
    table: ImajicaTable = game.table
    decks = game.start.decks if isinstance(game.start, GameStart) else [None] * len(table.players)
    return {
        player.name: RivalHand((), len(player.hand), deck)
        for player, deck in zip(table.players, decks, strict=True)
        if player.seat != seat and not player.is_out
    }


def publicly_seen_deck_cards(table: ImajicaTable, seat: int) -> Counter[str]:
    """Return the cards of an Autarch's deck that everybody has seen: in play, in the In Ovo, or removed."""
    player = table.players[seat]
    lying = [
        piece.card.id
        for piece in table.pieces.values()
        if piece.owner == seat and (piece.area != "path" or piece.known)
    ]
    return Counter([*lying, *player.ovo, *player.removed])


def possible_unseen_cards(
    table: ImajicaTable, seat: int, holding: RivalHand, cards: Cards | None = None
) -> Counter[str]:
    """Return the cards, with their counts, from which a rival's unseen hand cards come: the deck without all
    cards already seen.

    Raises `Fault` if the rival holds more unseen cards than are left (IJ-AREA-2).

    >>> from twingkit.imajica.exact_odds.announced_deed import copy_table
    >>> from twingkit.imajica.box.decks import load_decks
    >>> table = copy_table("imajica: p1 active irish; p2 ovo gek-a-gek")
    >>> possible_unseen_cards(table, 1, RivalHand(("pneuma",), 5, load_decks()["teeth"])).total()
    58
    """
    known = cards or load_cards()
    listed = holding.deck.counts if holding.deck else {name: card.copy_limit for name, card in known.items()}
    left = Counter(listed)
    left.subtract(publicly_seen_deck_cards(table, seat))
    left.subtract(holding.known_cards)
    left = +left
    if left.total() < holding.unseen_count:
        raise Fault("imajica.unseen", n=holding.unseen_count, most=left.total())
    return left


def chance_hand_contains_way(
    ways: Sequence[StopWay | Mapping[str, int]],
    unseen_cards: Mapping[str, int],
    unseen_count: int,
    known_cards: Iterable[str] = (),
) -> Fraction:
    """Return the exact probability that `known_cards` and `unseen_count` random cards from `unseen_cards`
    together contain one of the `ways`.

    Hands are counted kind by kind, stopping as soon as a set is
    complete or none can be completed any more.

    >>> chance_hand_contains_way([{"silence": 1}], {"silence": 2, "irish": 8}, 2)
    Fraction(17, 45)
    """
    held = Counter(known_cards)
    wanted = [
        Counter(dict(way.card_counts) if isinstance(way, StopWay) else dict(way)) - held for way in ways
    ]
    sets = _minimal_sets(
        [need for need in wanted if all(unseen_cards.get(name, 0) >= n for name, n in need.items())]
    )
    if not sets:
        return Fraction(0)
    names = sorted({name for need in sets for name in need})
    size = sum(unseen_cards.values())
    rest = size - sum(unseen_cards[name] for name in names)
    counted: dict[tuple[int, int, frozenset[tuple[int, ...]]], int] = {}

    def hands(place: int, left: int, open_sets: frozenset[tuple[int, ...]]) -> int:
        """Count the hands completed by the kinds from index `place` on, with `left` cards to come.

        `open_sets` are the counts of those kinds that are still needed.
        """
        if any(not any(need) for need in open_sets):
            return comb(sum(unseen_cards[name] for name in names[place:]) + rest, left)
        alive = frozenset(need for need in open_sets if sum(need) <= left)
        if not alive or place == len(names):
            return 0
        key = place, left, alive
        if key not in counted:
            copies = unseen_cards[names[place]]
            counted[key] = sum(
                comb(copies, n)
                * hands(place + 1, left - n, frozenset(need[1:] for need in alive if need[0] <= n))
                for n in range(min(copies, left) + 1)
            )
        return counted[key]

    begin = frozenset(tuple(need.get(name, 0) for name in names) for need in sets)
    return Fraction(hands(0, unseen_count, begin), comb(size, unseen_count))


def _minimal_sets(sets: list[Counter[str]]) -> list[Counter[str]]:
    kept: list[Counter[str]] = []
    for need in sorted(sets, key=lambda need: need.total()):
        if not any(other <= need for other in kept):
            kept.append(need)
    return kept
