"""Check a whole set: Primes, names in effects, and forbidden effects (IJ-BOX-3, 4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from twingkit.core.cards.box_faults import BoxFault, box_value_text
from twingkit.core.cards.box_listing import UncheckedBox, listed_entries
from twingkit.core.messages import Fault
from twingkit.core.words import TomlTable, VerbatimFact
from twingkit.imajica.box.card import Card, are_affiliations
from twingkit.imajica.box.effects import COUNTERABLE_KINDS, Effect
from twingkit.imajica.box.selector import AFFILIATIONS

CARD_TABLES = ("character", "site", "path", "play")
"""TOML tables of a card file."""


def card_set_faults(
    listing: UncheckedBox, effects_of: Callable[[str], tuple[Effect, ...]]
) -> Iterator[BoxFault]:
    """Yield the faults of a set in ids, effects and Primes; rows with unparsable effects are skipped."""
    rows = [(table, path, row) for table in CARD_TABLES for path, row in listed_entries(listing, table)]
    first: dict[str, str] = {}
    for table, path, row in rows:
        name = row.get("id")
        if isinstance(name, str) and first.setdefault(name, table) != table:
            yield listing.fault((*path, "id"), "set_twice", "IJ-BOX-2", found=box_value_text(name))
        try:
            effects = effects_of(str(row.get("effects", "")))
        except Fault:
            continue
        for effect in effects:
            for case, facts in _effect_faults(table, effect, effects, _ids(rows)):
                yield listing.fault((*path, "effects"), case, "IJ-BOX-4", **facts)
        if table == "character":
            yield from _prime_faults(listing, path, row, effects)


def _ids(rows: Sequence[tuple[str, tuple[str | int, ...], TomlTable]]) -> set[str]:
    return {row["id"] for _, _, row in rows if isinstance(row.get("id"), str)}


def _prime_faults(
    listing: UncheckedBox, path: tuple[str | int, ...], row: TomlTable, effects: tuple[Effect, ...]
) -> Iterator[BoxFault]:
    """Yield a fault if a character's Prime does not follow from its values (IJ-BOX-3)."""
    figures, own = str(row.get("figures")), str(row.get("affiliations", ""))
    if not re.fullmatch(r"\d{1,2}/\d{1,2}/\d{1,2}", figures) or not are_affiliations(own):
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
    if effect.verb in ("bar", "pivot") and effect.selector.base in (
        "involved",
        "seizers",
        "contesters",
        "mine",
    ):
        yield "set_lock", said
    if effect.is_alternative and not effect.icon:
        yield "set_or", said
    named = effect.word("name") or effect.word("place") or effect.word("countered")
    free = (*AFFILIATIONS, *COUNTERABLE_KINDS)
    if named and named not in free and "=" not in named and named not in known:
        yield "set_unknown", {"found": box_value_text(named)}
