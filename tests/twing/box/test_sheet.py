"""A box from a spreadsheet: CSV as spreadsheets write it, and every fault with its row and column."""

from __future__ import annotations

import csv
import io

import pytest

from twingkit import twing
from twingkit.twing.box.box import box_csv, parse_box
from twingkit.twing.box.form import CSV_COLUMNS

BOX = twing.load_box()
TEXT = box_csv(BOX).replace("\r\n", "\n")


def refused(text: str) -> list[str]:
    with pytest.raises(twing.BoxError) as broken:
        parse_box(text, "mine.csv", ".csv")
    assert broken.value.text("de") != str(broken.value)
    return [fault.text() for fault in broken.value.faults]


def line_of(part: str) -> int:
    """Return the line, counted from 1, where a part of the assumed box's table begins."""
    return TEXT[: TEXT.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("\n", "\r\n"),
        "\n,,,,\n" + TEXT.replace("\nspell,F,1", "\n\n,,,,,,,,,,,\nspell,F,1"),
        TEXT.replace("kind,element", " Kind ,ELEMENT", 1).replace("spell,F,1", "spell, F , 1 "),
        "# a note, with a comma\n" + TEXT.replace("\nmount", '\n"# and ""one"" more",,,\nmount', 1),
        "sep=,\n" + TEXT,
        TEXT.replace(",assumed\n", ",assumed,,\n", 1),
        TEXT.replace("power copies\n", "power copies,,\n", 1),
    ],
    ids=["plain", "CRLF", "empty rows", "blanks and capitals", "notes", "sep", "wide head", "wide row"],
)
def test_what_spreadsheets_write_is_read(text):
    assert parse_box(text, "mine.csv", ".csv") == BOX


def test_columns_can_stand_in_any_order():
    rows = list(csv.reader(io.StringIO(TEXT)))
    turned = io.StringIO()
    csv.writer(turned, delimiter=";").writerows(row[::-1] for row in rows)
    assert parse_box(turned.getvalue(), "mine.csv", ".csv") == BOX


def test_TW_BOX_5_without_the_column_assumed_nothing_is():
    own = io.StringIO()
    csv.writer(own).writerows(row[:-1] for row in csv.reader(io.StringIO(TEXT)))
    box = parse_box(own.getvalue(), "mine.csv", ".csv")
    assert not box.has_assumed_counts
    assert box.cards() == BOX.cards()


def test_a_box_without_title_has_one_in_both_languages():
    title = next(line for line in TEXT.split("\n") if line.startswith("title"))
    own = parse_box(TEXT.replace(title + "\n", ""), "mine.csv", ".csv")
    assert own.title == {"en": "Custom box", "de": "Eigene Schachtel"}
    assert own.cards() == BOX.cards()


def test_texts_keep_their_line_ends_and_quotation_marks():
    text = TEXT.replace("Wick Beetle", '" a ""b""\nc"')
    assert parse_box(text, "mine.csv", ".csv").creature_name(twing.Creature("F", 1)) == ' a "b"\nc'


