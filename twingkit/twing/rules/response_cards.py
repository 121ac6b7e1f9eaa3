"""The response cards of a holder as one value, and their kinds as data (TW-BOX-4, TW-BAT-10).

`box/response_cards.toml` lists the kinds. Code that counts, shows, formats, parses or passes on such cards
handles all of them; only the effects of a card name its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

import attrs

from twingkit.core.words import load_texts

CardEffect = Literal["reroll", "turn", "trap"]
"""The effects of response cards: reroll the player's own die, invert a die, or trap a creature."""

CardTexts = Mapping[str, str]
"""A text in every language."""


@attrs.frozen
class ResponseCardKind:
    """A kind of response card, such as black cats, with its names, rule and effect from the data file."""

    kind: str
    plural: str
    """The plural, which names columns and fields with its number."""
    rule: str
    """The id of the rule for this card."""
    effect: CardEffect
    name: CardTexts
    """The name inside a sentence."""
    card: CardTexts
    """The name as a title."""
    cards: CardTexts
    """The plural as a title."""
    sign: str
    """The SVG path of the sign on its picture."""
    single: bool = False
    """True if the box holds only one copy (TW-BOX-6)."""
    sentences: Mapping[str, CardTexts] = {}
    """Extra sentences of its rule, by case."""


RESPONSE_CARDS = {
    kind: ResponseCardKind(kind, **entry)
    for kind, entry in load_texts(files("twingkit.twing.box").joinpath("response_cards.toml")).items()
}
"""All kinds of response cards, by their words in notation."""

RESPONSE_CARD_KINDS = tuple(RESPONSE_CARDS)
"""The kinds of response cards, by their words in notation (TW-BOX-4)."""

RESPONSE_CARD_PLURALS = tuple(card.plural for card in RESPONSE_CARDS.values())
"""The plural of each of the `RESPONSE_CARD_KINDS`."""

SINGLE_COPY_KINDS = tuple(kind for kind, card in RESPONSE_CARDS.items() if card.single)
"""The kinds of response cards with only one copy (TW-BOX-6)."""

MULTI_COPY_KINDS = tuple(kind for kind in RESPONSE_CARD_KINDS if kind not in SINGLE_COPY_KINDS)
"""The kinds of response cards with several copies."""

KINDS_BY_EFFECT: Mapping[CardEffect, tuple[str, ...]] = {
    effect: tuple(kind for kind, card in RESPONSE_CARDS.items() if card.effect == effect)
    for effect in get_args(CardEffect)
}
"""The kinds of response cards with each effect."""

INDICES_BY_EFFECT: Mapping[CardEffect, tuple[int, ...]] = {
    effect: tuple(map(RESPONSE_CARD_KINDS.index, kinds)) for effect, kinds in KINDS_BY_EFFECT.items()
}
"""The indices in `RESPONSE_CARD_KINDS` of the kinds with each effect."""

if len(KINDS_BY_EFFECT["trap"]) != 1:  # the odds count what one kind of card has taken
    raise ValueError(f'response_cards.toml: one kind acts as "trap", not {KINDS_BY_EFFECT["trap"]}')

CAT, TRAP, MIROMON = map(RESPONSE_CARD_KINDS.index, ("cat", "trap", "miromon"))
"""The indices in `RESPONSE_CARD_KINDS` of the kinds that rules name."""

_SINGLE = [RESPONSE_CARD_KINDS.index(kind) for kind in SINGLE_COPY_KINDS]
_ZEROS = (0,) * len(RESPONSE_CARD_KINDS)


class ResponseCardHolder:
    """Base class for objects that hold response cards, such as a hand or a side, with the count of each
    kind.
    """

    __slots__ = ()

    @property
    def response_cards(self) -> ResponseCards:
        """The response cards held, as a count of each kind."""
        raise NotImplementedError

    def count_with_effect(self, effect: CardEffect) -> int:
        """Return the number of response cards held that have this effect."""
        held = self.response_cards
        return sum([held[place] for place in INDICES_BY_EFFECT[effect]])

    @property
    def cats(self) -> int:
        """The number of black cats (TW-BAT-11)."""
        return self.response_cards[CAT]

    @property
    def traps(self) -> int:
        """The number of traps (TW-BAT-13)."""
        return self.response_cards[TRAP]

    @property
    def miromon(self) -> int:
        """The number of Miromons: 0 or 1 (TW-BAT-12)."""
        return self.response_cards[MIROMON]


