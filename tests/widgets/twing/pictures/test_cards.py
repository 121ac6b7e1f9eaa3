"""Cards and dice as panels."""

from __future__ import annotations

import re

import pytest

from twingkit import twing
from twingkit.core.language import in_language
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER
from twingkit_widgets.twing.pictures.cards import (
    CardsPanel,
    card_buttons_html,
    card_name,
    cards_html,
    group_equal,
)
from twingkit_widgets.twing.pictures.die import DiePanel, face_meaning


def test_names() -> None:
    mount = twing.Unit(twing.Creature("F", 6, True), twing.Creature("F", 3))
    with in_language("de"):
        assert card_name(twing.Spell("W", 4)) == "Zauber, Wasser, Stärke 4"
    assert card_name(mount) == ("Fire mount, power 6, ridden by: Fire creature, power 3; together 9")
    with in_language("de"):
        assert card_name("back") == "Verdeckte Karte"
    with pytest.raises(ValueError, match="no such card"):
        card_name("joker")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_cards_to_look_at_have_no_buttons(lang: str) -> None:
    panel = CardsPanel("F5 F3 + F6M>F3", lang=lang)
    assert panel.html.count("<svg") == 3
    assert "<button" not in panel.html


def test_choosing_many_and_one() -> None:
    heard: list[set[int]] = []
    panel = CardsPanel("F5 F3 + F4", choose="many", on_choose=lambda panel: heard.append(set(panel.chosen)))
    for place in ("0", "2", "0"):
        panel.do("choose", place)
    assert heard == [{0}, {0, 2}, {2}]
    assert panel.html.count('aria-pressed="true"') == 1
    assert "power 4" in panel.status
    one = CardsPanel("F5 F3", choose="one")
    one.do("choose", "0")
    one.do("choose", "1")
    assert one.chosen == {1}


def test_a_place_without_a_card_is_shown_as_an_error() -> None:
    panel = CardsPanel("F5", choose="one")
    panel.do("choose", "1")
    assert isinstance(panel.error, IndexError)
    with pytest.raises(ValueError, match="choose is"):
        CardsPanel("F5", choose="some")


def test_a_choice_is_one_tab_stop_with_a_name() -> None:
    html = card_buttons_html([twing.Spell("F", 5), "cat"], chosen=[1], label="Your hand")
    assert "data-roving" in html
    assert 'aria-label="Your hand"' in html
    assert 'aria-label="Black cat"' in html


CHOICE = re.compile(r"<button.*?</button>")


def test_cards_that_are_alike_are_one_button_with_their_number() -> None:
    hand = [twing.Spell("F", 3), twing.Spell("F", 2), twing.Spell("F", 3)]
    both, two = CHOICE.findall(card_buttons_html(hand))
    assert 'aria-label="Fire spell, power 3 – 2 of them"' in both
    assert "×2" in both
    assert 'data-value="0"' in both
    assert "×" not in two
    assert f'data-shortcut="{ANSWER_PLACEHOLDER}"' in both
    assert f'data-shortcut="{ANSWER_PLACEHOLDER}"' in two
    with in_language("de"):
        german = card_buttons_html(hand)
    assert 'aria-label="Zauber, Feuer, Stärke 3 – 2 Stück"' in german


def test_of_cards_that_are_alike_one_is_chosen_at_a_time_and_the_number_goes_down() -> None:
    hand = [twing.Spell("F", 3), twing.Spell("F", 3)]
    taken, left = CHOICE.findall(card_buttons_html(hand, chosen=[0]))
    assert "×" not in left + taken
    assert ">1 of 2<" in taken
    assert 'aria-pressed="false"' in left
    assert 'data-value="1"' in left
    assert f'data-shortcut="{ANSWER_PLACEHOLDER}"' in left
    assert 'aria-pressed="true"' in taken
    assert 'data-value="0"' in taken
    assert "data-shortcut" not in taken
    [both] = CHOICE.findall(card_buttons_html(hand, chosen=[0, 1]))
    assert "×2" in both
    assert 'aria-pressed="true"' in both
    assert 'data-key="choose:0"' in both, "what has the focus keeps it"
    panel = CardsPanel("F3 F3 F2", choose="many")
    for place in ("0", "1", "1", "0"):
        panel.do("choose", place)
    assert panel.chosen == set()


def test_cards_on_a_seat_are_counted_in_words_too() -> None:
    html = cards_html([twing.Creature("F", 2), twing.Creature("F", 2), "cat"], counted=True)
    assert html.count("<li") == 2
    assert "Fire creature, power 2 – 2 of them" in html
    mount, plain = twing.Creature("F", 2, mount=True), twing.Creature("F", 2)
    assert len(group_equal([mount, plain])) == 2, "one of them can be ridden"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_face_has_a_meaning(lang: str) -> None:
    meanings = {face_meaning(face, own) for face in twing.FACES for own in (False, True)}
    assert len(meanings) == len(twing.FACES) + 4


def test_the_die_rolls_by_its_seed_and_turns_on_demand() -> None:
    rolls = []
    for _ in range(2):
        panel = DiePanel("W", seed=4)
        panel.do("roll")
        rolls.append(panel.face)
    assert rolls[0] == rolls[1] in twing.FACES
    panel.do("turn", "Cross")
    assert panel.face == twing.CROSS
    assert "a critical failure" in panel.html
    panel.do("turn", "5")
    assert isinstance(panel.error, ValueError)
    assert panel.face == twing.CROSS


def test_a_die_not_rolled_says_so() -> None:
    assert "noch nicht geworfen" in DiePanel(lang="de").html
