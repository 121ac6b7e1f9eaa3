"""Positions of whole games in notation: the differences from the start of the game, part by part.

    galaxy: short, action p1, p1 cards 1 5 goods 2, p2 cards 2! 6, p3 cards 3 7, at 18 p1 2 cruiser 1 carrier

`docs/imperium-notation.md` explains the parts. This module parses and formats them; `table.position_set_up`
sets them up on a table, and `table.position_checks` finds impossible positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.messages import Fault
from twingkit.core.near_names import nearest_name
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.imperium.box.tiles import planets_by_id, tiles_by_number
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS, faction_ids
from twingkit.imperium.galaxy.map.adjacency import LINKABLE_WORMHOLES
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.texts.rulebook import rulebook

POSITION_PREFIX = "galaxy:"
"""The first characters of a position string."""

PHASES = ("strategy", "action", "status", "agenda")
"""The phases in which a position can be, each at the start of a player's turn."""

_NUMBER_KEYWORDS = ("tactic", "fleet", "strategy", "goods", "commodities", "points", "waiting")
"""The keywords of a player's part that precede a number."""

FIELD_BY_NUMBER_KEYWORD = {name: name for name in _NUMBER_KEYWORDS} | {"waiting": "infantry_to_revive"}
"""The field of a `FactionSheet` for each number keyword."""

FIELD_BY_LIST_KEYWORD = {
    "cards": "strategy_cards", "tech": "technologies", "used": "exhausted_cards", "hand": "action_cards",
    "secrets": "secret_objectives", "scored": "scored_objectives", "notes": "promissory_notes",
    "laid": "notes_in_play",
}  # fmt: skip
"""The keywords of a player's part that precede a list of names, each with its field of a `FactionSheet`."""

PASSED = "passed"
"""The keyword for a player who has passed."""

_ELIMINATED = "eliminated"
"""The keyword for an eliminated player (IM-END-3)."""

UNIT_ORDER = (*SHIPS, GROUND_FORCES[0], "pds", DOCK)
"""The units that a place can hold, in the order of the notation."""

_GAMES = ("short", *faction_ids())
"""The words that select a game: `short`, or the factions of the players."""

_NONE_KEYWORD = "none"
"""The keyword for a place without units."""

_ITEM = re.compile(r"([1-9][0-9]?) ([a-z]+)(!?)")
_CARD = re.compile(r"([1-8])(!?)")
_BONUS = re.compile(r"([1-8]):([1-9])")
_LAW = re.compile(r"([a-z0-9_]+)(?::([a-z0-9_]+))?")
_NAME = re.compile(r"[a-z0-9_]+(?::p[1-6])?")

UnitEntries = tuple[tuple[str, int, bool], ...]
"""The units in a place, as entries of class, number, and whether they are damaged."""


@attrs.frozen
class PlaceEntry:
    """An entry of a position: the owner of a system or planet (None: nobody) and the units there. A planet
    without units is marked by a control token.
    """

    system_or_planet: str
    owner: int | None
    units: UnitEntries = ()

    def sort_key(self) -> tuple[bool, str, int]:
        """Return the key that sorts systems by their numbers, then planets, and within a place by seat."""
        return self.system_or_planet in planets_by_id(), self.system_or_planet, self.owner or 0

    def __str__(self) -> str:
        if self.owner is None:
            return f"at {self.system_or_planet} {_NONE_KEYWORD}"
        units = [f"{n} {name}{'!' if hurt else ''}" for name, n, hurt in self.units]
        return " ".join(["at", self.system_or_planet, SEATS[self.owner], *units])


@attrs.frozen
class SeatValues:
    """The values of one player in a position, by keyword (`_NUMBER_KEYWORDS` and `FIELD_BY_LIST_KEYWORD`)."""

    number_by_keyword: Mapping[str, int] = attrs.field(factory=dict)
    names_by_keyword: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    passed: bool = False
    eliminated: bool = False

    def to_notation(self, seat: int) -> str:
        """Return the notation of the player's part."""
        words = [SEATS[seat]]
        for name in _NUMBER_KEYWORDS:
            words += [name, str(self.number_by_keyword[name])] if name in self.number_by_keyword else []
        for name in FIELD_BY_LIST_KEYWORD:
            words += (
                [name, *(self.names_by_keyword[name] or (_NONE_KEYWORD,))]
                if name in self.names_by_keyword
                else []
            )
        words += [PASSED] if self.passed else []
        return " ".join([*words, *([_ELIMINATED] if self.eliminated else [])])


