"""The hidden cards of a rival: what its hand can still be, and the chance that certain cards are in it.

Every hand of that many cards that nobody has seen is equally likely: that is exact for a deck that is known,
as long as nothing is concluded from how its Autarch has played. Of an unknown deck the whole set is taken
instead, each card as often as a deck may have it (IJ-DECK-1): an assumption, which results name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import attrs

from twingkit.core.arguments.kinds import plain_integer
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.play import Game
from twingkit.core.questions import one_line
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.decks import DECK_SIZE, Deck
from twingkit.imajica.exact_odds.ways import Way
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.starts import GameStart


@attrs.frozen
class Holding:
    """The hand of a rival as far as it is known: `known` cards, the number of unseen ones, and its deck.

    Without a deck the whole set is taken, by the rules of decks.

    Raises `Fault` for what is none of these.

    >>> Holding(("pneuma",), 5).unseen
    5
    """

    known: tuple[str, ...] = ()
    unseen: int = attrs.field(default=0, converter=plain_integer)
    deck: Deck | None = None

    def __attrs_post_init__(self) -> None:
        named = isinstance(self.known, tuple) and all(isinstance(name, str) for name in self.known)
        counted = type(self.unseen) is int and 0 <= self.unseen <= DECK_SIZE
        if not named:
            raise hand_fault(self.known, "known")
        if not counted:
            raise hand_fault(self.unseen, "unseen")
        if not isinstance(self.deck, Deck | None):
            raise hand_fault(self.deck, "deck")


def hand_fault(value: object, wanted: str) -> Fault:
    """The fault of what says nothing about a hand."""
    return Fault("imajica.hand", found=one_line(repr(value), 40), wanted=HandText(wanted))


@attrs.frozen
class HandText:
    """The part of a hand that was expected, in the reader's language."""

    wanted: str

    @localized
    def text(self, lang: str | None = None) -> str:
        """It as a part of a sentence."""
        return message(f"imajica.hand_{self.wanted}")


def known_holdings(game: Game, seat: int) -> dict[str, Holding]:
    """Return all that an Autarch knows of its rivals' hands in a game: their sizes, and announced decks."""
    table: ImajicaTable = game.table
    decks = game.start.decks if isinstance(game.start, GameStart) else [None] * len(table.players)
    return {
        player.name: Holding((), len(player.hand), deck)
        for player, deck in zip(table.players, decks, strict=True)
        if player.seat != seat and not player.out
    }


def visible_cards(table: ImajicaTable, seat: int) -> Counter[str]:
    """Return the cards of an Autarch's deck that all have seen: in play, in the In Ovo, removed."""
    player = table.players[seat]
    lying = [
        piece.card.id
        for piece in table.pieces.values()
        if piece.owner == seat and (piece.area != "path" or piece.known)
    ]
    return Counter([*lying, *player.ovo, *player.removed])


def unseen_cards(
    table: ImajicaTable, seat: int, holding: Holding, cards: Cards | None = None
) -> Counter[str]:
    """Return the cards that a rival's unseen ones can be, with their numbers.

    Raises `Fault` if fewer cards are unseen than it holds (IJ-AREA-2).

    >>> from twingkit.imajica.exact_odds.announced_deed import table_of
    >>> from twingkit.imajica.box.decks import load_decks
    >>> table = table_of("imajica: p1 active irish; p2 ovo gek-a-gek")
    >>> unseen_cards(table, 1, Holding(("pneuma",), 5, load_decks()["teeth"])).total()
    58
    """
    known = cards or load_cards()
    listed = holding.deck.counts if holding.deck else {name: card.limit for name, card in known.items()}
    left = Counter(listed)
    left.subtract(visible_cards(table, seat))
    left.subtract(holding.known)
    left = +left
    if left.total() < holding.unseen:
        raise Fault("imajica.unseen", n=holding.unseen, most=left.total())
    return left


def chance_of_ways(
    ways: Sequence[Way | Mapping[str, int]], pool: Mapping[str, int], hand: int, known: Iterable[str] = ()
) -> Fraction:
    """Return the exact chance that a hand of so many cards out of `pool` holds one of the sets of cards.

    `known` cards are in the hand besides. Hands are counted kind by kind, and no further as soon as one set
    is in them or none can be any more.

    >>> chance_of_ways([{"silence": 1}], {"silence": 2, "irish": 8}, 2)
    Fraction(17, 45)
    """
    held = Counter(known)
    wanted = [Counter(dict(way.cards) if isinstance(way, Way) else dict(way)) - held for way in ways]
    sets = _minimal_sets([need for need in wanted if all(pool.get(name, 0) >= n for name, n in need.items())])
    if not sets:
        return Fraction(0)
    names = sorted({name for need in sets for name in need})
    size = sum(pool.values())
    rest = size - sum(pool[name] for name in names)
    counted: dict[tuple[int, int, frozenset[tuple[int, ...]]], int] = {}

    def hands(place: int, left: int, open_sets: frozenset[tuple[int, ...]]) -> int:
        """The hands that the kinds from `place` on and all other cards complete, with `left` cards to come;
        `open_sets` are the numbers still wanted of those kinds."""
        if any(not any(need) for need in open_sets):
            return comb(sum(pool[name] for name in names[place:]) + rest, left)
        alive = frozenset(need for need in open_sets if sum(need) <= left)
        if not alive or place == len(names):
            return 0
        key = place, left, alive
        if key not in counted:
            copies = pool[names[place]]
            counted[key] = sum(
                comb(copies, n)
                * hands(place + 1, left - n, frozenset(need[1:] for need in alive if need[0] <= n))
                for n in range(min(copies, left) + 1)
            )
        return counted[key]

    begin = frozenset(tuple(need.get(name, 0) for name in names) for need in sets)
    return Fraction(hands(0, hand, begin), comb(size, hand))


def _minimal_sets(sets: list[Counter[str]]) -> list[Counter[str]]:
    """The sets that hold no other one."""
    kept: list[Counter[str]] = []
    for need in sorted(sets, key=lambda need: need.total()):
        if not any(other <= need for other in kept):
            kept.append(need)
    return kept
