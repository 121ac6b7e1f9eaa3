"""Going through lessons on fleets: what the page shows, stores and refuses."""

import re

import pytest

from twingkit.imperium.lessons import COURSE
from twingkit.learn.lesson.run import LessonRun
from twingkit.testing.lessons import run_to_step
from twingkit_widgets.learn.lesson.course_panel import CoursePanel

NAMES = ["space-battle", "landing"]


def panel_at_step(name: str, step: str) -> CoursePanel:
    """Return the panel with a lesson at a step, with everything before it answered."""
    panel = CoursePanel("imperium", lesson=name, site=True)
    panel.controller.run = run_to_step(COURSE.lesson(name), step)
    panel.refresh()
    return panel


def test_dice_stay_unjudged_until_their_hits_were_asked() -> None:
    panel = panel_at_step("space-battle", "round-1")
    assert panel.html.count("tk-d10-open") == 9
    panel.do("answer", "roll")
    assert "tk-d10-hit" not in panel.html, "the dice lie there, and nobody has said what they are"
    panel.do("forward")
    assert "tk-d10-hit" not in panel.html
    panel.do("answer", "2")
    assert panel.html.count("tk-d10 tk-d10-hit") == 4
    assert "tk-d10-open" not in panel.html


def test_IM_UNIT_3_a_refused_choice_can_be_put_right() -> None:
    panel = panel_at_step("space-battle", "losses")
    panel.do("answer", "twice")
    assert not panel.controller.run.is_step_done
    reply = panel.html.split("tk-reply", 1)[1].split("</section>", 1)[0]
    assert "That is not allowed." in reply
    assert reply.count(">why?<") == 1
    assert "IM-UNIT-3" in reply
    panel.do("answer", "small")
    assert "there is a better answer" in panel.html
    panel.do("answer", "damage")
    assert panel.controller.run.is_step_done
    assert panel.html.count("tk-fl-share") == 3


@pytest.mark.parametrize("name", NAMES)
def test_the_battle_alone_is_fought_to_its_end_with_any_dice(name: str) -> None:
    panel = panel_at_step(name, "alone")
    for _ in range(200):
        game = panel.controller.run.game()
        if game.over:
            break
        asked = re.search(r'data-act="answer_in_free_play" data-value="([^"]+)"', panel.html)
        panel.do("answer_in_free_play", asked[1])
        assert panel.error is None
        assert panel.status
    assert game.over
    assert "Begin again" in panel.html
    again = LessonRun.replay(COURSE.lesson(name), panel.controller.run.record)
    assert again.answers == panel.controller.run.answers
    panel.do("take_back_answer")
    assert not panel.controller.run.given_answer


def test_going_back_takes_nothing_away_and_no_step_can_be_skipped() -> None:
    panel = CoursePanel("imperium", "en", lesson="landing", site=True)
    panel.do("forward")
    panel.do("forward")
    assert panel.controller.run.step.id == "bombard"
    assert panel.status == panel.controller.say("unanswered")
    panel.do("answer", "roll")
    panel.do("back")
    assert panel.controller.run.step.kind == "look"
    assert panel.controller.run.answers == {"bombard": "roll"}


def test_the_lab_opens_the_battle_that_was_fought_last_and_the_rulebook_is_offered() -> None:
    panel = panel_at_step("landing", "end")
    assert re.findall(r"battle=([^&\"]+)", panel.html) == [
        "ground:_2_dreadnought_1_carrier_4_infantry_vs_3_infantry_1_pds"
    ]
    assert "imperium-rules.ipynb" in panel.html


@pytest.mark.parametrize("name", NAMES)
def test_a_battle_alone_that_goes_on_is_not_skipped_by_the_main_button(name: str) -> None:
    panel = panel_at_step(name, "alone")
    intro = panel.controller.run.fill_text(panel.controller.run.step.text[0])
    forward = re.compile(r'<button[^>]*data-key="forward:alone"[^>]*>')
    assert intro in panel.html
    assert "tk-main" not in forward.findall(panel.html)[0]
    panel.do("answer_in_free_play", "throw")
    assert panel.error is None
    assert intro not in panel.html, "from then on the room is for the answers"
    assert "data-bring" in panel.html
    assert "tk-main" not in forward.findall(panel.html)[0]


