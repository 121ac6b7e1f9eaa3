"""Building a battle in the lab: tapping, dragging and taking away cards, both zones, counters, refusals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit import Refusal, twing
from twingkit_widgets.stepper.game_steps import StepFault
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.draft import EXAMPLE, Draft, Offer, never
from twingkit_widgets.twing.lab.side_draft import SPECIALS, token_of
from twingkit_widgets.twing.play.names import power

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"


def after(line: str, *acts: tuple[str, object]) -> BattleLab:
    """A lab with `line` in which these actions were done, none refused."""
    lab = BattleLab(line)
    for act, value in acts:
        lab.do(act, value)
        assert lab.error is None, (act, value, lab.error)
        assert lab.refused is None, (act, value, lab.refused)
    return lab


def refused(line: str, act: str, value: object) -> str:
    """The rule by which the lab refuses an action; nothing has changed."""
    lab = BattleLab(line)
    before = lab.state
    lab.do(act, value)
    assert lab.error is None
    assert lab.refused is not None, (line, act, value)
    assert lab.state == before
    assert str(lab.battle) == str(BattleLab(line).battle)
    alert = re.search(r'role="alert".*?</div>', lab.html)[0]
    assert lab.refused.text("en").split("’")[0] in alert
    assert lab.refused.rule in alert
    return lab.refused.rule


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ([("character", "0:A")], "A: F5 F3 + F4 vs W: W6 W4"),
        ([("take", "box:F1")], "F: F5 F3 F1 + F4 vs W: W6 W4"),
        ([("take", "box:+F3")], "F: F5 F3 + F4 F3 vs W: W6 W4"),
        ([("target", "1:laid"), ("take", "box:W1")], "F: F5 F3 + F4 vs W: W6 W4 W1"),
        ([("target", "1"), ("take", "box:+W1")], "F: F5 F3 + F4 vs W: W6 W4 + W1"),
        ([("drop", "box:W1>1:laid")], "F: F5 F3 + F4 vs W: W6 W4 W1"),
        ([("tap", "0:s0")], "F: F3 + F4 vs W: W6 W4"),
        ([("away", "0:u0")], "F: F5 F3 vs W: W6 W4"),
        ([("drop", "0:u0>box")], "F: F5 F3 vs W: W6 W4"),
        ([("tap", "1:s1"), ("take", "box:cat")], "F: F5 F3 + F4 & cat vs W: W6"),
        ([("drop", "box:trap>1:held")], "F: F5 F3 + F4 vs W: W6 W4 & trap"),
        ([("drop", "box:miromon>0:laid")], "F: F5 F3 + F4 & miromon vs W: W6 W4"),
        ([("object", "0:hat"), ("object", "0:hat")], SIMPLE),
        ([("object", "0:teddy"), ("take", "box:+L4")], "F: F5 F3 + F4 L4 @ teddy vs W: W6 W4"),
        ([("held", "1:cats:2"), ("held", "1:traps:1")], "F: F5 F3 + F4 vs W: W6 W4 & cat*2 trap"),
        ([("miromon", "1")], "F: F5 F3 + F4 vs W: W6 W4 & miromon"),
        ([("miromon", "1"), ("miromon", "1")], SIMPLE),
        ([("away", "1:s0"), ("away", "1:s0"), ("drop", "box:+W4>1:laid")], "F: F5 F3 + F4 vs W: shield W4"),
        ([("swap", None)], "W: W6 W4 vs F: F5 F3 + F4"),
        ([("swap", None), ("swap", None)], SIMPLE),
        ([("tray", "L"), ("away", "0:u0")], "F: F5 F3 vs W: W6 W4"),
    ],
)
def test_every_control_changes_the_line(acts, line):
    lab = after(SIMPLE, *acts)
    assert str(lab.battle) == line
    assert lab.problems == []
    assert lab.last[1].none == twing.odds(line)


def test_a_creature_gets_on_a_mount_that_can_carry_it_and_off_again():
    lab = after("F: F5 + F4M vs W: W6", ("take", "box:+F3"))
    assert str(lab.battle.attacker.lay) == "F5 + F4M>F3"
    lab = after("F: F5 F3 + F4M>F3 vs W: W6", ("drop", "0:r0>0:laid"))
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4M F3"
    lab.do("drop", "0:u1>0:u0")
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4M>F3"


def test_a_rider_gives_way_to_another_and_is_not_lost():
    lab = after("F: F5 + F4M>F3 vs W: W6", ("drop", "box:+F2>0:u0"))
    assert str(lab.battle.attacker.lay) == "F5 + F4M>F2"
    assert [card.token for card in lab.draft.sides[0].entourage] == ["F3"]


def test_a_creature_rides_on_the_mount_it_was_dropped_on_wherever_it_stood():
    lab = after("F: F5 F3 F1 + F4 vs W: W6", ("take", "box:+F4M"), ("drop", "0:u0>0:u1"))
    assert str(lab.battle.attacker.lay) == "F5 F3 F1 + F4M>F4"
    lab = after("F: F5 F3 + F4M>F3 F4M vs W: W6", ("drop", "0:r0>0:u1"), ("drop", "0:u1>0:u1"))
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4M>F3 F4M"


def test_a_mount_takes_its_rider_along():
    lab = after("F: F5 + F4M>F3 vs W: W6", ("drop", "0:u0>0:held"))
    assert [card.token for card in lab.draft.sides[0].entourage] == ["F4M", "F3"]


@pytest.mark.parametrize("act", ["tap", "away"])
def test_a_tapped_mount_is_taken_back_alone_and_that_is_said(act):
    lab = after("F: F5 + F4M>F3 vs W: W6", (act, "0:u0"))
    assert str(lab.battle) == "F: F5 + F3 vs W: W6"
    assert lab.status.startswith("Only the mount was taken back; ")
    assert "on foot" in lab.status
    lab.do("take", "box:F1")
    assert "on foot" not in lab.status
    lab.do("undo")
    lab.do("undo")
    lab.do(act, "0:r0")
    assert str(lab.battle) == "F: F5 + F4M vs W: W6"
    assert "on foot" not in lab.status


def test_TW_BAT_5_a_creature_before_its_spell_says_what_to_do_first():
    lab = BattleLab("F: hand nothing vs W: hand nothing")
    lab.do("take", "box:+F4")
    assert lab.refused.rule == "TW-BAT-5"
    alert = re.search(r'role="alert".*?</div></div>', lab.html)[0]
    assert "First lay a spell" in alert
    lab.do("take", "box:F5")
    lab.do("take", "box:W5")
    assert "First lay a spell" not in lab.html


def test_a_cat_dropped_among_the_laid_cards_says_where_it_is():
    lab = after(SIMPLE, ("drop", "box:cat>0:laid"))
    assert lab.draft.sides[0].cats == 1
    assert "Can still play" in lab.status
    assert "Can still play" not in after(SIMPLE, ("drop", "box:cat>0:held")).status


def test_a_card_names_where_the_rules_do_not_let_it_lie():
    html = BattleLab("F: F5 + F4M vs W: W6 + W3 & miromon").html

    def not_there(source: str) -> str | None:
        found = re.search(rf'data-drag="{re.escape(source)}"( data-never="([^"]*)")?', html)
        return found[2]

    assert not_there("box:F1") == "1:laid"
    assert not_there("box:+F3") == "1:laid", "it may ride"
    assert not_there("box:miromon") == "0:laid 0:u0"
    assert not_there("box:cat") is None
    assert not_there("1:s0") == "0:laid 0:u0"
    assert not_there("0:u0") == "1:laid"


# -- both zones


def test_a_held_card_is_laid_by_a_tap_and_goes_back_where_it_came_from():
    lab = after("F: F5 vs W: W6", ("target", "0:held"), ("take", "box:F3"), ("take", "box:+F4"))
    side = lab.draft.sides[0]
    assert str(lab.battle.attacker.lay) == "F5"
    assert str(side.holder()) == "F: hand F5 F3 + F4"
    lab.do("tap", "0:h0")
    lab.do("tap", "0:e0")
    assert str(lab.battle.attacker.lay) == "F5 F3 + F4"
    lab.do("tap", "0:s1")
    assert [card.token for card in lab.draft.sides[0].hand] == ["F3"]
    lab.do("tap", "0:s0")
    assert [card.token for card in lab.draft.sides[0].hand] == ["F3"], "it came out of the box"
    lab.do("away", "0:h0")
    assert str(lab.draft.sides[0].holder()) == "F: hand nothing + F4"


def test_unknown_cards_are_counted():
    lab = after("F: F5 vs W: W6", ("target", "1:held"), ("take", "box:?"), ("held", "1:hidden:3"))
    assert str(lab.draft.situation()) == "F: hand F5 vs W: hand W6 ?*3"
    assert str(lab.battle) == "F: F5 vs W: W6"


def test_clearing_a_side_leaves_its_wizard():
    lab = after(
        "A: F5 F3 + F4 @ hat & cat vs W: W6", ("target", "0:held"), ("take", "box:F3"), ("clear", "0")
    )
    assert str(lab.draft.sides[0].holder()) == "A: hand nothing"
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
    assert lab.refused.rule == "TW-BAT-1"
    alert = re.search(r'role="alert".*?</div></div>', lab.html)[0]
    assert "Not for the attacker" in alert
    assert lab.part("builder").instead == "box:W1>1:laid"
    lab.do("drop", lab.part("builder").instead)
    assert str(lab.battle) == "F: F5 vs W: W6 W1"


# -- whose cards the tray gives, and what the other side has


@pytest.mark.parametrize(("act", "value"), [("target", "1"), ("tray", "A"), ("take", "box:F3")])
def test_a_refusal_does_not_cover_what_comes_next(act, value):
    lab = BattleLab("F: F5 vs W: W6")
    lab.do("take", "box:W1")
    assert lab.refused
    lab.do(act, value)
    assert lab.refused is None


def test_a_cleared_side_gets_the_next_card():
    lab = after(SIMPLE, ("target", "0:held"), ("clear", "1"), ("take", "box:W5"))
    assert lab.target == "1:laid"
    assert str(lab.battle) == "F: F5 F3 + F4 vs W: W5"


def test_an_empty_table_has_nothing_and_the_attacker_begins():
    lab = after("F: F5 @ hat vs W: W6 & cat", ("target", "1:held"), ("empty", None))
    assert [str(side.holder()) for side in lab.draft.sides] == ["F: hand nothing", "W: hand nothing"]
    assert lab.target == "0:laid"
    assert lab.html.count("No card yet: tap here") == 1, "where no cards go yet"


def test_the_example_is_called_one_until_it_changes():
    lab = BattleLab(EXAMPLE)
    assert "An example lies here" in lab.html
    lab.do("take", "box:F1")
    assert "An example lies here" not in lab.html
    assert "An example lies here" not in BattleLab(SIMPLE).html


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
        assert power(name, lang) in found
    rule = twing.rulebook()["TW-POW-boots"].text(lang)
    assert rule not in lab.html
    lab.do("object", "0:boots")
    assert rule in lab.html


# -- taking back


def test_every_change_can_be_taken_back_up_to_fifty():
    lab = after(SIMPLE, ("take", "box:F1"), ("character", "0:A"), ("held", "1:cats:2"), ("swap", None))
    lines = []
    for _ in range(4):
        lab.do("undo")
        lines.append(str(lab.battle))
    assert lines[-1] == SIMPLE
    assert lines[0] == "A: F5 F3 F1 + F4 vs W: W6 W4 & cat*2"
    assert lab.state == SIMPLE
    lab.do("undo")
    assert (lab.error, str(lab.battle)) == (None, SIMPLE)
    for number in range(60):
        lab.do("held", f"0:cats:{number % 2 + 1}")
    assert len(lab.past) == 50


def test_taking_back_is_said_and_a_refused_change_is_none():
    lab = after(SIMPLE, ("clear", "1"))
    assert re.search(r'data-act="undo"[^>]*data-key="clear:1"', lab.html), "where it was cleared"
    lab.do("target", "0")
    lab.do("take", "box:W1")
    assert lab.refused
    lab.do("undo")
    assert lab.status.startswith("Taken back. The attacker wins")
    assert str(lab.battle) == SIMPLE
    assert re.search(r'data-key="undo"[^>]*aria-disabled="true"', lab.html)


def test_the_key_u_takes_a_change_back_unless_the_stepper_has_it():
    lab = after(SIMPLE, ("take", "box:F1"))
    assert re.search(r'data-key="undo"[^>]*data-shortcut="u"', lab.html)
    lab.do("step")
    assert re.findall(r'data-act="(\w+)"[^>]*data-shortcut="u"', lab.html) == ["back"]


# -- refusals


@pytest.mark.parametrize(
    ("line", "act", "value", "rule"),
    [
        ("F: F5 F4 F3 vs W: W6", "take", "box:F1", "TW-BAT-1"),
        ("F: F5 F4 F3 F2 vs W: W6", "take", "box:F1", "TW-BAT-1"),
        ("F: F5 vs W: W6", "take", "box:W1", "TW-BAT-1"),
        ("F: F5 + F4 vs W: W6", "take", "box:+F3", "TW-BAT-2"),
        ("F: F5 vs W: W6", "take", "box:+W3", "TW-BAT-2"),
        ("F: hand F5 vs W: hand W6", "take", "box:+F3", "TW-BAT-5"),
        ("F: F5 vs W: shield W4", "drop", "box:+F3>1:laid", "TW-BAT-5"),
        ("F: F5 + F2M vs W: W6", "drop", "box:+F4>0:u0", "TW-BAT-3"),
        ("F: F5 + F4 vs W: W6", "drop", "box:+F3>0:u0", "TW-BAT-3"),
        ("F: F5 + F4M vs W: W6", "drop", "box:+W3>0:u0", "TW-BAT-3"),
        ("F: F5 + F4M vs W: W6 @ cup", "drop", "box:+F3>0:u0", "TW-POW-cup"),
        ("F: F5 vs W: W6", "drop", "1:s0>0:laid", "TW-BAT-1"),
        ("F: F5 @ bra,hat,socks vs W: W6", "object", "0:cup", "TW-OBJ-2"),
        ("F: F5 @ hat vs W: W6", "object", "1:hat", "TW-BOX-1"),
        ("F: F5 & miromon vs W: W6", "miromon", "1", "TW-BOX-6"),
        ("F: F5 & miromon vs W: W6", "drop", "box:miromon>1:held", "TW-BOX-6"),
    ],
)
def test_what_can_never_be_is_refused_with_its_rule(line, act, value, rule):
    assert refused(line, act, value) == rule


def test_a_refusal_goes_when_it_was_read_or_something_else_is_done():
    lab = BattleLab("F: F5 + F4 vs W: W6")
    lab.do("take", "box:+F3")
    assert 'role="alert"' in lab.html
    lab.do("understood")
    assert 'role="alert"' not in lab.html
    lab.do("take", "box:+F3")
    lab.do("take", "box:F3")
    assert 'role="alert"' not in lab.html


def test_building_on_through_a_forbidden_battle_loses_nothing():
    lab = after("F: F5 F3 + F4M>F2 vs W: W6", ("object", "1:cup"))
    assert {problem.rule for problem in lab.problems} == {"TW-POW-cup"}
    lab.do("take", "box:F1")
    lab.do("object", "1:cup")
    assert str(lab.battle) == "F: F5 F3 F1 + F4M>F2 vs W: W6"


def test_a_forbidden_control_is_dashed_and_explains_itself():
    lab = BattleLab("F: F5 @ hat vs W: W6")
    tag = re.search(r'<button[^>]*data-key="object:1:hat"[^>]*>', lab.html)[0]
    assert 'aria-disabled="true"' in tag
    assert "data-act" not in tag
    lab.do("lab_why", "object:1:hat")
    assert "tk-no-open" in lab.html
    lab.do("lab_why", "object:1:hat")
    assert "tk-no-open" not in lab.html


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("character", "0:Z"),
        ("character", "7:F"),
        ("character", None),
        ("take", "box:F0"),
        ("take", "box:+F3>F2"),
        ("take", "box:F5 F3"),
        ("take", "F5"),
        ("take", "2:s0"),
        ("drop", "box:F5"),
        ("drop", "box:F5>2:laid"),
        ("drop", "box:F5>0:table"),
        ("drop", "box:+F5>0:u7"),
        ("drop", "0:s9>box"),
        ("tap", "0:x1"),
        ("tap", "0:r0"),
        ("tap", "0:s٣"),
        ("away", "nonsense"),
        ("target", "2:laid"),
        ("target", "0:table"),
        ("tray", "Z"),
        ("held", "0:dogs:1"),
        ("held", "0:cats:100"),
        ("held", "0:miromon:2"),
        ("object", "0:sword"),
        ("clear", None),
        ("clear", "2"),
        ("miromon", "x"),
    ],
)
def test_nonsense_from_outside_changes_nothing(act, value):
    lab = BattleLab(SIMPLE)
    lab.do(act, value)
    assert isinstance(lab.error, StepFault)
    assert lab.state == SIMPLE
    assert lab.target == "0:laid"


# -- whatever is done


OFFER = Offer.of(twing.load_box())
sources = st.sampled_from(
    [f"box:{token_of(card)}" for cards in OFFER.cards.values() for card in cards]
    + [f"box:{name}" for name in SPECIALS]
    + [f"{place}:{kind}{number}" for place in (0, 1) for kind in "surhe" for number in (0, 1, 2)]
)
targets = st.sampled_from(["0:laid", "1:laid", "0:held", "1:held", "0:u0", "0:u1", "1:u1", "box"])


MOUNTS = [f"{place}:u{number}" for place in (0, 1) for number in range(4)]


def present(draft: Draft, place: int) -> set[str]:
    side = draft.sides[place]
    riders = {f"r{number}" for number, unit in enumerate(side.units) if unit.rider}
    return {f"s{n}" for n in range(len(side.spells))} | {f"u{n}" for n in range(len(side.units))} | riders


def cards(draft: Draft) -> list[str]:
    return sorted(str(card) for side in draft.sides for card in side.holder().cards)


@settings(max_examples=runs(60, 750))
@given(st.lists(st.tuples(sources, targets), max_size=12))
def test_a_move_never_loses_or_doubles_a_card_and_never_makes_a_new_breach(moves):
    draft = Draft.of(twing.Battle.parse("F: F5 F3 + F4M>F2 vs W: W6 + W3"))
    for source, target in moves:
        before = cards(draft)
        try:
            made = draft.moved(source, target)
        except (StepFault, Refusal):
            assert cards(draft) == before
            continue
        there = len(cards(made)) - len(before)
        hidden = sum(side.hidden for side in made.sides) - sum(side.hidden for side in draft.sides)
        if source == "box:?":
            assert (there, hidden) == (0, int(target != "box"))
        elif source.startswith("box:"):
            assert there == int(target != "box") or source == "box:miromon"
        else:
            assert there <= 0 if target == "box" else there == 0
        draft = made
        for spot in ("0:u0", "0:r0", "0:u1", "1:s0", "box:+F4"):
            if spot.startswith("box") or spot[2:] in present(draft, int(spot[0])):
                assert set(never(draft, spot).split()) <= {"0:laid", "1:laid", *MOUNTS}
