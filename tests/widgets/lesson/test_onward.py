"""The links of a course: at the end of a lesson, and on the map once all lessons are done."""

from __future__ import annotations

import re

import attrs
import pytest

from twingkit.core.games import game_by_id
from twingkit.learn.lesson.course import course_of
from twingkit.testing.lessons import advance_to_step
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.course_panel import CoursePanel
from twingkit_widgets.learn.lesson.view import LessonView
from twingkit_widgets.learn.lesson.views import lesson_pictures_of
from twingkit_widgets.panel.address.addresses import page_href, page_name_of
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.site.start_card import start_card_class

GAMES = ("twing", "imperium", "ember", "imajica")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_course_that_is_done_leads_to_a_game_and_to_practice(game: str, lang: str) -> None:
    course = course_of(game)
    assert course is not None
    panel = CoursePanel(game, lang, site=True)
    done = "".join(f"{name} done 5/5\n" for name in course.names)
    panel.load_memory(panel.views.memory_name, f"twingkit-course 1\n{done}")
    for kind in ("play", "practice"):
        assert f'href="{page_href(page_name_of(game, kind) or "")}"' in panel.html


@pytest.mark.parametrize("game", ["twing", "ember", "imajica"])
def test_the_last_lesson_leads_to_a_game_and_every_one_to_questions_of_its_topic(game: str) -> None:
    course = course_of(game)
    assert course is not None
    for name in (course.names[0], course.names[-1]):
        panel = CoursePanel(game, "en", lesson=name, site=True)
        assert panel.controller is not None
        advance_to_step(panel.controller.run, panel.controller.run.steps[-1].id)
        panel.refresh()
        play, practice = page_name_of(game, "play") or "", page_name_of(game, "practice") or ""
        assert (f'href="{page_href(play)}"' in panel.html) is (name == course.names[-1])
        topic = panel.controller.lesson.topic
        assert page_href(practice, topic=topic).replace("&", "&amp;") in panel.html


def test_the_lab_of_a_lesson_by_house_rules_gets_its_battle_and_its_rules() -> None:
    course = course_of("twing")
    assert course is not None
    lesson = course.lesson("first-battle")
    data = {
        "id": "own",
        "title": lesson.title,
        "goal": lesson.goal,
        "table": "variant box ties=defender\nbattle F: F5 vs W: W5\n",
        "step": [{"id": "end", "kind": "end", "title": lesson.title}],
    }
    controller = LessonController(course.parse_lesson(data), site=True)
    [link] = re.findall(r'href="(battle-lab[^"]*)"', LessonView(controller).html())
    query = link.partition("?")[2].replace("&amp;", "&")
    panel = open_page("battle-lab", f"{query}&lang=en")[0]
    assert (panel.draft.line(), str(panel.draft.variant)) == ("F: F5 vs W: W5", "box ties=defender")
    assert panel.fault is None


@pytest.mark.parametrize("game", GAMES)
def test_the_start_page_begins_the_first_lesson_and_so_does_the_button_of_the_list(game: str) -> None:
    course, page = course_of(game), page_name_of(game, "learn")
    assert course is not None
    assert page is not None
    first = course.names[0]
    card = start_card_class(game)(game_by_id(game)).html()
    assert f'href="{page_href(page, lesson=first)}"'.replace("&", "&amp;") in card
    panel = CoursePanel(game, "en", site=True)
    assert re.search(rf'data-act="lesson" data-value="{first}"[^>]* data-shortcut="n"', panel.html)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_lesson_shows_its_end_again_and_can_be_begun_again(game: str) -> None:
    course = course_of(game)
    assert course is not None
    panel = CoursePanel(game, "en", lesson=course.names[0], site=True)
    assert panel.controller is not None
    advance_to_step(panel.controller.run, panel.controller.run.steps[-1].id)
    panel.do("back")
    panel.do("forward")
    later = CoursePanel(game, "en", lesson=course.names[0], site=True)
    later.load_memory(panel.views.memory_name, panel.course)
    assert later.controller is not None
    assert later.controller.run.step.kind == "end"
    later.show_query({})
    later.show_query({"lesson": course.names[0]})
    assert later.controller.run.step.kind == "end"
    later.do("restart")
    assert later.controller.run.step_index == 0


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_lesson_without_a_topic_does_not_lead_to_questions_of_this(lang: str) -> None:
    course = course_of("twing")
    assert course is not None
    for topic in ("", "shield"):
        lesson = attrs.evolve(course.lesson("shield"), topic=topic)
        said = "".join(
            map(str, lesson_pictures_of("twing").end_links_html(LessonController(lesson, site=True)))
        )
        this = {"en": "Practise this topic", "de": "Dieses Thema üben"}[lang]
        assert (this in said) is bool(topic)
        assert {"en": "Practise", "de": "ben</a>"}[lang] in said
