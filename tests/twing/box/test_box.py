"""The box: the assumed one is complete and marked, and gives games their cards, colours and events."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import attrs
import pytest

from twingkit import twing
from twingkit.twing.box.box import Box, parse_box
from twingkit.twing.box.entries import EVENT_EFFECTS

TEXT = files("twingkit.twing.box").joinpath("box.toml").read_text(encoding="utf-8")
BOX = twing.load_box()


def test_TW_BOX_1_the_assumed_box_has_the_printed_counts():
    assert BOX.card_count == len(BOX.cards()) == 138
    assert len(BOX.event) == len(BOX.event_effects) == 9
    assert sorted(entry.id for entry in BOX.object) == list(twing.OBJECTS)
    assert (
        BOX.count_special_cards("cat"),
        BOX.count_special_cards("miromon"),
        BOX.count_special_cards("trap"),
    ) == (9, 1, 8)


@pytest.mark.parametrize("element", twing.ELEMENTS)
def test_every_element_has_the_same_cards(element):
    spells = Counter({entry.power: entry.copies for entry in BOX.spell if entry.element == element})
    assert spells == {1: 5, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
    creatures = {
        (entry.power, entry.mount): entry.copies for entry in BOX.creature if entry.element == element
    }
    assert creatures == {
        (1, False): 2, (2, False): 2, (3, False): 2, (4, False): 1, (5, False): 1, (2, True): 1, (4, True): 1,
    }  # fmt: skip


def test_TW_BOX_5_every_invented_number_is_marked():
    assert BOX.has_assumed_counts
    for entry in (*BOX.spell, *BOX.creature):
        assert {"power", "copies"} <= set(entry.assumed)
    for event in BOX.event:
        assert {"effect", "text"} <= set(event.assumed)
    assert all("copies" in entry.assumed for entry in BOX.special if entry.kind != "miromon")


def test_TW_BOX_5_numbers_of_an_own_box_are_not_assumed():
    lines = [line for line in TEXT.splitlines() if not line.startswith("assumed")]
    own = parse_box("\n".join(lines), "mine.toml")
    assert not own.has_assumed_counts
    assert all(entry.assumed == [] for entry in (*own.playing_card_entries, *own.event, *own.object))


def test_TW_BOX_6_mounts_have_their_printed_names():
    assert BOX.creature_name(twing.Creature("F", 2, True)) == "Wolpertinger"
    assert BOX.creature_name(twing.Creature("A", 4, True), "de") == "Kriegsross"
    assert BOX.creature_name(twing.Creature("A", 40)) == ""


def test_creature_names_are_all_different():
    names = [(entry.element, entry.name["en"]) for entry in BOX.creature]
    assert len(names) == len(set(names))


def test_every_effect_has_one_event_in_the_assumed_box():
    assert sorted(BOX.event_effects) == sorted(EVENT_EFFECTS)
    assert len(set(EVENT_EFFECTS)) == 9


# -- what a game needs


def test_a_game_gets_every_copy_of_every_card():
    counted = Counter(BOX.cards())
    assert counted[twing.Spell("F", 1)] == 5
    assert counted[twing.Creature("L", 4, True)] == 1
    assert (counted["cat"], counted["miromon"], counted["trap"]) == (9, 1, 8)
    kinds = Counter(type(card).__name__ for card in BOX.cards())
    assert kinds == {"Spell": 80, "Creature": 40, "str": 18}


def test_equal_cards_are_the_very_same_object_in_every_box():
    again = Box.from_record_lines(attrs.evolve(BOX, title={"en": "x", "de": "x"}).record_lines())
    first = {card: card for card in BOX.cards()}
    assert all(card is first[card] for card in (*BOX.cards(), *again.cards()))


def test_the_order_of_a_file_does_not_change_the_game():
    turned = attrs.evolve(BOX, spell=BOX.spell[::-1], creature=BOX.creature[::-1], special=BOX.special[::-1])
    assert turned != BOX
    assert turned.cards() == BOX.cards()
    assert [card for card in BOX.cards() if isinstance(card, str)] == ["cat"] * 9 + ["miromon"] + ["trap"] * 8


def test_TW_END_1_every_object_has_a_colour():
    assert list(BOX.object_colours) == list(twing.OBJECTS)
    assert BOX.object_colours["teddy"] == "F"
    assert BOX.object_colours["cup"] == "W"
    assert BOX.object_colours["hat"] == "L"


# -- files


def test_an_owners_box_is_read_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("Bonfire Bear", "My Bear"), encoding="utf-8")
    assert twing.load_box(path).creature_name(twing.Creature("F", 5)) == "My Bear"
    assert twing.load_box(str(path)) != BOX


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        twing.load_box(tmp_path / "none.toml")


def test_equal_creatures_may_bear_several_names():
    text = TEXT.replace("power = 2\ncopies = 2\nmount = false", "power = 1\ncopies = 2\nmount = false", 1)
    own = parse_box(text, "mine.toml")
    assert Counter(own.cards())[twing.Creature("F", 1)] == 4
    assert own.creature_name(twing.Creature("F", 1)) == "Wick Beetle"
