"""Where a course leads on: from the end of a lesson, and from the map once all lessons are done."""

from __future__ import annotations

import pytest

from twingkit.lesson.course import course_of
from twingkit.testing.lessons import forward
from twingkit_widgets.lesson.course_panel import CoursePanel
from twingkit_widgets.site.addresses import page_link, page_of

GAMES = ("twing", "imperium", "ember", "imajica")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_course_that_is_done_leads_to_a_game_and_to_practice(game: str, lang: str) -> None:
    course = course_of(game)
    assert course is not None
    panel = CoursePanel(game, lang, site=True)
    done = "".join(f"{name} done 5/5\n" for name in course.names)
    panel.load_memory(panel.views.memory, f"twingkit-course 1\n{done}")
    for kind in ("play", "practice"):
        assert f'href="{page_link(page_of(game, kind) or "", lang)}"' in panel.html


@pytest.mark.parametrize("game", ["twing", "ember", "imajica"])
def test_the_last_lesson_leads_to_a_game_and_every_one_to_questions_of_its_topic(game: str) -> None:
    course = course_of(game)
    assert course is not None
    for name in (course.names[0], course.names[-1]):
        panel = CoursePanel(game, "en", lesson=name, site=True)
        assert panel.controller is not None
        forward(panel.controller.run, panel.controller.run.steps[-1].id)
        panel.refresh()
        play, practice = page_of(game, "play") or "", page_of(game, "practice") or ""
        assert (f'href="{page_link(play, "en")}"' in panel.html) is (name == course.names[-1])
        topic = panel.controller.lesson.topic
        assert page_link(practice, "en", topic=topic).replace("&", "&amp;") in panel.html
