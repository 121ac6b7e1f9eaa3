"""The cards of a set: characters, Sites, Paths and the five kinds that are played (IJ-BOX-1 to 4).

The printed cards are not to be had: `load_cards()` gives the assumed set, in which `assumed` names what
is invented; `load_cards(path)` gives one's own from a TOML or CSV file. A bad file is refused with every
fault it has, and nothing of it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, NewType

import attrs

from twingkit.core.arguments import of_class, takes
from twingkit.core.cards.box_faults import BoxFault, shown
from twingkit.core.cards.box_file import file_listing, text_listing
from twingkit.core.cards.box_form import BoxForm, Entry, Names, Wrong, number, one_of
from twingkit.core.cards.box_listing import Listing, checked
from twingkit.core.messages import Fault
from twingkit.imajica.box import faults
from twingkit.imajica.box.card import Card, known_affiliations
from twingkit.imajica.box.effects import Effect
from twingkit.imajica.box.lint import laws
from twingkit.imajica.rules.rulebook import rulebook

Id = NewType("Id", str)
Home = NewType("Home", str)
Figures = NewType("Figures", str)
Affiliations = NewType("Affiliations", str)
Unique = NewType("Unique", str)
Duration = NewType("Duration", str)
Effects = NewType("Effects", str)
Resistance = NewType("Resistance", int)
Limit = NewType("Limit", int)
Type = NewType("Type", str)

PLAYED = ("dictate", "action", "combat", "influence", "flash")
"""The kinds of cards that are neither character, Site nor Path."""

RESERVED = {"by", "on", "with", "at", "pass", "end", "done", "none", "damage", "hand", "active", "reserve"}
"""Words of answers and positions, which no card may be called."""

_HOME = re.compile(r"0|[1-5](m|f|both)|[1-5](\+[1-5])?")


@attrs.frozen(kw_only=True)
class CardEntry(Entry):
    """The parts that every entry lists: an id, and the names in both languages."""

    id: Id
    name: Names

    def made(self, kind: str, effects: str, *, home: str = "", **figures: Any) -> Card:
        """The card of a kind with these effects, at home in the Dominions whose numbers `+` joins."""
        return Card(
            id=self.id,
            kind=kind,
            names=self.name,
            home=tuple(map(int, home.split("+"))) if home else (),
            effects=effects_of(effects),
            **figures,
        )


@attrs.frozen(kw_only=True)
class CharacterEntry(CardEntry):
    """A character: `home` such as "5m" (0 for an Oviate), `figures` Magic/Strength/Prime."""

    home: Home
    figures: Figures
    affiliations: Affiliations = attrs.field(default=Affiliations(""))
    unique: Unique = attrs.field(default=Unique("no"))
    limit: Limit
    effects: Effects = attrs.field(default=Effects(""))

    @property
    def card(self) -> Card:
        """The card that it lists."""
        magic, strength, prime = map(int, self.figures.split("/"))
        return self.made(
            "character",
            self.effects,
            home="" if self.home == "0" else self.home[0],
            sex=self.home[1:],
            magic=magic,
            strength=strength,
            prime=prime,
            affiliations=tuple(self.affiliations.split()),
            unique=self.unique == "yes",
            limit=self.limit,
        )


@attrs.frozen(kw_only=True)
class SiteEntry(CardEntry):
    """A Site: `home` its Dominion, or two of them as "1+2", and its `resistance`."""

    home: Home
    resistance: Resistance
    effects: Effects = attrs.field(default=Effects(""))

    @property
    def card(self) -> Card:
        """The card that it lists."""
        return self.made("site", self.effects, home=self.home, resistance=self.resistance, unique=True)


@attrs.frozen(kw_only=True)
class PathEntry(CardEntry):
    """A Path: its Dominion, `duration` "instant" or "permanent"."""

    home: Home
    duration: Duration
    effects: Effects

    @property
    def card(self) -> Card:
        """The card that it lists."""
        lasting = self.duration == "permanent"
        return self.made("path", self.effects, home=self.home, lasting=lasting, unique=True)


@attrs.frozen(kw_only=True)
class PlayEntry(CardEntry):
    """A card that is played: a Dictate, an Ally Action, a maneuver or a Flash."""

    type: Type
    duration: Duration
    limit: Limit
    effects: Effects

    @property
    def card(self) -> Card:
        """The card that it lists."""
        lasting = self.duration == "permanent"
        return self.made(self.type, self.effects, lasting=lasting, limit=self.limit)


AnyEntry = CharacterEntry | SiteEntry | PathEntry | PlayEntry


def effects_of(text: str) -> tuple[Effect, ...]:
    """Return the effects of a cell, which semicolons part; raises `Fault`.

    >>> [str(effect) for effect in effects_of("peek; discard path")]
    ['peek', 'discard path']
    """
    return tuple(map(Effect.parse, text.split(";"))) if text.strip() else ()


def _effects(value: object) -> object:
    try:
        effects_of(str(value))
    except Fault as fault:
        raise Wrong(((), BoxFault("set_effect", {"found": shown(value)}, rule="IJ-BOX-2"))) from fault
    return value


def _matching(case: str, pattern: re.Pattern[str], rule: str) -> Callable[[object], object]:
    def check(value: object) -> object:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise Wrong(((), BoxFault(case, {"found": shown(value)}, rule=rule)))
        return value

    return check


def _id(value: object) -> object:
    good = isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", value)
    if not good or value in RESERVED:
        raise Wrong(((), BoxFault("set_id", {"found": shown(value)}, rule="IJ-BOX-2")))
    return value


def _affiliations(value: object) -> object:
    if not isinstance(value, str) or not known_affiliations(value):
        raise Wrong(((), BoxFault("set_affiliations", {"found": shown(value)}, rule="IJ-AFF-8")))
    return value


def _whole(listing: Listing) -> Iterator[BoxFault]:
    """The laws of the set as a whole (IJ-BOX-3, 4)."""
    return laws(listing, effects_of)


FORM = BoxForm(
    format="imajica cards 1",
    tables={"character": CharacterEntry, "site": SiteEntry, "path": PathEntry, "play": PlayEntry},
    values={
        Id: _id,
        Home: _matching("set_home", _HOME, "IJ-CARD-4"),
        Figures: _matching("set_figures", re.compile(r"\d{1,2}/\d{1,2}/\d{1,2}"), "IJ-CARD-5"),
        Affiliations: _affiliations,
        Unique: lambda value: one_of(value, ("yes", "no"), "IJ-UNIQ-1"),
        Duration: lambda value: one_of(value, ("instant", "permanent"), "IJ-CARD-2"),
        Effects: _effects,
        Resistance: lambda value: number(value, 15),
        Limit: lambda value: number(value, 60),
        Type: lambda value: one_of(value, PLAYED, "IJ-CARD-1"),
    },
    identities=dict.fromkeys(("character", "site", "path", "play"), ("id",)),
    twice=dict.fromkeys(("character", "site", "path", "play"), "IJ-BOX-2"),
    whole=_whole,
    kinds={
        **{table: (table, {}) for table in ("character", "site", "path")},
        **{kind: ("play", {"type": kind}) for kind in PLAYED},
    },
    columns=(
        "kind", "id", "name_en", "name_de", "home", "figures", "resistance", "affiliations", "unique",
        "duration", "limit", "effects", "assumed",
    ),
    numbers=("resistance", "limit"),
    fault=faults.BoxFault,
)  # fmt: skip
"""The form of the files of cards."""


@attrs.frozen(eq=False)
class Cards(Mapping[str, Card]):
    """The cards of a set by their ids, in the order of the file; `entries` as the file lists them.

    >>> load_cards()["slew"].resistance
    6
    """

    title: Mapping[str, str]
    entries: tuple[AnyEntry, ...]
    cards: Mapping[str, Card] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        made = [entry.card for entry in self.entries]
        called = {card.id: card.names for card in made}
        cards = {card.id: attrs.evolve(card, called=called) for card in made}
        object.__setattr__(self, "cards", cards)

    def __getitem__(self, name: str) -> Card:
        return self.cards[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @cached_property
    def ids(self) -> Mapping[str, frozenset[str]]:
        """The ids of the cards of each kind."""
        kinds = {card.kind for card in self.cards.values()}
        return {kind: frozenset(card.id for card in self.of_kind(kind)) for kind in kinds}

    def of_kind(self, kind: str) -> tuple[Card, ...]:
        """The cards of one kind."""
        return tuple(card for card in self.cards.values() if card.kind == kind)


CARDS_TAKEN = of_class("argument.cards_of", Cards)
"""A set of cards, where a function takes one."""


@takes()
def load_cards(path: Path | str | None = None) -> Cards:
    """The assumed set, or that of a TOML or CSV file.

    Raises `BoxError` with every fault, `OSError` if the file cannot be read.

    >>> cards = load_cards()
    >>> len(cards), cards["pneuma"].text()
    (140, 'The acting Ally: Strength +6.')
    """
    return _assumed() if path is None else _cards(file_listing(Path(path), FORM), str(path))


def read_cards(text: str, source: str, suffix: str = ".toml") -> Cards:
    """The set that a text holds, TOML or CSV; `source` names it in errors. Raises `BoxError`."""
    return _cards(text_listing(text, source, suffix, FORM), source)


def _cards(listing: Listing, source: str) -> Cards:
    contents = checked(listing, source)
    tables = [contents[table] for table in FORM.tables if table in contents]
    return Cards(contents["title"], tuple(entry for table in tables for entry in table))


@cache
def _assumed() -> Cards:
    text = files("twingkit.imajica.box").joinpath("cards.csv").read_text("utf-8")
    cards = read_cards(text, "cards.csv", ".csv")
    rulebook().words.add({name: card.names for name, card in cards.items()})
    return cards
