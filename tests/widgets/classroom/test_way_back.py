"""The way back from the pages on which the steps of a list are done, and what its pages say about them."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

import pytest

from twingkit.learn.classroom import TaskList
from twingkit.learn.classroom.rule_lessons import game_and_lesson_of_rule
from twingkit.learn.classroom.saved_lists import LearnerProgress, SavedLists
from twingkit.learn.classroom.task_list import Task
from twingkit.learn.first_game.met_rules import FirstGameProgress
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.learn.puzzles.puzzle import puzzle_set
from twingkit.learn.puzzles.tried_puzzles import TriedPuzzles
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.quiz.saved_progress import with_ledger
from twingkit_widgets.learn.classroom.list_back_link import TasksOnPage, tasks_on_page
from twingkit_widgets.learn.classroom.list_panel import TaskListEditorPanel
from twingkit_widgets.learn.classroom.results_panel import ResultsPanel
from twingkit_widgets.learn.classroom.task_names import parse_position, task_title, typed_position_by_checksum
from twingkit_widgets.panel.page_messages import elements
from twingkit_widgets.site.page import page

DAY = 739000
WHEN = datetime(2026, 11, 24, 10, 30)
PUZZLE = puzzle_set("ember", "hard")[0].id
LIST = TaskList(
    "Monday",
    (
        "practice ember:conjuring 2",
        "lesson ember:conjuring",
        "first ember",
        f"puzzle ember:{PUZZLE}",
        "position F: F5 vs W: W6",
    ),
)


def _kept() -> SavedLists:
    lists = SavedLists()
    lists.start_or_continue("Ida", LIST, LearnerProgress())
    return lists


def _practised(answers: int) -> str:
    ledger = Ledger(tuple(quiz_of("ember").topics))
    for number in range(answers):
        ledger.record_answer(f"conjuring:which:{number}", True, ["EM-CONJ-1"], DAY)
    return with_ledger("", "ember", ledger)


LEARNED = {
    "ember-practice": ("practice", _practised(2)),
    "ember-learn": (
        "ember-course",
        CourseProgress(finished_lessons={"conjuring"}, check_scores={"conjuring": (5, 5)}).text,
    ),
    "ember-first": ("met", FirstGameProgress(finished_games={"ember": 1}).text),
    "ember-puzzles": ("puzzles", TriedPuzzles({("ember", PUZZLE): (True, DAY)}).text),
}


@pytest.mark.parametrize("name", LEARNED)
def test_each_page_of_a_list_leads_back_and_says_when_its_step_is_done(name: str) -> None:
    shown: list[int] = []
    way = tasks_on_page(name, lambda: shown.append(1))
    assert way is not None
    assert way.html("") is None
    way.load_memory("class", _kept().text)
    assert "Back to the list “Monday”" in str(way.html(""))
    assert not way.all_done
    memory = next(other for other in way.MEMORY_TRAITS if other != "class")
    way.load_memory(memory, LEARNED[name][1])
    assert way.all_done
    assert ": done" in str(way.html(""))
    assert len(shown) == 2


def test_a_page_without_steps_of_the_list_leads_nowhere() -> None:
    way = TasksOnPage("imajica-practice", "practice", lambda: None)
    way.load_memory("class", _kept().text)
    assert way.html("") is None
    assert tasks_on_page("ember-rules", lambda: None) is None
    assert tasks_on_page("class", lambda: None) is None


def test_what_was_done_on_an_earlier_day_is_over() -> None:
    lists = _kept()
    next(iter(lists.lists.values())).day_by_task["practice:ember:conjuring"] = DAY
    for today, there in ((DAY, True), (DAY + 1, False)):
        way = TasksOnPage("ember-practice", "practice", lambda: None, today)
        way.load_memory("class", lists.text)
        way.load_memory("practice", _practised(2))
        assert (way.html("") is not None) == there


@pytest.mark.parametrize("broken", ["nonsense", "twingkit-class 1\nlist x"])
def test_what_the_browser_kept_and_nobody_can_read_leads_nowhere(broken: str) -> None:
    way = TasksOnPage("ember-practice", "practice", lambda: None)
    way.load_memory("class", broken)
    assert way.html("") is None


def test_the_last_question_leads_back_below_its_answer() -> None:
    opened = page("ember-practice", "topic=conjuring&lang=de")
    opened.frame.do("recall", {"class": _kept().text})
    assert "Zurück zur Liste" in opened.frame.html
    for _ in range(2):
        assert "Zurück zur Liste" not in opened[0].html
        opened[0].do("answer", 0)
        back = opened[0].html
        opened[0].do("next")
    assert "Zurück zur Liste „Monday“" in back


def test_the_page_of_a_class_shows_a_learner_the_lists_and_a_teacher_the_list_made() -> None:
    panel = TaskListEditorPanel()
    panel.load_memory("class", _kept().text)
    assert "<h1>Your lists</h1>" in panel.html
    panel.do("toggle", "puzzle ember:hard")
    assert "<h1>A class</h1>" in panel.html


def test_a_puzzle_is_put_on_a_list_by_its_link() -> None:
    panel = TaskListEditorPanel()
    panel.do("game", "ember")
    panel.do("puzzle", {"puzzle": f"https://example.org/en/ember-puzzles/?puzzle={PUZZLE}"})
    assert [task.name for task in panel.tasks] == [PUZZLE]
    panel.do("puzzle", {"puzzle": "no-such"})
    assert "has no puzzle" in panel.html
    assert len(panel.tasks) == 1


def test_a_rule_leads_to_the_lesson_about_it_not_to_one_that_names_it_before() -> None:
    assert game_and_lesson_of_rule("EM-CONJ-2") == ("ember", "conjuring")
    assert game_and_lesson_of_rule("EM-COST-5") == ("ember", "archmage")


def test_one_result_is_one_and_a_known_list_needs_no_code() -> None:
    panel = ResultsPanel()
    lists = _kept()
    panel.load_memory("class", lists.text)
    word = next(iter(lists.lists.values())).result("Ida", LearnerProgress(), WHEN).token
    panel.do("take", word)
    assert panel.status == "1 result in the table."
    assert "<h2>Monday</h2>" in panel.html
    other = TaskList("Monday", LIST.tasks[:2])
    lists.start_or_continue("Ida", other, LearnerProgress())
    panel.load_memory("class", lists.text)
    panel.do("take", lists.lists[other.token].result("Ida", LearnerProgress(), WHEN).token)
    assert panel.status == "2 results in the table."
    assert f"<h2>Monday (code {other.checksum})</h2>" in panel.html


def test_the_first_task_of_a_list_is_moved_no_further_up() -> None:
    panel = TaskListEditorPanel()
    for lesson in ("lesson twing:shield", "lesson twing:traps"):
        panel.do("toggle", lesson)
    shield, traps = (task.key for task in panel.tasks)
    assert immovable_tasks(panel) == [shield]
    panel.do("up", traps)
    assert immovable_tasks(panel) == [traps]
    assert [task.key for task in panel.tasks] == [traps, shield]


def immovable_tasks(panel: TaskListEditorPanel) -> list[str]:
    """Return the tasks that cannot be moved up."""
    return [
        found["data-value"]
        for _, found in elements(panel.html)
        if found.get("data-act") == "up" and found.get("aria-disabled") == "true"
    ]


def test_bad_lines_have_the_numbers_that_they_have_in_the_field() -> None:
    panel = ResultsPanel()
    panel.do("take", {"text": "\n\ngood morning\n\n\ngood night"})
    assert "good morning\ngood night</textarea>" in panel.html
    assert "Line 1 in the field" in panel.html
    assert "Line 2 in the field" in panel.html
    assert "Line 3" not in panel.html


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("en/battle-lab/?battle=F:_F5_F3_~_F4_vs_W:_W6&view=charts", "Battle lab: F: F5 F3 + F4 vs W: W6"),
        ("en/rulebook/TW-BAT-16/", "Rulebook: TW-BAT-16"),
    ],
)
def test_a_position_that_was_added_by_its_address_is_called_by_what_it_shows(
    address: str, title: str
) -> None:
    task = Task("position", "", parse_position(f"https://example.org/{address}"))
    assert task_title(task.key, typed_position_by_checksum((task,))) == f"Position: {title}"


def test_a_result_comes_in_the_fragment_of_a_link_never_in_its_query() -> None:
    word = next(iter(_kept().lists.values())).result("Ida", LearnerProgress(), WHEN).token
    opened = page("class", "show=results&lang=en")
    opened.frame.do("fragment", f"result={quote(word)}")
    assert "Ida" in opened[0].html
    asked = page("class", f"result={quote(word)}&lang=en")
    assert asked.fault_panel is not None
    assert "Ida" not in asked[0].html
    learn = page("learn", "lang=en")
    learn.frame.do("fragment", "result=x")  # a page that takes none
    assert learn.frame.error is None
