"""Building fleets in the lab: units, effects, policies and the line."""

from __future__ import annotations

import re

import pytest
from widgets.imperium.lab.fleets import SIMPLE, FleetLab, after
from widgets.read_pages import words

from twingkit.core.words import LANGUAGES
from twingkit_widgets.imperium.lab.draft import MAX_UNITS
from twingkit_widgets.imperium.lab.effects import available_effects
from twingkit_widgets.lab.tab import LabFault

# -- units


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ([("more", "0:cruiser")], "space: 3 cruiser vs 1 dreadnought"),
        ([("fewer", "0:cruiser")], "space: 1 cruiser vs 1 dreadnought"),
        ([("more", "1:fighter+"), ("more", "1:fighter+")], "space: 2 cruiser vs 2 fighter+ 1 dreadnought"),
        ([("more", "0:carrier"), ("none", "0:cruiser")], "space: 1 carrier vs 1 dreadnought"),
        ([("upgrade", "0:cruiser")], "space: 2 cruiser+ vs 1 dreadnought"),
        ([("upgrade", "0:cruiser"), ("upgrade", "0:cruiser")], SIMPLE),
        ([("hurt", "1:dreadnought")], "space: 2 cruiser vs 1 dreadnought!"),
        ([("hurt", "1:dreadnought"), ("hurt", "1:dreadnought")], SIMPLE),
        (
            [("more", "1:dreadnought"), ("hurt", "1:dreadnought"), ("fewer", "1:dreadnought")],
            "space: 2 cruiser vs 1 dreadnought!",
        ),
        ([("swap", None)], "space: 1 dreadnought vs 2 cruiser"),
        ([("kind", "ground")], "ground: 2 cruiser vs 1 dreadnought"),
        ([("drag", "new:fighter>1")], "space: 2 cruiser vs 1 fighter 1 dreadnought"),
        ([("drag", "0:cruiser>1")], "space: 1 cruiser vs 1 cruiser 1 dreadnought"),
        ([("drag", "0:cruiser>0")], SIMPLE),
    ],
)
def test_every_control_of_units_changes_the_line(acts, line):
    assert str(after(SIMPLE, *acts).battle) == line


def test_an_upgrade_of_units_that_are_not_there_yet_is_remembered():
    lab = after(SIMPLE, ("upgrade", "0:fighter"), ("more", "0:fighter+"))
    assert str(lab.battle) == "space: 1 fighter+ 2 cruiser vs 1 dreadnought"
    assert 'data-value="0:fighter+"' in lab.html


def test_a_side_with_plain_and_upgraded_units_shows_both():
    lab = FleetLab("space: 1 cruiser 2 cruiser+ vs 1 dreadnought")
    for name in ("cruiser", "cruiser+"):
        assert f'data-act="more" data-value="0:{name}"' in lab.html


def test_a_count_ends_at_what_a_line_can_hold():
    lab = after(f"space: {MAX_UNITS} fighter vs 1 dreadnought", ("more", "0:fighter"))
    assert lab.battle.attacker.count("fighter") == MAX_UNITS


def test_IM_UNIT_13_a_flagship_needs_a_faction():
    lab = after(SIMPLE, ("more", "0:flagship"))
    assert lab.last_refusal.rule == "IM-UNIT-13"
    assert "IM-UNIT-13" in lab.html
    assert str(lab.battle) == SIMPLE
    lab = after(SIMPLE, ("faction", {"0": "sol"}), ("more", "0:flagship"))
    assert lab.last_refusal is None
    assert "Genesis" in lab.html


def test_IM_UNIT_2_only_muaat_upgrades_the_war_sun():
    lab = after("space: 1 warsun vs 1 dreadnought", ("upgrade", "0:warsun"))
    assert lab.last_refusal.rule == "IM-UNIT-2"
    lab = after("space: 1 warsun @ muaat vs 1 dreadnought", ("upgrade", "0:warsun"))
    assert str(lab.battle.attacker) == "1 warsun+ @ muaat"


def test_IM_TECH_vax_the_tokens_of_the_nekro_are_laid_and_taken_away():
    lab = after("space: 2 carrier+ 1 warsun @ nekro vs 1 carrier", ("token", {"0:x": "sol.carrier"}))
    assert str(lab.battle) == "space: 2 carrier+ 1 warsun @ nekro,x=sol.carrier vs 1 carrier"
    assert "Advanced Carrier II" in str(lab.html)
    for act in (("token", {"0:y": "muaat.warsun"}), ("upgrade", "0:warsun")):
        lab.do(*act)
    assert str(lab.battle.attacker) == "2 carrier+ 1 warsun+ @ nekro,x=sol.carrier,y=muaat.warsun"
    lab.do("token", {"0:y": ""})
    assert str(lab.battle.attacker) == "2 carrier+ 1 warsun @ nekro,x=sol.carrier"
    lab.do("faction", {"0": "sol"})
    assert str(lab.battle.attacker) == "2 carrier+ 1 warsun @ sol"
    assert [unit.id for unit in lab.builder.removed_pieces] == ["sol_carrier2"]


