"""Technology cards and the factions that start with them (IM-TECH-2, IM-TECH-3)."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

import attrs

from twingkit.core.messages import Fault
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import TECHNOLOGY_COLOURS
from twingkit.imperium.box.units import Unit, find_unit

_CHOOSES_FIRST_TECHNOLOGY = "choose:1"
"""The starting technologies of a faction that chooses one (the Winnu)."""

COPYING_FACTION = "nekro"
"""The faction that can copy other factions' technologies (IM-TECH-3, IM-TECH-vax)."""

_BY_LETTER = {colour[0].upper(): colour for colour in TECHNOLOGY_COLOURS}


@attrs.frozen
class Technology:
    """A technology card: its colour and prerequisites, the faction that may research it, and the unit that it
    upgrades.

    `colour` is "" for a unit upgrade or a card without one, `prerequisites` are colours. Only `faction` may
    research it ("": all factions), and `unit_class` is the class that it upgrades or allows.

    >>> technology_by_id("ac2").faction, technology_by_id("ac2").unit_class, technology_by_id("x89").exhausts
    ('sol', 'carrier', True)
    """

    id: str
    name: str
    colour: str
    prerequisites: tuple[str, ...]
    faction: str = ""
    unit_class: str = ""
    exhausts: bool = False


@attrs.frozen
class Faction:
    """A faction with the values on its sheet: commodity limit, starting technologies and starting fleet.

    `starting_technologies` are ids (None: it chooses one), `starting_fleet` is a list of (count, unit).
    """

    id: str
    name: str
    commodity_limit: int
    starting_technologies: tuple[str, ...] | None
    starting_fleet: tuple[tuple[int, str], ...]


@cache
def technologies_by_id() -> dict[str, Technology]:
    """Return every technology by its id.

    >>> len(technologies_by_id()), technologies_by_id()["cr2"].prerequisites
    (59, ('green', 'red', 'yellow'))
    """
    return {
        row["id"]: Technology(
            row["id"],
            row["name"],
            row["colour"],
            tuple(_BY_LETTER[letter] for letter in row["prerequisites"]),
            row["faction"],
            row["unit"],
            row["exhausts"] == "1",
        )
        for row in box_csv_rows("technologies.csv")
    }


@cache
def factions_by_id() -> dict[str, Faction]:
    """Return every faction by its id.

    >>> sheets = factions_by_id()
    >>> len(sheets), sheets["hacan"].commodity_limit, sheets["sol"].starting_fleet[0]
    (17, 6, (2, 'carrier'))
    """
    return {row["id"]: _faction(row) for row in box_csv_rows("factions.csv")}


def _faction(row: dict[str, str]) -> Faction:
    words = row["fleet"].split()
    fleet = tuple((int(count), unit) for count, unit in zip(words[::2], words[1::2], strict=True))
    chosen = row["technologies"] == _CHOOSES_FIRST_TECHNOLOGY
    known = None if chosen else tuple(name for name in row["technologies"].split("|") if name)
    return Faction(row["id"], row["name"], int(row["commodities"]), known, fleet)


def faction(name: str) -> Faction:
    """Return the faction with that id. Raises `Fault` if there is none."""
    if not isinstance(name, str) or name not in factions_by_id():
        raise Fault("tech.faction", text=str(name)[:60], names=", ".join(factions_by_id()))
    return factions_by_id()[name]


def technology_by_id(technology_id: str) -> Technology:
    """Return the technology with that id. Raises `Fault` if there is none."""
    if not isinstance(technology_id, str) or technology_id not in technologies_by_id():
        near = difflib.get_close_matches(str(technology_id)[:60].casefold(), technologies_by_id(), n=3)
        raise Fault(
            "tech.unknown", text=str(technology_id)[:60], names=", ".join(near or ("amd", "cv2", "st"))
        )
    return technologies_by_id()[technology_id]


