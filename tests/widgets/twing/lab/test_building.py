"""Building a battle in the lab: every control, both zones, and the owner of the tray's cards."""

from __future__ import annotations

import re

import pytest
from widgets.twing.lab.lab_battles import SIMPLE, after

from twingkit import twing
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.draft import EXAMPLE
from twingkit_widgets.twing.play.names import object_power_text


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ([("character", "0:A")], "A: F5 F3 + F4 vs W: W6 W4"),
        ([("take", "box:F1")], "F: F5 F3 F1 + F4 vs W: W6 W4"),
        ([("take", "box:+F3")], "F: F5 F3 + F4 F3 vs W: W6 W4"),
        ([("target", "1:laid"), ("take", "box:W1")], "F: F5 F3 + F4 vs W: W6 W4 W1"),
        ([("target", "1"), ("take", "box:+W1")], "F: F5 F3 + F4 vs W: W6 W4 + W1"),
        ([("drag", "box:W1>1:laid")], "F: F5 F3 + F4 vs W: W6 W4 W1"),
        ([("tap", "0:s0")], "F: F3 + F4 vs W: W6 W4"),
        ([("away", "0:u0")], "F: F5 F3 vs W: W6 W4"),
        ([("drag", "0:u0>box")], "F: F5 F3 vs W: W6 W4"),
        ([("tap", "1:s1"), ("take", "box:cat")], "F: F5 F3 + F4 & cat vs W: W6"),
        ([("drag", "box:trap>1:held")], "F: F5 F3 + F4 vs W: W6 W4 & trap"),
        ([("drag", "box:miromon>0:laid")], "F: F5 F3 + F4 & miromon vs W: W6 W4"),
        ([("object", "0:hat"), ("object", "0:hat")], SIMPLE),
        ([("object", "0:teddy"), ("take", "box:+L4")], "F: F5 F3 + F4 L4 @ teddy vs W: W6 W4"),
        ([("held", "1:cats:2"), ("held", "1:traps:1")], "F: F5 F3 + F4 vs W: W6 W4 & cat*2 trap"),
        ([("unique_card", "1:miromon")], "F: F5 F3 + F4 vs W: W6 W4 & miromon"),
        ([("unique_card", "1:miromon"), ("unique_card", "1:miromon")], SIMPLE),
        ([("away", "1:s0"), ("away", "1:s0"), ("drag", "box:+W4>1:laid")], "F: F5 F3 + F4 vs W: shield W4"),
        ([("swap", None)], "W: W6 W4 vs F: F5 F3 + F4"),
        ([("swap", None), ("swap", None)], SIMPLE),
        ([("tray", "L"), ("away", "0:u0")], "F: F5 F3 vs W: W6 W4"),
    ],
)
def test_every_control_changes_the_line(acts, line):
    lab = after(SIMPLE, *acts)
    assert str(lab.battle) == line
    assert lab.problems == []
    assert lab.last_allowed_odds[1].dice_alone == twing.odds(line)


def test_a_creature_gets_on_a_mount_that_can_carry_it_and_off_again():
    lab = after("F: F5 + F4M vs W: W6", ("take", "box:+F3"))
    assert str(lab.battle.attacker.lay) == "F5 + F4M>F3"
    lab = after("F: F5 F3 + F4M>F3 vs W: W6", ("drag", "0:r0>0:laid"))
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4M F3"
    lab.do("drag", "0:u1>0:u0")
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4M>F3"


def test_a_rider_gives_way_to_another_and_is_not_lost():
    lab = after("F: F5 + F4M>F3 vs W: W6", ("drag", "box:+F2>0:u0"))
    assert str(lab.battle.attacker.lay) == "F5 + F4M>F2"
    assert [card.token for card in lab.draft.sides[0].entourage] == ["F3"]


def test_a_creature_rides_on_the_mount_it_was_dropped_on_wherever_it_stood():
    lab = after("F: F5 F3 F1 + F4 vs W: W6", ("take", "box:+F4M"), ("drag", "0:u0>0:u1"))
    assert str(lab.battle.attacker.lay) == "F5 F3 F1 + F4M>F4"
    lab = after("F: F5 F3 + F4M>F3 F4M vs W: W6", ("drag", "0:r0>0:u1"), ("drag", "0:u1>0:u1"))
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4M>F3 F4M"


def test_a_mount_takes_its_rider_along():
    lab = after("F: F5 + F4M>F3 vs W: W6", ("drag", "0:u0>0:held"))
    assert [card.token for card in lab.draft.sides[0].entourage] == ["F4M", "F3"]


