"""The entries of a box file, and the values that they can have (TW-BOX)."""

from __future__ import annotations

import sys
from functools import cache
from typing import NewType

import attrs

from twingkit.core.cards.box_schema import BoxEntry, Flag, LocalizedText, Text
from twingkit.twing.rules import response_cards as held
from twingkit.twing.rules.cards import Creature, Spell

BOX_FORMAT = "twingkit-box 1"
"""The value of `format`, the first entry of every box file."""

PLAYING_CARDS, EVENTS = 138, 9
"""The numbers of playing cards and of event cards in a box (TW-BOX-1)."""

MAX_POWER = 99
"""The highest power of a spell or creature."""

SPECIAL_CARDS = tuple(sorted(held.RESPONSE_CARD_KINDS))
"""The kinds of playing cards without an element (TW-BOX-4)."""

EVENT_EFFECTS = (
    "take_two_ornicles",
    "return_ornicle",
    "take_top_object",
    "discard_random_spell",
    "take_discarded_cat",
    "all_draw_card",
    "all_discard_weakest_creature",
    "all_pass_random_spell",
    "rich_return_ornicle",
)
"""The names of all effects that an event card can have."""

Card = Spell | Creature | str
"""A playing card in a game: a spell, a creature, or one of `SPECIAL_CARDS`."""

Element = NewType("Element", str)
Power = NewType("Power", int)
Copies = NewType("Copies", int)
Kind = NewType("Kind", str)
ObjectId = NewType("ObjectId", str)
Effect = NewType("Effect", str)


@attrs.frozen(kw_only=True)
class PlayingCardEntry(BoxEntry):
    """Base class for box entries of playing cards: the number of equal copies (at most `PLAYING_CARDS`)."""

    copies: Copies


@attrs.frozen(kw_only=True)
class SpellEntry(PlayingCardEntry):
    """An entry in the list of the box: one spell with the number of its copies."""

    element: Element
    power: Power

    @property
    def card(self) -> Spell:
        """The spell of this entry; equal spells are the same object."""
        return _spell(self.element, self.power)


@attrs.frozen(kw_only=True)
class CreatureEntry(PlayingCardEntry):
    """The entry for copies of one creature or mount, with its name."""

    element: Element
    power: Power
    mount: Flag
    name: LocalizedText

    @property
    def card(self) -> Creature:
        """The creature of this entry; equal creatures are the same object."""
        return _creature(self.element, self.power, self.mount)


@attrs.frozen(kw_only=True)
class ResponseCardEntry(PlayingCardEntry):
    """The entry for black cats, Miromon or traps."""

    kind: Kind
    name: LocalizedText

    @property
    def card(self) -> str:
        """The card as games represent it: its kind ("cat", "miromon" or "trap")."""
        return sys.intern(self.kind)


@attrs.frozen(kw_only=True)
class ObjectEntry(BoxEntry):
    """The entry for a magical object, with its colour for the variant "different colours"."""

    id: ObjectId
    colour: Element


@attrs.frozen(kw_only=True)
class EventEntry(BoxEntry):
    """The entry for an event card: its name, its text, and the name of its effect."""

    id: Text
    effect: Effect
    name: LocalizedText
    text: LocalizedText


@attrs.frozen(kw_only=True)
class BoxContents:
    """The entries of a box file, grouped by table."""

    format: str
    title: LocalizedText
    spell: list[SpellEntry]
    creature: list[CreatureEntry]
    special: list[ResponseCardEntry]
    object: list[ObjectEntry]
    event: list[EventEntry]


ENTRY_TYPE_BY_TABLE: dict[str, type[BoxEntry]] = {
    "spell": SpellEntry,
    "creature": CreatureEntry,
    "special": ResponseCardEntry,
    "object": ObjectEntry,
    "event": EventEntry,
}
"""The class of the entries in each table of a box file, in file order."""


# Equal cards share one object, so a game holds 138 references and compares them fast.
@cache
def _spell(element: str, power: int) -> Spell:
    return Spell(element, power)


@cache
def _creature(element: str, power: int, mount: bool) -> Creature:
    return Creature(element, power, mount)
