"""The current battle of the fleet lab, step by step: it follows the lab, is stored, linked and restored."""

from __future__ import annotations

from collections import Counter

import pytest
from widgets.imperium.lab.fleets import FleetLab
from widgets.play_tables import buttons

from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit_widgets.imperium.lab.tabs.steps import StepByStepTab
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.lab.tab import LabFault

PLAIN = "space: 2 cruiser vs 1 dreadnought"
FULL = (
    "space: 3 fighter 2 cruiser 1 dreadnought @ amd,mb vs 1 destroyer 1 carrier+ 2 fighter 1 pds @ sol,nebula"
)


def stepping(line: str = PLAIN, steps: int = 0, lang: str = "en") -> FleetLab:
    """Return the lab with the battle of a line after some steps."""
    lab = FleetLab(line, lang, view="steps", site=True)
    for _ in range(steps):
        lab.do("steps_next")
        assert lab.error is None
    return lab


def tab(lab: FleetLab) -> StepByStepTab:
    """Return the steps of the lab."""
    part = lab.get_part("steps")
    assert isinstance(part, StepByStepTab)
    return part


def played(lab: FleetLab) -> Game:
    """Return the battle as far as it is played."""
    steps = tab(lab).steps
    game: Game = steps.match.game
    return game


def played_elsewhere(line: str = FULL) -> str:
    """Return the record of another battle."""
    panel = ImperiumPlayPanel(line, "all", seed=3)
    for _ in range(3):
        panel.do("next")
    return panel.record


def dice(game: Game) -> Counter[tuple[str, int]]:
    """Return the dice of all rolls, each with its kind of unit."""
    return Counter(
        (kind, face)
        for entry in game.transcript
        if isinstance(entry.question, RollDice)
        for kind, face in zip(
            [group.unit for group in entry.question.volley.groups for _ in range(group.count)],
            entry.question.parse_answer(entry.answer).faces,
            strict=True,
        )
    )


def test_the_tab_steps_through_the_battle_of_the_lab_and_says_each_step():
    lab = stepping()
    assert tab(lab).saved_state() == ""
    lab.do("steps_next")
    assert "The defender stays in the battle." in lab.status
    assert tab(lab).saved_state() == played(lab).record
    lab.do("steps_to_end")
    assert played(lab).over
    lab.do("steps_goto", "2")
    assert len(played(lab)) == 2
    assert ("steps_drawer", "new") not in buttons(lab.html), "battles begin in the lab"


def test_a_refusal_leaves_the_battle_where_it_stands():
    lab = stepping()
    lab.do("steps_goto", "7")
    assert lab.error is not None
    assert len(played(lab)) == 0


def test_another_battle_begins_anew_and_tells_so():
    lab = stepping(steps=1)
    lab.do("line", PLAIN)
    assert tab(lab).saved_state(), "the same battle goes on"
    lab.do("line", FULL)
    assert tab(lab).saved_state() == ""
    assert "starts over" in lab.html


def test_without_a_battle_the_tab_says_what_is_missing():
    lab = stepping("space: nothing vs 1 dreadnought")
    assert "need at least one unit" in str(tab(lab).view())
    lab.do("steps_next")
    assert isinstance(lab.error, LabFault)


def test_a_played_battle_goes_on_with_another_order_of_losses():
    lab = stepping("space: 4 cruiser 4 fighter vs 3 dreadnought 3 cruiser", 6)  # nobody dies in one round
    count, fell = len(played(lab)), dice(played(lab))
    assert fell
    lab.do(
        "line", "space: 4 cruiser 4 fighter / order=cruiser,fighter sustain=first vs 3 dreadnought 3 cruiser"
    )
    assert (len(played(lab)), dice(played(lab))) == (count, fell)
    assert tab(lab).battle == lab.analysed_subject
    assert "goes on from its current state" in lab.html
    lab.do("steps_next")
    assert "goes on from its current state" not in lab.html


@pytest.mark.parametrize(
    "lines", [(FULL, "space: 3 cruiser vs 1 dreadnought"), ("space: nothing vs 1 dreadnought", FULL)]
)
def test_what_was_played_can_be_had_back_after_the_fleets_changed(lines: tuple[str, ...]):
    lab = stepping(steps=1)
    record = tab(lab).saved_state()
    for line in lines:
        lab.do("line", line)
    assert ("bring_back", "") in buttons(lab.html)
    assert "starts over" in lab.html
    lab.do("bring_back")
    assert (tab(lab).saved_state(), str(lab.analysed_subject)) == (record, PLAIN)
    assert ("bring_back", "") not in buttons(lab.html)
    lab.do("bring_back")
    assert isinstance(lab.error, LabFault)


def test_the_tab_says_what_an_invasion_begins_with():
    lab = stepping("invasion: 2 cruiser 1 infantry vs 1 carrier 2 infantry 1 pds")
    assert str(played(lab).table.fight.battle) == "space: 2 cruiser 1 infantry vs 1 carrier 1 pds"
    assert "begins in space" in lab.html
    assert "nothing in space" in stepping("invasion: 2 cruiser 1 infantry vs 2 infantry").html


def test_a_pasted_record_of_another_battle_takes_the_lab_along():
    lab, record = stepping(), played_elsewhere()
    lab.do("steps_load", {"text": record})
    assert lab.analysed_subject == Battle.parse(FULL)
    assert tab(lab).saved_state() == record
    assert "Loaded" in lab.status


@pytest.mark.parametrize(
    "record",
    [
        "",
        "hello",
        "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\n",
        "twingkit-record 1\ngame imperium.battle\nbattle <b>\n",
    ],
)
def test_a_record_that_cannot_be_read_is_kept_for_repair(record: str):
    lab = stepping(steps=1)
    state = tab(lab).saved_state()
    lab.do("steps_load", {"text": record})
    assert (lab.error, tab(lab).saved_state()) == (None, state)
    assert lab.html.count("tk-alert") == 1
    assert "<b>\n" not in lab.html


def test_a_kept_record_of_another_battle_is_left_out():
    steps = tab(stepping())
    steps.load_state(played_elsewhere())
    assert (steps.saved_state(), str(steps.battle)) == ("", PLAIN)
    steps.load_state("hello")
    assert "tk-alert" in str(steps.view())
    assert steps.saved_state() == ""


def test_a_played_battle_is_kept_also_while_another_answer_is_open():
    lab = stepping(steps=2)
    lab.do("tab", "casualties")
    other = FleetLab()
    other.restore(lab.state)
    assert other.open_tab_name == "casualties"
    other.do("tab", "steps")
    assert tab(other).saved_state() == tab(lab).saved_state() != ""


def test_the_steps_speak_the_language_of_the_lab():
    lab = stepping(steps=1, lang="de")
    assert "Weiter" in lab.html
    assert "Der Verteidiger bleibt im Kampf." in lab.html
    lab.lang = "en"
    assert "The defender stays in the battle." in lab.html
