"""Custom units: a file of unit kinds that battle lines may name besides those of the box (IM-NOTE-1).

    format = "imperium units 1"
    title = {en = "Corvettes", de = "Korvetten"}

    [[unit]]
    id = "corvette"              # the name in a line; the id of an upgrade ends in +
    unit_class = "destroyer"     # the class that it counts as
    cost = 1
    combat = 8
    barrage = "9 (x2)"

If the `id` is a name of the box (`cruiser+`), the file replaces the numbers of that unit: for all factions
without a special unit of that kind, or with `faction` for that faction. A bad file is refused with all its
faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import NewType
from urllib.parse import quote, unquote

import attrs

from twingkit.core.arguments import PATH, TEXT, check_arguments, instance_of
from twingkit.core.cards import box_schema
from twingkit.core.cards.box_faults import BoxFault, box_value_text, join_names
from twingkit.core.cards.box_file import load_listing, parse_box_listing
from twingkit.core.cards.box_listing import UncheckedBox, checked_listing_content, listed_entries
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.units import (
    BATTLE_CLASSES,
    Unit,
    UnitAbilityDice,
    faction_ids,
    find_unit,
    unit_kind_of_class,
)
from twingkit.imperium.texts.rulebook import rulebook

UNIT_LINE_WORD = "unit"
"""The first word of a record line that lists a custom unit."""

MAX_COST = 99
"""The maximum cost and capacity of a unit."""

_NAME_KEY_PREFIX = "name."
"""The prefix of keys for a unit's name in a record line; the language follows."""

_MARKS = re.compile(r"[\s%=;|]")
"""Characters that separate parts of lines and links, so names must not contain them."""

Id = NewType("Id", str)
UnitClass = NewType("UnitClass", str)
Faction = NewType("Faction", str)
Cost = NewType("Cost", float)
Combat = NewType("Combat", int)
DiceCount = NewType("DiceCount", int)
Capacity = NewType("Capacity", int)
AbilityDice = NewType("AbilityDice", str)

_ID = re.compile(r"[a-z]{1,20}\+?")
_FIRE = re.compile(r"(10|[1-9])(?: \(x([1-9])\))?")
_RESERVED = frozenset(
    {
        *("vs", "nothing", "best", "order", "default", "carriers"),
        *("sustain", "first", "last", "never", "risk", "for"),
        *("play", "pass", "roll", "assign", "damage", "target", "again", "retreat", "stay", "all", "none"),
        *("space", "ground", "invasion", "battle", "variant", "unit", "game", "seed", "end", "x", "y"),
    }
)
"""Words of lines, records and answers that are not allowed as unit ids."""


@attrs.frozen(kw_only=True)
class UnitEntry(box_schema.BoxEntry):
    """One unit in a file of custom units; abilities are written as on cards (`9 (x2)`)."""

    id: Id
    unit_class: UnitClass = attrs.field(default=UnitClass(""))
    faction: Faction = attrs.field(default=Faction(""))
    cost: Cost = attrs.field(default=Cost(0))
    combat: Combat = attrs.field(default=Combat(0))
    dice: DiceCount = attrs.field(default=DiceCount(1))
    capacity: Capacity = attrs.field(default=Capacity(0))
    sustain: box_schema.Flag = attrs.field(default=box_schema.Flag(False))
    barrage: AbilityDice = attrs.field(default=AbilityDice(""))
    bombardment: AbilityDice = attrs.field(default=AbilityDice(""))
    space_cannon: AbilityDice = attrs.field(default=AbilityDice(""))
    shield: box_schema.Flag = attrs.field(default=box_schema.Flag(False))
    name: box_schema.LocalizedText = attrs.field(factory=lambda: box_schema.LocalizedText({}))

    @property
    def unit(self) -> Unit:
        """The kind of unit that this entry describes."""
        unit_class = self.unit_class or self.id.removesuffix("+")
        return Unit(
            id=f"own_{self.id}",
            name=self.id,
            kind=unit_kind_of_class(unit_class),
            cost=float(self.cost),
            combat=self.combat,
            dice=self.dice,
            capacity=self.capacity,
            can_sustain_damage=self.sustain,
            barrage=_shots(self.barrage),
            bombardment=_shots(self.bombardment),
            space_cannon=_shots(self.space_cannon),
            has_planetary_shield=self.shield,
            counts_as=unit_class,
            titles=tuple(sorted(self.name.items())),
        )

    def line_for_record(self) -> str:
        """Return the entry as one line for records and links.

        It has the values that differ from a unit that can do nothing, and names (`name.en=Fast%20corvette`).
        """
        plain = UnitEntry(id=self.id)
        keys = [
            field.name for field in attrs.fields(UnitEntry) if field.name not in ("id", "name", "assumed")
        ]
        values = {key: getattr(self, key) for key in keys if getattr(self, key) != getattr(plain, key)}
        called = {
            f"{_NAME_KEY_PREFIX}{lang}": _MARKS.sub(lambda sign: quote(sign[0], safe=""), name)
            for lang, name in sorted(self.name.items())
        }
        written = {key: str(value).lower().replace(" ", "") for key, value in values.items()} | called
        return " ".join([UNIT_LINE_WORD, self.id, *(f"{key}={value}" for key, value in written.items())])


