"""Lessons in the panel, step by step: what is shown beside each, and the links at the end."""

import re

import pytest

from twingkit.core.words import LANGUAGES
from twingkit.imperium.lessons import COURSE
from twingkit.testing.lessons import advance_to_step
from twingkit_widgets.learn.lesson.course_panel import CoursePanel

BATTLES = ("space-battle", "landing")


def answer_all(panel: CoursePanel) -> None:
    """Answer the five questions of a closing check correctly, and go on."""
    for item in panel.controller.run.check_questions():
        panel.do("answer", str([choice.is_right for choice in item.choices].index(True)))
        assert panel.error is None
        assert item.rule in panel.html
        panel.do("further", len(panel.controller.run.check_answers))
    assert panel.controller.run.answered_and_right == (5, 5)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", COURSE.names)
def test_the_panel_shows_every_step_with_no_gap_left_and_of_games_the_map(name: str, lang: str) -> None:
    panel = CoursePanel("imperium", lang, lesson=name, site=True)
    solution = dict(panel.controller.run.lesson.solution)
    while panel.controller.run.step.kind != "end":
        step = panel.controller.run.step
        if step.kind == "check":
            answer_all(panel)
            panel.do("forward")
            continue
        assert "tk-lesson-step" in panel.html
        if name not in BATTLES:
            assert "tk-hex" in panel.html, step.id
            assert "tk-il-own" in panel.html, step.id
        if step.kind == "look":
            for at, point in enumerate(step.points):
                panel.do("point", at)
                assert ("tk-fl-card" if name in BATTLES else point.rule) in panel.html
        if not panel.controller.run.is_step_done:
            panel.do("answer", solution[step.id])
        assert panel.error is None
        assert not re.search(r"\{[a-z_]+\}", panel.html), step.id
        panel.do("forward")
        assert panel.error is None
    assert "tk-learned" in panel.html
    assert ("imperium-battle.ipynb?battle=" in panel.html) == (name in BATTLES)


def test_what_the_learner_has_stands_beside_the_map() -> None:
    panel = CoursePanel("imperium", "en", lesson="action-cards", site=True)
    own = re.search(r'<div class="tk-il-own">.*?</div>', panel.html, re.S)
    for word in ("Morale Boost", "Plague", "tactic 3", "1 Leadership"):
        assert word in own[0]


def test_a_planet_to_tap_is_called_by_its_own_name_not_by_that_of_a_technology() -> None:
    panel = CoursePanel("imperium", "de", lesson="council", site=True)
    assert "Magmus" not in panel.html
    assert "Mecatol Rex" in panel.html
    assert "1 Ressource, 6 Einfluss" in panel.html


def test_a_wrong_answer_shows_the_rule_as_a_reason_against_another_answer() -> None:
    panel = CoursePanel("imperium", "de", lesson="moving", site=True)
    advance_to_step(panel.controller.run, "carried")
    panel.refresh()
    panel.do("answer", "scout")
    assert "Das ist verboten" in panel.html


@pytest.mark.parametrize(
    ("name", "topic"), [("goal", "game-end"), ("moving", "fleets"), (COURSE.names[-1], "")]
)
def test_the_end_of_a_lesson_leads_to_the_practice_of_its_topic_and_the_last_to_a_game(
    name: str, topic: str
) -> None:
    panel = CoursePanel("imperium", "de", lesson=name, site=True)
    advance_to_step(panel.controller.run, "end")
    panel.refresh()
    assert (f"topic={topic}" in panel.html) is bool(topic)
    assert ("imperium-game" in panel.html) is (name == COURSE.names[-1])
