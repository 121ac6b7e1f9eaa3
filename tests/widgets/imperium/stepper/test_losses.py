"""Losses, effects and retreats in the stepper of a battle of fleets, and its odds."""

from __future__ import annotations

import re

import pytest
from widgets.imperium.stepper.battles import CHOSEN, FULL, PLAIN, at, at_losses, text

from twingkit import BadAnswer, Refusal
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.imperium.battle.rules.questions import Assign, Play, Retreat, Throw
from twingkit.imperium.battle.rules.target import Target
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.stepper import FleetStepperPanel
from twingkit_widgets.table.play.words import PlayFault

# -- losses


def test_losses_can_be_chosen_unit_by_unit():
    panel = at_losses("9", "9", "1")
    assert panel.steps.suggestion == "assign fighter, dreadnought damage"
    panel.do("losses", "destroy:0:-1")
    assert "1 of 2" in panel.status
    assert "IM-SPACE-7" in text(panel)
    panel.do("losses", "destroy:1:1")
    assert panel.status == "Hits taken so far: 2 of 2."
    assert "Destroyed: 1 cruiser. Damaged: 1 dreadnought." in text(panel)
    panel.do("next")
    assert "attacker: assign cruiser, dreadnought damage" in panel.state


def test_losses_that_a_rule_forbids_are_refused_and_stay_to_be_put_right():
    panel = at_losses("9", "9", "1")
    panel.do("losses", "destroy:0:-1")
    record = panel.state
    panel.do("next")
    assert isinstance(panel.error, Refusal)
    assert panel.error.rule == "IM-SPACE-7"
    assert panel.state == record
    assert "1 of 2" in text(panel)
    panel.do("losses_reset")
    panel.do("next")
    assert "attacker: assign fighter, dreadnought damage" in panel.state


@pytest.mark.parametrize(
    "value", ["", "destroy", "destroy:0:2", "destroy:9:1", "eat:0:1", "sustain:0:1", "destroy:1:-1"]
)
def test_losses_that_cannot_be_are_refused(value):
    panel = at_losses("9", "9", "1")
    html = panel.html
    panel.do("losses", value)
    assert isinstance(panel.error, StepFault | PlayFault)
    panel.do("dismiss")
    assert panel.html == html


def test_losses_are_not_asked_elsewhere():
    panel = at(PLAIN, Throw)
    panel.do("losses", "destroy:0:1")
    assert isinstance(panel.error, StepFault | PlayFault)
    panel.do("dice", {"dice": "9 9"})
    panel.do("announce", "attacker")
    assert isinstance(panel.error, StepFault | PlayFault)


def test_what_was_lost_in_the_step_is_marked():
    panel = at_losses("9", "9", "1")
    assert "lost now" not in text(panel)
    panel.do("next")
    assert panel.steps.stage.round == 2
    assert "1 of 2 · 1 lost now" in re.sub(r"\s+", " ", text(panel))
    assert "tk-ship-gone" in panel.html
    assert "tk-ship-hurt" in panel.html


def test_IM_SPACE_7_what_a_side_gives_up_is_gone_before_the_other_side_is_asked():
    panel = FleetStepperPanel("space: 3 cruiser 1 fighter vs 2 fighter 2 cruiser")
    panel.do("announce", "")
    panel.do("dice", {"dice": "10 1 1 1"})
    panel.do("dice", {"dice": "10 1 1 1"})
    panel.do("next")
    assert isinstance(panel.steps.game.question, Assign)
    assert panel.steps.game.question.player == 1
    assert panel.steps.forces[0].size == 3
    assert panel.steps.forces[1].size == 4
    assert "1 lost now" in text(panel)
    panel.do("next")
    assert [force.size for force in panel.steps.forces] == [3, 3]
    assert panel.steps.forces == panel.steps.table.state


def test_what_both_sides_say_to_a_retreat_is_one_step_also_in_what_happened():
    panel = at(PLAIN, Throw)
    assert panel.steps.stops == (2,)
    assert "Step 1" in text(panel)
    panel.do("next")
    assert panel.steps.stops == (2, 3)
    assert "Step 2" in text(panel)


def test_a_rule_that_another_points_at_opens_in_its_place_and_leads_back():
    panel = at(PLAIN, Throw)
    book = rulebook()
    rule = re.search(r'data-act="told" data-value="0:([^"]+)"', panel.html)[1]
    panel.do("told", f"0:{rule}")
    panel.do("rule", book[rule].see[0])
    assert (panel.opened, panel._opened_at) == (book[rule].see[0], 0)
    assert 'data-key="rule:back"' in panel.html
    panel.do("rule", rule)
    assert (panel.opened, panel._opened_at) == (rule, 0)
    assert 'data-key="rule:back"' not in panel.html


# -- effects, targets, retreat


def test_an_effect_can_be_used_or_not_and_its_rule_is_there():
    panel = at("space: 2 cruiser @ mb vs 1 dreadnought", Play)
    assert rulebook()["IM-ACT-mb"].text("en").split(".")[0] in text(panel)
    panel.do("decide", "pass")
    assert "attacker: pass" in panel.state
    main, _ = panel.steps.shown()
    assert main is not None
    assert main.rule == "IM-ACT-mb"
    panel.do("decide", "dance")
    assert isinstance(panel.error, BadAnswer)


def test_a_target_can_be_chosen():
    panel = at(CHOSEN, Target)
    panel.do("decide", "target cruiser")
    assert panel.error is None
    assert "attacker: target cruiser" in panel.state
    panel = at(CHOSEN, Target)
    record = panel.state
    panel.do("decide", "target warsun")
    assert isinstance(panel.error, BadAnswer)
    assert panel.state == record


@pytest.mark.parametrize(
    ("who", "record"),
    [("defender", "defender: retreat\n"), ("attacker", "defender: stay\nattacker: retreat\n")],
)
def test_IM_SPACE_5_a_retreat_can_be_announced_for_either_side(who, record):
    panel = at(PLAIN, Retreat)
    panel.do("announce", who)
    assert panel.state.endswith(record)
    for dice in ("1 1", "1"):
        panel.do("dice", {"dice": dice})
    assert panel.steps.table.left == [who == "attacker", who == "defender"]
    assert "Retreated" in text(panel)
    assert panel.steps.game.over


@pytest.mark.parametrize("who", ["nobody", "<b>", "Attacker"])
def test_a_side_that_there_is_not_cannot_retreat(who):
    panel = at(PLAIN, Retreat)
    panel.do("announce", who)
    assert isinstance(panel.error, StepFault | PlayFault)
    assert len(panel.steps.game) == 0


# -- odds


def test_IM_ODDS_1_the_odds_follow_the_battle():
    steps = FleetGame(FULL, seed=3)
    found = steps.odds()
    assert found is not None
    assert found.win == pytest.approx(odds(FULL).win)
    assert steps.odds() is found
    steps.to_end()
    assert steps.odds() is None


def test_the_odds_are_shown_with_their_rule_while_they_matter():
    panel = FleetStepperPanel(PLAIN, seed=3)
    assert "The odds from here" in text(panel)
    assert "IM-ODDS-1" in text(panel)
    panel.do("end")
    assert "The odds from here" not in text(panel)


def test_odds_that_take_too_long_say_so():
    panel = FleetStepperPanel("space: 9 dreadnought @ da vs 9 dreadnought @ da", seed=3)
    with pytest.raises(WalkError) as fault:
        panel.steps.odds()
    for lang in ("en", "de"):
        panel.lang = lang
        assert fault.value.text(lang) in text(panel)
    panel.do("next")
    assert panel.error is None
