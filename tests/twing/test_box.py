"""The box: the assumed one is complete and marked, a broken one is refused with all its faults."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from twingkit import twing
from twingkit.twing.box import read_box

TEXT = files("twingkit.twing").joinpath("box.toml").read_text(encoding="utf-8")


def test_TW_BOX_1_the_assumed_box_has_the_printed_counts():
    box = twing.load_box()
    assert box.size == 138
    assert len(box.event) == 9
    assert sorted(entry.id for entry in box.object) == list(twing.OBJECTS)
    assert (box.count("cat"), box.count("miromon"), box.count("trap")) == (9, 1, 8)


@pytest.mark.parametrize("element", twing.ELEMENTS)
def test_every_element_has_the_same_cards(element):
    box = twing.load_box()
    spells = Counter({entry.power: entry.copies for entry in box.spell if entry.element == element})
    assert spells == {1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
    creatures = {
        (entry.power, entry.mount): entry.copies for entry in box.creature if entry.element == element
    }
    assert creatures == {
        (1, False): 2, (2, False): 2, (3, False): 2, (4, False): 1, (5, False): 1, (2, True): 1, (4, True): 1,
    }  # fmt: skip


def test_TW_BOX_5_every_invented_number_is_marked():
    box = twing.load_box()
    assert box.assumed
    for entry in (*box.spell, *box.creature):
        assert {"power", "copies"} <= set(entry.assumed)
    for event in box.event:
        assert {"effect", "text"} <= set(event.assumed)
    assert all("copies" in entry.assumed for entry in box.special if entry.kind != "miromon")


def test_TW_BOX_6_mounts_have_their_printed_names():
    box = twing.load_box()
    assert box.creature_name(twing.Creature("F", 2, True)) == "Wolpertinger"
    assert box.creature_name(twing.Creature("A", 4, True), "de") == "Kriegsross"
    assert box.creature_name(twing.Creature("A", 40)) == ""


def test_creature_names_are_all_different():
    names = [(entry.element, entry.name["en"]) for entry in twing.load_box().creature]
    assert len(names) == len(set(names))


def test_an_owners_box_is_read_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("Bonfire Bear", "My Bear"), encoding="utf-8")
    assert twing.load_box(path).creature_name(twing.Creature("F", 5)) == "My Bear"


def faults(text: str) -> list[str]:
    with pytest.raises(twing.BoxError) as broken:
        read_box(text, "mine.toml")
    assert all(line.startswith("mine.toml: ") for line in str(broken.value).splitlines())
    return broken.value.faults


def test_every_fault_is_named_at_once_with_its_place_and_what_was_expected():
    text = (
        TEXT.replace('element = "F"\npower = 1\ncopies = 5', 'element = "Q"\npower = "x"\ncopies = 500', 1)
        .replace('kind = "trap"', 'kind = "trop"\nfoo = 1')
        .replace('"teddy"', '"tedy"')
    )
    assert faults(text) == [
        "spell[0].copies: expected a whole number from 1 to 99, not 500",
        "spell[0].element: expected one of F, W, L, A, not 'Q'",
        "spell[0].power: expected a whole number from 1 to 99, not 'x'",
        "special[2].kind: expected one of cat, miromon, trap, not 'trop'; did you mean 'trap'?",
        "special[2]: unknown keys: foo",
        "object[0].id: expected one of boots, bra, cup, hat, panties, puppet, shamrock, socks, teddy, "
        "not 'tedy'; did you mean 'teddy'?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("copies = 9", "copies = 8", "expected 138 playing cards, found 137 [TW-BOX-1]"),
        (
            'id = "socks"',
            'id = "boots"',
            "object: expected each object once, found boots 2 times, socks",
        ),
        ('kind = "miromon"', 'kind = "trap"', "special: expected one Miromon, found 0 [TW-BOX-6]"),
        ("twingkit-box 1", "twingkit-box 2", "format: expected one of twingkit-box 1, not 'twingkit-box 2'"),
        ("power = 1\n", "power = true\n", "power: expected a whole number from 1 to 99, not True"),
        ("[[spell]]", "[spell", "this is not TOML"),
        ('de = "Dochtkäfer"', "", "creature[0].name: expected the languages en and de, found en"),
    ],
)
def test_each_fault_alone(old, new, fault):
    assert old in TEXT
    assert any(fault in line for line in faults(TEXT.replace(old, new, 1)))


def test_an_empty_file_lists_what_is_missing():
    assert [line.split(":")[0] for line in faults("")] == [
        "format", "title", "spell", "creature", "special", "object", "event",
    ]  # fmt: skip
