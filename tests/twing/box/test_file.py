"""Box files and lines: what is written is read back as the same box, and locations are found in each
format."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit import twing
from twingkit.core.cards.box_file import parse_box_listing
from twingkit.core.cards.box_listing import checked_listing_content
from twingkit.core.cards.toml_lines import toml_line_numbers
from twingkit.twing.box.box import Box, box_csv, box_toml, parse_box
from twingkit.twing.box.entries import BOX_FORMAT, ENTRY_TYPE_BY_TABLE, EVENT_EFFECTS, SPECIAL_CARDS
from twingkit.twing.box.form import BOX_FORM

TEXT = files("twingkit.twing.box").joinpath("box.toml").read_text(encoding="utf-8")
BOX = twing.load_box()

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(str.strip)
names = st.fixed_dictionaries({"en": texts, "de": texts})
elements = st.sampled_from(twing.ELEMENTS)
powers = st.integers(1, 99)


def keys(*of: str) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(of), unique=True)


def _identity(creature: tuple[object, ...]) -> str:
    """Return a creature's key, independent of the order in which its name's languages were drawn."""
    return repr([sorted(part.items()) if isinstance(part, dict) else part for part in creature])


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Return any box that the rules allow: 138 cards, one Miromon, nine events, every object once."""
    spells = draw(st.lists(st.tuples(elements, powers), min_size=1, max_size=30, unique=True))
    creature = st.tuples(elements, powers, st.booleans(), names)
    creatures = draw(st.lists(creature, min_size=1, max_size=20, unique_by=_identity))
    others = draw(st.lists(st.sampled_from(("cat", "trap")), unique=True))
    number = len(spells) + len(creatures) + len(others)
    # 137 copies for as many entries: cut a row of 137 cards at the drawn places.
    cuts = sorted(draw(st.lists(st.integers(1, 136), min_size=number - 1, max_size=number - 1, unique=True)))
    copies = [after - before for before, after in zip([0, *cuts], [*cuts, 137], strict=True)]
    data = {
        "format": BOX_FORMAT,
        "title": draw(names),
        "spell": [{"element": element, "power": power} for element, power in spells],
        "creature": [
            {"element": element, "power": power, "mount": mount, "name": name}
            for element, power, mount, name in creatures
        ],
        "special": [{"kind": kind, "name": draw(names)} for kind in others],
        "object": [{"id": name, "colour": draw(elements)} for name in draw(st.permutations(twing.OBJECTS))],
        "event": [
            {
                "id": name,
                "effect": draw(st.sampled_from(EVENT_EFFECTS)),
                "name": draw(names),
                "text": draw(names),
            }
            for name in draw(st.lists(st.text("abc-1", min_size=1), min_size=9, max_size=9, unique=True))
        ],
    }
    for entry, count in zip([*data["spell"], *data["creature"], *data["special"]], copies, strict=True):
        entry["copies"] = count
    data["special"].insert(draw(st.integers(0, 2)), {"kind": "miromon", "copies": 1, "name": draw(names)})
    for table in ENTRY_TYPE_BY_TABLE:
        for entry in data[table]:
            entry["assumed"] = draw(keys(*entry))
    return Box(**checked_listing_content(listing(data), "random"))


def listing(data):
    return attrs.evolve(parse_box_listing("", "", ".toml", BOX_FORM), data=data)


@given(boxes())
def test_TW_BOX_1_every_box_gives_a_game_138_cards_and_one_miromon(box):
    cards = box.cards()
    assert box.card_count == len(cards) == 138
    assert cards.count("miromon") == 1
    assert {card for card in cards if isinstance(card, str)} <= set(SPECIAL_CARDS)


@settings(max_examples=runs(8, 200))
@given(boxes())
def test_a_toml_file_reads_back_as_the_same_box(box):
    assert parse_box(box_toml(box), "x.toml") == box
    assert parse_box(box_toml(box, {"format": "a\n\nb", "title": "c", "event": "[[spell]]"}), "x.toml") == box


@settings(max_examples=runs(8, 200))
@given(boxes(), st.sampled_from(",;\t"))
def test_a_csv_file_reads_back_as_the_same_box(box, separator):
    assert parse_box(box_csv(box, separator=separator), "x.csv", ".csv") == box
    assert parse_box(box_csv(box, {"format": 'a;"b', "title": "c,d"}, separator), "x.csv", ".csv") == box


@settings(max_examples=runs(8, 200))
@given(boxes())
def test_toml_and_csv_pass_a_box_on_to_each_other(box):
    through = parse_box(box_csv(parse_box(box_toml(box), "x.toml")), "x.csv", ".csv")
    assert parse_box(box_toml(through), "x.toml") == box


