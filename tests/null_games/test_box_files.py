"""Custom box files of a game: a purse of coins in TOML or CSV, and all its faults at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NewType

import attrs
import pytest

from twingkit.core.cards.box_faults import BoxError, BoxFault
from twingkit.core.cards.box_file import box_toml, load_listing, parse_box_listing
from twingkit.core.cards.box_listing import UncheckedBox, checked_listing_content, listed_entries
from twingkit.core.cards.box_schema import (
    BoxEntry,
    BoxSchema,
    LocalizedText,
    check_positive_up_to,
    checked_choice,
    is_positive_up_to,
)
from twingkit.core.cards.box_sheet import box_csv

Copies = NewType("Copies", int)
Metal = NewType("Metal", str)


@attrs.frozen(kw_only=True)
class CoinEntry(BoxEntry):
    metal: Metal
    name: LocalizedText
    copies: Copies


def three(listing: UncheckedBox) -> Iterator[BoxFault]:
    """A purse holds three coins."""
    copies = [row.get("copies") for _, row in listed_entries(listing, "coin")]
    if copies and all(is_positive_up_to(each, 9) for each in copies) and sum(copies) != 3:
        yield listing.fault(("coin",), "box_number", "CO-1", found=sum(copies), most=3)


PURSE = BoxSchema(
    format="purse 1",
    entry_class_by_table={"coin": CoinEntry},
    validator_by_type={
        Copies: lambda value: check_positive_up_to(value, 9),
        Metal: lambda value: checked_choice(value, ("gold", "iron"), "CO-1", {"eisen": "iron"}),
    },
    unique_keys={"coin": ("metal",)},
    duplicate_rules={"coin": "CO-2"},
    check_box=three,
    row_kinds={"coin": ("coin", {})},
    columns=("kind", "metal", "copies", "name_en", "name_de", "assumed"),
)

GOOD = """format = "purse 1"
[title]
en = "Purse"
de = "Börse"
[[coin]]
metal = "gold"
copies = 1
[coin.name]
en = "Ducat"
de = "Dukat"
[[coin]]
metal = "iron"
copies = 2
assumed = ["copies"]
[coin.name]
en = "Penny"
de = "Pfennig"
"""


@attrs.frozen
class Purse:
    format: str
    title: dict[str, str]
    coin: list[CoinEntry]


def purse(text: str, suffix: str = ".toml") -> Purse:
    return Purse(**checked_listing_content(parse_box_listing(text, "purse", suffix, PURSE), "purse"))


def faults(text: str, suffix: str = ".toml") -> list[str]:
    with pytest.raises(BoxError) as broken:
        purse(text, suffix)
    return [fault.text() for fault in broken.value.faults]


def test_a_purse_is_read_and_written_in_both_kinds_of_file(tmp_path: Path) -> None:
    read = purse(GOOD)
    assert [(coin.metal, coin.copies, coin.assumed) for coin in read.coin] == [
        ("gold", 1, []),
        ("iron", 2, ["copies"]),
    ]
    assert purse(box_toml(PURSE, read, {"coin": "all of them"})) == read
    assert purse(box_csv(PURSE, read, separator=";"), ".csv") == read
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert Purse(**checked_listing_content(load_listing(path, PURSE), str(path))) == read


def test_every_fault_is_named_with_its_line_and_the_game_s_rule() -> None:
    wrong = (
        GOOD.replace('"gold"', '"Eisen"').replace("copies = 2", 'copies = "two"').replace("de = ", "fr = ", 1)
    )
    assert faults(wrong) == [
        "Line 2, title.de: The key de is missing.",
        'Line 4, title.fr: There is no key "fr" here; expected en, de.',
        'Line 6, coin 1, metal: Expected one of gold, iron; found "Eisen". Did you mean iron? [CO-1]',
        'Line 13, coin 2, copies: Expected a whole number from 1 to 9, found "two".',
    ]


def test_what_holds_for_the_whole_purse_is_judged_by_the_game() -> None:
    assert faults(GOOD.replace("copies = 2", "copies = 3")) == [
        "Line 5, coin: Expected a whole number from 1 to 3, found 4. [CO-1]"
    ]
    twice = faults(GOOD.replace('"iron"', '"gold"'))
    assert len(twice) == 1
    assert twice[0].startswith("Line 11, coin 2: ")
    assert twice[0].endswith("[CO-2]")


def test_a_table_names_the_column_of_each_fault() -> None:
    table = "kind;metal;copies;name_en;name_de\ncoin;gold;;Ducat;Dukat\npebble;gold;1;Stone;Stein\n"
    assert faults(table, ".csv") == [
        "Line 2, copies: This cell is empty; a row of this kind needs it.",
        'Line 3, kind: Expected one of coin, title; found "pebble".',
    ]


def test_faults_are_said_in_german() -> None:
    with pytest.raises(BoxError) as broken:
        purse(GOOD.replace('metal = "gold"\n', ""))
    assert broken.value.text("de") == "purse: Zeile 5, coin 1, metal: Der Schlüssel metal fehlt."
