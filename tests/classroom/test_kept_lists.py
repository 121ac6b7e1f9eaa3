"""A list stored by a browser: only what was done after its beginning counts."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.messages import Fault
from twingkit.learn.classroom import TaskList
from twingkit.learn.classroom.saved_lists import MAX_LISTS, LearnerProgress, SavedLists, merge_lists
from twingkit.learn.lesson.progress import CourseProgress
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of

DAY = 739000
LIST = TaskList("Monday", ("practice twing:duels 2", "lesson twing:shield", "position F: F5 vs W: W6"))
WHEN = datetime(2026, 11, 24, 10, 30, 59)


def _ledger(*answers: tuple[str, bool]) -> Ledger:
    ledger = Ledger(tuple(quiz_of("twing").topics))
    for number, (topic, right) in enumerate(answers):
        ledger.record_answer(
            f"{topic}:winner:{number}", right, ["TW-BAT-4" if topic == "duels" else "TW-BAT-9"], DAY
        )
    return ledger


def test_only_questions_after_the_beginning_count() -> None:
    kept = SavedLists()
    before = (("duels", False), ("duels", True))
    begun = kept.start_or_continue("Ida", LIST, LearnerProgress({"twing": _ledger(*before)}))
    after = LearnerProgress({"twing": _ledger(*before, ("duels", True), ("duels", False), ("traps", False))})
    states = begun.task_states(after)
    assert (states[0].state, states[0].answered_count, states[0].right_count) == ("done", 2, 1)
    result = begun.result(kept.learner_name, after, WHEN)
    assert [(count.rule, count.answered_count, count.missed_count) for count in result.rule_counts] == [
        ("TW-BAT-4", 2, 1)
    ]
    assert result.when == datetime(2026, 11, 24, 10, 30)


def test_nothing_is_reported_of_topics_that_are_not_on_the_list() -> None:
    begun = SavedLists().start_or_continue("Ida", LIST, LearnerProgress())
    assert begun.result("Ida", LearnerProgress({"twing": _ledger(("traps", False))}), WHEN).rule_counts == ()


def test_a_lesson_counts_also_if_it_was_done_before() -> None:
    learned = LearnerProgress(
        {}, {"twing": CourseProgress(finished_lessons={"shield"}, check_scores={"shield": (4, 5)})}
    )
    begun = SavedLists().start_or_continue("Ida", LIST, learned)
    begun.record_days(learned, DAY)
    item = begun.task_states(learned)[1]
    assert (item.state, item.right_count, item.answered_count, item.day_done) == ("done", 4, 5, 20240424)


def test_a_first_game_is_done_once_it_was_played_to_the_end() -> None:
    begun = SavedLists().start_or_continue("Ida", TaskList("", ("first ember",)), LearnerProgress())
    assert begun.task_states(LearnerProgress(first_games_finished={"twing": 1}))[0].state == "open"
    assert begun.task_states(LearnerProgress(first_games_finished={"ember": 1}))[0].state == "done"


def test_a_position_is_done_as_the_learner_says() -> None:
    begun = SavedLists().start_or_continue("Ida", LIST, LearnerProgress())
    begun.ticked_tasks.add(LIST.tasks[2].key)
    assert [item.state for item in begun.task_states(LearnerProgress())] == ["open", "open", "said"]


@given(st.lists(st.tuples(st.sampled_from(("duels", "traps")), st.booleans()), max_size=12), st.booleans())
def test_what_is_kept_comes_back(answers: list[tuple[str, bool]], ticked: bool) -> None:
    kept, learned = SavedLists(), LearnerProgress({"twing": _ledger(*answers)})
    begun = kept.start_or_continue("Ida  M", LIST, learned)
    if ticked:
        begun.ticked_tasks.add(LIST.tasks[2].key)
    begun.record_days(learned, DAY)
    assert SavedLists.parse(kept.text) == kept
    assert SavedLists.parse("") == SavedLists()


@pytest.mark.parametrize("text", ["hello", "twingkit-class 1\nlist x", "twingkit-class 1\nname Ida\nsaid it"])
def test_a_text_that_is_none_names_its_line(text: str) -> None:
    with pytest.raises(Fault, match=f"line {len(text.splitlines())}"):
        SavedLists.parse(text)


def test_a_list_begun_again_goes_on_and_the_oldest_goes_first() -> None:
    kept = SavedLists()
    first = kept.start_or_continue("Ida", LIST, LearnerProgress())
    assert kept.start_or_continue("Ida", LIST, LearnerProgress({"twing": _ledger(("duels", True))})) is first
    for number in range(MAX_LISTS):
        kept.start_or_continue("Ida", TaskList(f"List {number}", LIST.tasks), LearnerProgress())
    assert LIST.token not in kept.lists
    assert len(kept.lists) == MAX_LISTS


def test_of_two_tabs_no_list_and_no_tick_is_lost() -> None:
    base = SavedLists()
    base.start_or_continue("Ida", LIST, LearnerProgress())
    both = [SavedLists.parse(base.text) for _ in range(2)]
    both[0].start_or_continue("Ida", TaskList("", ("first ember",)), LearnerProgress())
    both[0].lists[LIST.token].ticked_tasks.add("position:8efd53ac")
    both[1].start_or_continue("Ida M", TaskList("", ("first twing",)), LearnerProgress())
    both[1].lists[LIST.token].day_by_task["lesson:twing:shield"] = DAY
    for own, theirs in (both, both[::-1]):
        kept = SavedLists.parse(merge_lists(base.text, own.text, theirs.text))
        assert kept.learner_name == "Ida M"
        assert {begun.task_list.tasks[0].game for begun in kept.lists.values()} == {"ember", "twing"}
        assert len(kept.lists) == 3
        assert kept.lists[LIST.token].ticked_tasks == {"position:8efd53ac"}
        assert kept.lists[LIST.token].day_by_task == {"lesson:twing:shield": DAY}
    unticked = SavedLists.parse(both[0].text)
    unticked.lists[LIST.token].ticked_tasks.clear()
    kept = SavedLists.parse(merge_lists(both[0].text, unticked.text, both[0].text))
    assert kept.lists[LIST.token].ticked_tasks == set()