@attrs.frozen
class GalaxyPosition:
    """A position of a whole game of Twilight Imperium, parsed from its notation: map, round, phase, players
    and units.

    `short_or_factions` is `short`, or the factions clockwise. `map` is a map string with a `0` for each home
    ("": the map of that game). `current` is the seat of the active player (None: the first player).

    >>> line = GalaxyPosition.parse("galaxy:  short, at 18 p1 1 carrier,2 cruiser, round 2")
    >>> str(line), line.places[0].units
    ('galaxy: short, round 2, at 18 p1 2 cruiser 1 carrier', (('cruiser', 2, False), ('carrier', 1, False)))
    """

    short_or_factions: tuple[str, ...]
    map: str = ""
    round: int = 1
    phase: str = PHASES[0]
    current: int | None = None
    speaker: int = 0
    has_custodians: bool = True
    seats: Mapping[int, SeatValues] = attrs.field(factory=dict)
    places: tuple[PlaceEntry, ...] = ()
    command_tokens: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict)
    wormhole_tokens: Mapping[str, str] = attrs.field(factory=dict)
    """The system of each wormhole token of the Ghosts of Creuss, by its kind."""
    exhausted_planets: tuple[str, ...] = ()
    open_objectives: tuple[str, ...] | None = None
    added_objective_stages: tuple[int, ...] = ()
    """The stages of public objectives that an agenda has added."""
    withdrawn_secrets: tuple[str, ...] = ()
    """The secret objectives that a law made public until it left play."""
    card_goods: Mapping[int, int] = attrs.field(factory=dict)
    laws: tuple[tuple[str, str], ...] = ()

    @classmethod
    @check_arguments(text=TEXT)
    def parse(cls, text: str) -> GalaxyPosition:
        """Parse a position in notation. Raises `Fault` if it is not valid."""
        parts = _parts(text)
        for word in parts[0].split():
            if word not in _GAMES:
                raise _bad("game", word, nearest_name(word, _GAMES) or " ".join(_GAMES))
        said: dict[str, list[list[str]]] = {}
        for part in parts[1:]:
            words = part.split()
            if words[0] not in _PARTS:
                raise _bad("part", part, " ".join(_PARTS))
            said.setdefault("seat" if words[0] in SEATS else words[0], []).append(words)
        for word in _ONCE:
            if len(said.get(word, ())) > 1:
                raise _bad("twice", word, f"{word} …")
        if said.get("map", [["map", ""]])[0][1:] in ([], ["built"]):
            raise _bad("part", " ".join(said["map"][0]), "map 20 42 0 …")
        phase = [words for name in PHASES for words in said.get(name, ())]
        if len(phase) > 1:
            raise _bad("twice", " ".join(phase[1]), " ".join(PHASES))
        return cls(
            short_or_factions=tuple(parts[0].split()),
            map=" ".join(said["map"][0][1:]) if "map" in said else "",
            round=_number(said["round"][0], 1) if "round" in said else 1,
            phase=phase[0][0] if phase else PHASES[0],
            current=_seat_behind(phase[0]) if phase and len(phase[0]) > 1 else None,
            speaker=_seat_behind(said["speaker"][0]) if "speaker" in said else 0,
            has_custodians=not _gone(said.get("custodians", ())),
            seats=dict(_seats(said.get("seat", ()))),
            places=tuple(_sorted_places([_place_state(words) for words in said.get("at", ())])),
            command_tokens=dict(_tokens(said.get("tokens", ()))),
            wormhole_tokens=dict(_wormholes(said.get("wormhole", ()))),
            exhausted_planets=tuple(map(_planet, _listed(said.get("exhausted", ()), "exhausted lodor"))),
            open_objectives=_listed(said["open"], "open lead") if "open" in said else None,
            added_objective_stages=_added(said.get("added", ())),
            withdrawn_secrets=_listed(said.get("withdrawn", ()), "withdrawn mlp"),
            card_goods=dict(_bonus(said.get("bonus", ()))),
            laws=tuple((card, elected or "") for card, elected in _laws(said.get("law", ()))),
        )

    def __str__(self) -> str:
        turn = "" if self.current is None else f" {SEATS[self.current]}"
        parts = [
            " ".join(self.short_or_factions),
            f"map {self.map}" if self.map else "",
            f"round {self.round}" if self.round > 1 else "",
            f"{self.phase}{turn}" if self.phase != PHASES[0] or turn else "",
            f"speaker {SEATS[self.speaker]}" if self.speaker else "",
            "" if self.has_custodians else "custodians gone",
            *(words.to_notation(seat) for seat, words in sorted(self.seats.items())),
            *map(str, self.places),
            *(
                f"tokens {system} {' '.join(SEATS[seat] for seat in seats)}"
                for system, seats in self.command_tokens.items()
            ),
            *(f"wormhole {kind} {system}" for kind, system in self.wormhole_tokens.items()),
            _list_part("exhausted", self.exhausted_planets),
            "" if self.open_objectives is None else f"open {' '.join(self.open_objectives)}",
            _list_part("added", self.added_objective_stages),
            _list_part("withdrawn", self.withdrawn_secrets),
            _list_part("bonus", [f"{card}:{count}" for card, count in self.card_goods.items()]),
            *(f"law {card}{f':{elected}' if elected else ''}" for card, elected in self.laws),
        ]
        return f"{POSITION_PREFIX} {', '.join(filter(None, parts))}"


