"""Units that fight, with the numbers of their sheets and cards (IM-UNIT-1, IM-UNIT-2)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files

import attrs

from twingkit.core.language import language
from twingkit.core.rulebook import NamesByLanguage
from twingkit.core.words import TomlTable

SHIPS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "warsun")
"""The classes of ships in the order of the default policy (IM-ODDS-2)."""

GROUND_FORCES = ("infantry", "mech")
"""The classes of ground forces, in the order in which they are lost."""

BATTLE_CLASSES = (*SHIPS, *GROUND_FORCES, "pds")
"""All classes of a battle line, in its order."""

DOCK = "spacedock"
"""The class of space docks, which take no part in battles."""

STRUCTURES = ("pds", DOCK)
"""The classes of structures."""

FIGURES_PER_PLAYER: Mapping[str, int] = {
    "flagship": 1,
    "warsun": 2,
    "dreadnought": 5,
    "carrier": 4,
    "cruiser": 8,
    "destroyer": 8,
    "pds": 6,
    DOCK: 3,
}
"""The number of a player's figures by class (IM-LIM-1); fighters and infantry are unlimited because of
tokens.
"""


@attrs.frozen
class UnitAbilityDice:
    """The dice of a unit ability: `dice` of them, each of which hits if it shows `hits_on` or more."""

    hits_on: int
    dice: int


def _shots(value: Mapping[str, int] | None) -> UnitAbilityDice | None:
    return UnitAbilityDice(**value) if value else None


@attrs.frozen(cache_hash=True)
class Unit:
    """A kind of unit with its values, such as cost and combat value, as one faction has it.

    `name` is its name in a line ("cruiser+"), `id` its sheet or card ("cruiser2"), `cost` the resources for
    one unit (0 if it has no cost), `combat` what each of its `dice` needs to hit (0: it rolls none), `move`
    its move value in systems, `production` the number of units that it may produce,
    `production_plus_resources` the number beyond the resources of its planet, `fighter_room` the number of
    fighters in its system that need no capacity. A unit of your own `counts_as` a class and may have names by
    language in `titles`.

    >>> spec_ops = unit("infantry", "sol")
    >>> spec_ops.id, spec_ops.combat, spec_ops.cost
    ('sol_infantry', 7, 0.5)
    """

    id: str
    name: str
    kind: str
    faction: str = ""
    cost: float = 0.0
    combat: int = 0
    dice: int = 1
    capacity: int = 0
    can_sustain_damage: bool = False
    barrage: UnitAbilityDice | None = None
    bombardment: UnitAbilityDice | None = None
    space_cannon: UnitAbilityDice | None = None
    has_planetary_shield: bool = False
    is_expansion: bool = False
    move: int = 0
    production: int = 0
    production_plus_resources: int = 0
    fighter_room: int = 0
    counts_as: str = ""
    titles: tuple[tuple[str, str], ...] = ()

    @cached_property
    def unit_class(self) -> str:
        """The class of the unit without an upgrade: one of `BATTLE_CLASSES`."""
        return self.counts_as or self.name.removesuffix("+")

    @property
    def is_upgraded(self) -> bool:
        """True for a unit upgrade, False for the basic unit of its class."""
        return self.name.endswith("+")

    @cached_property
    def is_ship(self) -> bool:
        """True if the unit fights in space."""
        return self.kind == "ship"

    @cached_property
    def is_ground_force(self) -> bool:
        """True if the unit fights on the ground."""
        return self.kind == "ground"

    @cached_property
    def is_fighter(self) -> bool:
        """True for a fighter.

        Anti-Fighter Barrage hits only fighters, and hits on non-fighters never hit them.
        """
        return self.unit_class == "fighter"

    @property
    def words_key(self) -> str:
        """The key of the unit's name in the words catalogue."""
        return self.id if self.faction else self.name

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the unit's name for a sentence; a flagship has "flagship" before its own name."""
        if self.titles:
            return dict(self.titles)[language()]
        name = words.format_fact(self.words_key, form)
        if self.unit_class == "flagship" and self.faction:
            return f"{words.format_fact('flagship', form)} ({words.format_fact(self.words_key)})"
        return name


@cache
def all_unit_kinds() -> tuple[Unit, ...]:
    """Return every kind of unit of the base game, and the mech of a later expansion, as listed in
    `units.toml`.

    They have `name`, `faction` ("" for common units), `cost` in resources, `combat`, `dice` and abilities.

    >>> [unit.id for unit in all_unit_kinds() if unit.unit_class == "warsun"]
    ['warsun', 'muaat_warsun', 'muaat_warsun2']
    """
    text = files("twingkit.imperium.box").joinpath("units.toml").read_text(encoding="utf-8")
    return tuple(_unit(entry) for entry in tomllib.loads(text)["unit"])


def _unit(entry: TomlTable) -> Unit:
    data = dict(entry)
    for ability in ("barrage", "bombardment", "space_cannon"):
        data[ability] = _shots(data.get(ability))
    data["cost"] = data.get("cost", 0) / data.pop("batch", 1)
    return Unit(**data)


@cache
def _by_name() -> dict[tuple[str, str], Unit]:
    return {(unit.faction, unit.name): unit for unit in all_unit_kinds()}


@cache
def unit_kind_of_class(unit_class: str) -> str:
    """Return the kind of a unit class: "ship", "ground" or "structure".

    >>> [unit_kind_of_class(unit_class) for unit_class in ("cruiser", "mech", "pds")]
    ['ship', 'ground', 'structure']
    """
    return next(unit.kind for unit in all_unit_kinds() if unit.unit_class == unit_class)


@cache
def faction_ids() -> tuple[str, ...]:
    """Return the ids of all factions, in the order of the flagships in `units.toml`.

    >>> len(faction_ids())
    17
    """
    return tuple(unit.faction for unit in all_unit_kinds() if unit.unit_class == "flagship")


def find_unit(name: str, faction: str = "") -> Unit | None:
    """Return the unit type of this name for a faction: its own version, otherwise the common one; None if
    there is none.
    """
    named = _by_name()
    return named.get((faction, name)) or named.get(("", name))


def unit(name: str, faction: str = "") -> Unit:
    """Return the unit type of this name for a faction: its own version, otherwise the common one. Raises
    `KeyError` if there is none.
    """
    unit = find_unit(name, faction)
    if unit is None:
        raise KeyError(name)
    return unit
