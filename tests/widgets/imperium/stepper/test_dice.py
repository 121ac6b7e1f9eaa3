"""Dice in the stepper of a battle of fleets: shown with their units, changed, typed and thrown again."""

from __future__ import annotations

import re

import pytest
from widgets.imperium.stepper.battles import FULL, HUGE, PLAIN, at, tag, text

from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.rules.questions import Play, Throw
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.stepper import FleetStepperPanel
from twingkit_widgets.table.play.words import PlayFault


def test_dice_lie_with_the_units_that_threw_them_and_say_what_they_need():
    panel = FleetStepperPanel("space: 2 cruiser @ mb vs 1 dreadnought")
    panel.do("next")
    panel.do("next")
    panel.do("dice", {"dice": "6 5"})
    assert "needs 6+" in text(panel)
    assert "usually 7+" in text(panel)
    place = len(panel.steps.game) - 1
    assert 'aria-label="6, a hit. ' in tag(panel, f"die:{place}:0")
    assert 'aria-label="5, a miss. ' in tag(panel, f"die:{place}:1")
    assert "1 hit" in text(panel)


def test_only_dice_that_belong_together_lie_there():
    panel = FleetStepperPanel(FULL, seed=3)
    while not panel.steps.game.over:
        steps = [(cast.throw.player, cast.throw.step) for cast in panel.steps.casts()]
        assert len({step for _, step in steps}) <= 1
        assert [player for player, _ in steps] == sorted(player for player, _ in steps)
        if isinstance(panel.steps.game.question, Throw) and panel.steps.stage.round > 1:
            assert all(cast.throw.step == "combat" for cast in panel.steps.casts())
        panel.do("next")


def test_a_reroll_lies_beside_what_it_rerolls():
    panel = at("space: 4 cruiser @ letnev,munitions vs 4 cruiser", Play, seed=2)
    panel.do("decide", "play")
    panel.do("next")
    assert [cast.throw.step for cast in panel.steps.casts()] == ["combat", "again"]


def test_many_dice_are_counted_by_face():
    panel = FleetStepperPanel(HUGE, seed=1)
    panel.do("announce", "")
    panel.do("next")
    faces = panel.steps.casts()[0].thrown.faces[:60]
    tens = faces.count(10)
    assert f"10, a hit: {tens} times" in text(panel)
    assert len(panel.html) < 60_000


def test_a_die_can_show_something_else_and_back():
    panel = FleetStepperPanel(PLAIN, seed=3)
    panel.do("end")
    record = panel.state
    panel.do("restart")
    panel.restore(record)
    while len(panel.steps.game) > 3:
        panel.do("back")
    place = panel.steps.casts()[0].place
    before = panel.state
    panel.do("die", f"{place}:1")
    assert "What if this" in panel.status
    assert 'aria-expanded="true"' in tag(panel, f"die:{place}:1")
    for face in range(1, 11):
        assert f'data-value="{place}:1:{face}"' in panel.html
    first = panel.steps.casts()[0].thrown.faces[0]
    panel.do("face", f"{place}:1:9")
    assert panel.state.endswith(f"attacker: roll {first} 9\n")
    assert "the battle went differently" in text(panel)
    panel.do("really")
    assert panel.state == before
    assert panel.steps.really is None


def test_IM_ODDS_1_what_a_die_is_worth_stands_beside_its_faces():
    panel = FleetStepperPanel("space: 1 cruiser vs 1 fighter")
    panel.do("announce", "")
    panel.do("dice", {"dice": "1"})
    panel.do("die", "2:0")
    miss, hit = (panel.steps.odds_if(2, 0, face) for face in (1, 7))
    assert hit == pytest.approx(0.8)
    assert miss == pytest.approx(0.8 * odds("space: 1 cruiser vs 1 fighter").win)
    assert "with a miss 49% · with a hit 80%" in re.sub(r"\s+", " ", text(panel))


def test_a_die_that_is_pressed_twice_is_let_alone():
    panel = at(PLAIN, Throw)
    panel.do("next")
    place = panel.steps.casts()[0].place
    panel.do("die", f"{place}:0")
    assert "tk-cast-if" in panel.html
    panel.do("die", f"{place}:0")
    assert "tk-cast-if" not in panel.html


@pytest.mark.parametrize("value", ["", "x:1", "0:0", "99:0", "2:7", "2", "2:-1", None])
def test_a_die_that_does_not_lie_there_is_refused(value):
    panel = at(PLAIN, Throw)
    panel.do("next")
    record = panel.state
    panel.do("die", value)
    assert isinstance(panel.error, StepFault | PlayFault)
    assert panel.state == record


@pytest.mark.parametrize("value", ["2:0:11", "2:0:0", "2:0:x", "2:5:3", "0:0:3", "", "2:0"])
def test_a_face_that_no_die_has_is_refused(value):
    panel = at(PLAIN, Throw)
    panel.do("next")
    assert panel.steps.casts()[0].place == 2
    record = panel.state
    panel.do("face", value)
    assert isinstance(panel.error, StepFault | PlayFault)
    assert panel.state == record
    assert panel.steps.really is None


@pytest.mark.parametrize("typed", ["7 10", "7,10", "roll 7 10", " 7  10 "])
def test_own_dice_can_be_typed(typed):
    panel = at(PLAIN, Throw)
    panel.do("dice", {"dice": typed})
    assert panel.error is None
    assert panel.state.endswith("attacker: roll 7 10\n")


@pytest.mark.parametrize("typed", ["7", "7 10 1", "0 1", "11 1", "a b", "", "<script>"])
def test_dice_that_are_none_stay_to_be_put_right(typed):
    panel = at(PLAIN, Throw)
    record = panel.state
    panel.do("dice", {"dice": typed})
    assert panel.error is None
    assert panel.state == record
    assert "from 1 to 10" in panel.status
    assert "from 1 to 10" in text(panel)
    assert "<script>" not in panel.html
    panel.do("dice", {"dice": "1 1"})
    assert "from 1 to 10" not in text(panel)


def test_the_last_dice_can_be_thrown_again_and_what_goes_is_told():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("reroll")
    assert isinstance(panel.error, StepFault | PlayFault)
    for _ in range(9):
        panel.do("next")
    answers = len(panel.steps.game)
    panel.do("reroll")
    assert "were taken back" in panel.status
    assert len(panel.steps.game) < answers
    rolls = set()
    for _ in range(10):
        panel.do("reroll")
        assert "taken back" not in panel.status
        rolls.add(panel.state)
    assert len(rolls) > 3


def test_of_a_throw_the_hits_come_first_and_the_ruling_follows():
    panel = at(PLAIN, Throw)
    panel.do("dice", {"dice": "7 3"})
    main, others = panel.steps.shown()
    assert main is not None
    assert (main.rule, main.text("en")) == ("IM-SPACE-6", "The attacker rolls 2 dice: 1 hit.")
    assert main.text("de") == "Der Angreifer würfelt mit 2 Würfeln: 1 Treffer."
    assert others[0].ruling is not None
    assert others[0].ruling.case == "rolled"
