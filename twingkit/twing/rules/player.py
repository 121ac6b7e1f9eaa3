"""A player at the table: character, hand, entourage, magical objects, Ornicles."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

import attrs

from twingkit.core.rulebook import YOU
from twingkit.core.zones.declaration import OWNER, Pieces, ZonePlayer, value, zone
from twingkit.twing.rules.cards import CHARACTERS, Creature, Spell
from twingkit.twing.rules.objects import Objects
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards

ELEMENT_LIMIT = 3
"""The largest number of elements among the spells of a hand (TW-TURN-4)."""

SPELL_LIMIT = 15
"""The largest number of spells in a hand (TW-TURN-4)."""


CARDS = Pieces()
"""The playing cards."""

OBJECT_CARDS = Pieces(order=str)
"""The magical objects."""

_SPELL, _CREATURE = attrgetter("element", "power"), attrgetter("element", "power", "mount")


def is_spell(card: Spell | str) -> bool:
    """Return whether a card of a hand is a spell and not a response card."""
    return not isinstance(card, str)


@attrs.define(eq=False)
class Player(ZonePlayer, ResponseCardHolder):
    """One player: character, hand (spells, and `held` response cards), entourage, objects, Ornicles.

    `objects` are the active ones, `stored` those to the side (TW-OBJ-2). The zone `hand` records which cards
    of the hand, spells and response cards, other players know (TW-PLAY-1).
    """

    character: str = value("")
    """The element of the character; empty before it is known."""
    name: str = value("", key=False)
    """The key of the character's name; before there is one, of the seat."""
    hand: list[Spell] = zone(
        CARDS, list, visible_to=OWNER, key_with=lambda hand: tuple(sorted(map(_SPELL, hand)))
    )
    held: ResponseCards = value(NO_RESPONSE_CARDS, visible_to=OWNER)
    entourage: list[Creature] = zone(CARDS, list, key_with=lambda cards: tuple(sorted(map(_CREATURE, cards))))
    objects: Objects = zone(OBJECT_CARDS, tuple)
    stored: Objects = zone(OBJECT_CARDS, tuple)
    ornicles: int = value(0)
    endgame: bool = value(False)
    """True if the player has entered the end game (TW-END-1)."""
    out: bool = value(False)
    """True if the player has left the game (TW-END-2, TW-LEAVE-1)."""

    def __attrs_post_init__(self) -> None:
        self.take_character(self.character)

    def take_character(self, character: str) -> None:
        """Take a character (TW-SET-1)."""
        self.character = character
        self.name = CHARACTERS.get(character) or f"p{self.seat + 1}"

    @property
    def owned(self) -> Objects:
        """Every object of the player, active or not, in order."""
        return tuple(sorted(self.objects + self.stored)) if self.stored else self.objects

    @property
    def hand_size(self) -> int:
        """The number of cards in the hand, which is open to all (TW-PLAY-1)."""
        return len(self.hand) + sum(self.held)

    def add_response_cards(self, name: str, count: int = 1, known_to: Sequence[int] = ()) -> None:
        """Take response cards into the hand, or out of it and face up if `count` is negative.

        `known_to` are the seats that have seen them.
        """
        self.held = self.held.with_more(name, count)
        if known_to:
            self.known += [("hand", name, frozenset(known_to) - {self.seat})] * count
        for _ in range(-count if self.known else 0):
            self._forget("hand", name, None, None)


def names_as_you(reader: Player) -> dict[str, str]:
    """Return the names by which messages address this player as "you" (see `Words`).

    The seat is one of them, for messages from before there was a character (TW-SET-1).

    >>> names_as_you(Player(1, character="W"))
    {'p2': 'you', 'witch': 'you'}
    """
    return {f"p{reader.seat + 1}": YOU, reader.name: YOU}
