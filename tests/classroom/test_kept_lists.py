"""A list that a browser keeps: only what was done after its beginning counts."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.messages import Fault
from twingkit.learn.classroom import Assignment
from twingkit.learn.classroom.kept_lists import MOST_LISTS, KeptLists, Learned, joined_lists
from twingkit.learn.lesson.progress import Progress
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of

DAY = 739000
LIST = Assignment("Monday", ("practice twing:duels 2", "lesson twing:shield", "position F: F5 vs W: W6"))
WHEN = datetime(2026, 11, 24, 10, 30, 59)


def _ledger(*answers: tuple[str, bool]) -> Ledger:
    ledger = Ledger(tuple(quiz_of("twing").topics))
    for number, (topic, right) in enumerate(answers):
        ledger.note(f"{topic}:winner:{number}", right, ["TW-BAT-4" if topic == "duels" else "TW-BAT-9"], DAY)
    return ledger


def test_only_questions_after_the_beginning_count() -> None:
    kept = KeptLists()
    before = (("duels", False), ("duels", True))
    begun = kept.begin("Ida", LIST, Learned({"twing": _ledger(*before)}))
    after = Learned({"twing": _ledger(*before, ("duels", True), ("duels", False), ("traps", False))})
    states = begun.states(after)
    assert (states[0].state, states[0].answered, states[0].right) == ("done", 2, 1)
    result = begun.result(kept.name, after, WHEN)
    assert [(count.rule, count.answered, count.missed) for count in result.rules] == [("TW-BAT-4", 2, 1)]
    assert result.when == datetime(2026, 11, 24, 10, 30)


def test_nothing_is_reported_of_topics_that_are_not_on_the_list() -> None:
    begun = KeptLists().begin("Ida", LIST, Learned())
    assert begun.result("Ida", Learned({"twing": _ledger(("traps", False))}), WHEN).rules == ()


def test_a_lesson_counts_also_if_it_was_done_before() -> None:
    learned = Learned({}, {"twing": Progress(done={"shield"}, scores={"shield": (4, 5)})})
    begun = KeptLists().begin("Ida", LIST, learned)
    begun.note_days(learned, DAY)
    item = begun.states(learned)[1]
    assert (item.state, item.right, item.answered, item.day) == ("done", 4, 5, 20240424)


def test_a_first_game_is_done_once_it_was_played_to_the_end() -> None:
    begun = KeptLists().begin("Ida", Assignment("", ("first ember",)), Learned())
    assert begun.states(Learned(first_games={"twing": 1}))[0].state == "open"
    assert begun.states(Learned(first_games={"ember": 1}))[0].state == "done"


def test_a_position_is_done_as_the_learner_says() -> None:
    begun = KeptLists().begin("Ida", LIST, Learned())
    begun.said.add(LIST.tasks[2].key)
    assert [item.state for item in begun.states(Learned())] == ["open", "open", "said"]


@given(st.lists(st.tuples(st.sampled_from(("duels", "traps")), st.booleans()), max_size=12), st.booleans())
def test_what_is_kept_comes_back(answers: list[tuple[str, bool]], ticked: bool) -> None:
    kept, learned = KeptLists(), Learned({"twing": _ledger(*answers)})
    begun = kept.begin("Ida  M", LIST, learned)
    if ticked:
        begun.said.add(LIST.tasks[2].key)
    begun.note_days(learned, DAY)
    assert KeptLists.read(kept.text) == kept
    assert KeptLists.read("") == KeptLists()


@pytest.mark.parametrize("text", ["hello", "twingkit-class 1\nlist x", "twingkit-class 1\nname Ida\nsaid it"])
def test_a_text_that_is_none_names_its_line(text: str) -> None:
    with pytest.raises(Fault, match=f"line {len(text.splitlines())}"):
        KeptLists.read(text)


def test_a_list_begun_again_goes_on_and_the_oldest_goes_first() -> None:
    kept = KeptLists()
    first = kept.begin("Ida", LIST, Learned())
    assert kept.begin("Ida", LIST, Learned({"twing": _ledger(("duels", True))})) is first
    for number in range(MOST_LISTS):
        kept.begin("Ida", Assignment(f"List {number}", LIST.tasks), Learned())
    assert LIST.word not in kept.lists
    assert len(kept.lists) == MOST_LISTS


def test_of_two_tabs_no_list_and_no_tick_is_lost() -> None:
    base = KeptLists()
    base.begin("Ida", LIST, Learned())
    both = [KeptLists.read(base.text) for _ in range(2)]
    both[0].begin("Ida", Assignment("", ("first ember",)), Learned())
    both[0].lists[LIST.word].said.add("position:8efd53ac")
    both[1].begin("Ida M", Assignment("", ("first twing",)), Learned())
    both[1].lists[LIST.word].days["lesson:twing:shield"] = DAY
    for own, theirs in (both, both[::-1]):
        kept = KeptLists.read(joined_lists(base.text, own.text, theirs.text))
        assert kept.name == "Ida M"
        assert {begun.list.tasks[0].game for begun in kept.lists.values()} == {"ember", "twing"}
        assert len(kept.lists) == 3
        assert kept.lists[LIST.word].said == {"position:8efd53ac"}
        assert kept.lists[LIST.word].days == {"lesson:twing:shield": DAY}
    unticked = KeptLists.read(both[0].text)
    unticked.lists[LIST.word].said.clear()
    kept = KeptLists.read(joined_lists(both[0].text, unticked.text, both[0].text))
    assert kept.lists[LIST.word].said == set()