@cache
def ownable_technologies(faction_name: str) -> Mapping[str, Technology]:
    """Return the technologies that a faction can own, by id: the common ones and its own.

    Its own unit upgrades replace the common ones (IM-TECH-3). Raises `Fault` if there is no such faction.

    >>> of_sol, of_hacan = ownable_technologies("sol"), ownable_technologies("hacan")
    >>> len(of_sol), "cv2" in of_sol, "cv2" in of_hacan
    (25, False, True)
    """
    faction(faction_name)
    own = {card.id: card for card in technologies_by_id().values() if card.faction == faction_name}
    upgraded = {card.unit_class for card in own.values() if card.unit_class}
    common = {
        card.id: card
        for card in technologies_by_id().values()
        if not card.faction and not (card.unit_class and card.unit_class in upgraded)
    }
    return MappingProxyType(common | own)


@lru_cache(maxsize=4096)
def unit_for(unit_class: str, faction_name: str, owned: frozenset[str]) -> Unit | None:
    """Return a faction's unit of a class with these technologies; None for a war sun without its technology.

    A unit upgrade copied by the Nekro Virus is that of the card's faction (IM-TECH-vax). Raises `Fault` if
    there is no such faction or technology.

    >>> unit_for("warsun", "nekro", frozenset({"pws2"})).faction, unit_for("warsun", "sol", frozenset())
    ('muaat', None)
    """
    deck, own = ownable_technologies(faction_name), find_unit(unit_class, faction_name)
    cards = [technology_by_id(card) for card in sorted(owned)]
    upgrades = [
        card
        for card in cards
        if card.unit_class == unit_class and (card.id in deck or faction_name == COPYING_FACTION)
    ]
    if not upgrades:
        return None if unit_class == "warsun" and (own is None or own.faction != faction_name) else own
    copied = [card.faction for card in upgrades if card.id not in deck]
    return find_unit(f"{unit_class}+", copied[0] if copied else faction_name) or own


def broken_research_rule(
    card: Technology, faction_name: str, owned: Collection[str], missing: Counter[str]
) -> tuple[str, str, dict[str, object]] | None:
    """Return the rule, the case and the facts of a refusal if a faction that owns these technologies cannot
    research a card; None if it can (IM-TECH-2, IM-TECH-3).

    `missing` are the missing prerequisites.
    """
    facts: dict[str, object] = {"technology": card.id}
    if card.id in owned:
        return "IM-TECH-2", "owned", facts
    deck = ownable_technologies(faction_name)
    if card.id not in deck:
        instead = next(
            (own.id for own in deck.values() if own.unit_class and own.unit_class == card.unit_class), ""
        )
        return "IM-TECH-3", "replaced" if instead else "other_faction", {**facts, "own": instead}
    if missing:
        case = "lacks_one" if missing.total() == 1 else "lacks"
        return "IM-TECH-2", case, {**facts, "colours": tuple(sorted(missing.elements()))}
    return None


def missing_prerequisites(
    card: Technology, owned: Collection[str], ready_specialties: Collection[str] = ()
) -> Counter[str]:
    """Return the missing prerequisites of a card by colour; it can be researched if there are none
    (IM-TECH-2).

    `owned` are ids of technologies, `ready_specialties` the colours of ready specialties. Raises `Fault` for
    an unknown name or colour.

    >>> missing_prerequisites(technology_by_id("cr2"), ["nm", "ps"])
    Counter({'yellow': 1})
    >>> missing_prerequisites(technology_by_id("cr2"), ["nm", "ps"], ["yellow"])
    Counter()
    """
    known = Counter(technology_by_id(name).colour for name in owned)
    for colour in ready_specialties:
        if colour not in TECHNOLOGY_COLOURS:
            raise Fault("tech.colour", text=str(colour)[:60], names=", ".join(TECHNOLOGY_COLOURS))
    return Counter(card.prerequisites) - known - Counter(ready_specialties)
