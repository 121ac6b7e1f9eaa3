"""The battle lab: typing a line, building a battle, its odds, and what happens when the rules say no."""

from __future__ import annotations

import re
import time

import pytest

from twingkit import RecordError, Refusal, twing
from twingkit.links import from_link
from twingkit_widgets.battle_lab import BattleLab
from twingkit_widgets.battle_steps import StepFault
from twingkit_widgets.line_field import EXAMPLE

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"
HUGE = (
    "F: F5 F3 F1 + F4 F3 F2 @ shamrock & cat*9 trap*3 vs W: W6 W4 W2 + W3 W2 W1 @ hat & cat*9 trap*3 miromon"
)


def after(line: str, *acts: tuple[str, object]) -> BattleLab:
    """A lab with `line` in which these actions were done, all without an error."""
    lab = BattleLab(line)
    for act, value in acts:
        lab.do(act, value)
        assert lab.error is None, (act, value, lab.error)
    return lab


def refused(line: str, act: str, value: object) -> str:
    """The rule by which the lab refuses an action; nothing has changed."""
    lab = BattleLab(line)
    before = str(lab.battle)
    lab.do(act, value)
    assert isinstance(lab.error, Refusal)
    assert str(lab.battle) == before
    assert lab.error.rule in lab.html
    return lab.error.rule


# -- the line


def test_a_line_is_read_and_printed_canonically():
    lab = after(EXAMPLE, ("read", {"line": "  F: F3 F5 + F4 vs W: W4 W6 & trap cat*1 "}))
    assert str(lab.battle) == "F: F5 F3 + F4 vs W: W6 W4 & cat trap"
    assert 'value="F: F5 F3 + F4 vs W: W6 W4 &amp; cat trap"' in lab.html
    assert lab.state == str(lab.battle)


def test_a_bad_line_says_where_and_what_was_expected_and_keeps_the_last_battle():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5 X3 vs W: W6"})
    assert str(lab.battle) == SIMPLE
    assert lab.fault.position == 6
    assert lab.fault.text("en") in lab.status
    assert "<mark>X3</mark>" in lab.html
    assert 'value="F: F5 X3 vs W: W6"' in lab.html
    assert 'aria-invalid="true"' in lab.html
    lab.lang = "de"
    assert lab.fault.text("de").split("„")[0] in lab.html


def test_a_line_is_shown_as_soon_as_it_is_a_battle():
    lab = BattleLab(SIMPLE)
    for end in range(1, len("L: L5 vs A: A4")):
        lab.do("line", {"line": "L: L5 vs A: A4"[:end]})
        assert lab.error is None
    lab.do("line", {"line": "L: L5 vs A: A4"})
    assert str(lab.battle) == "L: L5 vs A: A4"
    assert lab.fault is None


def test_where_the_line_just_ends_is_marked():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5"})
    assert "<mark>␣</mark>" in lab.html


@pytest.mark.parametrize(
    "text", ["x" * 10_000, "F: " + "F5 " * 4000, "<script>alert(1)</script>", '"><img src=x>', "\x00\n"]
)
def test_any_text_is_just_text(text):
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": text})
    assert lab.error is None
    assert lab.fault is not None
    assert "<script" not in lab.html
    assert "<img" not in lab.html
    assert lab.html.count("tk-alert") == 1
    lab.do("read", {"line": "F: F5 vs W: W4"})
    assert str(lab.battle) == "F: F5 vs W: W4"


def test_a_bad_first_line_is_explained_beside_an_example():
    lab = BattleLab("<b>nonsense</b>", lang="de")
    assert str(lab.battle) == EXAMPLE
    assert lab.fault is not None
    assert "<b>nonsense" not in lab.html
    assert "&lt;b&gt;nonsense&lt;/b&gt;" in lab.html


def test_a_forbidden_line_names_its_rules_and_can_be_built_on():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5 F4 F3 F2 + F4M>F5 vs W: W6 @ hat"})
    assert {problem.rule for problem in lab.problems} == {"TW-BAT-1", "TW-BAT-3"}
    for problem in lab.problems:
        assert problem.rule in lab.html
        assert problem.rule in lab.status
    assert str(lab.last[0]) == SIMPLE
    assert SIMPLE in lab.html
    lab.do("drop_spell", "0:3")
    lab.do("drop_rider", "0:0")
    assert lab.problems == []
    assert str(lab.last[0]) == "F: F5 F4 F3 + F4M vs W: W6 @ hat"


def test_back_to_the_last_allowed_battle():
    lab = after(SIMPLE, ("unit_element", {"0:0": "L"}))
    assert lab.problems
    lab.do("last")
    assert str(lab.battle) == SIMPLE