def _list_part(word: str, items: Sequence[object]) -> str:
    return " ".join([word, *map(str, items)]) if items else ""


_ONCE = ("map", "round", "speaker", "custodians", "exhausted", "open", "added", "withdrawn", "bonus")
_PARTS = (
    "map", "round", *PHASES, "speaker", "custodians", *SEATS,
    "at", "tokens", "wormhole", "exhausted", "open", "added", "withdrawn", "bonus", "law",
)  # fmt: skip
"""The first words of the parts, in the order of the notation."""


def _bad(case: str, part: str, expected: str) -> Fault:
    name = f"galaxy_{case}"
    return Fault(
        name, rulebook(), found=QuotedFact(one_line_excerpt(part, 60)), expected=QuotedFact(expected)
    )


def _parts(text: str) -> list[str]:
    """Split a text into parts at the commas; units after a comma belong to the part before."""
    if not text.startswith(POSITION_PREFIX):
        raise _bad("key", text, f"{POSITION_PREFIX} short")
    parts: list[str] = []
    for part in (" ".join(part.split()) for part in text.removeprefix(POSITION_PREFIX).split(",")):
        if not part:
            raise _bad("part", ",", " ".join(_PARTS))
        if parts and _ITEM.match(part):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return parts


def _number(words: Sequence[str], place: int, most: int = 99) -> int:
    word = words[place] if place < len(words) else ""
    if not (word.isdecimal() and word.isascii() and len(word) < 4 and int(word) <= most):
        raise _bad("number", " ".join(words), f"{words[place - 1]} 2")
    return int(word)


def _seat(word: str, part: Sequence[str]) -> int:
    if word not in SEATS:
        raise _bad("seat", " ".join(part), " ".join(SEATS))
    return SEATS.index(word)


def _seat_behind(words: Sequence[str]) -> int:
    if len(words) != 2:
        raise _bad("seat", " ".join(words), f"{words[0]} p1")
    return _seat(words[1], words)


def _gone(said: Sequence[Sequence[str]]) -> bool:
    if said and list(said[0]) != ["custodians", "gone"]:
        raise _bad("part", " ".join(said[0]), "custodians gone")
    return bool(said)


def _seats(said: Sequence[list[str]]) -> Iterator[tuple[int, SeatValues]]:
    seen = [words[0] for words in said]
    for words in said:
        if seen.count(words[0]) > 1:
            raise _bad("twice", words[0], f"{words[0]} …")
        yield SEATS.index(words[0]), _seat_words(words)


def _seat_words(words: list[str]) -> SeatValues:
    numbers: dict[str, int] = {}
    lists: dict[str, tuple[str, ...]] = {}
    marks = {PASSED: False, _ELIMINATED: False}
    known, place = (*_NUMBER_KEYWORDS, *FIELD_BY_LIST_KEYWORD, *marks), 1
    while place < len(words):
        word = words[place]
        if word not in known or word in numbers or word in lists:
            raise _bad("word", word, " ".join(known))
        place += 1
        if word in marks:
            marks[word] = True
        elif word in _NUMBER_KEYWORDS:
            numbers[word] = _number(words, place)
            place += 1
        else:
            end = next((n for n in range(place, len(words)) if words[n] in known), len(words))
            lists[word] = _names(word, words[place:end])
            place = end
    return SeatValues(numbers, lists, marks[PASSED], marks[_ELIMINATED])