class ResponseCards(ResponseCardHolder, tuple[int, ...]):
    """A number of response cards of each kind, in the order of `RESPONSE_CARD_KINDS`.

    >>> response_cards = ResponseCards.from_cards(["trap", "cat", "cat"])
    >>> print(response_cards, response_cards.cats, response_cards.total, response_cards.cards)
    cat*2 trap 2 3 ('cat', 'cat', 'trap')
    """

    __slots__ = ()

    def __new__(cls, *counts: int) -> ResponseCards:
        """Create response cards from the counts of the first kinds; other kinds have none."""
        return tuple.__new__(cls, counts + _ZEROS[len(counts) :])

    @classmethod
    def from_cards(cls, cards: Iterable[object]) -> ResponseCards:
        """Return the response cards among cards of any kind."""
        words = [card for card in cards if isinstance(card, str)]
        return tuple.__new__(cls, map(words.count, RESPONSE_CARD_KINDS))

    @classmethod
    def from_counts(cls, numbers: Mapping[str, int]) -> ResponseCards:
        """Create the cards from counts by kind; kinds that are not named have none."""
        return tuple.__new__(cls, [numbers.get(kind, 0) for kind in RESPONSE_CARD_KINDS])

    @property
    def response_cards(self) -> ResponseCards:
        """These cards themselves, so that they can be used like any other holder."""
        return self

    @property
    def total(self) -> int:
        """The total number of cards."""
        return sum(self)

    @property
    def kind_counts(self) -> list[tuple[str, int]]:
        """The kinds that are held, each with its count."""
        return [(kind, count) for kind, count in zip(RESPONSE_CARD_KINDS, self, strict=True) if count]

    @property
    def cards(self) -> tuple[str, ...]:
        """The word of each card in notation, repeated for copies."""
        return tuple(kind for kind, count in self.kind_counts for _ in range(count))

    def count_of(self, kind: str) -> int:
        """Return the number of cards of one kind."""
        return self[RESPONSE_CARD_KINDS.index(kind)]

    def with_more(self, kind: str, count: int = 1) -> ResponseCards:
        """Return these cards with `count` more cards of one kind, or with fewer if `count` is negative."""
        counts = [*self]
        counts[RESPONSE_CARD_KINDS.index(kind)] += count
        return tuple.__new__(ResponseCards, counts)

    def with_counts(self, **numbers: int) -> ResponseCards:
        """Return these cards with the counts of the named kinds replaced."""
        counts = [*self]
        for kind, number in numbers.items():
            counts[RESPONSE_CARD_KINDS.index(kind)] = number
        return tuple.__new__(ResponseCards, counts)

    def add(self, other: Sequence[int]) -> ResponseCards:
        """Return the sum of these cards and `other`."""
        return tuple.__new__(ResponseCards, map(int.__add__, self, other))

    def subtract(self, other: Sequence[int]) -> ResponseCards:
        """Return these cards without the cards of `other`."""
        return tuple.__new__(ResponseCards, map(int.__sub__, self, other))

    def __bool__(self) -> bool:
        return any(self)

    def __str__(self) -> str:
        """Return the cards in notation; empty if there are none."""
        return _notation(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self))})"

    def __getnewargs__(self) -> tuple[int, ...]:
        return tuple(self)


@lru_cache(maxsize=4096)  # many lines have the same few cards
def _notation(held: ResponseCards) -> str:
    return " ".join(kind if count == 1 else f"{kind}*{count}" for kind, count in held.kind_counts)


def response_card_pattern(more_kinds: str = "") -> re.Pattern[str]:
    """Return the pattern that matches response cards of one kind in notation, such as `cat*2`.

    Its groups are the kind and its count, or a kind with only one copy. `more_kinds` are further kinds of one
    letter.
    """
    many = "|".join(map(re.escape, (*MULTI_COPY_KINDS, *more_kinds)))
    ends = rf"(?![0-9A-Za-z*{more_kinds}])"
    return re.compile(rf"({many})(?:\*([1-9][0-9]?))?{ends}|({'|'.join(SINGLE_COPY_KINDS)}){ends}")


def kinds_exceeding_box(holders: Sequence[ResponseCardHolder]) -> list[str]:
    """Return the kinds of response cards of which these holders together have more than the box contains
    (TW-BOX-6).
    """
    return [
        RESPONSE_CARD_KINDS[place]
        for place in _SINGLE
        if sum([holder.response_cards[place] for holder in holders]) > 1
    ]


def total_response_cards(holders: Iterable[ResponseCardHolder]) -> ResponseCards:
    """Return the counts of each kind of response card, summed over all holders."""
    return ResponseCards(*map(sum, zip(*(holder.response_cards for holder in holders), strict=True)))


NO_RESPONSE_CARDS = ResponseCards()
"""An empty set of response cards."""