def test_what_another_faction_cannot_have_goes_and_is_told():
    lab = after("space: 1 flagship 1 warsun+ @ muaat,amd vs 1 carrier", ("faction", {"0": ""}))
    assert str(lab.battle.attacker) == "1 warsun @ amd"
    assert "Prototype" not in lab.html.partition("tk-lab-refused")[2]
    assert "tk-lab-refused" in lab.html
    lab.do("undo")
    assert str(lab.battle.attacker) == "1 flagship 1 warsun+ @ muaat,amd"
    lab = after("space: 2 cruiser @ yin,devotion,ic,mb vs 1 carrier", ("faction", {"0": "sol"}))
    assert str(lab.battle.attacker) == "2 cruiser @ sol,mb"
    assert [effect.id for effect in lab.builder.removed_pieces] == ["devotion", "ic"]


FLEETS = "space: 4 fighter 2 cruiser 1 carrier 1 dreadnought vs 3 fighter 2 destroyer 2 dreadnought"

NONSENSE = {
    "odds": (
        ("more", "2:cruiser"), ("more", "0:dragon"), ("more", None), ("fewer", ""), ("upgrade", "0:"),
        ("faction", {"0": "nobody"}), ("faction", "sol"), ("faction", {"0": "sol", "1": "sol"}),
        ("order", {"0": "backwards"}), ("sustain", {"1": "sometimes"}), ("effect", "0:nothing"),
        ("effect", "0:warsun"), ("add_copy", "0:amd"), ("move_card", {"0:mb": "x"}),
        ("move_card", {"0:mb": "1"}), ("remove_card", "0:mb"), ("kind", "sea"), ("toggle_chooser", "3"),
        ("clear", "x"), ("tab", "nowhere"), ("after", "-1"), ("drag", "0:cruiser"), ("drag", "0:infantry>1"),
        ("drag", "new:dragon>1"),
    ),
    "casualties": (
        ("later", "0:warsun"), ("later", "2:fighter"), ("later", None), ("earlier", "0:"),
        ("drag", "loss:0:cruiser"), ("drag", "0:cruiser>loss:0:fighter>"),
        ("drag", "loss:0:mech>loss:0:fighter"), ("named_order", "0:alphabet"), ("damage", "1:sometimes"),
        ("damage", {"0": "first"}), ("find_best", ""), ("find_best", "3"), ("take_best", "0"),
    ),
    "retreat": (
        ("who_leaves", "2"), ("leave_below", "101"), ("leave_below", "-5"), ("leave_below", "ten"),
        ("leave_below", None),
    ),
    "needs": (
        ("who_needs", "me"), ("needs_mode", "cheap"), ("needs_unit", "0:cruiser"), ("needs_unit", "pds"),
        ("needs_chance", "49"), ("needs_chance", "100"), ("needs_take", "0"),
        ("needs_further", None),
    ),
    "invasion": (
        ("landing_take", "9"), ("landing_take", "-1"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("view", NONSENSE)
def test_what_makes_no_sense_is_said_and_changes_nothing(view):
    lab = FleetLab(FLEETS, view=view)
    state, shown = lab.state, words(lab.html)
    for act, value in NONSENSE[view]:
        lab.do(act, value)
        assert isinstance(lab.error, LabFault), (act, value)
        assert lab.state == state, (act, value)
        assert lab.error.text("en") in lab.html, (act, value)
        assert "Nothing was changed" in lab.html, (act, value)
        lab.do("dismiss")
        assert words(lab.html) == shown, (act, value)


# -- effects


def test_effects_are_chosen_moved_and_laid_aside():
    lab = after(SIMPLE, ("toggle_chooser", "0"), ("effect", "0:mb"), ("effect", "0:amd"))
    assert str(lab.battle.attacker) == "2 cruiser @ amd,mb"
    lab = after(str(lab.battle), ("add_copy", "0:mb"), ("move_card", {"0:mb:2": "4"}))
    assert str(lab.battle.attacker) == "2 cruiser @ amd,mb,mb:4"
    lab = after(str(lab.battle), ("move_card", {"0:mb:4": "1"}), ("remove_card", "0:mb"))
    assert str(lab.battle.attacker) == "2 cruiser @ amd"
    lab.do("effect", "0:amd")
    assert str(lab.battle) == SIMPLE


def test_the_chooser_offers_what_a_side_may_have():
    lab = after(SIMPLE, ("toggle_chooser", "1"))
    assert 'data-value="1:nebula"' in lab.html
    assert 'data-value="1:ic"' not in lab.html, "a technology of the Yin"
    lab.do("faction", {"1": "yin"})
    assert 'data-value="1:ic"' in lab.html
    assert 'data-value="1:greyfire"' not in lab.html, "their own promissory note"
    lab.do("toggle_chooser", "0")
    assert 'data-value="0:nebula"' not in lab.html
    assert 'data-value="0:greyfire"' in lab.html
    lab.do("toggle_chooser", "0")
    assert "tk-fleet-chooser" not in lab.html


@pytest.mark.parametrize(("lang", "sought"), [("en", "morale"), ("de", "kampfmoral"), ("de", "Morale Boost")])
def test_the_chooser_is_searched_in_both_languages(lang, sought):
    lab = FleetLab(SIMPLE, lang)
    lab.do("toggle_chooser", "0")
    lab.do("seek", sought)
    assert lab.html.count("tk-fleet-item ") < 5
    assert 'data-value="0:mb"' in lab.html
    lab.do("seek", "qqq")
    assert 'data-value="0:mb"' not in lab.html


def test_every_effect_is_shown_with_its_rule_in_both_languages():
    for lang in LANGUAGES:
        lab = FleetLab("space: 2 cruiser @ nekro vs 1 carrier", lang)
        lab.do("toggle_chooser", "0")
        assert lab.error is None
        shown = set(re.findall(r'data-value="0:([a-z0-9_]+)"', lab.html))
        for effect in available_effects(lab.battle, 0):
            assert effect.id in shown
            assert effect.rule in lab.html
        assert "nes" in shown, "Nekro may have any technology"


def test_what_does_nothing_here_says_why():
    lab = after("space: 2 cruiser @ bunker vs 1 dreadnought")
    assert "only for the defender" in lab.html
    lab = after("space: 2 cruiser vs 1 dreadnought @ bunker")
    assert "only on a planet" in lab.html


def test_IM_MOVE_7_the_nebula_stays_where_the_battle_is():
    lab = after(SIMPLE, ("nebula", None))
    assert str(lab.battle) == "space: 2 cruiser vs 1 dreadnought @ nebula"
    lab.do("swap")
    assert str(lab.battle) == "space: 1 dreadnought vs 2 cruiser @ nebula"
    lab.do("kind", "ground")
    assert str(lab.battle) == "ground: 1 dreadnought vs 2 cruiser"


# -- policies


def test_policies_are_chosen():
    lab = after(SIMPLE, ("order", {"0": "carriers-first"}), ("sustain", {"0": "last"}))
    assert str(lab.battle.attacker) == "2 cruiser / order=carriers-first sustain=last"
    own = "space: 2 cruiser / order=cruiser sustain=first vs 1 dreadnought"
    lab = after(own, ("sustain", {"0": "never"}), ("order", {"0": "own"}))
    assert lab.battle.attacker.policy.order[0] == "cruiser"
    assert lab.battle.attacker.policy.sustain == "never"


def test_IM_ODDS_3_best_is_for_one_side():
    lab = after(SIMPLE, ("order", {"0": "best"}), ("order", {"1": "best"}))
    assert lab.last_refusal.rule == "IM-ODDS-3"
    assert str(lab.battle) == "space: 2 cruiser / best vs 1 dreadnought"


def test_IM_UNIT_10_an_excess_is_a_note():
    lab = FleetLab("space: 9 warsun vs 1 carrier")
    assert not lab.problems
    assert "IM-UNIT-10" in lab.html


# -- sides with nothing


def test_a_side_may_have_nothing_yet():
    lab = after(SIMPLE, ("clear", "0"))
    assert lab.analysed_subject is None
    assert lab.odds is None
    assert lab.state == "space: nothing vs 1 dreadnought"
    assert "tk-verdict-numbers" not in lab.html, "no odds of another battle"
    lab.do("read", {"line": "space: nothing @ sol vs 1 carrier"})
    assert lab.fault is None
    lab.do("more", "0:cruiser")
    assert str(lab.analysed_subject) == "space: 1 cruiser @ sol vs 1 carrier"
    lab.do("empty")
    assert not any(side.units for side in lab.battle.sides)
    lab.do("undo")
    assert str(lab.battle) == "space: 1 cruiser @ sol vs 1 carrier"
