"""The stepper of a battle of fleets: going on and back through its stages."""

from __future__ import annotations

import pytest
from widgets.imperium.stepper.battles import FULL, PLAIN, at, tag

from twingkit.imperium.battle.notation.battle_line import BattleError, NotationError
from twingkit.imperium.battle.rules.questions import Retreat
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.stepper import FleetStepperPanel
from twingkit_widgets.table.play.words import PlayFault


def test_the_big_button_goes_through_every_stage_to_the_end():
    panel = FleetStepperPanel(FULL, seed=3)
    stages = []
    while not panel.steps.game.over:
        stage = panel.steps.stage
        assert stage.now in stage.stages
        if not stages or stages[-1] != (stage.round, stage.now):
            stages.append((stage.round, stage.now))
        panel.do("next")
        assert panel.error is None
    assert stages[:5] == [(0, "cannon"), (1, "barrage"), (1, "announce"), (1, "roll"), (1, "assign")]
    assert stages[5:8] == [(2, "announce"), (2, "roll"), (2, "assign")]
    assert panel.steps.stage.now == ""
    assert 'aria-disabled="true"' in tag(panel, "next")


def test_a_landing_goes_through_its_own_stages():
    panel = FleetStepperPanel("ground: 1 warsun 6 infantry @ x89 vs 3 infantry 5 mech 2 pds", seed=3)
    stages = set()
    while not panel.steps.game.over:
        stages.add((bool(panel.steps.stage.round), panel.steps.stage.now))
        panel.do("next")
    assert stages == {(False, "bombard"), (False, "landing"), (True, "roll"), (True, "assign")}


def test_back_takes_the_step_back_and_forward_gives_it_again():
    panel = FleetStepperPanel(FULL, seed=3)
    records = [panel.state]
    while not panel.steps.game.over:
        panel.do("next")
        records.append(panel.state)
    for record in records[-2::-1]:
        panel.do("back")
        assert panel.state == record
    assert 'aria-disabled="true"' in tag(panel, "back")
    for record in records[1:]:
        panel.do("next")
        assert panel.state == record


def test_both_sides_stay_in_one_step():
    panel = at(PLAIN, Retreat)
    panel.do("next")
    assert panel.state.endswith("defender: stay\nattacker: stay\n")
    assert "Nobody announces a retreat." in panel.status
    panel.do("next")
    panel.do("back")
    assert "Nobody announces a retreat." in panel.status
    panel.do("back")
    assert len(panel.steps.game) == 0


def test_one_round_goes_to_the_next_and_tells_all_of_it():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("round")
    assert panel.steps.stage.round == 1
    panel.do("round")
    assert (panel.steps.stage.round, panel.steps.stage.now) == (2, "announce")
    assert panel.steps.shown_from < len(panel.steps.game) - 4
    for ruling in [each.ruling for each in panel.steps.story(panel.steps.shown_from) if each.ruling]:
        assert ruling.text("en") in panel.status
    assert panel.status.startswith("The attacker loses 1 fighter. The defender loses ")
    assert "takes the hits" not in panel.status
    panel.do("end")
    assert panel.steps.game.over
    panel.do("round")
    assert panel.error is None


def test_a_place_in_the_transcript_and_the_beginning_can_be_gone_to():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("end")
    panel.do("goto", "6")
    assert len(panel.steps.game) == 6
    panel.do("goto", "x")
    assert isinstance(panel.error, StepFault | PlayFault)
    assert len(panel.steps.game) == 6
    panel.do("restart")
    assert len(panel.steps.game) == 0


def test_the_result_leads_at_the_end():
    panel = FleetStepperPanel("space: 5 warsun vs 1 fighter", seed=1)
    panel.do("end")
    main, _ = panel.steps.shown()
    assert main is not None
    assert main.rule == "IM-SPACE-10"
    assert "tk-told-result" in panel.html
    assert panel.html.count('<span class="tk-chip tk-chip-main">') == 1


def test_the_line_must_be_a_legal_battle():
    with pytest.raises(NotationError):
        FleetStepperPanel("space: 2 cruiser against 1 carrier")
    with pytest.raises(BattleError):
        FleetStepperPanel("space: 1 flagship vs 1 carrier")


def test_of_an_invasion_the_space_battle_is_stepped_through():
    panel = FleetStepperPanel("invasion: 2 cruiser 1 infantry vs 1 carrier 2 infantry 1 pds")
    assert str(panel.steps.battle) == "space: 2 cruiser 1 infantry vs 1 carrier 1 pds"
