"""Two tabs of one visitor: in the end the notes of both are there, whichever writes last."""

from __future__ import annotations

import random

import pytest

from twingkit.learn.lesson.progress import HEAD as COURSE
from twingkit.learn.lesson.progress import CourseProgress, merge_progress
from twingkit.learn.quiz.ledger import HEAD, TEXT_LENGTH_LIMIT
from twingkit.learn.quiz.merge import merge_saved_progress
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.quiz.saved_progress import saved_ledger, with_ledger
from twingkit_widgets.site.memory_merge import merge_browser_memory
from twingkit_widgets.site.page import page

GAMES = ("twing", "imperium")
DAY = 739_000


def noted(text: str, seed: int, count: int, game: str = "twing", day: int = DAY) -> str:
    """Return the text after some answers."""
    rng = random.Random(seed)
    topics = tuple(quiz_of(game).topics)
    for _ in range(count):
        ledger = saved_ledger(text, game)
        name = f"{rng.choice(topics)}:any:{rng.randrange(1000)}"
        ledger.record_answer(
            name, rng.random() < 0.6, [f"TW-BAT-{rng.randrange(1, 20)}"], day, rng.randrange(3)
        )
        text = with_ledger(text, game, ledger)
    return text


@pytest.mark.parametrize("seed", range(20))
def test_all_answers_of_two_tabs_are_counted(seed: int) -> None:
    base = noted("", seed, seed % 4)
    own, theirs = noted(base, seed + 100, 5), noted(base, seed + 200, 7)
    ledger, before = (
        saved_ledger(merge_saved_progress(base, own, theirs), "twing"),
        saved_ledger(base, "twing"),
    )
    assert ledger.asked_count == before.asked_count + 12
    assert sum(tally.asked_count for tally in ledger.topics.values()) == ledger.asked_count
    assert sum(tally.right_count for tally in ledger.topics.values()) == ledger.last_day_counts[2]
    assert ledger.last_day_counts[:2] == (DAY, ledger.asked_count)
    for text in (own, theirs):
        part = saved_ledger(text, "twing")
        assert set(part.rules) <= set(ledger.rules)
        assert set(part.topics) <= set(ledger.topics)
    assert ledger.text == saved_ledger(with_ledger("", "twing", ledger), "twing").text


def test_answers_on_another_game_stay() -> None:
    base = noted("", 1, 2)
    text = merge_saved_progress(base, noted(base, 2, 3, "imperium"), noted(base, 3, 4))
    assert [saved_ledger(text, game).asked_count for game in GAMES] == [6, 3]


def test_what_was_missed_comes_back_and_what_came_back_is_gone() -> None:
    topic = next(iter(quiz_of("twing").topics))
    base = saved_ledger("", "twing")
    base.record_answer(f"{topic}:one:1", False, [], DAY)
    text = with_ledger("", "twing", base)
    own, theirs = saved_ledger(text, "twing"), saved_ledger(text, "twing")
    own.record_answer(f"{topic}:one:2", True, [], DAY)
    theirs.record_answer(f"{topic}:two:1", False, [], DAY)
    ledger = saved_ledger(
        merge_saved_progress(text, *(with_ledger("", "twing", one) for one in (own, theirs))), "twing"
    )
    assert set(ledger.return_by_kind) == {f"{topic}:two"}


def test_a_joined_ledger_never_grows_beyond_its_limit() -> None:
    base = noted("", 1, 40)
    text = merge_saved_progress(base, noted(base, 2, 60), noted(base, 3, 60))
    assert len(text) < TEXT_LENGTH_LIMIT
    assert saved_ledger(text, "twing").asked_count == 160


def test_lessons_of_two_tabs_are_done_and_the_better_check_counts() -> None:
    base = f"{COURSE}\nshield begun 1/5\n"
    own = f"{COURSE}\nshield done 3/5\nduels begun 0/0\n"
    theirs = f"{COURSE}\nshield done 4/5\ntraps done 5/5\n"
    progress = CourseProgress.parse(merge_progress(base, own, theirs))
    assert progress.finished_lessons == {"shield", "traps"}
    assert progress.check_scores == {"shield": (4, 5), "traps": (5, 5), "duels": (0, 0)}


def test_a_way_that_only_the_other_tab_went_on_is_its() -> None:
    way = "twingkit-lesson 1\n{}\n{}\n"
    base = CourseProgress(
        check_scores={"shield": (0, 0)}, run_records={"shield": way.format("shield", "a")}
    ).text
    own = CourseProgress(
        check_scores={"shield": (0, 0), "duels": (0, 0)}, run_records={"shield": way.format("shield", "a")}
    ).text
    theirs = CourseProgress(
        check_scores={"shield": (0, 0)}, run_records={"shield": way.format("shield", "b")}
    ).text
    assert CourseProgress.parse(merge_progress(base, own, theirs)).run_records["shield"] == way.format(
        "shield", "b"
    )


def test_what_was_erased_stays_erased_and_what_cannot_be_read_changes_nothing() -> None:
    base, own = noted("", 1, 2), noted("", 1, 3)
    assert merge_browser_memory(base, own, "") == ""
    assert merge_browser_memory(base, "", noted(base, 2, 1)) == ""
    assert merge_browser_memory(base, base, noted(base, 2, 1)) == noted(base, 2, 1)
    assert merge_browser_memory(base, own, f"{HEAD}\nhello\n") == own
    assert merge_browser_memory("a", "b", "c") == "b"


def test_what_was_answered_before_the_browser_said_what_it_keeps_is_counted_once() -> None:
    kept, early = noted("", 1, 5), noted("", 2, 1)
    made = page("practice", "lang=en")
    made[0].load_memory("practice", early)
    made.frame.do("recall", {"practice": kept})
    assert saved_ledger(made.frame.memories["practice"], "twing").asked_count == 6
    assert made[0].progress.asked_count == 6
    made.frame.do("recall", {"practice": kept})
    assert made[0].progress.asked_count == 5, "later the browser says what it has, as it is"


def test_a_page_takes_what_another_tab_did_and_tells_its_client() -> None:
    base, theirs = noted("", 1, 2), noted(noted("", 1, 2), 2, 3)
    made = page("practice", "lang=en")
    made.frame.do("recall", {"practice": base})
    own = noted(base, 4, 1)
    made[0].load_memory("practice", own)
    assert made.frame.memories["practice"] == own
    made.frame.do("merge_memories", {"practice": [base, theirs]})
    assert saved_ledger(made.frame.memories["practice"], "twing").asked_count == 6
    assert made.frame.joined == 1
    assert made[0].progress.asked_count == 6