def _names(word: str, names: Sequence[str]) -> tuple[str, ...]:
    """Parse the names after a keyword of a player; `none` means no names."""
    form = _CARD if word == "cards" else _NAME
    if not names or any(form.fullmatch(name) is None for name in names):
        numbers = word == "cards"
        example = "cards 1 5!" if numbers else f"{word} {_NONE_KEYWORD}"
        raise _bad("cards" if numbers else "names", " ".join([word, *names]), example)
    listed = () if list(names) == [_NONE_KEYWORD] else tuple(names)
    return listed if word == "hand" else tuple(dict.fromkeys(listed))


def _place_state(words: list[str]) -> PlaceEntry:
    text = " ".join(words)
    if len(words) < 3 or not (words[1] in planets_by_id() or words[1] in tiles_by_number()):
        raise _bad("place", text, "at 18 p1 2 cruiser")
    place, who, *units = words[1:]
    if who == _NONE_KEYWORD and not units:
        return PlaceEntry(place, None)
    counts: dict[tuple[str, bool], int] = {}
    for count, name in zip(units[::2], [*units[1::2], ""], strict=False):
        item = _ITEM.fullmatch(f"{count} {name}")
        if item is None or item[2] not in UNIT_ORDER or (item[2], bool(item[3])) in counts:
            raise _bad("units", f"{count} {name}".strip(), " ".join(UNIT_ORDER))
        counts[item[2], bool(item[3])] = int(item[1])
    in_order = sorted(counts.items(), key=lambda group: (UNIT_ORDER.index(group[0][0]), group[0][1]))
    return PlaceEntry(place, _seat(who, words), tuple((name, n, hurt) for (name, hurt), n in in_order))


def _sorted_places(standing: Sequence[PlaceEntry]) -> list[PlaceEntry]:
    """Return the entries sorted by system number, then planets, and within a place by seat. Raises `Fault`
    for a duplicate.
    """
    keys = [(part.system_or_planet, part.owner) for part in standing]
    for part, key in zip(standing, keys, strict=True):
        if keys.count(key) > 1:
            raise _bad("twice", str(part), f"at {part.system_or_planet} …")
    return sorted(standing, key=PlaceEntry.sort_key)


def _tokens(said: Sequence[list[str]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for words in sorted(said):
        if (
            len(words) < 3
            or words[1] not in tiles_by_number()
            or [other[1] for other in said].count(words[1]) > 1
        ):
            raise _bad("tokens", " ".join(words), "tokens 18 p1 p2")
        yield words[1], tuple(sorted({_seat(word, words) for word in words[2:]}))


def _wormholes(said: Sequence[list[str]]) -> Iterator[tuple[str, str]]:
    kinds = [words[1:2] for words in said]
    for words in sorted(said):
        form = len(words) == 3 and words[1] in LINKABLE_WORMHOLES and words[2] in tiles_by_number()
        if not form or kinds.count(words[1:2]) > 1:
            raise _bad("wormhole", " ".join(words), "wormhole alpha 18")
        yield words[1], words[2]


def _listed(said: Sequence[list[str]], example: str) -> tuple[str, ...]:
    names = said[0][1:] if said else []
    if any(_NAME.fullmatch(name) is None for name in names):
        raise _bad("names", " ".join(said[0]), example)
    return tuple(dict.fromkeys(names))


def _planet(name: str) -> str:
    if name not in planets_by_id():
        raise _bad("planet", name, nearest_name(name, list(planets_by_id())) or "lodor")
    return name


def _added(said: Sequence[list[str]]) -> tuple[int, ...]:
    stages = said[0][1:] if said else ["1"]
    if not stages or any(stage not in ("1", "2") for stage in stages):
        raise _bad("added", " ".join(said[0]), "added 1")
    return tuple(sorted(map(int, stages))) if said else ()


def _bonus(said: Sequence[list[str]]) -> Iterator[tuple[int, int]]:
    for word in said[0][1:] if said else ():
        item = _BONUS.fullmatch(word)
        if item is None:
            raise _bad("bonus", " ".join(said[0]), "bonus 2:1")
        yield int(item[1]), int(item[2])


def _laws(said: Sequence[list[str]]) -> Iterator[tuple[str, str | None]]:
    for words in said:
        item = _LAW.fullmatch(words[1]) if len(words) == 2 else None
        if item is None:
            raise _bad("names", " ".join(words), "law regulations")
        yield item[1], item[2]
