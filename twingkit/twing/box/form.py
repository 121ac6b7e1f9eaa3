"""The schema of a box file of Imperial Twing: its tables, columns, values and counts (TW-BOX).

In a CSV file each row is a card, an event or an object; `kind` says which, and decides which of the other
cells the row needs:

    kind,element,power,copies,name_en,name_de,effect,text_en,text_de,colour,id,assumed
    spell,F,1,5,,,,,,,,power copies
    mount,F,4,1,War Horse,Kriegsross,,,,,,
    object,,,,,,,,,F,boots,colour
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from twingkit.core.cards.box_faults import BoxFault, join_names
from twingkit.core.cards.box_listing import UncheckedBox, listed_entries
from twingkit.core.cards.box_schema import BoxSchema, check_positive_up_to, checked_choice, is_positive_up_to
from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.twing.box import entries
from twingkit.twing.box import entries as kinds
from twingkit.twing.rules.cards import ELEMENTS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.response_cards import SINGLE_COPY_KINDS
from twingkit.twing.rules.rulebook import rulebook

_UNIQUE_KEYS_BY_TABLE = {
    "spell": ("element", "power"),
    "creature": ("element", "power", "mount", "name"),
    "special": ("kind", "name"),
    "object": ("id",),
    "event": ("id",),
}
"""The keys whose combination must be unique in each table of a box file."""


_TABLE_BY_ROW_KIND: dict[str, tuple[str, dict[str, object]]] = {
    "spell": ("spell", {}),
    "creature": ("creature", {"mount": False}),
    "mount": ("creature", {"mount": True}),
    **{kind: ("special", {"kind": kind}) for kind in entries.SPECIAL_CARDS},
    "object": ("object", {}),
    "event": ("event", {}),
}
"""For each kind of row in a CSV file, its table and the values that the kind implies."""

CSV_COLUMNS = (
    "kind",
    "element",
    "power",
    "copies",
    "name_en",
    "name_de",
    "effect",
    "text_en",
    "text_de",
    "colour",
    "id",
    "assumed",
)
"""The columns of a CSV file in order; `assumed` is optional."""


def _count_faults(listing: UncheckedBox) -> Iterator[BoxFault]:
    """Yield faults of the numbers of cards that the rules print."""
    rows = {table: listed_entries(listing, table) for table in entries.ENTRY_TYPE_BY_TABLE}
    playing = [rows[table] for table in ("spell", "creature", "special")]
    copies = [row.get("copies") for table in playing for _, row in table]
    size = sum(number for number in copies if is_positive_up_to(number, entries.PLAYING_CARDS))
    if (
        all(playing)
        and all(is_positive_up_to(number, entries.PLAYING_CARDS) for number in copies)
        and size != entries.PLAYING_CARDS
    ):
        yield listing.fault((), "box_size", "TW-BOX-1", expected=entries.PLAYING_CARDS, n=size)
    if rows["event"] and len(rows["event"]) != entries.EVENTS:
        yield listing.fault(
            ("event",), "box_events", "TW-BOX-1", expected=entries.EVENTS, n=len(rows["event"])
        )
    if rows["special"] and all(row.get("kind") in entries.SPECIAL_CARDS for _, row in rows["special"]):
        for kind in SINGLE_COPY_KINDS:
            unique = [(path, row.get("copies")) for path, row in rows["special"] if row["kind"] == kind]
            number = sum(copies for _, copies in unique if is_positive_up_to(copies, entries.PLAYING_CARDS))
            if all(is_positive_up_to(copies, entries.PLAYING_CARDS) for _, copies in unique) and number != 1:
                path = unique[0][0] if unique else ("special",)
                yield listing.fault(path, f"box_{kind}", "TW-BOX-6", n=number)
    present = [row.get("id") for _, row in rows["object"]]
    lacking = [name for name in OBJECTS if name not in present]
    if lacking and present and all(name in OBJECTS for name in present):
        yield listing.fault(("object",), "box_objects", "TW-BOX-6", lacking=join_names(lacking))


@cache
def _elements_by_name() -> Mapping[str, str]:
    """Return element letters by their names in every language, such as "fire" and "Feuer" for F."""
    words = rulebook().words
    return {
        call_in_language(lang, words.name, letter).casefold(): letter
        for letter in ELEMENTS
        for lang in LANGUAGES
    }


BOX_FORM = BoxSchema(
    format=entries.BOX_FORMAT,
    entry_class_by_table=entries.ENTRY_TYPE_BY_TABLE,
    validator_by_type={
        kinds.Power: lambda value: check_positive_up_to(value, entries.MAX_POWER),
        kinds.Copies: lambda value: check_positive_up_to(value, entries.PLAYING_CARDS),
        kinds.Element: lambda value: checked_choice(value, ELEMENTS, "TW-BOX-2", _elements_by_name()),
        kinds.Kind: lambda value: checked_choice(value, entries.SPECIAL_CARDS, "TW-BOX-4"),
        kinds.ObjectId: lambda value: checked_choice(value, OBJECTS, "TW-BOX-6"),
        kinds.Effect: lambda value: checked_choice(value, entries.EVENT_EFFECTS),
    },
    unique_keys=_UNIQUE_KEYS_BY_TABLE,
    duplicate_rules={"object": "TW-BOX-6"},
    check_box=_count_faults,
    row_kinds=_TABLE_BY_ROW_KIND,
    columns=CSV_COLUMNS,
    number_columns=("power", "copies"),
    book=rulebook,
)
"""The schema of the box files of Imperial Twing."""