# -- building


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ([("character", "0:A")], "A: F5 F3 + F4 vs W: W6 W4"),
        ([("element", "1:L")], "F: F5 F3 + F4 vs W: L6 L4"),
        ([("element", "0:A")], "F: A5 A3 + A4 vs W: W6 W4"),
        ([("add_spell", "1")], "F: F5 F3 + F4 vs W: W6 W4 W4"),
        ([("drop_spell", "0:0")], "F: F3 + F4 vs W: W6 W4"),
        ([("power", "0:s1:99")], "F: F99 F5 + F4 vs W: W6 W4"),
        ([("slide", {"1:s0": "0"})], "F: F5 F3 + F4 vs W: W4 W1"),
        ([("add_unit", "0")], "F: F5 F3 + F4 F3 vs W: W6 W4"),
        ([("drop_unit", "0:0")], "F: F5 F3 vs W: W6 W4"),
        ([("mount", "0:0")], "F: F5 F3 + F4M vs W: W6 W4"),
        ([("mount", "0:0"), ("mount", "0:0")], SIMPLE),
        ([("mount", "0:0"), ("add_rider", "0:0")], "F: F5 F3 + F4M>F2 vs W: W6 W4"),
        ([("mount", "0:0"), ("add_rider", "0:0"), ("power", "0:r0:3")], "F: F5 F3 + F4M>F3 vs W: W6 W4"),
        ([("mount", "0:0"), ("add_rider", "0:0"), ("drop_rider", "0:0")], "F: F5 F3 + F4M vs W: W6 W4"),
        ([("object", "0:teddy"), ("unit_element", {"0:0": "L"})], "F: F5 F3 + L4 @ teddy vs W: W6 W4"),
        ([("object", "0:hat"), ("object", "0:hat")], SIMPLE),
        ([("held", "1:cats:2"), ("held", "1:traps:1")], "F: F5 F3 + F4 vs W: W6 W4 & cat*2 trap"),
        ([("miromon", "1")], "F: F5 F3 + F4 vs W: W6 W4 & miromon"),
        ([("miromon", "1"), ("miromon", "1")], SIMPLE),
        ([("shield", "1")], "F: F5 F3 + F4 vs W: shield W3"),
        ([("shield", "1"), ("element", "1:A")], "F: F5 F3 + F4 vs W: shield A3"),
        ([("shield", "1"), ("shield", "1")], "F: F5 F3 + F4 vs W: W6 W4 + W3"),
        ([("swap", None)], "W: W6 W4 vs F: F5 F3 + F4"),
        ([("swap", None), ("swap", None)], SIMPLE),
    ],
)
def test_every_control_changes_the_line(acts, line):
    lab = after(SIMPLE, *acts)
    assert str(lab.battle) == line
    assert f'value="{line.replace(">", "&gt;").replace("&", "&amp;", 1 if " & " in line else 0)}"' in lab.html
    assert lab.problems == []
    assert lab.last[1].none == twing.odds(line)


@pytest.mark.parametrize(
    ("line", "act", "value", "rule"),
    [
        ("F: F5 F4 F3 vs W: W6", "add_spell", "0", "TW-BAT-1"),
        ("F: F5 F4 F3 F2 vs W: W6", "add_spell", "0", "TW-BAT-1"),
        ("F: F5 vs W: W6", "drop_spell", "0:0", "TW-BAT-1"),
        ("F: F5 vs W: W6", "drop_spell", "1:0", "TW-BAT-4"),
        ("F: F5 + F4 vs W: W6", "add_unit", "0", "TW-BAT-2"),
        ("F: F5 vs W: shield W4", "drop_unit", "1:0", "TW-BAT-4"),
        ("F: F5 vs W: W6", "shield", "0", "TW-BAT-5"),
        ("F: F5 @ bra,hat,socks vs W: W6", "object", "0:cup", "TW-OBJ-2"),
        ("F: F5 @ hat vs W: W6", "object", "1:hat", "TW-BOX-1"),
        ("F: F5 & miromon vs W: W6", "miromon", "1", "TW-BOX-6"),
        ("F: F5 + F4 vs W: W6", "add_rider", "0:0", "TW-BAT-3"),
        ("F: F5 + F4M vs W: W6 @ cup", "add_rider", "0:0", "TW-POW-cup"),
    ],
)
def test_what_can_never_be_is_refused_with_its_rule(line, act, value, rule):
    assert refused(line, act, value) == rule