@pytest.mark.parametrize("act", ["tap", "away"])
def test_a_tapped_mount_is_taken_back_alone_and_that_is_reported(act):
    lab = after("F: F5 + F4M>F3 vs W: W6", (act, "0:u0"))
    assert str(lab.battle) == "F: F5 + F3 vs W: W6"
    assert lab.status.startswith("Only the mount was taken back. ")
    assert "without a mount" in lab.status
    lab.do("take", "box:F1")
    assert "without a mount" not in lab.status
    lab.do("undo")
    lab.do("undo")
    lab.do(act, "0:r0")
    assert str(lab.battle) == "F: F5 + F4M vs W: W6"
    assert "without a mount" not in lab.status


def test_TW_BAT_5_a_creature_before_its_spell_says_what_to_do_first():
    lab = BattleLab("F: hand nothing vs W: hand nothing")
    lab.do("take", "box:+F4")
    assert lab.last_refusal.rule == "TW-BAT-5"
    alert = re.search(r'role="alert".*?</div></div>', lab.html)[0]
    assert "First lay a spell" in alert
    lab.do("take", "box:F5")
    lab.do("take", "box:W5")
    assert "First lay a spell" not in lab.html


def test_a_cat_dropped_among_the_laid_cards_says_where_it_is():
    lab = after(SIMPLE, ("drag", "box:cat>0:laid"))
    assert lab.draft.sides[0].cats == 1
    assert "Can still play" in lab.status
    assert "Can still play" not in after(SIMPLE, ("drag", "box:cat>0:held")).status


def test_a_card_names_where_the_rules_do_not_let_it_lie():
    html = BattleLab("F: F5 + F4M vs W: W6 + W3 & miromon").html

    def unavailable_source(source: str) -> str | None:
        found = re.search(rf'data-drag="{re.escape(source)}"( data-never="([^"]*)")?', html)
        return found[2]

    assert unavailable_source("box:F1") == "1:laid"
    assert unavailable_source("box:+F3") == "1:laid", "it may ride"
    assert unavailable_source("box:miromon") == "0:laid 0:u0"
    assert unavailable_source("box:cat") is None
    assert unavailable_source("1:s0") == "0:laid 0:u0"
    assert unavailable_source("0:u0") == "1:laid"


# -- both zones


def test_a_held_card_is_laid_by_a_tap_and_goes_back_where_it_came_from():
    lab = after("F: F5 vs W: W6", ("target", "0:held"), ("take", "box:F3"), ("take", "box:+F4"))
    side = lab.draft.sides[0]
    assert str(lab.battle.attacker.lay) == "F5"
    assert str(side.to_situation_side()) == "F: hand F5 F3 + F4"
    lab.do("tap", "0:h0")
    lab.do("tap", "0:e0")
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4"
    lab.do("tap", "0:s1")
    assert [card.token for card in lab.draft.sides[0].hand] == ["F3"]
    lab.do("tap", "0:s0")
    assert [card.token for card in lab.draft.sides[0].hand] == ["F3"], "it came out of the box"
    lab.do("away", "0:h0")
    assert str(lab.draft.sides[0].to_situation_side()) == "F: hand nothing + F4"


def test_unknown_cards_are_counted():
    lab = after("F: F5 vs W: W6", ("target", "1:held"), ("take", "box:?"), ("held", "1:hidden:3"))
    assert str(lab.draft.situation()) == "F: hand F5 vs W: hand W6 ?*3"
    assert str(lab.battle) == "F: F5 vs W: W6"


def test_clearing_a_side_leaves_its_wizard():
    lab = after(
        "A: F5 F3 + F4 @ hat & cat vs W: W6", ("target", "0:held"), ("take", "box:F3"), ("clear", "0")
    )
    assert str(lab.draft.sides[0].to_situation_side()) == "A: hand nothing"
    assert str(lab.draft.sides[1].lay) == "W6"


def test_the_tray_shows_the_element_of_the_side_the_cards_are_for():
    lab = BattleLab(SIMPLE)
    shown = re.findall(r'data-drag="box:([FWLA]\d)"', lab.html)
    assert shown == ["F1", "F2", "F3", "F4", "F5", "F6"]
    lab.do("target", "1")
    assert 'data-drag="box:W1"' in lab.html
    lab.do("tray", "A")
    assert 'data-drag="box:A1"' in lab.html
    lab.do("target", "0")
    assert 'data-drag="box:F1"' in lab.html


