"""The course: its map, its stored progress, and the order of its lessons."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages.addresses import LESSONS

from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.progress import CourseProgress, ProgressError
from twingkit.learn.lesson.run import LessonRun
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit.twing.lessons import COURSE
from twingkit_widgets.learn.lesson.course_panel import CoursePanel
from twingkit_widgets.learn.lesson.views import LessonPictures
from twingkit_widgets.panel.views import views_of

FIRST = "first-battle"


def through(panel: CoursePanel, name: str) -> None:
    """Go through a lesson by its recorded solution, with every question of the check answered correctly."""
    solution = dict(COURSE.lesson(name).solution)
    for _ in range(80):
        assert panel.controller is not None
        run = panel.controller.run
        if run.step.kind == "end":
            return
        if run.step.kind == "check" and not run.is_step_done:
            item = run.check_questions()[len(run.check_answers)]
            panel.do("answer", str([choice.is_right for choice in item.choices].index(True)))
            panel.do("further")
        elif not run.is_step_done:
            given = solution[run.step.id]
            if run.step.kind == "answer":
                run.answer(given)
            else:
                panel.do("answer", given)
        else:
            panel.do("forward")
        assert panel.error is None
    raise AssertionError("the lesson does not end")


def test_the_course_has_all_lessons_in_their_order() -> None:
    assert COURSE.names == list(LESSONS)
    assert {entry["part"] for entry in COURSE.lesson_entries.values()} == set(COURSE.parts)
    for name in LESSONS:
        assert COURSE.lesson(name).title["en"] != COURSE.lesson(name).title["de"] or name == "duels"


def test_the_map_leads_to_the_first_lesson_that_is_not_done() -> None:
    panel = CoursePanel("twing")
    assert panel.html.count("tk-course-next") == 1
    assert f'data-value="{LESSONS[0]}"' in panel.html.split("tk-course-bar")[0]
    assert panel.html.count('data-act="lesson"') == len(LESSONS) + 1
    panel.load_memory("course", f"twingkit-course 1\n{LESSONS[0]} done 5/5\n{LESSONS[1]} begun 0/0\n")
    assert "1 of 17 lessons done" in panel.html
    go = panel.html.split('data-key="go"')[0].rsplit("<button", 1)[1] + panel.html.split('data-key="go"')[1]
    assert LESSONS[1] in go


def test_a_lesson_opens_closes_and_names_itself_in_the_link() -> None:
    panel = CoursePanel("twing", site=True)
    assert panel.address() == {}
    panel.do("lesson", FIRST)
    assert panel.address() == {"lesson": FIRST}
    assert panel.status.startswith("Lesson 2: Your first battle.")
    panel.show_query({"lesson": "shield"})
    assert panel.state == "shield"
    panel.show_query({})
    assert panel.state == ""
    assert CoursePanel("twing", lesson=FIRST).state == FIRST


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_lesson_is_reported_once_and_the_map_is_there(lang: str) -> None:
    panel = CoursePanel("twing", lang, lesson="<b>chess</b>")
    assert "&lt;b&gt;chess" in panel.html
    assert "<b>chess" not in panel.html
    assert panel.html.count('data-act="lesson"') == len(LESSONS) + 1
    panel.do("lesson", FIRST)
    assert "chess" not in panel.html


def test_a_finished_lesson_is_noted_and_leads_to_the_next() -> None:
    panel = CoursePanel("twing", site=True, today=739000)
    panel.do("lesson", FIRST)
    through(panel, FIRST)
    assert FIRST in panel.progress.finished_lessons
    count = COURSE.lesson(FIRST).questions
    assert panel.progress.check_scores[FIRST] == (count, count)
    assert 'data-value="mounts-and-creatures"' in panel.html
    ledger = saved_ledger(panel.ledger, "twing")
    assert sum(line.asked_count for line in ledger.summary(739000)) == count
    panel.do("lesson", "mounts-and-creatures")
    assert panel.state == "mounts-and-creatures"
    panel.do("map")
    assert f"{count} of {count} right" in panel.html


def test_a_reload_goes_on_in_the_middle_of_a_lesson() -> None:
    panel = CoursePanel("twing")
    panel.do("lesson", FIRST)
    panel.do("forward")
    assert panel.controller is not None
    at = panel.controller.run.step.id
    later = CoursePanel("twing", lesson=FIRST)
    later.load_memory("course", panel.course)
    assert later.controller is not None
    assert later.controller.run.step.id == at
    later.do("map")
    later.do("lesson", FIRST)
    assert later.controller.run.step.id == at


def step_of(panel: CoursePanel) -> str:
    assert panel.controller is not None
    return panel.controller.run.step.id


def test_a_tab_that_stood_still_goes_on_where_another_one_is_and_a_further_one_stays() -> None:
    first, other = (CoursePanel("twing", lesson="elements-and-cards") for _ in range(2))
    first.do("forward")
    other.load_memory("course", first.course)
    assert step_of(other) == step_of(first)
    kept, answered = first.course, step_of(first)
    first.do("answer", "mage")
    first.do("forward")
    other.load_memory("course", first.course)
    assert step_of(other) == step_of(first) != answered
    other.load_memory("course", kept)
    assert step_of(other) == step_of(first), "what was answered here is not given up"
    through(first, "elements-and-cards")
    other.load_memory("course", first.course)
    assert step_of(other) != step_of(first), "it is not begun again where it was finished elsewhere"
    assert other.controller is not None
    assert "mage" in other.controller.run.record


def test_damaged_memories_are_refused_and_nothing_is_lost() -> None:
    panel = CoursePanel("twing")
    panel.do("lesson", FIRST)
    panel.do("forward")
    kept = panel.course
    with pytest.raises(ProgressError, match="not 'nonsense'"):
        panel.load_memory("course", "nonsense")
    with pytest.raises(ProgressError, match="lesson done 4/5"):
        panel.load_memory("course", "twingkit-course 1\nfirst-battle perhaps\n")
    with pytest.raises(ValueError, match="twingkit-practice"):
        panel.load_memory("practice", "nonsense")
    assert panel.course == kept


names = st.sampled_from(LESSONS)


@given(st.dictionaries(names, st.tuples(st.integers(0, 5), st.integers(0, 5))), st.sets(names))
def test_progress_reads_what_it_writes(scores: dict[str, tuple[int, int]], done: set[str]) -> None:
    made = CourseProgress(finished_lessons=done & set(scores), check_scores=scores)
    assert CourseProgress.parse(made.text) == made


def test_ways_are_kept_with_the_progress() -> None:
    made, run = CourseProgress(), LessonRun(COURSE.lesson(FIRST))
    made.record_run(run)
    assert made.run_records == {}
    run.forward()
    made.record_run(run)
    assert CourseProgress.parse(made.text) == made
    assert (
        LessonRun.replay(COURSE.lesson(FIRST), CourseProgress.parse(made.text).run_records[FIRST]).step.id
        == run.step.id
    )


def test_two_right_answers_after_each_other_are_praised_in_different_words() -> None:
    panel = CoursePanel("twing", "de", lesson="own-element", today=1)
    assert panel.controller is not None
    solution, said = dict(panel.controller.run.lesson.solution), dict[int, str]()
    while panel.controller.run.step.kind != "check":
        run = panel.controller.run
        if not run.is_step_done:
            run.answer(solution[run.step.id])
            if run.reply.is_right:
                said[run.step_index] = panel.controller.verdict_text(run.reply)
        panel.do("forward")
    after = [(word, said[place + 1]) for place, word in said.items() if place + 1 in said]
    assert len(after) > 2
    assert all(one != other for one, other in after), said


def test_lessons_without_pictures_of_their_own_have_the_style_of_those_of_the_game() -> None:
    assert views_of("ember").css
    assert LessonPictures("ember").css == views_of("ember").css