@pytest.mark.parametrize(
    ("line", "act", "value"),
    [
        ("F: F5 F4 vs W: W6 W3", "drop_spell", "0:1"),
        ("F: F5 + F4 vs W: W6 @ teddy", "shield", "1"),
        ("F: F5 @ bra,hat vs W: W6", "object", "0:cup"),
        ("F: F5 + F4M>F2 vs W: W6", "object", "1:cup"),
        ("F: F5 @ teddy + F4 vs W: W6".replace(" @ teddy + F4", " + F4 @ teddy"), "add_unit", "0"),
    ],
)
def test_the_other_side_of_it_is_allowed(line, act, value):
    after(line, (act, value))


def test_a_forbidden_control_is_dashed_and_explains_itself():
    lab = BattleLab("F: F5 @ hat vs W: W6")
    tag = re.search(r'<button[^>]*data-key="object:1:hat"[^>]*>', lab.html)[0]
    assert 'aria-disabled="true"' in tag
    assert "data-act" not in tag
    lab.do("lab_why", "object:1:hat")
    assert "tk-no-open" in lab.html
    lab.do("lab_why", "object:1:hat")
    assert "tk-no-open" not in lab.html


def test_building_on_through_a_forbidden_battle_loses_nothing():
    lab = after("F: F5 F3 + F4M>F2 vs W: W6", ("object", "1:cup"))
    assert [problem.rule for problem in lab.problems] == ["TW-POW-cup"]
    lab.do("add_spell", "0")
    lab.do("object", "1:cup")
    assert str(lab.battle) == "F: F5 F3 F3 + F4M>F2 vs W: W6"


def test_spells_wait_behind_a_shield():
    lab = after(SIMPLE, ("shield", "1"), ("power", "1:u0:5"))
    assert str(lab.battle.defender) == "W: shield W5"
    lab.do("shield", "1")
    assert str(lab.battle.defender) == "W: W6 W4 + W5"


def test_cards_keep_their_place_while_their_power_changes():
    lab = after("F: F5 F3 vs W: W6", ("power", "0:s1:6"), ("power", "0:s1:1"))
    assert [spell.power for spell in lab.draft.sides[0].spells] == [5, 1]


@pytest.mark.parametrize(
    ("act", "value"),
    [
        ("character", "0:Z"),
        ("character", "7:F"),
        ("character", None),
        ("power", "0:s9:3"),
        ("power", "0:r0:3"),
        ("power", "0:x1:3"),
        ("power", "0:s0:100"),
        ("power", "0:s0:0"),
        ("power", "0:s0:-1"),
        ("power", "nonsense"),
        ("held", "0:dogs:1"),
        ("held", "0:cats:100"),
        ("object", "0:sword"),
        ("mount", "0:5"),
        ("slide", "5"),
        ("slide", {"0:s0": "x"}),
        ("unit_element", {"0:0": "<b>"}),
        ("drop_unit", "0:9"),
        ("add_rider", "0:9"),
    ],
)
def test_nonsense_from_outside_changes_nothing(act, value):
    lab = BattleLab(SIMPLE)
    lab.do(act, value)
    assert isinstance(lab.error, StepFault)
    assert str(lab.battle) == SIMPLE


def test_powers_offered_are_those_of_the_box_and_the_typed_one():
    lab = BattleLab("F: F40 vs W: W6")
    assert lab.offer.powers(twing.Spell("F", 3)) == (1, 2, 3, 4, 5, 6)
    assert lab.offer.powers(twing.Spell("F", 40)) == (1, 2, 3, 4, 5, 6, 40)
    assert lab.offer.powers(twing.Creature("F", 4, True)) == (2, 4)
    assert 'aria-valuetext="40"' in lab.html


@pytest.mark.parametrize(("lang", "word"), [("en", "assumed"), ("de", "angenommen")])
def test_the_assumed_box_is_marked(lang, word):
    lab = BattleLab(lang=lang)
    assert f'<span class="tk-assumed">{word}</span>' in lab.html
    assert "TW-BOX-5" in lab.html


# -- odds


def test_both_odds_are_exact():
    lab = BattleLab(EXAMPLE)
    none, best = lab.last[1].none, lab.last[1].best
    assert none == twing.odds(EXAMPLE)
    assert best == twing.odds(EXAMPLE, "best")
    assert lab.html.count('class="tk-bar"') == 2
    assert "tk-chart" in lab.html


