"""The box: how many of each card there are, their powers and names, and the events (TW-BOX).

The printed rules do not say these numbers. `load_box()` gives the assumed box, in which every invented value
is named by its entry's `assumed`; `load_box(path)` gives an owner's own box from a file of the same format. A
bad file is refused with every fault it has, and nothing of it is used.
"""

from __future__ import annotations

import difflib
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NewType

import attrs
import cattrs

from twingkit.asking import one_line
from twingkit.rulebook import LANGUAGES
from twingkit.twing.cards import ELEMENTS, Creature, Spell
from twingkit.twing.objects import OBJECTS

FORMAT = "twingkit-box 1"
"""The first entry of every box file."""

PLAYING_CARDS, EVENTS = 138, 9
"""How many playing cards and event cards a box holds (TW-BOX-1)."""

SPECIALS = ("cat", "miromon", "trap")

Element = NewType("Element", str)
Count = NewType("Count", int)
Kind = NewType("Kind", str)
ObjectId = NewType("ObjectId", str)
BoxFormat = NewType("BoxFormat", str)
Names = NewType("Names", dict[str, str])
"""A text in every language."""


class BoxError(ValueError):
    """A box file that cannot be used: `.faults` lists every one, with its place in the file."""

    def __init__(self, source: str, faults: list[str]) -> None:
        super().__init__(source, faults)
        self.source, self.faults = source, faults

    def __str__(self) -> str:
        return "\n".join(f"{self.source}: {fault}" for fault in self.faults)


@attrs.frozen(kw_only=True)
class Entry:
    """One entry of a box; `assumed` names its keys whose values no printed source gives."""

    assumed: list[str] = attrs.field(factory=list)


@attrs.frozen(kw_only=True)
class PlayingCards(Entry):
    """Playing cards of one kind, and how many copies of them there are."""

    copies: Count


@attrs.frozen(kw_only=True)
class SpellEntry(PlayingCards):
    """A spell of the box."""

    element: Element
    power: Count

    @property
    def card(self) -> Spell:
        """The card itself."""
        return Spell(self.element, self.power)


@attrs.frozen(kw_only=True)
class CreatureEntry(PlayingCards):
    """A creature or mount of the box, and its name."""

    element: Element
    power: Count
    mount: bool
    name: Names

    @property
    def card(self) -> Creature:
        """The card itself."""
        return Creature(self.element, self.power, self.mount)


@attrs.frozen(kw_only=True)
class SpecialEntry(PlayingCards):
    """Black cats, Miromon or traps."""

    kind: Kind
    name: Names


@attrs.frozen(kw_only=True)
class ObjectEntry(Entry):
    """A magical object and the colour that the variant "different colours" gives it."""

    id: ObjectId
    colour: Element


@attrs.frozen(kw_only=True)
class EventEntry(Entry):
    """An event card: its name, its text, and the named effect that carries it out."""

    id: str
    effect: str
    name: Names
    text: Names


@attrs.frozen(kw_only=True)
class Box:
    """All cards of a box, as its file lists them."""

    format: BoxFormat
    title: Names
    spell: list[SpellEntry]
    creature: list[CreatureEntry]
    special: list[SpecialEntry]
    object: list[ObjectEntry]
    event: list[EventEntry]

    @property
    def playing_cards(self) -> list[PlayingCards]:
        """The entries of spells, creatures and special cards."""
        return [*self.spell, *self.creature, *self.special]

    @property
    def assumed(self) -> bool:
        """Whether any number of this box is invented."""
        return any(entry.assumed for entry in self.playing_cards)

    @property
    def size(self) -> int:
        """How many playing cards there are."""
        return sum(entry.copies for entry in self.playing_cards)

    def count(self, kind: str) -> int:
        """How many cards of "cat", "miromon" or "trap" there are."""
        return sum(entry.copies for entry in self.special if entry.kind == kind)

    def creature_name(self, card: Creature, lang: str = "en") -> str:
        """The name of a creature card; empty for a card that this box does not hold."""
        return next((entry.name[lang] for entry in self.creature if entry.card == card), "")

    def faults(self) -> list[str]:
        """What is wrong with the box as a whole: the counts that the rules print."""
        found = []
        if self.size != PLAYING_CARDS:
            found.append(f"expected {PLAYING_CARDS} playing cards, found {self.size} [TW-BOX-1]")
        if len(self.event) != EVENTS:
            found.append(f"event: expected {EVENTS} events, found {len(self.event)} [TW-BOX-1]")
        if self.count("miromon") != 1:
            found.append(f"special: expected one Miromon, found {self.count('miromon')} [TW-BOX-6]")
        objects = Counter[str](entry.id for entry in self.object)
        wrong = [f"{name} {objects[name]} times" for name in OBJECTS if objects[name] != 1]
        if wrong:
            found.append(f"object: expected each object once, found {', '.join(wrong)} [TW-BOX-6]")
        return found


