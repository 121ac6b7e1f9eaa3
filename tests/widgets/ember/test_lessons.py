"""Lessons and questions of Ember as panels: the other players by name, and a picture of everything."""

from __future__ import annotations

import pytest

from twingkit.ember.lessons import COURSE
from twingkit.ember.rules.cards import DECK
from twingkit_widgets.ember.lesson.views import VIEWS, tappable_item_html
from twingkit_widgets.ember.questions import HAND_ONLY_TOPICS, QUESTIONS_WITHOUT_TABLE
from twingkit_widgets.learn.lesson.course_panel import CoursePanel
from twingkit_widgets.learn.practice.panel import PracticePanel


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", COURSE.names)
def test_every_thing_of_a_lesson_has_its_picture(name: str, lang: str) -> None:
    lesson = COURSE.lesson(name)
    for step in lesson.steps:
        for point in step.points:
            drawn = tappable_item_html(point.thing)
            assert "<svg" in drawn or point.thing == "pile", point.thing
            assert point.thing in DECK or f">{point.thing}<" not in drawn, "a name, no id"
    assert "<svg" in str(VIEWS.lesson_picture(COURSE.lesson_entries[name]))


def test_the_others_go_by_the_names_of_the_texts() -> None:
    panel = CoursePanel("ember", "en", lesson="abilities", site=True)
    assert ">Ida" in panel.html
    assert "Player 2" not in panel.html


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_question_of_every_topic_shows_its_table(lang: str) -> None:
    from twingkit.learn.quiz.quiz_of import quiz_of

    quiz = quiz_of("ember")
    for topic in quiz.topics:
        kind = next(kind for kind in quiz.makers(topic) if f"{topic}:{kind}" not in QUESTIONS_WITHOUT_TABLE)
        panel = PracticePanel(lang, game="ember", item=f"{topic}:{kind}:1")
        assert panel.error is None
        assert ("em-hand" if topic in HAND_ONLY_TOPICS else "em-table") in panel.html, (topic, kind)


def test_what_a_creature_is_worth_is_said_in_words_in_lessons() -> None:
    for shown in (tappable_item_html("phoenix"), CoursePanel("ember", lesson="conjuring", site=True).html):
        assert "13 Victory Points" in shown
