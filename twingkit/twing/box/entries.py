"""The parts of a box: the entries of its file, and the names that entries may use (TW-BOX)."""

from __future__ import annotations

import sys
from functools import cache
from typing import NewType

import attrs

from twingkit.core.cards.box_form import BoxEntry, Flag, Names, Text
from twingkit.twing.rules import response_cards as held
from twingkit.twing.rules.cards import Creature, Spell

FORMAT = "twingkit-box 1"
"""The first entry of every box file."""

PLAYING_CARDS, EVENTS = 138, 9
"""The numbers of playing cards and of event cards in a box (TW-BOX-1)."""

MAX_POWER = 99
"""The highest power of a card."""

SPECIALS = tuple(sorted(held.SPECIALS))
"""The playing cards without an element (TW-BOX-4)."""

EFFECTS = (
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
"""All effects of events, by the names that the engine uses."""

Card = Spell | Creature | str
"""A playing card in a game: a spell, a creature, or one of `SPECIALS`."""

Element = NewType("Element", str)
Power = NewType("Power", int)
Copies = NewType("Copies", int)
Kind = NewType("Kind", str)
ObjectId = NewType("ObjectId", str)
Effect = NewType("Effect", str)


@attrs.frozen(kw_only=True)
class PlayingCards(BoxEntry):
    """Playing cards of one kind, with the number of copies (at most `PLAYING_CARDS`)."""

    copies: Copies


@attrs.frozen(kw_only=True)
class SpellEntry(PlayingCards):
    """A spell of the box."""

    element: Element
    power: Power

    @property
    def card(self) -> Spell:
        """The card itself; equal cards are the same object."""
        return _spell(self.element, self.power)


@attrs.frozen(kw_only=True)
class CreatureEntry(PlayingCards):
    """A creature or mount of the box, and its name."""

    element: Element
    power: Power
    mount: Flag
    name: Names

    @property
    def card(self) -> Creature:
        """The card itself; equal cards are the same object."""
        return _creature(self.element, self.power, self.mount)


@attrs.frozen(kw_only=True)
class SpecialEntry(PlayingCards):
    """Black cats, Miromon or traps."""

    kind: Kind
    name: Names

    @property
    def card(self) -> str:
        """The card as games use it: its kind; equal kinds are the same object."""
        return sys.intern(self.kind)


@attrs.frozen(kw_only=True)
class ObjectEntry(BoxEntry):
    """A magical object and the colour that the variant "different colours" gives it."""

    id: ObjectId
    colour: Element


@attrs.frozen(kw_only=True)
class EventEntry(BoxEntry):
    """An event card: its name, its text, and the name of its effect."""

    id: Text
    effect: Effect
    name: Names
    text: Names


@attrs.frozen(kw_only=True)
class Contents:
    """All entries of a box, as listed in its file."""

    format: str
    title: Names
    spell: list[SpellEntry]
    creature: list[CreatureEntry]
    special: list[SpecialEntry]
    object: list[ObjectEntry]
    event: list[EventEntry]


TABLES: dict[str, type[BoxEntry]] = {
    "spell": SpellEntry,
    "creature": CreatureEntry,
    "special": SpecialEntry,
    "object": ObjectEntry,
    "event": EventEntry,
}
"""The tables of a box file, in file order."""


# Equal cards share one object, so a game holds 138 references and compares them fast.
@cache
def _spell(element: str, power: int) -> Spell:
    return Spell(element, power)


@cache
def _creature(element: str, power: int, mount: bool) -> Creature:
    return Creature(element, power, mount)
