"""A player at the table: character, hand, entourage, magical objects, Ornicles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

import attrs

from twingkit.core.questions import AnswerT, Question
from twingkit.core.rulebook import READER_KEY
from twingkit.core.zones.declaration import OWNER, PieceKind, ZonePlayer, value_field, zone_field
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, Creature, Spell
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards
from twingkit.twing.rules.rulebook import rulebook

MAX_HAND_ELEMENTS = 3
"""The largest number of elements among the spells of a hand (TW-TURN-4)."""

MAX_HAND_SPELLS = 15
"""The largest number of spells in a hand (TW-TURN-4)."""


CARD_PIECES = PieceKind()
"""The playing cards, as pieces that lie in zones."""

OBJECT_PIECES = PieceKind(sort_key=str)
"""The magical objects, as pieces that lie in zones."""

_SPELL, _CREATURE = attrgetter("element", "power"), attrgetter("element", "power", "mount")


def is_spell(card: Spell | str) -> bool:
    """Return whether a hand card is a spell; otherwise it is a response card."""
    return not isinstance(card, str)


@attrs.define(eq=False)
class Player(ZonePlayer, ResponseCardHolder):
    """One player: character, hand (spells and response cards), entourage, objects, Ornicles.

    `active_objects` can be used, `inactive_objects` lie to the side (TW-OBJ-2). The zone `hand`
    records which cards of the hand, spells and response cards, other players know (TW-PLAY-1).
    """

    character: str = value_field("")
    """The element of the character; empty before it is known."""
    name: str = value_field("", in_key=False)
    """The key of the character's name or, before there is a character, of the seat."""
    hand: list[Spell] = zone_field(
        CARD_PIECES, list, visible_to=OWNER, key_with=lambda hand: tuple(sorted(map(_SPELL, hand)))
    )
    response_cards: ResponseCards = value_field(NO_RESPONSE_CARDS, visible_to=OWNER)
    entourage: list[Creature] = zone_field(
        CARD_PIECES, list, key_with=lambda cards: tuple(sorted(map(_CREATURE, cards)))
    )
    active_objects: Objects = zone_field(OBJECT_PIECES, tuple)
    inactive_objects: Objects = zone_field(OBJECT_PIECES, tuple)
    ornicles: int = value_field(0)
    in_endgame: bool = value_field(False)
    """True if the player has entered the end game (TW-END-1)."""
    has_left: bool = value_field(False)
    """True if the player has left the game (TW-END-2, TW-LEAVE-1)."""

    def __attrs_post_init__(self) -> None:
        self.take_character(self.character)

    def take_character(self, character: str) -> None:
        """Take a character (TW-SET-1)."""
        self.character = character
        self.name = CHARACTER_BY_ELEMENT.get(character) or f"p{self.seat + 1}"

    @property
    def owned_objects(self) -> Objects:
        """Every object of the player, active or not, in order."""
        return (
            tuple(sorted(self.active_objects + self.inactive_objects))
            if self.inactive_objects
            else self.active_objects
        )

    @property
    def hand_size(self) -> int:
        """The number of cards in the hand, known to all (TW-PLAY-1)."""
        return len(self.hand) + sum(self.response_cards)

    def adjust_response_cards(self, kind: str, count: int = 1, known_to: Sequence[int] = ()) -> None:
        """Add `count` response cards of one kind to the hand, or remove them if `count` is negative.

        `known_to` are the seats that have seen them.
        """
        self.response_cards = self.response_cards.with_more(kind, count)
        if known_to:
            self.known_pieces += [("hand", kind, frozenset(known_to) - {self.seat})] * count
        for _ in range(-count if self.known_pieces else 0):
            self._forget("hand", kind, None, None)


SEAT_NAMES = ("p1", "p2", "p3", "p4")
"""The names of the seats in records."""


def reader_names_as_you(reader: Player) -> dict[str, str]:
    """Return a mapping of this player's seat and character name to the key of "you", for messages addressed
    to this player.

    The seat is one of them, for messages from before there was a character (TW-SET-1).

    >>> reader_names_as_you(Player(1, character="W"))
    {'p2': 'you', 'witch': 'you'}
    """
    return {f"p{reader.seat + 1}": READER_KEY, reader.name: READER_KEY}


class PlayerQuestion(Question[AnswerT]):
    """Base class of questions to one player, `owner`."""

    __slots__ = ("owner",)
    book = staticmethod(rulebook)

    def __init__(self, owner: Player) -> None:
        self.player, self.owner = owner.seat, owner

    def sentence_facts(self) -> Mapping[str, object]:
        """Return the name of the player as `side`."""
        return {"side": self.owner.name}