def test_IM_SPACE_9_the_table_shows_what_the_question_tells_but_not_who_has_won() -> None:
    panel = panel_at_step("space-battle", "winner")
    assert "lost earlier" in panel.html
    assert "Retreated" in panel.html
    assert "Winner" not in panel.html
    panel.do("answer", "attacker")
    assert "Winner" in panel.html


def test_IM_INV_8_structures_stand_until_it_is_known_that_they_are_destroyed() -> None:
    panel = panel_at_step("landing", "control")
    assert "tk-ff-support tk-ff-none" not in panel.html
    panel.do("answer", "taken")
    assert panel.html.count("tk-ff-support tk-ff-none") == 1


def test_units_to_tap_are_as_many_as_there_are_and_their_cards_say_whose_they_are() -> None:
    panel = CoursePanel("imperium", "en", lesson="space-battle", site=True)
    assert "2 cruisers" in panel.html
    assert "3 fighters" in panel.html
    for at, point in enumerate(panel.controller.run.step.points):
        panel.do("point", at)
        assert ("the other side’s" in panel.html) == point.thing.startswith("defender ")


def test_IM_INV_3_how_many_land_is_not_told_before_it_is_asked() -> None:
    panel = panel_at_step("landing", "shield")
    panel.do("answer", "space_cannon")
    reply = panel.controller.run.reply
    assert {ruling.rule for ruling in reply.rulings} == {"IM-INV-2"}


def test_every_answer_that_was_tried_stays_marked() -> None:
    panel = panel_at_step("space-battle", "losses")
    for tries, answer in enumerate(("small", "twice", "damage")):
        panel.do("answer", answer)
        assert panel.html.count("tk-option-wrong") == min(tries + 1, 2)
    assert panel.html.count("tk-button tk-option-right") == 1
    panel.do("forward", "losses")
    assert "tk-option-wrong" not in panel.html


def test_the_dice_on_the_table_are_not_told_again() -> None:
    panel = panel_at_step("space-battle", "hits")
    panel.do("answer", "2")
    reply = panel.html.split("tk-reply", 1)[1].split("</section>", 1)[0]
    assert "You roll" not in reply
    assert "IM-SPACE-6" in reply


def test_dice_that_are_not_counted_yet_are_no_half_sentence() -> None:
    panel = panel_at_step("space-battle", "hits")
    assert 'tk-cast-hits">4 dice</span>' in panel.html
    panel.do("answer", "2")
    assert "with 4 dice" in panel.html


def test_what_a_table_lost_is_said_once() -> None:
    panel = panel_at_step("space-battle", "losses")
    panel.do("answer", "damage")
    table = re.sub("<[^>]*>", "|", panel.html.split("tk-fl-table", 1)[1])
    assert "0 left" not in table
    assert table.count("1 lost now") == 1
    assert table.count("2 lost now") == 1


DICE = ("roll 4 9", "stay", "roll 2 10 4 9", "roll 6 8 8 9 3")
"""Two hits on fighter, destroyer, cruiser and dreadnought."""


def test_IM_SPACE_7_choices_of_losses_read_like_sentences() -> None:
    panel = panel_at_step("space-battle", "alone")
    for answer in DICE:
        panel.do("answer_in_free_play", answer)
        assert panel.error is None
    found = re.findall(r'<button[^>]*data-act="answer_in_free_play".*?</button>', panel.html, re.S)
    said = [re.sub(r"<kbd.*?</kbd>|<[^>]+>", "", button, flags=re.S).strip() for button in found]
    assert said[0] == "Damage 1 dreadnought, lose 1 fighter"
    assert "Lose 1 fighter and 1 destroyer" in said
