"""Building a battle in the lab: undo, refusals, and invariants of all moves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from widgets.read_pages import words
from widgets.twing.lab.lab_battles import SIMPLE, after

from twingkit import BadAnswer, Refusal, twing
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.draft import BoxCards, Draft, forbidden_targets_text
from twingkit_widgets.twing.lab.side_draft import COUNTER_BY_KIND, token_of


def refused(line: str, act: str, value: object) -> str:
    """Return the rule by which the lab refuses an action; check that nothing has changed."""
    lab = BattleLab(line)
    before = lab.state
    lab.do(act, value)
    assert lab.error is None
    assert lab.last_refusal is not None, (line, act, value)
    assert lab.state == before
    assert str(lab.battle) == str(BattleLab(line).battle)
    alert = re.search(r'role="alert".*?</div>', lab.html)[0]
    assert lab.last_refusal.text("en").split("’")[0] in alert
    assert lab.last_refusal.rule in alert
    return lab.last_refusal.rule


# -- undo


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
    assert len(lab.earlier_drafts) == 50


def test_a_card_refused_again_and_again_is_a_refusal_of_its_own_each_time():
    """An exception that is raised again keeps references to every place where it was raised: a lab grew by 40
    MB an hour."""
    draft = Draft.parse(SIMPLE)
    refusals = []
    for _ in range(2):
        with pytest.raises(Refusal) as raised:
            draft.with_moved_card("box:W1", "0:laid")
        refusals.append(raised.value)
    assert refusals[0] is not refusals[1]
    assert {refusal.rule for refusal in refusals} == {"TW-BAT-1"}


def test_taking_back_is_said_and_a_refused_change_is_none():
    lab = after(SIMPLE, ("clear", "1"))
    assert re.search(r'data-act="undo"[^>]*data-key="clear:1"', lab.html), "where it was cleared"
    lab.do("target", "0")
    lab.do("take", "box:W1")
    assert lab.last_refusal
    lab.do("undo")
    assert lab.status.startswith("Your last change has been undone. The attacker’s chance to win")
    assert str(lab.battle) == SIMPLE
    assert re.search(r'data-key="undo"[^>]*aria-disabled="true"', lab.html)


def test_the_key_u_takes_a_change_back_unless_the_steps_have_it():
    lab = after(SIMPLE, ("take", "box:F1"))
    assert re.search(r'data-key="undo"[^>]*data-shortcut="u"', lab.html)
    lab.do("step")
    assert re.findall(r'data-act="(\w+)"[^>]*data-shortcut="u"', lab.html) == ["steps_undo"]


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
        ("F: F5 vs W: shield W4", "drag", "box:+F3>1:laid", "TW-BAT-5"),
        ("F: F5 + F2M vs W: W6", "drag", "box:+F4>0:u0", "TW-BAT-3"),
        ("F: F5 + F4 vs W: W6", "drag", "box:+F3>0:u0", "TW-BAT-3"),
        ("F: F5 + F4M vs W: W6", "drag", "box:+W3>0:u0", "TW-BAT-3"),
        ("F: F5 + F4M vs W: W6 @ cup", "drag", "box:+F3>0:u0", "TW-POW-cup"),
        ("F: F5 vs W: W6", "drag", "1:s0>0:laid", "TW-BAT-1"),
        ("F: F5 @ bra,hat,socks vs W: W6", "object", "0:cup", "TW-OBJ-2"),
        ("F: F5 @ hat vs W: W6", "object", "1:hat", "TW-BOX-1"),
        ("F: F5 & miromon vs W: W6", "unique_card", "1:miromon", "TW-BOX-6"),
        ("F: F5 & miromon vs W: W6", "drag", "box:miromon>1:held", "TW-BOX-6"),
    ],
)
def test_what_can_never_be_is_refused_with_its_rule(line, act, value, rule):
    assert refused(line, act, value) == rule


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
    lab.do("explain_refusal", "object:1:hat")
    assert "tk-no-open" in lab.html
    lab.do("explain_refusal", "object:1:hat")
    assert "tk-no-open" not in lab.html


NONSENSE = {
    "odds": (
        ("character", "0:Z"), ("character", "7:F"), ("character", None), ("take", "box:F0"),
        ("take", "box:+F3>F2"), ("take", "box:F5 F3"), ("take", "F5"), ("take", "2:s0"), ("drag", "box:F5"),
        ("drag", "box:F5>2:laid"), ("drag", "box:F5>0:table"), ("drag", "box:+F5>0:u7"), ("drag", "0:s9>box"),
        ("tap", "0:x1"), ("tap", "0:r0"), ("tap", "0:s٣"), ("away", "nonsense"), ("target", "2:laid"),
        ("target", "0:table"), ("tray", "Z"), ("held", "0:dogs:1"), ("held", "0:cats:100"),
        ("held", "0:miromon:2"), ("object", "0:sword"), ("clear", None), ("clear", "2"),
        ("unique_card", "x:miromon"),
    ),
    "advice": (
        ("advise", "me"), ("goal", "fun"), ("use_lay", "0"), ("use_lay", "999"), ("use_lay", "x"),
        ("use_lay", None),
    ),
    "whatif": (
        ("if_power", {"0:s9": "3"}), ("if_power", {"0:s0": "0"}), ("if_power", {"0:s0": "100"}),
        ("if_power", {"0:s0": "٣٤٥"}), ("if_power", "0:s0"), ("if_face", "0:7"), ("if_face", "2:Sun"),
        ("if_object", "0:sword"), ("if_grid", "moons"),
    ),
    "tree": (
        ("tree_die", {"2": "Sun"}), ("tree_die", {"0": "7"}), ("tree_die", None),
        ("node", "pass/pass/pass/pass"), ("node", "sword"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("view", NONSENSE)
def test_nonsense_from_outside_changes_nothing(view):
    lab = BattleLab("F: F5 F3 + F4 & cat vs W: W6 W4 + W2", view=view)
    state, shown = lab.state, words(lab.html)
    for act, value in NONSENSE[view]:
        lab.do(act, value)
        assert isinstance(lab.error, CatalogueFault | BadAnswer), (act, value)
        assert lab.state == state, (act, value)
        assert lab.builder.target == "0:laid", (act, value)
        lab.do("dismiss")
        assert words(lab.html) == shown, (act, value)


# -- invariants of all moves

OFFER = BoxCards.from_box(twing.load_box())

sources = st.sampled_from(
    [f"box:{token_of(card)}" for cards in OFFER.cards.values() for card in cards]
    + [f"box:{name}" for name in COUNTER_BY_KIND]
    + [f"{place}:{kind}{number}" for place in (0, 1) for kind in "surhe" for number in (0, 1, 2)]
)

targets = st.sampled_from(["0:laid", "1:laid", "0:held", "1:held", "0:u0", "0:u1", "1:u1", "box"])

MOUNTS = [f"{place}:u{number}" for place in (0, 1) for number in range(4)]


def present(draft: Draft, place: int) -> set[str]:
    side = draft.sides[place]
    riders = {f"r{number}" for number, unit in enumerate(side.units) if unit.rider}
    return {f"s{n}" for n in range(len(side.spells))} | {f"u{n}" for n in range(len(side.units))} | riders


def cards(draft: Draft) -> list[str]:
    return sorted(str(card) for side in draft.sides for card in side.to_situation_side().cards)


@settings(max_examples=runs(60, 750))
@given(st.lists(st.tuples(sources, targets), max_size=12))
def test_a_move_never_loses_or_doubles_a_card_and_never_makes_a_new_breach(moves):
    draft = Draft.from_battle(twing.Battle.parse("F: F5 F3 + F4M>F2 vs W: W6 + W3"))
    for source, target in moves:
        before = cards(draft)
        try:
            made = draft.with_moved_card(source, target)
        except (CatalogueFault, Refusal):
            assert cards(draft) == before
            continue
        there = len(cards(made)) - len(before)
        hidden = sum(side.hidden_count for side in made.sides) - sum(
            side.hidden_count for side in draft.sides
        )
        if source == "box:?":
            assert (there, hidden) == (0, int(target != "box"))
        elif source.startswith("box:"):
            assert there == int(target != "box") or source == "box:miromon"
        else:
            assert there <= 0 if target == "box" else there == 0
        draft = made
        for place in ("0:u0", "0:r0", "0:u1", "1:s0", "box:+F4"):
            if place.startswith("box") or place[2:] in present(draft, int(place[0])):
                assert set(forbidden_targets_text(draft, place).split()) <= {"0:laid", "1:laid", *MOUNTS}