def _shots(text: str) -> UnitAbilityDice | None:
    match = _FIRE.fullmatch(text)
    return UnitAbilityDice(int(match[1]), int(match[2] or 1)) if match else None


def _id(value: object) -> object:
    if isinstance(value, str) and value.removesuffix("+") in BATTLE_CLASSES:
        return value
    plain = value.removesuffix("+") if isinstance(value, str) else ""
    if not plain or plain in _RESERVED or plain in rulebook().words or not _ID.fullmatch(str(value)):
        raise box_schema.InvalidValue(box_schema.value_fault("units_id", value, "IM-NOTE-1"))
    return value


def _fire(value: object) -> object:
    text = str(value) if type(value) is int else value
    if not isinstance(text, str) or not _FIRE.fullmatch(text):
        raise box_schema.InvalidValue(box_schema.value_fault("units_fire", value, "IM-UNIT-8"))
    return text


def _check_between(least: int, most: int) -> Callable[[object], object]:
    def whole(value: object) -> object:
        if type(value) is not int or not least <= value <= most:
            facts = {"found": box_value_text(value), "least": least, "most": most}
            raise box_schema.InvalidValue(((), BoxFault("units_number", facts, rule="IM-UNIT-1")))
        return value

    return whole


def _check_cost(value: object) -> object:
    """Return a cost that is a multiple of half a resource, else raise `InvalidValue`."""
    if type(value) not in (int, float) or not 0 <= float(str(value)) <= MAX_COST or float(str(value)) % 0.5:
        raise box_schema.InvalidValue(
            ((), BoxFault("units_cost", {"found": box_value_text(value), "most": MAX_COST}, rule="IM-UNIT-1"))
        )
    return value


def _list_faults(listing: UncheckedBox) -> Iterator[BoxFault]:
    """Yield faults of units with a missing or wrong class, or listed twice for the same factions."""
    seen: set[tuple[str, str]] = set()
    for path, row in listed_entries(listing, UNIT_LINE_WORD):
        name, unit_class = row.get("id"), row.get("unit_class")
        if not isinstance(name, str):
            continue
        key = name, str(row.get("faction", ""))
        if key in seen:
            yield listing.fault(path, "box_repeated", "IM-NOTE-1", token=box_value_text(name))
        seen.add(key)
        plain = name.removesuffix("+")
        if plain not in BATTLE_CLASSES and unit_class is None:
            yield listing.fault(path, "units_no_class", "IM-UNIT-1", classes=join_names(BATTLE_CLASSES))
        if plain in BATTLE_CLASSES and unit_class not in (None, plain):
            where = (*path, "unit_class")
            yield listing.fault(
                where,
                "units_other_class",
                "IM-UNIT-1",
                unit=box_value_text(name),
                found=box_value_text(unit_class),
            )


_UNIT_FILE_FORM = box_schema.BoxSchema(
    format="imperium units 1",
    entry_class_by_table={UNIT_LINE_WORD: UnitEntry},
    validator_by_type={
        Id: _id,
        UnitClass: lambda value: box_schema.checked_choice(value, BATTLE_CLASSES, "IM-UNIT-1"),
        Faction: lambda value: box_schema.checked_choice(value, faction_ids(), "IM-UNIT-2"),
        Cost: _check_cost,
        Combat: _check_between(0, 10),
        DiceCount: _check_between(1, 9),
        Capacity: _check_between(0, MAX_COST),
        AbilityDice: _fire,
    },
    check_box=_list_faults,
    book=rulebook,
)