@pytest.mark.slow
@given(boxes())
def test_the_lines_of_a_record_give_an_equal_game(box):
    lines = box.record_lines()
    again = Box.from_record_lines(lines)
    assert again.cards() == box.cards()
    assert again.object_colours == box.object_colours
    assert again.event_effects == box.event_effects
    assert again.has_assumed_counts == box.has_assumed_counts
    assert again.record_lines() == lines
    assert all("\n" not in line and line == line.strip() for line in lines)


@settings(max_examples=runs(8, 200))
@given(boxes())
def test_every_value_of_a_written_file_is_found_on_its_line(box):
    text = box_toml(box, {"format": "x = 1", "event": '"""'})
    lines, places = text.split("\n"), toml_line_numbers(text)
    for table in ENTRY_TYPE_BY_TABLE:
        for number, entry in enumerate(getattr(box, table)):
            assert lines[places[table, number] - 1] == f"[[{table}]]"
            for key, value in attrs.asdict(entry).items():
                if isinstance(value, dict):
                    header = places[table, number, key]
                    assert lines[header - 1] == f"[{table}.{key}]"
                    assert {places[table, number, key, lang] for lang in value} == {header + 1, header + 2}
                elif value != []:
                    assert lines[places[table, number, key] - 1].startswith(f"{key} = ")


# -- lines of a record


def test_the_assumed_box_is_one_line():
    assert BOX.record_lines() == ["box assumed"]
    assert Box.from_record_lines(["box assumed"]) is BOX


OWN = attrs.evolve(BOX, title={"en": "Mine", "de": "Meine"}).record_lines()


def test_an_own_box_is_a_line_for_each_kind_of_card():
    assert [line.split(" ")[0] for line in OWN] == [
        "box",
        "spells",
        "creatures",
        "others",
        "events",
        "colours",
    ]
    assert OWN[0] == "box own assumed"
    assert OWN[1].startswith("spells F1*5 F2*5 F3*4 F4*3 F5*2 F6 W1*5")
    assert OWN[2].startswith("creatures F1*2 F2*2 F3*2 F4 F5 F2M F4M W1*2")
    assert OWN[3] == "others cat*9 miromon trap*8"
    assert OWN[4].startswith("events take_two_ornicles return_ornicle take_top_object")
    assert OWN[5].startswith("colours boots=F bra=W cup=W")


def test_TW_BOX_5_lines_say_whether_numbers_are_assumed():
    assert Box.from_record_lines(OWN).has_assumed_counts
    assert not Box.from_record_lines(["box own", *OWN[1:]]).has_assumed_counts


def test_cards_from_lines_bear_neutral_names():
    box = Box.from_record_lines(OWN)
    assert box.creature_name(twing.Creature("F", 4, True), "de") == "Feuer 4 (Reittier)"
    assert box.title == {"en": "Custom box", "de": "Eigene Schachtel"}
    assert box.event[2].name == {"en": "Event 3", "de": "Ereignis 3"}
    assert [event.text for event in box.event] == [event.text for event in BOX.event]


@pytest.mark.parametrize(
    ("number", "old", "new", "fault"),
    [
        (0, "box own assumed", "box mine", 'box assumed, box own, box own assumed; found "box mine"'),
        (0, "box own assumed", "", 'found ""'),
        (0, "box own assumed", "box assumed", 'no further line, found "spells F1'),
        (1, "spells", "spell", "Expected the line “spells …”"),
        (1, "F1*5", "F1*0", 'found "F1*0"'),
        (1, "F1*5", "F01*5", 'found "F01*5"'),
        (1, "F1*5", "F1M*5", "spells: Expected a spell and its number of copies, such as F5*2"),
        (1, "F1*5", " F1*5", 'found ""'),
        (1, "F1*5", "F1*5 F1*5", '"F1" is listed a second time'),
        (1, "F1*5", "F1*999", "copies: Expected a whole number from 1 to 138, found 999."),
        (1, "F1*5", "F1*4", "must add up to 138 copies; found 137. [TW-BOX-1]"),
        (2, "F2M", "F2N", "Expected a creature and its number of copies, such as F4*2"),
        (3, "trap", "trop", "Did you mean trap?"),
        (3, "cat*9", "cats*9", "Did you mean cat?"),
        (3, " miromon", "", "There is exactly one Miromon, found 0. [TW-BOX-6]"),
        (4, "take_two_ornicles", "take_two_ornicle", "Did you mean take_two_ornicles?"),
        (4, "take_two_ornicles ", "", "A box has 9 events; found 8. [TW-BOX-1]"),
        (5, "boots=F", "boot=F", "Did you mean boots?"),
        (5, "boots=F", "boots=f", "Expected an object and its colour such as boots=F"),
        (5, "boots=F ", "", "missing: boots. [TW-BOX-6]"),
    ],
)  # fmt: skip
def test_lines_are_read_strictly(number, old, new, fault):
    assert old in OWN[number]
    lines = [*OWN]
    lines[number] = lines[number].replace(old, new, 1)
    with pytest.raises(twing.BoxError) as broken:
        Box.from_record_lines(lines)
    assert any(fault in found.text() for found in broken.value.faults), str(broken.value)
    assert all(found.line_number is None for found in broken.value.faults)
    assert all(found.text("de") != found.text("en") for found in broken.value.faults)
    assert str(broken.value).startswith("box: ")