def test_what_does_not_fit_is_dimmed_and_still_says_why():
    lab = BattleLab("F: F5 + F4 vs W: W6")
    dimmed = re.findall(r'tk-tray-dim"[^>]*data-value="box:(\S+)"', lab.html)
    assert dimmed == ["+F1", "+F2", "+F3", "+F4", "+F5", "+F2M", "+F4M"]
    lab.do("target", "0:held")
    assert "tk-tray-dim" not in lab.html


def test_a_card_that_the_other_side_can_lay_is_not_dimmed():
    lab = BattleLab("F: F5 vs W: W6")
    lab.do("tray", "W")
    assert "tk-tray-dim" not in re.search(r'data-key="tray:box:W1".*?</li>', lab.html)[0]
    lab.do("take", "box:W1")
    assert lab.last_refusal.rule == "TW-BAT-1"
    alert = re.search(r'role="alert".*?</div></div>', lab.html)[0]
    assert "Not allowed for the attacker" in alert
    assert lab.get_part("builder").instead == "box:W1>1:laid"
    lab.do("drag", lab.get_part("builder").instead)
    assert str(lab.battle) == "F: F5 vs W: W6 W1"


# -- the owner of the tray's cards, and the other side's cards


@pytest.mark.parametrize(
    ("act", "value"), [("understood", None), ("target", "1"), ("tray", "A"), ("take", "box:F3")]
)
def test_a_refusal_does_not_cover_what_comes_next(act, value):
    lab = BattleLab("F: F5 vs W: W6")
    lab.do("take", "box:W1")
    assert lab.last_refusal
    assert 'role="alert"' in lab.html
    lab.do(act, value)
    assert lab.last_refusal is None
    assert 'role="alert"' not in lab.html


def test_a_cleared_side_gets_the_next_card():
    lab = after(SIMPLE, ("target", "0:held"), ("clear", "1"), ("take", "box:W5"))
    assert lab.builder.target == "1:laid"
    assert str(lab.battle) == "F: F5 F3 + F4 vs W: W5"


def test_an_empty_table_has_nothing_and_the_attacker_begins():
    lab = after("F: F5 @ hat vs W: W6 & cat", ("target", "1:held"), ("empty", None))
    assert [str(side.to_situation_side()) for side in lab.draft.sides] == [
        "F: hand nothing",
        "W: hand nothing",
    ]
    assert lab.builder.target == "0:laid"
    assert lab.html.count("No card yet: tap here") == 1, "where no cards go yet"


def test_the_example_is_called_one_until_it_changes():
    lab = BattleLab(EXAMPLE)
    assert "This is an example" in lab.html
    lab.do("take", "box:F1")
    assert "This is an example" not in lab.html
    assert "This is an example" not in BattleLab(SIMPLE).html


def test_the_side_without_cards_from_the_tray_says_in_a_line_what_it_has():
    lab = after(
        "F: F5 vs W: W6 @ boots & cat*2 miromon", ("target", "1:held"), ("take", "box:W3"), ("target", "0")
    )
    brief = re.search(r'<button[^>]*data-key="brief:1".*?</button>', lab.html)[0]
    for said in ("2 Black cats", "Miromon", "Boots of Certitude", "W3"):
        assert said in brief
    assert 'data-key="brief:0"' not in lab.html
    lab.do("target", "1")
    assert 'data-key="brief:1"' not in lab.html
    assert "No cats, traps or objects" in re.search(r'data-key="brief:0".*?</button>', lab.html)[0]


def test_the_tray_shows_what_both_sides_have_laid():
    who = re.search(r'aria-label="For whom".*?</div>', BattleLab(SIMPLE).html)[0]
    assert re.findall(r">([FW]\d)<", who) == ["F5", "F3", "F4", "W6", "W4"]
    assert re.findall(r"tk-number[^>]*>(\d+)<", who) == ["12", "10"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_object_says_what_it_does_and_a_chosen_one_its_rule(lang):
    lab = BattleLab(SIMPLE, lang=lang)
    for name in twing.OBJECTS:
        found = re.search(rf'<button[^>]*data-key="object:0:{name}".*?</button>', lab.html)[0]
        assert object_power_text(name) in found
    rule = twing.rulebook()["TW-POW-boots"].text()
    assert rule not in lab.html
    lab.do("object", "0:boots")
    assert rule in lab.html
