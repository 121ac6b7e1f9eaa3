"""Load the cards of a set: characters, Sites, Paths and the five kinds that are played (IJ-BOX-1 to 4).

The printed cards are no longer available: `load_cards()` returns an assumed set, in which `assumed` names
what is invented. `load_cards(path)` loads a custom set from a TOML or CSV file. A bad file is rejected with
all its faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, NewType

import attrs

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.cards.box_faults import BoxFault, box_value_text
from twingkit.core.cards.box_file import load_listing, parse_box_listing
from twingkit.core.cards.box_listing import UncheckedBox, checked_listing_content, listed_entries
from twingkit.core.cards.box_schema import (
    BoxEntry,
    BoxSchema,
    InvalidValue,
    LocalizedText,
    check_positive_up_to,
    checked_choice,
    value_fault,
)
from twingkit.core.messages import Fault
from twingkit.core.words import TomlTable, VerbatimFact
from twingkit.imajica.box.card import Card, are_affiliations
from twingkit.imajica.box.effects import COUNTERABLE_KINDS, Effect
from twingkit.imajica.box.selector import AFFILIATIONS
from twingkit.imajica.rules.rulebook import rulebook

Id = NewType("Id", str)
HomeText = NewType("HomeText", str)
FiguresText = NewType("FiguresText", str)
AffiliationsText = NewType("AffiliationsText", str)
Unique = NewType("Unique", str)
Duration = NewType("Duration", str)
EffectsText = NewType("EffectsText", str)
Resistance = NewType("Resistance", int)
Limit = NewType("Limit", int)
PlayedCardType = NewType("PlayedCardType", str)

PLAYED_KINDS = ("dictate", "action", "combat", "influence", "flash")
"""Kinds of cards that are neither characters, Sites nor Paths."""

RESERVED_WORDS = {
    "by",
    "on",
    "with",
    "at",
    "pass",
    "end",
    "done",
    "none",
    "damage",
    "hand",
    "active",
    "reserve",
}
"""Words of answers and positions, which cannot be card ids."""

_CARD_TABLES = ("character", "site", "path", "play")
"""TOML tables of a card file."""

_FIGURES = re.compile(r"\d{1,2}/\d{1,2}/\d{1,2}")

_HOME = re.compile(r"0|[1-5](m|f|both)|[1-5](\+[1-5])?")


@attrs.frozen(kw_only=True)
class CardEntry(BoxEntry):
    """The base class of entries in a card set file: an id, and the name in each language."""

    id: Id
    name: LocalizedText

    def make_card(self, kind: str, effects: str, *, home: str = "", **figures: Any) -> Card:
        """Return a card of this entry with a kind and effects; `home` joins Dominion numbers with `+`."""
        return Card(
            id=self.id,
            kind=kind,
            names=self.name,
            home_dominions=tuple(map(int, home.split("+"))) if home else (),
            effects=parse_effects(effects),
            **figures,
        )


@attrs.frozen(kw_only=True)
class CharacterEntry(CardEntry):
    """A character in a card set file: `home` such as "5m" (0 for an Oviate), `figures` as
    Magic/Strength/Prime.
    """

    home: HomeText
    figures: FiguresText
    affiliations: AffiliationsText = attrs.field(default=AffiliationsText(""))
    unique: Unique = attrs.field(default=Unique("no"))
    limit: Limit
    effects: EffectsText = attrs.field(default=EffectsText(""))

    @property
    def card(self) -> Card:
        """The card of this entry."""
        magic, strength, prime = map(int, self.figures.split("/"))
        return self.make_card(
            "character",
            self.effects,
            home="" if self.home == "0" else self.home[0],
            sex=self.home[1:],
            magic=magic,
            strength=strength,
            prime=prime,
            affiliations=tuple(self.affiliations.split()),
            is_unique=self.unique == "yes",
            copy_limit=self.limit,
        )


@attrs.frozen(kw_only=True)
class SiteEntry(CardEntry):
    """A Site in a card set file: `home` is one Dominion or two as "1+2", and `resistance` its Resistance."""

    home: HomeText
    resistance: Resistance
    effects: EffectsText = attrs.field(default=EffectsText(""))

    @property
    def card(self) -> Card:
        """The card of this entry."""
        return self.make_card(
            "site", self.effects, home=self.home, resistance=self.resistance, is_unique=True
        )


@attrs.frozen(kw_only=True)
class PathEntry(CardEntry):
    """A Path in a card set file: `home` is its Dominion, `duration` is "instant" or "permanent"."""

    home: HomeText
    duration: Duration
    effects: EffectsText

    @property
    def card(self) -> Card:
        """The card of this entry."""
        lasting = self.duration == "permanent"
        return self.make_card("path", self.effects, home=self.home, is_permanent=lasting, is_unique=True)


@attrs.frozen(kw_only=True)
class PlayedCardEntry(CardEntry):
    """A card in a card set file that is played from the hand: a Dictate, an Ally Action, a maneuver or a
    Flash.
    """

    type: PlayedCardType
    duration: Duration
    limit: Limit
    effects: EffectsText

    @property
    def card(self) -> Card:
        """The card of this entry."""
        lasting = self.duration == "permanent"
        return self.make_card(self.type, self.effects, is_permanent=lasting, copy_limit=self.limit)


AnyEntry = CharacterEntry | SiteEntry | PathEntry | PlayedCardEntry


def parse_effects(text: str) -> tuple[Effect, ...]:
    """Parse the effects of a card, separated by semicolons. Raises `Fault` for text that is no effect.

    >>> [str(effect) for effect in parse_effects("peek; discard path")]
    ['peek', 'discard path']
    """
    return tuple(map(Effect.parse, text.split(";"))) if text.strip() else ()


def _effects(value: object) -> object:
    try:
        parse_effects(str(value))
    except Fault as fault:
        raise InvalidValue(value_fault("set_effect", value, "IJ-BOX-2")) from fault
    return value


def _check_pattern(case: str, pattern: re.Pattern[str], rule: str) -> Callable[[object], object]:
    def check(value: object) -> object:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise InvalidValue(value_fault(case, value, rule))
        return value

    return check


def _id(value: object) -> object:
    good = isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", value)
    if not good or value in RESERVED_WORDS:
        raise InvalidValue(value_fault("set_id", value, "IJ-BOX-2"))
    return value


def _affiliations(value: object) -> object:
    if not isinstance(value, str) or not are_affiliations(value):
        raise InvalidValue(value_fault("set_affiliations", value, "IJ-AFF-8"))
    return value


def _card_set_faults(listing: UncheckedBox) -> Iterator[BoxFault]:
    """Yield the faults of a set in ids, effects and Primes; rows with unparsable effects are skipped."""
    rows = [(table, path, row) for table in _CARD_TABLES for path, row in listed_entries(listing, table)]
    ids = {row["id"] for _, _, row in rows if isinstance(row.get("id"), str)}
    first: dict[str, str] = {}
    for table, path, row in rows:
        name = row.get("id")
        if isinstance(name, str) and first.setdefault(name, table) != table:
            yield listing.fault((*path, "id"), "set_twice", "IJ-BOX-2", found=box_value_text(name))
        try:
            effects = parse_effects(str(row.get("effects", "")))
        except Fault:
            continue
        for effect in effects:
            for case, facts in _effect_faults(table, effect, effects, ids):
                yield listing.fault((*path, "effects"), case, "IJ-BOX-4", **facts)
        if table == "character":
            yield from _prime_faults(listing, path, row, effects)


def _prime_faults(
    listing: UncheckedBox, path: tuple[str | int, ...], row: TomlTable, effects: tuple[Effect, ...]
) -> Iterator[BoxFault]:
    """Yield a fault if a character's Prime does not follow from its values (IJ-BOX-3)."""
    figures, own = str(row.get("figures")), str(row.get("affiliations", ""))
    if not _FIGURES.fullmatch(figures) or not are_affiliations(own):
        return
    magic, strength, prime = map(int, figures.split("/"))
    card = Card(
        id="",
        kind="character",
        names={},
        magic=magic,
        strength=strength,
        affiliations=tuple(own.split()),
        effects=effects,
    )
    if card.assumed_prime != prime:
        yield listing.fault(
            (*path, "figures"), "set_price", "IJ-BOX-3", found=prime, wanted=card.assumed_prime
        )