def load_box(path: Path | str | None = None) -> Box:
    """The assumed box, or that of a file; raises `BoxError` with every fault, `OSError` for no such file."""
    return read_box(Path(path).read_text(encoding="utf-8"), str(path)) if path else _assumed_box()


@cache
def _assumed_box() -> Box:
    return read_box(files("twingkit.twing").joinpath("box.toml").read_text(encoding="utf-8"), "box.toml")


def read_box(text: str, source: str) -> Box:
    """The box that a TOML text holds; `source` names it in errors. Raises `BoxError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BoxError(source, [f"this is not TOML: {fault}"]) from fault
    try:
        box = _converter().structure(data, Box)
    except cattrs.BaseValidationError as fault:
        found = [_place_first(line) for line in cattrs.transform_error(fault, "", _words)]
        raise BoxError(source, found) from fault
    found = box.faults()
    if found:
        raise BoxError(source, found)
    return box


@cache
def _converter() -> cattrs.Converter:
    """Structures a box; every kind of value says what it expects, so that all faults come out at once."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    hooks: dict[Any, Callable[[Any], Any]] = {
        str: _text,
        bool: lambda value: _exactly(value, bool, "true or false"),
        Count: _count,
        Names: _names,
        Element: lambda value: _one_of(value, ELEMENTS),
        Kind: lambda value: _one_of(value, SPECIALS),
        ObjectId: lambda value: _one_of(value, OBJECTS),
        BoxFormat: lambda value: _one_of(value, (FORMAT,)),
    }
    for kind, hook in hooks.items():
        converter.register_structure_hook(kind, _ignoring_type(hook))
    return converter


def _ignoring_type(hook: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda value, _: hook(value)


def _exactly(value: Any, kind: type, expected: str) -> Any:
    """A value of just this type: nothing is quietly turned into something else."""
    if type(value) is not kind:
        raise ValueError(f"expected {expected}, not {one_line(repr(value), 30)}")
    return value


def _text(value: Any) -> Any:
    return _exactly(value, str, "a text")


def _one_of(value: Any, allowed: Sequence[str]) -> Any:
    if value not in allowed:
        near = difflib.get_close_matches(str(value), allowed, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"expected one of {', '.join(allowed)}, not {one_line(repr(value), 30)}{hint}")
    return value


def _count(value: Any) -> Any:
    if not 1 <= _exactly(value, int, "a whole number from 1 to 99") <= 99:
        raise ValueError(f"expected a whole number from 1 to 99, not {value}")
    return value


def _names(value: Any) -> Any:
    texts = _exactly(value, dict, "a text in each language")
    lacking = [lang for lang in LANGUAGES if not isinstance(texts.get(lang), str) or not texts[lang]]
    if lacking or len(texts) > len(LANGUAGES):
        raise ValueError(
            f"expected the languages {' and '.join(LANGUAGES)}, found {', '.join(texts) or 'none'}"
        )
    return texts


def _words(fault: BaseException, _: type | None) -> str:
    if isinstance(fault, KeyError):
        return f"the key {fault.args[0]!r} is missing"
    if isinstance(fault, cattrs.ForbiddenExtraKeysError):
        return f"unknown keys: {', '.join(sorted(fault.extra_fields))}"
    return str(fault)


def _place_first(line: str) -> str:
    """`what @ .spell[3].power` turned round."""
    what, _, place = line.rpartition(" @ ")
    return f"{place.lstrip('.')}: {what}" if place.lstrip(".") else what
