"""Responses to the dice as acts, each with its text (TW-BAT-9 to 14).

A text is `pass`, `hat`, `shamrock`, `cat`, `trap F4`, `trap >F3` (the rider), `miromon attacker` (that side's
die). If one attack meets several defenders, or others support, the seat comes before the card or the die:
`trap p2 F4`, `miromon p3`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, Self

import attrs

from twingkit.core.acts import Act
from twingkit.twing.rules.cards import Creature, Spell, parse_card
from twingkit.twing.rules.response_cards import (
    MULTI_COPY_KINDS,
    RESPONSE_CARD_KINDS,
    RESPONSE_CARDS,
    CardEffect,
    ResponseCardKind,
)

_REROLL_OBJECTS = ("hat", "shamrock")

_ONE = rf"(?:{'|'.join((*_REROLL_OBJECTS, *RESPONSE_CARD_KINDS))})\b[^+,]*"
_SEVERAL = re.compile(rf"(?:{'|'.join(MULTI_COPY_KINDS)})\*(?:[2-9]|[1-9][0-9])|{_ONE}(?:[+,] ?{_ONE})+")


@attrs.frozen
class Response(Act):
    """A response to the dice, which begins with the name of what is used: a card, an object or two cats."""

    name: str
    target: str = ""
    """The die or the creature that it names; "" for the player's own die."""

    def __str__(self) -> str:
        return f"{self.name} {self.target}" if self.target else self.name


class Pass(Response):
    """Do not respond (TW-BAT-10)."""

    __slots__ = ()


class UseObject(Response):
    """Roll the own die again by the Hat or the Shamrock (TW-BAT-14)."""

    __slots__ = ()


class UseTwoCats(Response):
    """Roll the own die again by two cats laid before, in a variant (TW-PLAY-3)."""

    __slots__ = ()


class _PlayCard(Response):
    """Play a response card."""

    __slots__ = ()

    @property
    def card(self) -> ResponseCardKind:
        """The kind of the card."""
        return RESPONSE_CARDS[self.name]


class Reroll(_PlayCard):
    """Play a cat on a die: the own one, or in a variant the named one (TW-BAT-11)."""

    __slots__ = ()


class Turn(_PlayCard):
    """Play Miromon on the named die (TW-BAT-12)."""

    __slots__ = ()


class MiromonAgain(_PlayCard):
    """Play Miromon as a cat, in a variant (TW-BAT-11)."""

    __slots__ = ()


class Trap(_PlayCard):
    """Play a trap on a creature: `F4`, `>F4`, `entourage F4`, each possibly after a seat (TW-BAT-13)."""

    __slots__ = ()

    @property
    def names_several(self) -> bool:
        """True if more responses follow (TW-BAT-10)."""
        return _SEVERAL.fullmatch(str(self)) is not None

    @property
    def owner(self) -> str:
        """The seat of the creature's owner if it is named; "" otherwise."""
        first = self.target.split()[0]
        return first if " " in self.target and first != "entourage" else ""

    @property
    def is_in_entourage(self) -> bool:
        """True if the creature is not in the battle (TW-VAR-5)."""
        return "entourage" in self.target

    @property
    def takes_rider(self) -> bool:
        """True if the creature rides a mount."""
        return self.target.split()[-1].startswith(">")

    @property
    def creature(self) -> Creature:
        """The creature. Raises `ValueError` if the text names none."""
        card = parse_card(f"creature {self.target.split()[-1].removeprefix('>')}")
        if not isinstance(card, Creature):
            raise ValueError(self.target)
        return card


class LayTwoCats(Response):
    """Lay two cats with the attack, in a variant (TW-PLAY-3)."""

    __slots__ = ()


class SeveralAtOnce(Response):
    """Several responses in one answer, such as `cat*2`, which are never legal (TW-BAT-10)."""

    __slots__ = ()


@attrs.frozen
class Support(Act):
    """Support a side of a battle with a card, or in a variant with one of each kind (TW-BAT-6)."""

    word = "support"
    side: str
    cards: tuple[Spell | Creature, ...]

    def __str__(self) -> str:
        return f"{self.word} {self.side} {' + '.join(map(str, self.cards))}"

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse `support attacker spell F5 + creature F4`; None if it does not name a side and cards."""
        cards = [parse_card(part) for part in " ".join(words[2:]).split(" + ")]
        chosen = tuple(card for card in cards if isinstance(card, Spell | Creature))
        return cls(words[1], chosen) if len(chosen) == len(cards) else None


PASS: Final = Pass("pass")
LAY_TWO_CATS: Final = LayTwoCats("cats")
REROLLS_BY_OBJECT: Final = {name: UseObject(name) for name in _REROLL_OBJECTS}
TWO_CATS: Final = UseTwoCats("two-cats")
MIROMON_AGAIN: Final = MiromonAgain("miromon", "again")

ROLLS: Final = (UseObject, UseTwoCats, Reroll, MiromonAgain)
"""The responses that roll a die again."""

_CLASS_BY_EFFECT: dict[CardEffect, type[Response]] = {"reroll": Reroll, "turn": Turn, "trap": Trap}
_CONSTANTS: dict[str, Response] = {
    **{str(act): act for act in (PASS, TWO_CATS, LAY_TWO_CATS, MIROMON_AGAIN)},
    **REROLLS_BY_OBJECT,
}


@lru_cache(maxsize=1 << 12)
def card_response(kind: str, target: str = "") -> Response:
    """Return the response that plays a card of this kind on a die or a creature."""
    return _CLASS_BY_EFFECT[RESPONSE_CARDS[kind].effect](kind, target)


@lru_cache(maxsize=1 << 12)
def parse_response(text: str) -> Response | None:
    """Parse a response; None if the text does not have the form of one.

    >>> parse_response("trap  p2 >F4"), parse_response("miromon again"), parse_response("trap")
    (Trap(name='trap', target='p2 >F4'), MiromonAgain(name='miromon', target='again'), None)
    """
    text = " ".join(text.split())
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    name, _, target = text.partition(" ")
    response = card_response(name, target) if name in RESPONSE_CARDS else None
    if isinstance(response, Trap):
        return response if target else None
    return SeveralAtOnce(text) if _SEVERAL.fullmatch(text) else response


def parse_support(text: str) -> Support | Response | None:
    """Parse a support, or `pass`; None if the text does not have the form of one."""
    words = text.split()
    return Support.parse(words) if words[:1] == [Support.word] else parse_response(text)
