"""A list that a browser keeps: only what was done after its beginning counts."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.messages import Fault
from twingkit.learn.classroom import Assignment
from twingkit.learn.classroom.saved_lists import MAX_LISTS, LearnerProgress, SavedLists, merge_lists
from twingkit.learn.lesson.progress import Progress
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of

DAY = 739000
LIST = Assignment("Monday", ("practice twing:duels 2", "lesson twing:shield", "position F: F5 vs W: W6"))
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
    begun = kept.begin("Ida", LIST, LearnerProgress({"twing": _ledger(*before)}))
    after = LearnerProgress({"twing": _ledger(*before, ("duels", True), ("duels", False), ("traps", False))})
    states = begun.states(after)
    assert (states[0].state, states[0].answered, states[0].right) == ("done", 2, 1)
    result = begun.result(kept.name, after, WHEN)
    assert [(count.rule, count.answered, count.missed) for count in result.rules] == [("TW-BAT-4", 2, 1)]
    assert result.when == datetime(2026, 11, 24, 10, 30)


def test_nothing_is_reported_of_topics_that_are_not_on_the_list() -> None:
    begun = SavedLists().begin("Ida", LIST, LearnerProgress())
    assert begun.result("Ida", LearnerProgress({"twing": _ledger(("traps", False))}), WHEN).rules == ()


def test_a_lesson_counts_also_if_it_was_done_before() -> None:
    learned = LearnerProgress({}, {"twing": Progress(done={"shield"}, scores={"shield": (4, 5)})})
    begun = SavedLists().begin("Ida", LIST, learned)
    begun.record_days(learned, DAY)
    item = begun.states(learned)[1]
    assert (item.state, item.right, item.answered, item.day) == ("done", 4, 5, 20240424)


def test_a_first_game_is_done_once_it_was_played_to_the_end() -> None:
    begun = SavedLists().begin("Ida", Assignment("", ("first ember",)), LearnerProgress())
    assert begun.states(LearnerProgress(first_games={"twing": 1}))[0].state == "open"
    assert begun.states(LearnerProgress(first_games={"ember": 1}))[0].state == "done"


def test_a_position_is_done_as_the_learner_says() -> None:
    begun = SavedLists().begin("Ida", LIST, LearnerProgress())
    begun.ticked.add(LIST.tasks[2].key)
    assert [item.state for item in begun.states(LearnerProgress())] == ["open", "open", "said"]


@given(st.lists(st.tuples(st.sampled_from(("duels", "traps")), st.booleans()), max_size=12), st.booleans())
def test_what_is_kept_comes_back(answers: list[tuple[str, bool]], ticked: bool) -> None:
    kept, learned = SavedLists(), LearnerProgress({"twing": _ledger(*answers)})
    begun = kept.begin("Ida  M", LIST, learned)
    if ticked:
        begun.ticked.add(LIST.tasks[2].key)
    begun.record_days(learned, DAY)
    assert SavedLists.parse(kept.text) == kept
    assert SavedLists.parse("") == SavedLists()


@pytest.mark.parametrize("text", ["hello", "twingkit-class 1\nlist x", "twingkit-class 1\nname Ida\nsaid it"])
def test_a_text_that_is_none_names_its_line(text: str) -> None:
    with pytest.raises(Fault, match=f"line {len(text.splitlines())}"):
        SavedLists.parse(text)


def test_a_list_begun_again_goes_on_and_the_oldest_goes_first() -> None:
    kept = SavedLists()
    first = kept.begin("Ida", LIST, LearnerProgress())
    assert kept.begin("Ida", LIST, LearnerProgress({"twing": _ledger(("duels", True))})) is first
    for number in range(MAX_LISTS):
        kept.begin("Ida", Assignment(f"List {number}", LIST.tasks), LearnerProgress())
    assert LIST.token not in kept.lists
    assert len(kept.lists) == MAX_LISTS


def test_of_two_tabs_no_list_and_no_tick_is_lost() -> None:
    base = SavedLists()
    base.begin("Ida", LIST, LearnerProgress())
    both = [SavedLists.parse(base.text) for _ in range(2)]
    both[0].begin("Ida", Assignment("", ("first ember",)), LearnerProgress())
    both[0].lists[LIST.token].ticked.add("position:8efd53ac")
    both[1].begin("Ida M", Assignment("", ("first twing",)), LearnerProgress())
    both[1].lists[LIST.token].days["lesson:twing:shield"] = DAY
    for own, theirs in (both, both[::-1]):
        kept = SavedLists.parse(merge_lists(base.text, own.text, theirs.text))
        assert kept.name == "Ida M"
        assert {begun.list.tasks[0].game for begun in kept.lists.values()} == {"ember", "twing"}
        assert len(kept.lists) == 3
        assert kept.lists[LIST.token].ticked == {"position:8efd53ac"}
        assert kept.lists[LIST.token].days == {"lesson:twing:shield": DAY}
    unticked = SavedLists.parse(both[0].text)
    unticked.lists[LIST.token].ticked.clear()
    kept = SavedLists.parse(merge_lists(both[0].text, unticked.text, both[0].text))
    assert kept.lists[LIST.token].ticked == set()
