"""The stepper of a battle: forward and back, and what happened."""

from __future__ import annotations

import re

import pytest
from widgets.play_tables import read
from widgets.twing.stepper.battles import CATS, SIMPLE, at_response, label_of

from twingkit import twing
from twingkit_widgets.table.stepper.game_steps import StepFault
from twingkit_widgets.twing.stepper.stepper import StepperPanel

# -- forward and back


def test_the_big_button_lays_rolls_and_decides():
    panel = StepperPanel(SIMPLE, seed=3)
    phases = []
    while not panel.steps.game.over:
        phases.append(panel.steps.phase)
        panel.do("next")
    assert phases == ["lay", "lay", "roll", "roll"]
    assert panel.steps.phase == "result"
    assert 'aria-disabled="true"' in re.search(r'<button[^>]*data-key="next"[^>]*>', panel.html)[0]


def test_next_at_the_end_changes_nothing():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    record = panel.state
    panel.do("next")
    assert panel.error is None
    assert panel.state == record


def test_back_and_forward_show_the_same_dice_again():
    panel = StepperPanel(SIMPLE)
    panel.do("end")
    record = panel.state
    for _ in range(3):
        panel.do("back")
    assert "as before" in label_of(panel, "next") or "lays" in label_of(panel, "next")
    for _ in range(3):
        panel.do("next")
    assert panel.state == record


def test_back_at_the_beginning_stays_there():
    panel = StepperPanel(SIMPLE)
    panel.do("back")
    assert panel.error is None
    assert len(panel.steps.game) == 0


def test_start_over_forgets_everything():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    panel.do("restart")
    assert len(panel.steps.game) == 0
    assert "rolls the die" not in label_of(panel, "next")


def test_a_seed_brings_the_same_dice_again():
    records = []
    for seed in (5, 5, 6):
        panel = StepperPanel(SIMPLE, seed=seed)
        panel.do("end")
        records.append(panel.state)
    assert records[0] == records[1]
    assert records[0] != records[2]


def test_the_transcript_leads_to_any_step():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    panel.do("goto", "1")
    assert len(panel.steps.game) == 1
    panel.do("goto", "3")
    assert len(panel.steps.game) == 3


@pytest.mark.parametrize("place", ["99", "-1", "x", "", "²"])
def test_a_step_that_is_not_there_is_refused(place):
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    panel.do("goto", place)
    assert isinstance(panel.error, StepFault)
    assert len(panel.steps.game) == 1


def test_the_line_must_be_a_legal_battle():
    with pytest.raises(twing.NotationError):
        StepperPanel("F: F5 against W: W4")
    with pytest.raises(twing.BattleError):
        StepperPanel("F: F5 F4 F3 F2 vs W: W4")


# -- what happened


def test_every_ruling_of_the_step_is_said_with_its_rule():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    for ruling in panel.steps.game.rulings:
        assert ruling.text("en") in panel.status
        assert ruling.rule in panel.html
    panel.lang = "de"
    assert panel.steps.game.rulings[0].text("de") in panel.html


def test_the_deciding_ruling_leads_at_the_end():
    panel = StepperPanel(SIMPLE)
    for _ in range(2):
        panel.do("next")
    panel.do("choose", "Sun")
    panel.do("choose", "3")
    main, others = panel.steps.shown()
    assert main.rule == "TW-BAT-16"
    assert "tk-told-result" in panel.html
    assert "TW-BAT-7" in [one.rule for one in others]


def test_a_pass_says_so_and_names_the_rule():
    panel = at_response(CATS, "3", "-4")
    assert panel.steps.game.question.kind == "respond"
    panel.do("choose", "pass")
    told = panel.steps.story(panel.steps.shown_from)
    assert (told[0].rule, told[0].text("en")) == ("TW-BAT-10", "The defender passes.")
    assert told[0].text("de") == "Der Verteidiger passt."


def test_a_rule_opens_beside_and_closes():
    panel = StepperPanel(SIMPLE)
    panel.do("next")
    text = twing.rulebook()["TW-BAT-1"].text("en")
    assert text.split(".")[0] not in read(panel.html)
    panel.do("rule", "TW-BAT-1")
    assert text.split(".")[0] in read(panel.html)
    panel.do("rule", "TW-BAT-1")
    assert text.split(".")[0] not in read(panel.html)


def test_a_sentence_opens_its_rule():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    second = panel.steps.shown()[1][0]
    panel.do("told", f"1:{second.rule}")
    assert panel.opened == second.rule
    assert 'data-key="told:1" aria-expanded="true"' in panel.html
    assert "tk-opened" in panel.html
    panel.do("told", f"1:{second.rule}")
    assert panel.opened == ""
    panel.do("told", "x:TW-BAT-1")
    assert isinstance(panel.error, StepFault)


@pytest.mark.parametrize("rule", ["TW-NOPE-1", "<b>", "", None])
def test_a_rule_that_is_not_there_opens_nothing(rule):
    panel = StepperPanel(SIMPLE)
    panel.do("rule", rule)
    assert panel.error is None
    assert panel.opened == ""
