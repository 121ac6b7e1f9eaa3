"""The response cards that somebody holds, as one value; which kinds there are is data (TW-BOX-4, TW-BAT-10).

`box/response_cards.toml` lists the kinds. Code that counts, shows, writes, reads or passes on such cards goes
through all of them; only what a card does names it.
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
"""The deeds of response cards: one rolls the own die again, turns a die round, or takes a creature."""

CardTexts = Mapping[str, str]
"""A text in every language."""


@attrs.frozen
class ResponseCard:
    """A kind of response card, as the data says it."""

    kind: str
    plural: str
    """The name of its number: a column, a field."""
    rule: str
    """The rule that says what it does."""
    acts: CardEffect
    name: CardTexts
    """The name inside a sentence."""
    card: CardTexts
    """The name as a title."""
    cards: CardTexts
    """The name of several as a title."""
    sign: str
    """The path of the sign at the head of its picture: what it does."""
    single: bool = False
    """True if there is one only (TW-BOX-6)."""
    sentences: Mapping[str, CardTexts] = {}
    """The sentences that its rule tells, by case."""


def _load_response_cards() -> dict[str, ResponseCard]:
    data = load_texts(files("twingkit.twing.box").joinpath("response_cards.toml"))
    return {kind: ResponseCard(kind, **entry) for kind, entry in data.items()}


RESPONSE_CARDS = _load_response_cards()
"""Every kind of response card by its word in notation."""

SPECIALS = tuple(RESPONSE_CARDS)
"""The playing cards without an element, by their words (TW-BOX-4)."""

PLURALS = tuple(card.plural for card in RESPONSE_CARDS.values())
"""The labels of their numbers, in the same order."""

SINGLE_COPY_KINDS = tuple(kind for kind, card in RESPONSE_CARDS.items() if card.single)
"""Those of which there is one only (TW-BOX-6)."""

MULTI_COPY_KINDS = tuple(kind for kind in SPECIALS if kind not in SINGLE_COPY_KINDS)
"""The others."""

KINDS_BY_EFFECT: Mapping[CardEffect, tuple[str, ...]] = {
    acts: tuple(kind for kind, card in RESPONSE_CARDS.items() if card.acts == acts)
    for acts in get_args(CardEffect)
}
"""The kinds that do the same, by what they do."""

INDICES_BY_EFFECT: Mapping[CardEffect, tuple[int, ...]] = {
    acts: tuple(map(SPECIALS.index, kinds)) for acts, kinds in KINDS_BY_EFFECT.items()
}
"""Their places among all kinds."""

if len(KINDS_BY_EFFECT["trap"]) != 1:  # the odds count what one kind has taken
    raise ValueError(f'response_cards.toml: one kind acts as "trap", not {KINDS_BY_EFFECT["trap"]}')

CAT, TRAP, MIROMON = map(SPECIALS.index, ("cat", "trap", "miromon"))
"""The places of the kinds that rules of the box speak of."""

_SINGLE = [SPECIALS.index(kind) for kind in SINGLE_COPY_KINDS]
_ZEROS = (0,) * len(SPECIALS)


class ResponseCardHolder:
    """A holder of response cards; the kinds that rules of the box speak of can be asked for by name."""

    __slots__ = ()

    @property
    def held(self) -> ResponseCards:
        """The response cards."""
        raise NotImplementedError

    def count_with_effect(self, acts: CardEffect) -> int:
        """The number of cards that do this."""
        held = self.held
        return sum([held[place] for place in INDICES_BY_EFFECT[acts]])

    @property
    def cats(self) -> int:
        """The number of black cats (TW-BAT-11)."""
        return self.held[CAT]

    @property
    def traps(self) -> int:
        """The number of traps (TW-BAT-13)."""
        return self.held[TRAP]

    @property
    def miromon(self) -> int:
        """The number of Miromons: 0 or 1 (TW-BAT-12)."""
        return self.held[MIROMON]


class ResponseCards(ResponseCardHolder, tuple[int, ...]):
    """Response cards: the number of each kind, in the order of `SPECIALS`.

    >>> held = ResponseCards.of(["trap", "cat", "cat"])
    >>> print(held, held.cats, held.total, held.cards)
    cat*2 trap 2 3 ('cat', 'cat', 'trap')
    """

    __slots__ = ()

    def __new__(cls, *counts: int) -> ResponseCards:
        """The first kinds with these numbers, the others with none."""
        return tuple.__new__(cls, counts + _ZEROS[len(counts) :])

    @classmethod
    def from_cards(cls, cards: Iterable[object]) -> ResponseCards:
        """The response cards among some cards."""
        words = [card for card in cards if isinstance(card, str)]
        return tuple.__new__(cls, map(words.count, SPECIALS))

    @classmethod
    def from_counts(cls, numbers: Mapping[str, int]) -> ResponseCards:
        """The number of each kind by its word; a kind that is not named is not held."""
        return tuple.__new__(cls, [numbers.get(kind, 0) for kind in SPECIALS])

    @property
    def held(self) -> ResponseCards:
        """These cards."""
        return self

    @property
    def total(self) -> int:
        """The number of all these cards."""
        return sum(self)

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """The kinds that are held, each with its number."""
        return [(kind, count) for kind, count in zip(SPECIALS, self, strict=True) if count]

    @property
    def cards(self) -> tuple[str, ...]:
        """The words of the cards, one for each."""
        return tuple(kind for kind, count in self.kinds for _ in range(count))

    def number_of(self, kind: str) -> int:
        """The number of one kind."""
        return self[SPECIALS.index(kind)]

    def with_more(self, kind: str, count: int = 1) -> ResponseCards:
        """These cards with more of one kind, or (below 0) fewer."""
        counts = [*self]
        counts[SPECIALS.index(kind)] += count
        return tuple.__new__(ResponseCards, counts)

    def with_counts(self, **numbers: int) -> ResponseCards:
        """These cards with other numbers of some kinds, by their words."""
        counts = [*self]
        for kind, number in numbers.items():
            counts[SPECIALS.index(kind)] = number
        return tuple.__new__(ResponseCards, counts)

    def add(self, other: Sequence[int]) -> ResponseCards:
        """These cards and others."""
        return tuple.__new__(ResponseCards, map(int.__add__, self, other))

    def subtract(self, other: Sequence[int]) -> ResponseCards:
        """These cards without others."""
        return tuple.__new__(ResponseCards, map(int.__sub__, self, other))

    def __bool__(self) -> bool:
        return any(self)

    def __str__(self) -> str:
        """The cards as a line prints them; empty if there are none."""
        return _notation(self)

    def __repr__(self) -> str:
        return f"Held({', '.join(map(str, self))})"

    def __getnewargs__(self) -> tuple[int, ...]:
        return tuple(self)


@lru_cache(maxsize=4096)  # many lines hold the same few cards
def _notation(held: ResponseCards) -> str:
    return " ".join(kind if count == 1 else f"{kind}*{count}" for kind, count in held.kinds)


def item_pattern(more: str = "") -> re.Pattern[str]:
    """The pattern of response cards of one kind in a line, or of `more`. Its groups: the kind and its number,
    or a kind of which there is one only."""
    many = "|".join(map(re.escape, (*MULTI_COPY_KINDS, *more)))
    ends = rf"(?![0-9A-Za-z*{more}])"
    return re.compile(rf"({many})(?:\*([1-9][0-9]?))?{ends}|({'|'.join(SINGLE_COPY_KINDS)}){ends}")


def kinds_beyond_box(holders: Sequence[ResponseCardHolder]) -> list[str]:
    """The kinds of which all holders together have more than there can be (TW-BOX-6)."""
    return [SPECIALS[place] for place in _SINGLE if sum([holder.held[place] for holder in holders]) > 1]


def total_response_cards(holders: Iterable[ResponseCardHolder]) -> ResponseCards:
    """The response cards of all holders together."""
    return ResponseCards(*map(sum, zip(*(holder.held for holder in holders), strict=True)))


NO_RESPONSE_CARDS = ResponseCards()
"""No response card."""