def test_every_fault_is_named_at_once_with_its_row_and_column():
    text = (
        TEXT.replace("spell,F,1,5", "spel,F,1,5")
        .replace("spell,F,2,5", "spell,fire,zwei,0")
        .replace("Rußdachs", " ")
        .replace("cat,,,9", "cat,W,,9")
        .replace("object,,,,,,,,,F,teddy", "object,,,,,,,,,red,tedy")
        .replace("all_draw_card", "all_draw_cards")
        .replace("power copies name", "power copys name", 1)
    )
    rows = [line_of(part) for part in ("creature,F,1", "Rußdachs", "cat,,,9", ",teddy", "all_draw_card")]
    beetle, badger, cat, teddy, crowd = rows
    assert refused(text) == [
        "Line 3, kind: Expected one of spell, creature, mount, cat, miromon, trap, object, event, title; "
        'found "spel". Did you mean spell?',
        'Line 4, element: Expected one of F, W, L, A; found "fire". Did you mean F? [TW-BOX-2]',
        'Line 4, power: Expected a whole number from 1 to 99, found "zwei".',
        "Line 4, copies: Expected a whole number from 1 to 138, found 0.",
        f"Line {beetle}, assumed: An entry can mark only its own keys as assumed, not \"copys\"; "
        "expected element, power, mount, name, copies. Did you mean copies?",
        f"Line {badger}, name_de: This cell is empty; a row of this kind needs it.",
        f'Line {cat}, element: This cell must be empty in a row of the kind cat; found "W".',
        f"Line {teddy}, id: Expected one of {', '.join(twing.OBJECTS)}; "
        'found "tedy". Did you mean teddy? [TW-BOX-6]',
        f'Line {teddy}, colour: Expected one of F, W, L, A; found "red". [TW-BOX-2]',
        f"Line {crowd}, effect: Expected one of {', '.join(BOX.event_effects)}; "
        'found "all_draw_cards". Did you mean all_draw_card?',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("cat,,,9", "cat,,,8", "special cards must add up to 138 copies; found 137. [TW-BOX-1]"),
        ("miromon,,,1", "miromon,,,2", "There is exactly one Miromon, found 2. [TW-BOX-6]"),
        ("\nspell,F,2,", "\nspell,F,1,", 'Line 4: "F1" is listed a second time; it is already'),
        (",socks,", ",boots,", "missing: socks. [TW-BOX-6]"),
        ("spell,F,1,5,", "spell,F,1,5.0,", 'Line 3, copies: Expected a whole number from 1 to 138, found "5'),
        ("spell,F,1,5,", "spell,F,1,-5,", 'copies: Expected a whole number from 1 to 138, found "-5".'),
        ("spell,F,1,5,", "spell,F,1,,", "Line 3, copies: This cell is empty; a row of this kind needs it."),
        ("spell,F,1,5,", f"spell,F,1,{'9' * 5000},", "copies: Expected a whole number from 1 to 138"),
        ("spell,F,1,5,", "spell,F,1,٥,", 'found "٥".'),
        ("spell,F,1,5,", ",F,1,5,", 'Line 3, kind: Expected one of spell, creature'),
        ("Wick Beetle,Dochtkäfer", ",", "name_en: This cell is empty"),
        ("title,,,,Assumed box,", "title,,,,,", "Line 2, name_en: This cell is empty"),
        ("\nspell,F,1", "\ntitle,,,,a,b\nspell,F,1", 'Line 3, kind: "title" is listed a second time'),
        ("power copies\n", "power copies,x\n", 'Line 3: The cell "x" is to the right of the last'),
        (",assumed\n", ",assumed,foo\n", 'Line 1: There is no column "foo"; expected kind, element'),
        (",assumed\n", ",assumed,kind\n", 'Line 1, kind: "kind" is listed a second time'),
        (",colour,", ",color,", 'Line 1: There is no column "color"'),
        (",colour,", ",color,", "Did you mean colour?"),
        (",colour,", ",color,", "Line 1, colour: This column is missing."),
    ],
)  # fmt: skip
def test_each_fault_alone(old, new, fault):
    assert old in TEXT
    assert any(fault in line for line in refused(TEXT.replace(old, new, 1))), refused(
        TEXT.replace(old, new, 1)
    )


def test_a_missing_column_is_one_fault_not_one_in_each_row():
    assert refused(TEXT.replace(",colour,", ",,", 1)) == ["Line 1, colour: This column is missing."]


def test_a_row_of_unknown_kind_gives_no_wrong_total():
    found = refused(TEXT.replace("spell,F,1,5", "spel,F,1,5"))
    assert len(found) == 1
    assert "TW-BOX-1" not in found[0]


@pytest.mark.parametrize("text", ["", "\n\n", "hello\n", "1,2,3\n4,5,6"])
def test_a_text_without_the_columns_is_one_fault(text):
    assert refused(text) == [
        f"Line 1: Expected a first row that names the columns: {', '.join(CSV_COLUMNS)}."
    ]  # fmt: skip


def test_without_the_column_kind_nothing_else_is_judged():
    assert refused(TEXT.replace("kind,", "sort,", 1)) == [
        f'Line 1: There is no column "sort"; expected {", ".join(CSV_COLUMNS)}.',
        "Line 1, kind: This column is missing.",
    ]


@pytest.mark.parametrize("cell", ['"open', '"a" b'])
def test_a_broken_quotation_is_named_with_its_row(cell):
    line = line_of("Soot Badger")
    assert refused(TEXT.replace("Soot Badger", cell)) == [
        f"Line {line}: This row cannot be read: a cell opens a quotation mark and never closes it, "
        "or text follows the closing mark."
    ]