@attrs.frozen(cache_hash=True)
class CustomUnits:
    """The custom units of a file, parsed from its `entries`.

    >>> own = parse_units('''format = "imperium units 1"
    ... title = {en = "Corvettes", de = "Korvetten"}
    ... [[unit]]
    ... id = "corvette"
    ... unit_class = "destroyer"
    ... combat = 8
    ... ''')
    >>> own.names, own.find_with_box("corvette").combat, own.find_with_box("cruiser").combat
    (('corvette',), 8, 7)
    """

    title: TextByLanguage = attrs.field(eq=False)
    entries: tuple[UnitEntry, ...] = attrs.field(eq=False)
    units: tuple[tuple[str, Unit], ...] = attrs.field(init=False, repr=False)
    """Each unit with the faction that alone has it ("" for all)."""

    def __attrs_post_init__(self) -> None:
        units = tuple((entry.faction, entry.unit) for entry in self.entries)
        object.__setattr__(self, "units", units)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the custom units, as written in battle lines."""
        return tuple(dict.fromkeys(unit.name for _, unit in self.units))

    def find_with_box(self, name: str, faction: str = "") -> Unit | None:
        """Return the unit of a faction with this name, from the file or from the box; None without one."""
        own = self._by_name.get((faction, name))
        box = find_unit(name, faction)
        if own is None and not (box and box.faction):
            own = self._by_name.get(("", name))
        return own or box

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, str], Unit]:
        return {(faction, unit.name): unit for faction, unit in self.units}

    def record_lines(self) -> list[str]:
        """Return one line for each unit, for records and links: its values and names."""
        return [entry.line_for_record() for entry in self.entries]


CUSTOM_UNITS_ARGUMENT = instance_of("argument.custom_units", CustomUnits, PathLike, str)
"""The type of the `custom_units` argument: parsed units or the path of their file."""


@check_arguments(path=PATH)
def load_units(path: Path | str) -> CustomUnits:
    """Load custom units from a TOML file.

    Raises `BoxError` with every fault, `OSError` if the file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "mine.toml"
    ...     _ = file.write_text('''format = "imperium units 1"
    ... title = {en = "Tough cruisers", de = "Zähe Kreuzer"}
    ... [[unit]]
    ... id = "cruiser"
    ... combat = 7
    ... sustain = true
    ... ''', "utf-8")
    ...     own = load_units(file)
    >>> own.find_with_box("cruiser").can_sustain_damage
    True
    """
    file = Path(path)
    if file.suffix.lower() != ".toml":
        raise _UNIT_FILE_FORM.error(
            str(path),
            BoxFault("box_suffix", {"allowed": join_names([".toml"]), "found": box_value_text(file.name)}),
        )
    return _units(load_listing(file, _UNIT_FILE_FORM), str(path))


@check_arguments(text=TEXT, source=TEXT)
def parse_units(text: str, source: str = "units") -> CustomUnits:
    """Parse units from a TOML text; `source` names it in errors. Raises `BoxError` with every fault.

    >>> text = '''format = "imperium units 1"
    ... title = {en = "Corvettes", de = "Korvetten"}
    ... [[unit]]
    ... id = "corvette"
    ... unit_class = "destroyer"
    ... cost = 1
    ... combat = 8
    ... '''
    >>> own = parse_units(text)
    >>> own.names, own.find_with_box("corvette").cost
    (('corvette',), 1.0)
    """
    return _units(parse_box_listing(text, source, ".toml", _UNIT_FILE_FORM), source)


def load_if_path(units: CustomUnits | Path | str | None) -> CustomUnits | None:
    """Load the custom units if `units` is a path, and return them; None means that there are no custom
    units.
    """
    return units if units is None or isinstance(units, CustomUnits) else load_units(units)


def custom_units_from_lines(lines: Sequence[str]) -> CustomUnits | None:
    """Parse the custom units in the unit lines of a game record; return None if there are no lines. Raises
    `BoxError`.
    """
    if not lines:
        return None
    data = {
        "format": _UNIT_FILE_FORM.format,
        "title": dict.fromkeys(LANGUAGES, UNIT_LINE_WORD),
        UNIT_LINE_WORD: list(map(_parse_record_line, lines)),
    }
    return _units(UncheckedBox(_UNIT_FILE_FORM, data), "record")


def _parse_record_line(line: str) -> dict[str, object]:
    words = line.split()[1:]
    row: dict[str, object] = {"id": words[0] if words else ""}
    called: dict[str, str] = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        if key.startswith(_NAME_KEY_PREFIX):
            called[key.removeprefix(_NAME_KEY_PREFIX)] = unquote(value)
        else:
            row[key] = _parse_value(value)
    return row | ({"name": called} if called else {})


def _parse_value(value: str) -> object:
    if value in ("true", "false"):
        return value == "true"
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9])?", value):
        return float(value) if "." in value else int(value)
    return value.replace("(", " (")


def _units(listing: UncheckedBox, source: str) -> CustomUnits:
    contents = checked_listing_content(listing, source)
    return CustomUnits(contents["title"], tuple(contents[UNIT_LINE_WORD]))
