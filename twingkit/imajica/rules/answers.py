"""The answers that a player can give in Imajica as acts, each with its text.

An answer says what a player wants; `rules.table.Act` is what an answer announces at the table.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Annotated, Final, Literal, NamedTuple, Self

import attrs

from twingkit.core.acts import Act, ActNotation, WordKind

HandCard = Annotated[str, WordKind("hand_card")]
Token = Annotated[str, WordKind("token")]


@attrs.frozen
class Pass(Act):
    """Do nothing now."""

    word = "pass"


@attrs.frozen
class End(Act):
    """End the turn."""

    word = "end"


PASS: Final = Pass()
END: Final = End()

# -- cards and powers


def _split_at(joint: str, words: Sequence[str]) -> tuple[Sequence[str], tuple[str, ...] | None]:
    """Return the words before and after a connecting word; after it is None if the word is missing."""
    place = words.index(joint) if joint in words else len(words)
    return words[:place], tuple(words[place + 1 :]) if place < len(words) else None


class Use(Act):
    """The base class of answers that use a card or power, `on` targets if it has some (IJ-ALLY-8)."""

    __slots__ = ()
    targets: tuple[Token, ...]

    def __str__(self) -> str:
        return " ".join([self.head, "on", *self.targets] if self.targets else [self.head])

    @property
    @abstractmethod
    def subject(self) -> str:
        """Return the id of the card, or the token of the piece with the power."""

    @property
    def head(self) -> str:
        """Return the text without the targets."""
        return f"{self.word} {self.subject}"

    @property
    def card_or_power(self) -> Use:
        """Return the use without targets, and without the Ally that plays a card."""
        return self.aimed_at(())

    @abstractmethod
    def aimed_at(self, targets: tuple[str, ...]) -> Self:
        """Return the use of the same card or power on these targets."""

    @classmethod
    @abstractmethod
    def from_head(cls, head: Sequence[str], targets: tuple[str, ...]) -> Self | None:
        """Parse the words between the first word and `on`; None if they do not have this form."""

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse the words of a text; None if they do not have this form."""
        head, targets = _split_at("on", words[1:])
        return None if targets == () else cls.from_head(head, targets or ())


@attrs.frozen
class Play(Use):
    """Play a card from the hand, actions and maneuvers by an Ally: `play pneuma by sartori on gentle`."""

    word = "play"
    card: HandCard
    ally: Token | None = None
    targets: tuple[Token, ...] = ()

    @property
    def subject(self) -> str:
        """Return the id of the card."""
        return self.card

    @property
    def head(self) -> str:
        """Return the text without the targets."""
        return f"play {self.card} by {self.ally}" if self.ally else f"play {self.card}"

    @property
    def card_or_power(self) -> Use:
        """Return the use of the card by nobody yet."""
        return Play(self.card)

    def aimed_at(self, targets: tuple[str, ...]) -> Self:
        """Return the use of the same card on these targets."""
        return type(self)(self.card, self.ally, targets)

    @classmethod
    def from_head(cls, head: Sequence[str], targets: tuple[str, ...]) -> Self | None:
        """Parse the words between the first word and `on`; None if they do not have this form."""
        card, ally = _split_at("by", head)
        if len(card) != 1 or (ally is not None and len(ally) != 1):
            return None
        return cls(card[0], ally[0] if ally else None, targets)


@attrs.frozen
class UsePower(Use):
    """Use a power of a card in play, with its number from 1 unless it is the first that can be used now:
    `use veiled-empress 2`.
    """

    word = "use"
    source: Token
    number: str = ""
    targets: tuple[Token, ...] = ()

    @property
    def subject(self) -> str:
        """Return the token of the piece with the power."""
        return self.source

    @property
    def head(self) -> str:
        """Return the text without the targets."""
        return f"use {self.source} {self.number}" if self.number else f"use {self.source}"

    def aimed_at(self, targets: tuple[str, ...]) -> Self:
        """Return the use of the same power on these targets."""
        return type(self)(self.source, self.number, targets)

    @classmethod
    def from_head(cls, head: Sequence[str], targets: tuple[str, ...]) -> Self | None:
        """Parse the words between the first word and `on`; None if they do not have this form."""
        return cls(head[0], "".join(head[1:]), targets) if 1 <= len(head) <= 2 else None


@attrs.frozen
class UseAffiliation(Use):
    """The base class of answers that use the power of an affiliation: `artist gentle on judith`."""

    source: Token
    targets: tuple[Token, ...] = ()

    @property
    def subject(self) -> str:
        """Return the token of the piece with the power."""
        return self.source

    def aimed_at(self, targets: tuple[str, ...]) -> Self:
        """Return the use of the same power on these targets."""
        return type(self)(self.source, targets)

    @classmethod
    def from_head(cls, head: Sequence[str], targets: tuple[str, ...]) -> Self | None:
        """Parse the words between the first word and `on`; None if they do not have this form."""
        return cls(head[0], targets) if len(head) == 1 else None


class UseArtist(UseAffiliation):
    """Use an Artist (IJ-AFF-5)."""

    __slots__ = ()
    word = "artist"


class UseTabulaRasa(UseAffiliation):
    """Use a Tabula Rasa (IJ-AFF-6)."""

    __slots__ = ()
    word = "rasa"


Power = UsePower | UseArtist | UseTabulaRasa
"""The use of a power of a card in play."""


@attrs.frozen
class OneChoice(Act):
    """The base class of answers that choose one item of a list."""

    thing: str