@pytest.mark.parametrize("lines", [[], OWN[:3], [*OWN, "more"], ["box assumed", "box assumed"]])
def test_lines_too_few_or_too_many_are_one_fault(lines):
    with pytest.raises(twing.BoxError) as broken:
        Box.from_record_lines(lines)
    assert len(broken.value.faults) == 1
    assert "found" in str(broken.value)


# -- locations in TOML


DECOYS = '''\
# [[spell]] power = 0
format = "# no" # [[spell]]
[title]
en = """
[[spell]]
power = "\\""" # still text
""""
'de' = \'\'\'
[[spell]] \'\'\'
other = [ # [[spell]]
  "]", "a = 1",
  {power = 1, name = {en = "}"}},
  [1, 2],
]

[[spell]]
"power" = 1
name.en = "x"

  [ spell . name2 ]
  de="y"
[[ spell ]]
power = 2
[[spell.deep]]
x = 1
[[spell.deep]]
x = 2021-01-01 00:00:00
'''


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_comments_strings_and_brackets_do_not_mislead(end):
    text = DECOYS.replace("\n", end)
    tomllib.loads(text)
    places = toml_line_numbers(text)
    expected = {
        ("format",): 2, ("title",): 3, ("title", "en"): 4, ("title", "de"): 8, ("title", "other"): 10,
        ("title", "other", 0): 11, ("title", "other", 1): 11, ("title", "other", 2): 12,
        ("title", "other", 2, "power"): 12, ("title", "other", 2, "name", "en"): 12,
        ("title", "other", 3): 13, ("spell",): 16, ("spell", 0): 16, ("spell", 0, "power"): 17,
        ("spell", 0, "name", "en"): 18,
        ("spell", 0, "name2"): 20, ("spell", 0, "name2", "de"): 21, ("spell", 1): 22,
        ("spell", 1, "power"): 23, ("spell", 1, "deep", 0, "x"): 25, ("spell", 1, "deep", 1): 26,
        ("spell", 1, "deep", 1, "x"): 27,
    }  # fmt: skip
    assert {path: places[path] for path in expected} == expected
    assert not [path for path in places if path[0] not in ("format", "title", "spell")]
    assert max(number for table, number, *_ in (p for p in places if p[0] == "spell" and p[1:])) == 1


# -- file formats by suffix


def test_a_csv_file_is_read_by_its_suffix(tmp_path):
    path = tmp_path / "Mine.CSV"
    path.write_bytes(b"\xef\xbb\xbf" + box_csv(BOX).encode())
    assert twing.load_box(path) == BOX


def test_a_toml_file_with_a_byte_order_mark_is_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert twing.load_box(path) == BOX


def refused(path) -> str:
    with pytest.raises(twing.BoxError) as broken:
        twing.load_box(path)
    (fault,) = broken.value.faults
    return fault.text()


@pytest.mark.parametrize("name", ["mine.xlsx", "mine", "mine.toml.txt"])
def test_another_suffix_is_refused(tmp_path, name):
    assert refused(tmp_path / name) == f'The name of a box file must end in .toml, .csv; found "{name}".'


@pytest.mark.parametrize(("suffix", "write"), [("csv", box_csv), ("toml", box_toml)])
def test_another_encoding_is_refused_with_its_line(tmp_path, suffix, write):
    path = tmp_path / f"mine.{suffix}"
    path.write_bytes(write(BOX).encode("cp1252"))
    line = write(BOX).split("ä")[0].count("\n") + 1
    assert refused(path).startswith(f"Line {line}: From here on, the file is not UTF-8.")
