"""The names of the reference: every name that the kit offers to analysts, by game and by task.

`entries()` reads the sources (see `reference_source`); a name is written as one uses it after `from twingkit
import twing, imperium, charts`: `imperium.odds_many`, `charts.odds`; what `twingkit` itself offers is written
alone: `Game`. A name that two modules offer is listed once; what games share is in no game's part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache

import attrs

from twingkit.games import games
from twingkit_widgets.reference.group import Part, part_of
from twingkit_widgets.reference.shared import PART as SHARED
from twingkit_widgets.reference.source import PACKAGE, Member, Place, Written, place_of, public, read

PARTS = (*(part for game in games() if (part := part_of(game))), SHARED)
"""The parts of the list, in its order: one for each game that has one, then what they share."""

HOMES = tuple(home for part in (SHARED, *PARTS[:-1]) for home in part.homes)
"""The modules of `twingkit` whose `__all__` is for analysts, what is shared first; the first one is the
package itself."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    group: names for part in PARTS for group, names in part.groups.items()
}
"""The tasks in the order of the list, with the names for each."""

PART_OF: Mapping[str, Part] = {group: part for part in PARTS for group in part.groups}
"""The part of each group."""

CLOSE = 0.5
"""The least similarity of a name, from 0 to 1, to be offered for one that does not exist."""


@attrs.frozen
class Entry:
    """A name of the reference: as it is used, where to import it from, what its source says, its group."""

    name: str
    home: str
    written: Written
    group: str

    @property
    def part(self) -> Part:
        """The part of the list that it belongs to."""
        return PART_OF[self.group]

    @property
    def short(self) -> str:
        """The name without its module."""
        return self.name.rpartition(".")[2]

    @property
    def place(self) -> Place:
        """The module and name where it is defined."""
        return self.written.place

    @property
    def kind(self) -> str:
        """The kind of object: one of `reference_source`."""
        return self.written.kind

    @property
    def signature(self) -> str:
        """The signature as it is written in a call."""
        return self.written.signature

    @property
    def summary(self) -> str:
        """The summary of what it is or does, in a sentence."""
        return self.written.summary

    @property
    def doc(self) -> str:
        """Its docstring."""
        return self.written.doc

    @property
    def members(self) -> tuple[Member, ...]:
        """The public members of a class."""
        return self.written.members


@cache
def entries() -> Mapping[str, Entry]:
    """Return every entry by its name, in the order of the list."""
    by_name = {entry.name: entry for entry in _listed_entries()}
    return {name: by_name[name] for names in _order(by_name).values() for name in names}


def _listed_entries() -> Iterator[Entry]:
    places: set[Place] = set()
    group_of = {name: group for group, names in GROUPS.items() for name in names}
    for home in HOMES:
        module = f"{PACKAGE}.{home}".rstrip(".")
        for name in public(module):
            origin = place_of(module, name)
            if origin is None or origin in places:
                continue
            places.add(origin)
            full_name = f"{home}.{name}".lstrip(".")
            yield Entry(full_name, module, read(origin), group_of.get(full_name) or _rest(home))


def _rest(home: str) -> str:
    """The group of a name that is listed in none: the first of the part that has its module."""
    return next(group for part in PARTS if home in part.homes for group in part.groups)


def _order(by_name: Mapping[str, Entry]) -> dict[str, list[str]]:
    """The names of each group that there are, then those that it does not name."""
    order = {group: [name for name in names if name in by_name] for group, names in GROUPS.items()}
    for name, entry in by_name.items():
        if name not in order[entry.group]:
            order[entry.group].append(name)
    return order


def places() -> Mapping[Place, Entry]:
    """Every entry by where it is written."""
    return {entry.place: entry for entry in entries().values()}


def entry_named(text: str, near: Entry | None = None) -> Entry | None:
    """The entry that a piece of code names: `odds_many`, `twing.odds_many`, `odds_many(lines)`, or
    `batch.odds_many` by the module in which it is written; None for anything else.

    A short name that several modules have is the one of the same module as `near`, else one of the same game,
    else the first one. A name that is listed elsewhere (`twing.NotationError`) is found as well.

    >>> entry_named("odds_many(lines)").name, entry_named("lines")
    ('twing.odds_many', None)
    >>> entry_named("odds", entry_named("imperium.Side")).name
    'imperium.odds'
    """
    name = text.partition("(")[0].strip()
    by_name = entries()
    if name in by_name:
        return by_name[name]
    module, _, last = name.rpartition(".")
    origin = place_of(f"{PACKAGE}.{module}", last) if module in HOMES[1:] else None
    if origin is not None and origin in places():
        return places()[origin]
    short = [
        entry
        for entry in by_name.values()
        if entry.short == last
        and module in ("", entry.place.module.rpartition(".")[2], entry.home.rpartition(".")[2])
    ]
    beside = [entry for entry in short if near and entry.home == near.home]
    same = [entry for entry in short if near and entry.part == near.part]
    return next(iter([*beside, *same, *short]), None)


def nearest(wanted: str, most: int = 3) -> list[Entry]:
    """The entries whose names look most like a name that does not exist.

    >>> [entry.name for entry in nearest("twing.ods_many")][:1]
    ['twing.odds_many']
    """
    by_short: dict[str, Entry] = {}
    for entry in entries().values():
        by_short.setdefault(entry.short.lower(), entry)
    close = get_close_matches(wanted.lower().rpartition(".")[2], by_short, most, CLOSE)
    return [by_short[name] for name in close]