def test_too_much_for_best_responses_leaves_the_dice_alone():
    lab = BattleLab(HUGE)
    assert isinstance(lab.last[1].best, twing.BudgetError)
    assert lab.html.count(lab.last[1].best.text("en").split(":")[0]) == 1
    assert lab.html.count('class="tk-bar"') == 1
    lab.do("held", "1:cats:0")
    assert not isinstance(lab.last[1].best, twing.BudgetError)


def test_every_change_is_said_aloud():
    lab = after(SIMPLE, ("power", "0:s0:6"))
    assert lab.status.startswith("The attacker wins")
    assert "by dice alone" in lab.status


def test_every_change_answers_at_once():
    lab = BattleLab(
        "F: F5 F3 + F4 F2 @ shamrock & cat*3 trap*2 vs W: W6 W4 + W3 W2 @ hat & cat*3 trap*2 miromon"
    )
    lab.do("power", "0:s0:6")
    took = []
    for power in (1, 2, 3, 4, 5):
        begin = time.perf_counter()
        lab.do("power", f"0:s0:{power}")
        took.append(time.perf_counter() - begin)
    assert min(took) < 0.1


# -- sharing, stepping, coming back


def test_the_link_holds_the_battle():
    lab = BattleLab("F: F5 F3 + F6M>F4 vs W: W6 @ hat & cat*2")
    link = re.search(r"battle-lab\.ipynb\?battle=([^<]+)<", lab.html)[1]
    assert from_link(link) == str(lab.battle)
    assert lab.address() == {"battle": link}
    assert "?battle=" not in BattleLab(str(lab.battle), site=True).html  # the head of the page has it


def test_stepping_opens_below_and_closes():
    lab = after(SIMPLE, ("step", None), ("next", None))
    assert "tk-stepper" in lab.html
    assert lab.state.startswith("twingkit-record 1")
    lab.do("step")
    assert lab.steps is None
    assert lab.state == SIMPLE


def test_a_change_starts_the_stepper_over():
    lab = after(SIMPLE, ("step", None), ("next", None), ("power", "0:s0:6"))
    assert len(lab.steps.game) == 0
    assert str(lab.steps.battle) == "F: F6 F3 + F4 vs W: W6 W4"


def test_a_forbidden_battle_cannot_be_stepped_through():
    lab = after(SIMPLE, ("step", None), ("unit_element", {"0:0": "L"}))
    assert lab.steps is None
    lab.do("step")
    assert isinstance(lab.error, twing.BattleError)
    assert lab.steps is None


def test_stepper_actions_need_an_open_stepper():
    lab = BattleLab(SIMPLE)
    lab.do("next")
    assert isinstance(lab.error, StepFault)


def test_the_state_brings_line_and_step_back():
    lab = after(SIMPLE, ("step", None), ("next", None), ("next", None))
    other = BattleLab()
    other.restore(lab.state)
    assert other.state == lab.state
    assert str(other.battle) == SIMPLE
    other.restore("L: L5 vs A: A4")
    assert other.steps is None
    assert str(other.battle) == "L: L5 vs A: A4"


@pytest.mark.parametrize(
    ("text", "error"), [("nonsense", twing.NotationError), ("twingkit-record 1\nx", RecordError)]
)
def test_a_bad_state_is_refused_and_changes_nothing(text, error):
    lab = BattleLab(SIMPLE)
    with pytest.raises(error):
        lab.restore(text)
    assert lab.state == SIMPLE


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_gap_is_left_unfilled(lang):
    lab = BattleLab("F: F5 F3 + F6M>F2 F4 @ bra & cat vs W: shield W4 @ hat & trap miromon", lang=lang)
    lab.do("step")
    lab.do("end")
    assert lab.error is None
    assert "{" not in re.sub(r'style="[^"]*"', "", lab.html)
    ids = re.findall(r'\bid="([^"]+)"', lab.html)
    assert len(ids) == len(set(ids))


def test_the_still_picture_has_no_controls():
    still = BattleLab(SIMPLE)._repr_html_()
    assert SIMPLE in still
    assert "<button" not in still
    assert "<input" not in still


def test_the_stepper_waits_while_the_battle_is_forbidden() -> None:
    lab = after("F: F5 vs W: W6", ("step", None), ("next", None), ("read", {"line": "F: F5 W3 vs W: W6"}))
    assert lab.steps is None
    assert "nothing to step through" in lab.html
    assert "odds of the last allowed battle" in lab.html
    lab.do("read", {"line": "F: F5 F3 vs W: W6"})
    assert lab.steps is not None
    assert "nothing to step through" not in lab.html
    lab.do("read", {"line": "F: F5 W3 vs W: W6"})
    lab.do("last")
    lab.do("step")
    assert lab.steps is None, "closed by hand, it stays closed"