# -- the Autarch phase


@attrs.frozen
class LaySite(OneChoice):
    """Lay a Site into the Circle (IJ-SET-1, IJ-AUT-1)."""

    word = "lay"
    thing: HandCard

    @property
    def card(self) -> str:
        """The id of the Site."""
        return self.thing


@attrs.frozen
class LayPath(Act):
    """Lay a Path on a Site: `path mud-road on ferry-market` (IJ-AUT-2)."""

    word = "path"
    card: HandCard
    site: Token

    def __str__(self) -> str:
        return f"{self.word} {self.card} on {self.site}"

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse the words of a text; None if they do not have this form."""
        return cls(words[1], words[3]) if len(words) == 4 and words[2] == "on" else None


class Move(NamedTuple):
    """One move of a reassignment: an Ally, and the Site to which it goes, or `reserve`."""

    token: str
    place: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a move. Raises `ValueError` if it is none.

        >>> str(Move.parse("irish>reserve"))
        'irish>reserve'
        """
        token, place = text.split(">")
        return cls(token, place)

    def __str__(self) -> str:
        return f"{self.token}>{self.place}"


@attrs.frozen
class Reassign(Act):
    """Move Allies between the own Sites and the reserve: `reassign gentle>slew judith>reserve` (IJ-AUT-4)."""

    word = "reassign"
    moves: tuple[Move, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.word, *map(str, self.moves)])

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse the words of a text; None if they do not have this form."""
        if any(move.count(">") != 1 for move in words[1:]):
            return None
        return cls(tuple(map(Move.parse, words[1:])))


# -- the Ally phase


@attrs.frozen
class Call(Act):
    """Call a character from the hand (IJ-ALLY-1)."""

    word = "call"
    card: HandCard


@attrs.frozen
class Retreat(Act):
    """Retreat an Ally into the reserve (IJ-ALLY-7)."""

    word = "retreat"
    token: Token


@attrs.frozen
class Deed(Act):
    """The base class of answers that start a fight: `seize slew with sartori`."""

    target: Token
    tokens: tuple[Token, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.word, self.target, *(["with", *self.tokens] if self.tokens else ())])

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse the words of a text, also without characters; None if they do not have this form."""
        target, tokens = _split_at("with", words[1:])
        return None if len(target) != 1 or tokens == () else cls(target[0], tokens or ())


class Challenge(Deed):
    """Challenge a character of a rival (IJ-CHAL-1)."""

    __slots__ = ()
    word = "challenge"


class Seize(Deed):
    """Seize a Site of the Circle (IJ-SEIZE-1)."""

    __slots__ = ()
    word = "seize"


# -- answers to what others do, and choices


@attrs.frozen
class NamedCharacters(Act):
    """The base class of answers that name some of the own characters."""

    tokens: tuple[Token, ...] = ()


class Defend(NamedCharacters):
    """Let characters defend (IJ-CHAL-2)."""

    __slots__ = ()
    word = "defend"


class Contest(NamedCharacters):
    """Let characters contest a seizure (IJ-SEIZE-2)."""

    __slots__ = ()
    word = "contest"


class Advance(NamedCharacters):
    """Move characters from the reserve to the active area (IJ-REC-1)."""

    __slots__ = ()
    word = "advance"


Split = tuple[tuple[str, int], ...]
"""Damage by character, in the order of the fight."""


@attrs.frozen
class DealDamage(Act):
    """Split the damage of a fight: `damage gentle 5 irish 2`, or `damage none` (IJ-CHAL-7).

    >>> str(DealDamage((("gideon", 5), ("dowd", 7)))), str(DealDamage())
    ('damage gideon 5 dowd 7', 'damage none')
    """

    word = "damage"
    split: Split = ()

    def __str__(self) -> str:
        return " ".join([self.word, *([f"{token} {number}" for token, number in self.split] or ["none"])])

    @classmethod
    def parse(cls, words: Sequence[str], placeholders: Collection[str] = ()) -> Self | None:
        """Parse the words of a text; None if they do not have this form, or a character is named twice."""
        tokens, numbers = words[1::2], words[2::2]
        if words[1:] == ["none"]:
            return cls()
        if not tokens or not len(numbers) == len(tokens) == len(set(tokens)):
            return None
        if not all(number.isdecimal() and len(number) <= 3 and int(number) > 0 for number in numbers):
            return None
        return cls(tuple(zip(tokens, map(int, numbers), strict=True)))


class ChooseCharacter(OneChoice):
    """Choose the character that a Path affects (IJ-PATH-2)."""

    __slots__ = ()
    word = "choose"


class DiscardPath(OneChoice):
    """Discard a Path by its number from 1, the first laid: `path 2`."""

    __slots__ = ()
    word = "path"


@attrs.frozen
class HandChoice(OneChoice):
    """Keep a hand without characters, or draw a new one (IJ-SET-2)."""

    word = "hand"
    thing: Literal["keep", "redraw"]


KEEP: Final = HandChoice("keep")
REDRAW: Final = HandChoice("redraw")

USES = (Play, UsePower, UseArtist, UseTabulaRasa)
"""The answers that use a card or power."""

NOTATION = ActNotation(
    *(Pass, End, *USES, LaySite, LayPath, Reassign, Call, Retreat),
    *(Challenge, Seize, Defend, Contest, Advance, DealDamage, ChooseCharacter, DiscardPath, HandChoice),
)
"""All answers of Imajica by their texts."""
