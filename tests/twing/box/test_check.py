"""The check of a box lists every fault at once: its line, what was expected, what was found, and a
suggestion."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit import twing
from twingkit.core.cards.box_faults import BoxFault
from twingkit.core.words import LANGUAGES
from twingkit.twing.box.box import parse_box

TEXT = files("twingkit.twing.box").joinpath("box.toml").read_text(encoding="utf-8")


def refused(text: str) -> twing.BoxError:
    with pytest.raises(twing.BoxError) as broken:
        parse_box(text, "mine.toml")
    return broken.value


def faults(text: str) -> list[str]:
    return [fault.text() for fault in refused(text).faults]


def line_of(text: str, part: str) -> int:
    """Return the line, counted from 1, where a part of a text begins."""
    return text[: text.index(part)].count("\n") + 1


def test_every_fault_is_named_at_once_with_its_line_and_what_was_expected():
    text = (
        TEXT.replace('element = "F"\npower = 1\ncopies = 5', 'element = "fire"\npower = "x"\ncopies = 500', 1)
        .replace('de = "Dochtkäfer"', "")
        .replace('kind = "trap"', 'kind = "trop"\nfoo = 1')
        .replace('"teddy"', '"tedy"')
        .replace('"all_draw_card"', '"all_draw_cards"')
        .replace('["name", "effect", "text"]', '["nam"]', 1)
    )
    parts = ('"trop"', '"tedy"', '["nam"]', '"all_draw_cards"')
    trap, teddy, event, crowd = (line_of(text, part) for part in parts)
    effects = ", ".join(twing.load_box().event_effects)
    assert faults(text) == [
        'Line 13, spell 1, element: Expected one of F, W, L, A; found "fire". Did you mean F? [TW-BOX-2]',
        'Line 14, spell 1, power: Expected a whole number from 1 to 99, found "x".',
        "Line 15, spell 1, copies: Expected a whole number from 1 to 138, found 500.",
        "Line 54, creature 1, name.de: The key de is missing.",
        f"Line {trap}, special 3, kind: Expected one of cat, miromon, trap; found \"trop\". "
        "Did you mean trap? [TW-BOX-4]",
        f'Line {trap + 1}, special 3, foo: There is no key "foo" here; expected kind, name, copies, assumed.',
        f"Line {teddy}, object 1, id: Expected one of {', '.join(twing.OBJECTS)}; "
        'found "tedy". Did you mean teddy? [TW-BOX-6]',
        f"Line {event}, event 1, assumed: An entry can mark only its own keys as assumed, "
        'not "nam"; expected id, effect, name, text. Did you mean name?',
        f"Line {crowd}, event 6, effect: Expected one of {effects}; "
        'found "all_draw_cards". Did you mean all_draw_card?',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("format =", "formatt =", 'Line 4, formatt: There is no key "formatt" here; expected format, title'),
        ("format =", "formatt =", "format: The key format is missing."),
        ("twingkit-box 1", "twingkit-box 2", 'Expected one of twingkit-box 1; found "twingkit-box 2".'),
        ('[title]\nen = "Assumed box"', "[title]", "Line 6, title.en: The key en is missing."),
        ('en = "Assumed box"', 'en = "x"\nfr = "y"', 'title.fr: There is no key "fr" here; expected en, de.'),
        ('en = "Assumed box"', 'en = "  "', "title.en: Expected a text that is not empty"),
        ('[title]\nen = "Assumed box"\nde =', "title =", "Expected a text for en and one for de, found"),
        ("power = 1\n", "power = true\n", "power: Expected a whole number from 1 to 99, found true."),
        ("power = 1\n", "power = 0\n", "power: Expected a whole number from 1 to 99, found 0."),
        ("power = 1\n", "power = 100\n", "power: Expected a whole number from 1 to 99, found 100."),
        ("power = 1\n", "power = 1.0\n", "power: Expected a whole number from 1 to 99, found 1.0."),
        ("power = 1\n", "", "Line 12, spell 1, power: The key power is missing."),
        ("power = 1\n", "powr = 1\n", "Did you mean power?"),
        ("mount = true", 'mount = "true"', 'mount: Expected true or false, found "true".'),
        ('["power", "copies"]', '"power"', "assumed: Expected a list of keys such as"),
        ('["power", "copies"]', "[1]", "assumed: Expected a list of keys such as"),
        ('element = "F"', 'element = "Feuer"', "Did you mean F? [TW-BOX-2]"),
        ('element = "F"', 'element = "f"', "Did you mean F? [TW-BOX-2]"),
        ('id = "ornicle-shower"', 'id = ""', "event 1, id: Expected a text that is not empty"),
        ("power = 2\n", "power = 1\n", 'Line 18, spell 2: "F1" is listed a second time; '
         "it is already in line 12."),
        ('id = "socks"', 'id = "boots"', '"boots" is listed a second time'),
        ('id = "hole-in-the-pocket"', 'id = "ornicle-shower"', "is listed a second time"),
        ("Röstmolch", "Dochtkäfer", ""),
    ],
)  # fmt: skip
def test_each_fault_alone(old, new, fault):
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    if fault:
        assert any(fault in line for line in faults(text)), faults(text)
    else:
        assert parse_box(text, "mine.toml").card_count == 138


@pytest.mark.parametrize(
    ("copies", "found"), [("copies = 8", "137"), ("copies = 10", "139")], ids=["one less", "one more"]
)
def test_TW_BOX_1_there_are_138_playing_cards(copies, found):
    assert faults(TEXT.replace("copies = 9", copies, 1)) == [
        f"Spells, creatures and special cards must add up to 138 copies; found {found}. [TW-BOX-1]"
    ]


@pytest.mark.parametrize("number", [8, 10])
def test_TW_BOX_1_there_are_nine_events(number):
    last = TEXT[TEXT.rindex("[[event]]") :]
    text = TEXT.removesuffix(last) if number == 8 else TEXT + last.replace("imperial-levy", "levy")
    line = line_of(text, "[[event]]")
    assert faults(text) == [f"Line {line}, event: A box has 9 events; found {number}. [TW-BOX-1]"]


def test_TW_BOX_6_there_is_one_miromon():
    none = TEXT.replace('kind = "miromon"', 'kind = "trap"')
    assert any("There is exactly one Miromon, found 0. [TW-BOX-6]" in line for line in faults(none))
    two = TEXT.replace('"miromon"\ncopies = 1', '"miromon"\ncopies = 2').replace("copies = 9", "copies = 8")
    line = line_of(two, 'kind = "miromon"') - 1
    assert faults(two) == [f"Line {line}, special 2: There is exactly one Miromon, found 2. [TW-BOX-6]"]


def test_TW_BOX_6_every_object_is_there_once():
    line = line_of(TEXT, "[[object]]")
    assert (
        f"Line {line}, object: Each of the nine objects must be listed once; missing: socks. [TW-BOX-6]"
        in faults(TEXT.replace('id = "socks"', 'id = "boots"'))
    )


def test_one_fault_does_not_hide_another_in_the_same_entry():
    text = TEXT.replace('id = "socks"', 'id = "boots"\nfoo = 1').replace("copies = 9", "copies = 8\nbar = 1")
    found = "\n".join(faults(text))
    for part in ("foo", "bar", "missing: socks", '"boots"', "found 137"):
        assert part in found


def test_an_unreadable_number_of_copies_gives_no_total():
    assert not any("[TW-BOX-1]" in line for line in faults(TEXT.replace("copies = 9", 'copies = "9"')))


def test_an_empty_file_lists_what_is_missing():
    assert [line.split(":")[0] for line in faults("")] == [
        "format", "title", "spell", "creature", "special", "object", "event",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("spell = 3", "Line 1, spell: Expected entries that each begin with [[spell]], found 3."),
        ("[spell]\npower = 3", "Line 1, spell: Expected entries that each begin with [[spell]], found"),
        ("spell = [\n  3,\n  4]", "Line 3, spell 2: Expected an entry with keys, found 4."),
        ("spell = []", "Line 1, spell: Expected entries [[spell]], found none."),
    ],
)
def test_a_table_of_another_shape_is_a_fault(text, fault):
    assert any(line.startswith(fault) for line in faults(text)), faults(text)


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("format = 1\n[spell", 2, '"[spell"'),
        ("a = 1\r\nb = 2\r\nb = 3\r\n", 3, '"b = 3"'),
        ("a = 1\n\nb = '''\nnever closed\n\n", 4, '"never closed"'),
        ("x = " + "9" * 5000, None, "x = 999"),
        ("[a]\n[a]\n", 2, '"[a]"'),
    ],
)
def test_toml_errors_name_their_line(text, line, part):
    fault = refused(text).faults[0]
    assert (fault.message_key, fault.line_number) == ("box_not_toml", line)
    assert part in fault.text()


def test_a_misspelt_header_is_named_where_it_breaks_the_toml():
    found = faults(TEXT.replace("[[event]]", "[[evnt]]"))
    assert "The parser says" in found[0]
    line = line_of(TEXT, "[[event]]")
    assert f'Line {line}: There is no key "evnt" here' in found[1]
    assert found[1].endswith("Did you mean event?")
    assert len(found) == 10


def test_brackets_without_end_are_one_fault():
    assert faults("a = " + "[" * 9999 + "]" * 9999)[0].startswith("The brackets are nested too deeply")


def test_faults_speak_both_languages():
    error = refused(TEXT.replace('"teddy"', '"tedy"').replace("copies = 9", "copies = 8"))
    assert str(error) == error.text("en")
    assert all(line.startswith("mine.toml: Line ") for line in error.text("en").splitlines()[:1])
    assert 'gefunden: "tedy". Meintest du teddy? [TW-BOX-6]' in error.text("de")
    assert error.text("de").splitlines()[0].startswith("mine.toml: Zeile 4")
    for fault in error.faults:
        assert fault.text("en") != fault.text("de")
        assert str(fault) == fault.text("en")


def test_faults_are_data():
    fault = refused(TEXT.replace('"teddy"', '"tedy"')).faults[0]
    assert (fault.message_key, fault.location, fault.rule, fault.suggestion) == (
        "box_one_of", "object 1, id", "TW-BOX-6", "teddy",
    )  # fmt: skip
    assert fault == BoxFault(
        "box_one_of", fault.facts, fault.line_number, "object 1, id", "TW-BOX-6", "teddy"
    )
    with pytest.raises(AttributeError):
        fault.line_number = 3


def test_a_strangers_text_is_shown_short_and_on_one_line():
    name = "<script>\n" * 50
    error = refused(TEXT.replace('"teddy"', f'"""{name}"""').replace("foo", ""))
    assert len(error.faults) == 1
    assert len(str(error).splitlines()) == 1
    assert len(str(error)) < 250
    long = refused(TEXT.replace("format =", f'"{"x" * 999}" = 1\nformat ='))
    assert len(str(long)) < 300


@given(st.data())
def test_no_text_loads_half_or_breaks_the_linter(data):
    """A file with anything in place of a value is either a box or a list of readable faults."""
    lines = TEXT.splitlines()
    places = [number for number, line in enumerate(lines) if " = " in line and '"""' not in line]
    values = st.sampled_from(
        ["1", "-1", "true", '"x"', "[]", "{}", "1979-05-27", "1.5", '["x"]', "{en = 1}", "", "["]
    )
    for number in data.draw(st.lists(st.sampled_from(places), max_size=4)):
        lines[number] = lines[number].split(" = ")[0] + " = " + data.draw(values)
    text = "\n".join(lines)
    try:
        box = parse_box(text, "mine.toml")
    except twing.BoxError:
        box = None
    if box is not None:
        assert box.card_count == 138
        return
    found = refused(text).faults
    assert found
    assert all(fault.text(lang) for fault in found for lang in LANGUAGES)
    assert all(1 <= fault.line_number <= len(lines) for fault in found if fault.line_number)
