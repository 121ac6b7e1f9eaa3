"""The stepper of a battle: its record, its page, and what is taken away."""

from __future__ import annotations

import re

import pytest
from widgets.read_pages import twice
from widgets.twing.stepper.battles import CATS, FULL, SIMPLE, at_response

from twingkit import RecordError
from twingkit_widgets.twing.stepper.battle_steps import Steps
from twingkit_widgets.twing.stepper.stepper import StepperPanel

# -- record


def test_the_record_restores_the_very_place():
    panel = at_response(FULL, "3")
    other = StepperPanel(SIMPLE)
    other.restore(panel.state)
    assert other.state == panel.state


def test_a_record_can_be_pasted():
    panel = StepperPanel(SIMPLE)
    panel.do("record", {"record": at_response(CATS, "3").state})
    assert panel.error is None
    assert panel.state.endswith("roll 3\n")


@pytest.mark.parametrize(
    "record",
    [
        "",
        "hello",
        "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W4\nattacker: lay F6\n",
        "twingkit-record 1\ngame twing.battle\nbattle <b>\n",
        "twingkit-record 1\ngame nothing\n",
    ],
)
def test_a_bad_record_is_refused_shown_and_kept_for_repair(record):
    panel = StepperPanel(SIMPLE)
    panel.do("next")
    state = panel.state
    panel.do("record", {"record": record + "<script>"})
    assert panel.error is None
    assert panel.html.count("tk-alert") == 1
    assert "line" in panel.status
    assert panel.state == state
    assert "&lt;script&gt;</textarea>" in panel.html
    assert "<script>" not in panel.html
    with pytest.raises(RecordError):
        panel.restore(record)
    assert panel.state == state


# -- the page


@pytest.mark.parametrize("lang", ["en", "de"])
def test_one_key_for_each_thing_to_do(lang):
    panel = StepperPanel(SIMPLE, lang=lang)
    keys = re.findall(r'data-shortcut="([^"]+)"', panel.html)
    assert sorted(keys) == sorted("nerus?")
    assert "tk-keys" not in panel.html
    panel.do("help")
    assert "tk-keys" in panel.html


def test_the_help_takes_the_focus():
    panel = StepperPanel(SIMPLE)
    panel.do("help")
    assert "tk-stepper-help" in panel.html
    assert 'data-key="help" data-shortcut="Escape"' in panel.html  # the focused "help" is what closes it now
    assert panel.html.count('data-key="help"') == 1
    panel.do("help")
    assert "tk-stepper-help" not in panel.html
    assert 'data-key="help" data-shortcut="?"' in panel.html


@pytest.mark.parametrize(("act", "value"), [("next", None), ("rule", "TW-BAT-1"), ("rare", None)])
def test_the_help_makes_room(act, value):
    panel = StepperPanel(SIMPLE)
    panel.do("help")
    panel.do(act, value)
    assert "tk-stepper-help" not in panel.html


def test_the_less_common_buttons_fold_away():
    panel = StepperPanel(SIMPLE)
    assert "tk-stepper-all" not in panel.html
    panel.do("rare")
    assert "tk-stepper-all" in panel.html
    panel.do("next")
    assert "tk-stepper-all" not in panel.html


def shown_again(panel):
    """What the head and the table carry so that the client brings them into sight."""
    return re.findall(r'data-bring="(\d+)"', panel.html)


def test_every_step_comes_into_sight_and_looking_around_moves_nothing():
    panel = StepperPanel(SIMPLE, seed=3)
    seen = [shown_again(panel)]
    for act in ("next", "next", "end", "reroll", "back"):
        panel.do(act)
        seen.append(shown_again(panel))
    assert seen == [[str(n)] * 2 for n in range(6)]
    for act, value in (("help", None), ("rule", "TW-BAT-1"), ("responses", "none"), ("rare", None)):
        panel.do(act, value)
    panel.lang = "de"
    assert shown_again(panel) == ["5", "5"]
    assert 'data-bring="TW-BAT-1"' in panel.html  # but a rule that is opened is to be read


def test_the_story_comes_first_then_the_table_then_the_rest():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("end")
    places = ["tk-told-main", 'class="tk-table"', 'data-key="told:1"', "tk-stepper-controls"]
    assert sorted(places, key=panel.html.index) == places


# -- what is taken away is told


def test_rolling_again_tells_what_it_takes_back():
    panel = at_response(CATS, "3", "-4")
    panel.do("reroll")
    assert "taken back" not in panel.status  # nothing came after that roll
    panel = at_response(CATS, "3", "-4")
    panel.do("choose", "pass")
    panel.do("reroll")
    assert panel.status.startswith("The last die was rolled again. The step after that roll was taken back.")
    assert "was taken back" in panel.html
    panel.lang = "de"
    assert "Der Schritt danach ist zurückgenommen." in panel.html
    panel.do("back")
    assert "zurückgenommen." not in panel.html


def test_rolling_again_says_beforehand_what_it_does():
    for lang, said in (("en", "takes back everything after that roll"), ("de", "nimmt alles zurück")):
        tag = re.search(r'<button[^>]*data-key="reroll"[^>]*>', StepperPanel(SIMPLE, lang=lang).html)[0]
        assert said in tag


def test_another_battle_in_the_place_of_one_on_its_way_is_told_once():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.steps = Steps(CATS)
    assert panel.step_news() == ""  # nothing was lost
    panel.do("next")
    panel.steps = Steps(SIMPLE)
    panel.refresh()
    assert panel.step_news() == "The battle has changed: the stepper starts over."
    assert panel.step_news() in panel.html
    panel.do("next")
    assert panel.step_news() == ""
    assert "starts over" not in panel.html


def test_a_record_in_the_place_of_a_battle_is_no_loss():
    panel = StepperPanel(SIMPLE, seed=3)
    panel.do("next")
    panel.steps = at_response(CATS, "3").steps
    assert panel.step_news() == ""


def test_ids_are_unique_over_two_panels():
    first, second = at_response(CATS, "3", "-4"), at_response(CATS, "3", "-4")
    assert 'id="' in first.html
    assert not any(name.startswith("id=") for name in twice(first.html + second.html))


def test_the_still_picture_tells_the_story_without_controls():
    panel = StepperPanel(SIMPLE)
    panel.do("next")
    still = panel._repr_html_()
    assert panel.steps.shown()[0].text("en") in still
    assert "<button" not in still
    assert "tk-next" not in still.split("</style>")[1]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", [SIMPLE, CATS, FULL, "F: F5 vs W: shield W4"])
def test_every_step_of_a_battle_can_be_shown(line, lang):
    panel = StepperPanel(line, lang=lang, seed=1)
    while not panel.steps.game.over:
        panel.do("next")
        assert panel.error is None
        assert "{" not in panel.html
        assert panel.status