def _effect_faults(
    table: str, effect: Effect, effects: tuple[Effect, ...], known: set[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the faults of an effect that is forbidden for all cards or for its kind."""
    said = {"found": VerbatimFact(str(effect))}
    if effect.icon and table not in ("character", "site"):
        yield "set_no_icon", said
    if effect.icon and effect.verb in ("unpivot", "fetch"):
        yield "set_loop", said
    if effect.verb == "fetch" and not any(other.verb == "remove" for other in effects):
        yield "set_fetch", said
    groups = ("involved", "seizers", "contesters", "mine")
    if effect.verb in ("bar", "pivot") and effect.selector.base in groups:
        yield "set_lock", said
    if effect.is_alternative and not effect.icon:
        yield "set_or", said
    named = effect.word("name") or effect.word("place") or effect.word("countered")
    free = (*AFFILIATIONS, *COUNTERABLE_KINDS)
    if named and named not in free and "=" not in named and named not in known:
        yield "set_unknown", {"found": box_value_text(named)}


CARDS_FORM = BoxSchema(
    format="imajica cards 1",
    entry_class_by_table={"character": CharacterEntry, "site": SiteEntry, "path": PathEntry,
    "play": PlayedCardEntry},
    validator_by_type={
        Id: _id,
        HomeText: _check_pattern("set_home", _HOME, "IJ-CARD-4"),
        FiguresText: _check_pattern("set_figures", _FIGURES, "IJ-CARD-5"),
        AffiliationsText: _affiliations,
        Unique: lambda value: checked_choice(value, ("yes", "no"), "IJ-UNIQ-1"),
        Duration: lambda value: checked_choice(value, ("instant", "permanent"), "IJ-CARD-2"),
        EffectsText: _effects,
        Resistance: lambda value: check_positive_up_to(value, 15),
        Limit: lambda value: check_positive_up_to(value, 60),
        PlayedCardType: lambda value: checked_choice(value, PLAYED_KINDS, "IJ-CARD-1"),
    },
    unique_keys=dict.fromkeys(_CARD_TABLES, ("id",)),
    duplicate_rules=dict.fromkeys(_CARD_TABLES, "IJ-BOX-2"),
    check_box=_card_set_faults,
    row_kinds={
        **{table: (table, {}) for table in ("character", "site", "path")},
        **{kind: ("play", {"type": kind}) for kind in PLAYED_KINDS},
    },
    columns=(
        "kind", "id", "name_en", "name_de", "home", "figures", "resistance", "affiliations", "unique",
        "duration", "limit", "effects", "assumed",
    ),
    number_columns=("resistance", "limit"),
    book=rulebook,
)  # fmt: skip
"""The format of card files."""


@attrs.frozen(eq=False)
class Cards(Mapping[str, Card]):
    """The cards of a set by id, in file order; `entries` are the rows of the file.

    >>> load_cards()["slew"].resistance
    6
    """

    title: Mapping[str, str]
    entries: tuple[AnyEntry, ...]
    cards: Mapping[str, Card] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        made = [entry.card for entry in self.entries]
        called = {card.id: card.names for card in made}
        cards = {card.id: attrs.evolve(card, names_by_id=called) for card in made}
        object.__setattr__(self, "cards", cards)

    def __getitem__(self, name: str) -> Card:
        return self.cards[name]

    def __contains__(self, name: object) -> bool:
        return name in self.cards

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @cached_property
    def ids_by_kind(self) -> Mapping[str, frozenset[str]]:
        """Ids of the cards of each kind."""
        kinds = {card.kind for card in self.cards.values()}
        return {kind: frozenset(card.id for card in self.of_kind(kind)) for kind in kinds}

    @cached_property
    def counter_ids(self) -> frozenset[str]:
        """Ids of the cards that can counter an act."""
        return frozenset(card.id for card in self.cards.values() if card.is_counter)

    @cached_property
    def non_counter_ids_by_kind(self) -> Mapping[str, frozenset[str]]:
        """Ids of the cards of each kind that counter nothing."""
        return {kind: ids - self.counter_ids for kind, ids in self.ids_by_kind.items()}

    @cached_property
    def has_instant_affiliation_gain(self) -> bool:
        """Whether an instant card or a power of the set can give a character an affiliation."""
        return any(
            effect.verb == "gain" and (effect.icon or not card.is_permanent)
            for card in self.cards.values()
            for effect in card.effects
        )

    def of_kind(self, kind: str) -> tuple[Card, ...]:
        """Return the cards of one kind."""
        return tuple(card for card in self.cards.values() if card.kind == kind)


CARDS_ARGUMENT = instance_of("argument.cards_of", Cards)
"""Argument check for a set of cards."""


@check_arguments()
def load_cards(path: Path | str | None = None) -> Cards:
    """Load a set of cards: the kit's assumed set by default, or a custom set from a TOML or CSV file.

    Raises
    ------
    BoxError
        With all faults of the file.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> cards = load_cards()
    >>> len(cards), cards["pneuma"].text()
    (140, 'The character that plays this card: Strength +6.')
    """
    return _assumed() if path is None else _cards(load_listing(Path(path), CARDS_FORM), str(path))


def parse_card_set(text: str, source: str, suffix: str = ".toml") -> Cards:
    """Parse a set from TOML or CSV text; `source` names it in errors. Raises `BoxError`."""
    return _cards(parse_box_listing(text, source, suffix, CARDS_FORM), source)


def _cards(listing: UncheckedBox, source: str) -> Cards:
    contents = checked_listing_content(listing, source)
    tables = [contents[table] for table in CARDS_FORM.entry_class_by_table if table in contents]
    return Cards(contents["title"], tuple(entry for table in tables for entry in table))


@cache
def _assumed() -> Cards:
    text = files("twingkit.imajica.box").joinpath("cards.csv").read_text("utf-8")
    cards = parse_card_set(text, "cards.csv", ".csv")
    rulebook().words.add_names({name: card.names for name, card in cards.items()})
    return cards
