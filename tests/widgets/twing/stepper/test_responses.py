"""The stepper of a battle: responses, dice and odds."""

from __future__ import annotations

import re

import pytest
from widgets.twing.stepper.battles import CATS, FULL, SIMPLE, at_response, label_of

from twingkit import BadAnswer, Refusal, twing
from twingkit_widgets.table.stepper.game_steps import StepFault
from twingkit_widgets.twing.stepper.battle_steps import Steps
from twingkit_widgets.twing.stepper.stepper import StepperPanel

HUGE = (
    "F: F5 F3 F1 + F4 F3 F2 @ shamrock & cat*9 trap*3 vs W: W6 W4 W2 + W3 W2 W1 @ hat & cat*9 trap*3 miromon"
)


# -- responses


def test_what_is_allowed_can_be_chosen():
    panel = at_response(CATS, "3", "-4")
    panel.do("choose", "cat")
    assert panel.error is None
    assert "defender: cat" in panel.state
    assert "rolls the die" in label_of(panel, "next")


def test_what_is_forbidden_is_there_and_says_why():
    panel = at_response(CATS, "3", "-4")
    choices = {choice.answer: choice for choice in panel.steps.choices()}
    assert choices["cat"].refusal is None
    assert choices["hat"].refusal.rule == "TW-POW-hat"
    tag = re.search(r'<button[^>]*data-key="choose:hat"[^>]*>', panel.html)[0]
    assert 'aria-disabled="true"' in tag
    described = re.search(r'aria-describedby="([^"]+)"', tag)[1]
    reason = re.search(rf'<span[^>]*id="{described}"[^>]*>(.*?)</span>', panel.html, re.S)[1]
    assert choices["hat"].refusal.text("en") in reason


def test_pressing_what_is_forbidden_keeps_the_reason_open():
    panel = at_response(CATS, "3", "-4")
    record = panel.state
    panel.do("why", "hat")
    assert "TW-POW-hat" in panel.status
    assert "tk-no-open" in panel.html
    assert panel.state == record
    panel.do("why", "hat")
    assert "tk-no-open" not in panel.html


def test_pressing_what_is_allowed_explains_nothing():
    panel = at_response(CATS, "3", "-4")
    panel.do("why", "cat")
    assert "tk-no-open" not in panel.html


def test_choosing_what_is_forbidden_is_refused_and_nothing_changes():
    panel = at_response(CATS, "3", "-4")
    record = panel.state
    panel.do("choose", "hat")
    assert isinstance(panel.error, Refusal)
    assert panel.error.rule in panel.html
    assert panel.state == record


@pytest.mark.parametrize("answer", ["dance", "<script>alert(1)</script>", "", "trap"])
def test_what_is_no_answer_is_refused_and_escaped(answer):
    panel = at_response(CATS, "3", "-4")
    record = panel.state
    panel.do("choose", answer)
    assert isinstance(panel.error, BadAnswer)
    assert "<script>" not in panel.html
    assert panel.state == record


def test_a_kind_that_is_wholly_forbidden_shows_once():
    panel = at_response("F: F5 F3 + F4 F2 vs W: W4 + W2 & cat", "3", "-4")
    traps = [choice for choice in panel.steps.choices() if choice.answer.startswith("trap")]
    assert [(choice.whole_kind, choice.refusal.rule) for choice in traps] == [(True, "TW-BAT-13")]


def test_a_trap_can_name_the_rider():
    panel = at_response("F: F5 + F4M>F2 vs W: W4 & trap", "3", "-4")
    while panel.steps.game.question.kind != "respond":
        panel.do("next")
    assert "Trap: the rider Fire 2" in label_of(panel, "choose:trap &gt;F2")
    panel.do("choose", "trap >F2")
    assert panel.error is None


def test_next_plays_the_best_response():
    panel = at_response(CATS, "3", "-4")
    assert panel.steps.suggestion == twing.best_answer(panel.steps.game) == "cat"
    assert "(best response)" in label_of(panel, "next")
    panel.do("next")
    assert "defender: cat" in panel.state


def test_too_many_cards_to_find_the_best_response():
    panel = at_response(HUGE, "0", "0")
    while panel.steps.game.question.kind != "respond":
        panel.do("next")
    assert panel.steps.too_large is not None
    assert panel.steps.suggestion == "pass"
    assert "(best response)" not in label_of(panel, "next")
    panel.do("responses", "best")
    assert panel.error is None
    assert panel.steps.too_large.text("en") in panel.html
    panel.do("next")
    assert panel.state.endswith("attacker: pass\n")


# -- dice


def test_a_pending_die_can_be_set():
    panel = StepperPanel(SIMPLE)
    for _ in range(2):
        panel.do("next")
    panel.do("choose", "Cross")
    assert panel.state.endswith("attacker: roll Cross\n")


def test_what_if_and_back_to_how_it_went():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    record = panel.state
    place = panel.steps.rolls()[0].place
    panel.do("face", f"{place}:Sun")
    assert panel.state.endswith("attacker: roll Sun\n")
    panel.do("end")
    assert panel.steps.game.result.winner == 0 or "defender: roll Sun" in panel.state
    panel.do("really")
    assert panel.state == record
    assert panel.steps.really is None


@pytest.mark.parametrize("value", ["0:Sun", "99:Sun", "x:Sun", "Sun", ""])
def test_what_if_needs_a_roll(value):
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    record = panel.state
    panel.do("face", value)
    assert isinstance(panel.error, StepFault)
    assert panel.state == record


def test_what_if_needs_a_face():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    panel.do("face", f"{panel.steps.rolls()[0].place}:7")
    assert isinstance(panel.error, Refusal)
    assert panel.steps.really is None


def test_the_last_die_can_be_rolled_again():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    seen = set()
    for _ in range(30):
        panel.do("reroll")
        seen.add(panel.state)
    assert len(seen) > 3
    assert len({state.splitlines()[5] for state in seen}) == 1  # the attacker’s roll stands


def test_nothing_to_roll_again_before_the_first_roll():
    panel = StepperPanel(SIMPLE)
    panel.do("reroll")
    assert isinstance(panel.error, StepFault)


# -- odds


def test_the_odds_follow_the_battle():
    steps = Steps(FULL)
    whole = steps.odds("best")
    assert whole == twing.odds(FULL, "best")
    while steps.phase == "lay":
        steps.forward()
    assert steps.odds("none").win == pytest.approx(twing.odds(FULL).win)
    steps.to_end()
    assert steps.odds("none") is None


def test_the_odds_can_be_switched():
    panel = StepperPanel(CATS)
    panel.do("responses", "none")
    assert "If nobody plays another card." in panel.html
    panel.do("responses", "best")
    assert "If both sides respond as well as they can." in panel.html
