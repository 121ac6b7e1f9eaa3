"""The questions that are repeated in practice, the next question, and the summary of a record."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from long_runs import runs
from quiz.ledgers import DAY, RULES, ledgers, names

from twingkit.learn.quiz.ledger import MIN_RIGHT_BEGUN, MIN_RIGHT_KNOWN, Ledger
from twingkit.learn.quiz.tally import QUESTIONS_UNTIL_RETURN, WAIT_DAYS, AnswerTally
from twingkit.twing.quiz import TOPICS

some_topics = st.sets(st.sampled_from(TOPICS), min_size=1)


def ask(ledger: Ledger, topics: set[str], day: int, seed: int) -> str:
    """Return the name of the next question; if any kind will do, one of three."""
    topic, kind, _ = ledger.next_topic(topics, day, seed)
    return f"{topic}:{kind or ['winner', 'power', 'last'][seed % 3]}:{seed}"


# -- repeated questions


def test_a_right_answer_comes_back_after_1_3_7_16_35_and_80_days() -> None:
    ledger, day, found = Ledger(TOPICS), DAY, []
    for turn in range(8):
        ledger.record_answer(f"shield:winner:{turn}", True, ["TW-BAT-4"], day)
        ledger.record_answer(f"shield:winner:{turn + 50}", True, ["TW-BAT-4"], day)
        assert ledger.due_topics(day) == ()
        found.append(ledger.topics["shield"].due_day - day)
        assert ledger.rules["TW-BAT-4"].tally.due_day == ledger.topics["shield"].due_day
        day = ledger.topics["shield"].due_day
        assert ledger.due_topics(day - 1) == ()
        assert ledger.due_topics(day) == ("shield",)
    assert found == [*WAIT_DAYS[1:], 80, 80], "answering twice on one day does not put it off twice"


def test_a_miss_makes_it_due_at_once_and_begins_the_days_again() -> None:
    ledger = Ledger(TOPICS)
    for turn, day in enumerate((DAY, DAY + 1, DAY + 4)):
        ledger.record_answer(f"shield:winner:{turn}", True, ["TW-BAT-4"], day)
    ledger.record_answer("shield:winner:9", False, ["TW-BAT-4"], DAY + 5)
    assert ledger.due_topics(DAY + 5) == ("shield",)
    ledger.record_answer("shield:winner:10", True, ["TW-BAT-4"], DAY + 5)
    assert ledger.due_topics(DAY + 5) == ()
    assert ledger.topics["shield"].due_day == ledger.rules["TW-BAT-4"].tally.due_day == DAY + 6


def test_a_missed_kind_comes_back_after_two_others() -> None:
    ledger = Ledger(TOPICS)
    ledger.record_answer("shield:winner:1", False, ["TW-BAT-4"], DAY)
    asked = []
    for seed in range(4):
        name = ask(ledger, set(TOPICS), DAY, seed)
        asked.append(name.rpartition(":")[0])
        ledger.record_answer(name, True, [], DAY)
    assert asked.index("shield:winner") == QUESTIONS_UNTIL_RETURN
    assert asked.count("shield:winner") == 1
    assert not any(name.startswith("shield") for name in asked[:QUESTIONS_UNTIL_RETURN])
    assert ledger.return_by_kind == {}


@given(ledgers, names, some_topics, st.lists(st.booleans(), min_size=30, max_size=30))
def test_a_miss_comes_back_within_a_few_questions(
    ledger: Ledger, name: str, topics: set[str], rights: list[bool]
) -> None:
    """However the questions in between are answered, missed questions come first."""
    day = DAY + 100
    home = name.rpartition(":")[0]
    topics |= {name.partition(":")[0]}
    ledger.record_answer(name, False, ["TW-BAT-16"], day)
    most = QUESTIONS_UNTIL_RETURN + len(ledger.return_by_kind) + 1
    for turn in range(most):
        asked = ask(ledger, topics, day, turn)
        if asked.rpartition(":")[0] == home:
            return
        ledger.record_answer(asked, rights[turn], [], day)
    pytest.fail(f"{home} did not come back within {most} questions")


@given(ledgers, names, st.sampled_from(RULES))
def test_a_missed_rule_brings_back_its_kind_of_question(ledger: Ledger, name: str, rule: str) -> None:
    ledger.record_answer(name, False, [rule], DAY + 100)
    home = name.rpartition(":")[0]
    assert ledger.rules[rule].question_kind == home
    assert (
        rule
        in next(
            each for each in ledger.summary(DAY + 100) if each.topic == home.partition(":")[0]
        ).missed_rules
    )
    ledger.record_answer(f"{home}:5", True, [], DAY + 101)
    assert ledger.rules[rule].tally.due_day == DAY + 102, "it has come back, whatever rule decided it then"


def test_what_is_due_comes_before_what_is_new_and_what_was_missed_before_all() -> None:
    ledger = Ledger(TOPICS)
    for topic, right in (("traps", True), ("duels", False), ("shield", True)):
        for turn in range(MIN_RIGHT_BEGUN):
            ledger.record_answer(f"{topic}:winner:{turn}", right, [], DAY)
    later = DAY + 3
    assert ledger.next_topic(TOPICS, DAY, 1) == ("duels", "winner", 1)
    ledger.return_by_kind.clear()
    asked = []
    for seed in range(4):
        topic, _, _ = ledger.next_topic(TOPICS, later, seed)
        asked.append(topic)
        ledger.record_answer(f"{topic}:other:1", True, [], later)
    assert asked == ["duels", "shield", "traps", "elements-and-cards"]


def test_a_due_rule_is_asked_where_it_was_asked_before() -> None:
    ledger = Ledger(TOPICS)
    ledger.record_answer("traps:which:1", True, ["TW-BAT-13"], DAY)
    ledger.record_answer("traps:other:1", True, [], DAY)
    ledger.topics["traps"] = AnswerTally(2, 2, 4, DAY + 16, DAY)
    assert ledger.next_topic(["traps"], DAY + 1, 1) == ("traps", "which", 1)
    ledger.record_answer("traps:which:2", True, ["TW-BAT-10"], DAY + 1)
    assert ledger.next_topic(["traps"], DAY + 1, 1)[:2] == ("traps", None)


def test_new_topics_come_in_the_order_of_the_course_and_rise_in_level() -> None:
    ledger, asked, levels = Ledger(TOPICS), [], []
    for turn in range(MIN_RIGHT_BEGUN * len(TOPICS)):
        topic, kind, level = ledger.next_topic(reversed(TOPICS), DAY, turn)
        assert kind is None
        asked.append(topic)
        levels.append(level)
        ledger.record_answer(f"{topic}:winner:{turn}", True, [], DAY)
    assert asked == [topic for topic in TOPICS for _ in range(MIN_RIGHT_BEGUN)]
    assert set(levels) == {1}
    found = [ledger.next_level("duels")]
    for turn in range(6):
        ledger.record_answer(f"duels:winner:{turn}", True, [], DAY)
        found.append(ledger.next_level("duels"))
    assert found == [2, 2, 2, 2, 2, 3, 3]
    ledger.record_answer("duels:winner:9", False, [], DAY)
    assert ledger.next_level("duels") == 1, "after a miss it begins easily again"


def test_everything_so_far_grows_when_it_sits() -> None:
    ledger = Ledger(TOPICS)
    assert ledger.practice_topics() == TOPICS[:1]
    for turn in range(MIN_RIGHT_BEGUN):
        assert ledger.practice_topics() == TOPICS[:1]
        ledger.record_answer(f"{TOPICS[0]}:winner:{turn}", True, [], DAY)
    assert ledger.practice_topics() == TOPICS[:2]
    ledger.record_answer(f"{TOPICS[5]}:winner:1", False, [], DAY)
    assert ledger.practice_topics() == (TOPICS[0], TOPICS[5]), "what a lesson asked counts as learned"


# -- invariants, and reproducibility


@given(ledgers, some_topics, st.integers(DAY, DAY + 500), st.integers(0, 10**6))
def test_there_is_always_a_next_question_and_the_same_one(
    ledger: Ledger, topics: set[str], day: int, seed: int
) -> None:
    before = ledger.text
    topic, kind, level = ledger.next_topic(topics, day, seed)
    assert topic in topics
    assert kind is None or kind == kind.strip()
    assert level in (1, 2, 3)
    assert ledger.next_topic(sorted(topics), day, seed) == (topic, kind, level)
    assert ledger.text == before


@settings(max_examples=runs(10, 200))
@given(some_topics, st.lists(st.booleans(), min_size=120, max_size=120), st.booleans())
def test_practice_never_ends_and_never_sticks(topics: set[str], rights: list[bool], good: bool) -> None:
    """A learner who answers well sees every topic, and no topic all the time."""
    ledger, asked = Ledger(TOPICS), []
    for turn, right in enumerate(rights):
        name = ask(ledger, topics, DAY + turn // 60, turn)
        asked.append(name.partition(":")[0])
        ledger.record_answer(name, good or right, ["TW-BAT-16", "TW-BAT-17"], DAY + turn // 60)
    if good:
        assert set(asked) == topics
        assert max(asked.count(topic) for topic in topics) <= 120 / len(topics) + 60


def test_the_rest_is_asked_by_weakness_and_not_the_same_twice() -> None:
    ledger = Ledger(TOPICS)
    for topic in TOPICS[:4]:
        for turn in range(MIN_RIGHT_BEGUN):
            ledger.record_answer(f"{topic}:winner:{turn}", True, [], DAY)
    asked = []
    for seed in range(12):
        topic, _, _ = ledger.next_topic(TOPICS[:4], DAY, seed)
        asked.append(topic)
        ledger.record_answer(f"{topic}:winner:{seed}", True, [], DAY)
    assert len(set(asked)) >= 3
    assert all(one != two for one, two in pairwise(asked))


@pytest.mark.parametrize("topics", [[], ["weather"], ["shield", "weather"]])
def test_only_topics_of_the_course_are_asked(topics: list[str]) -> None:
    with pytest.raises(ValueError, match="elements-and-cards"):
        Ledger(TOPICS).next_topic(topics, DAY, 1)


@pytest.mark.parametrize(
    ("name", "rules", "day"),
    [
        ("shield", [], DAY),
        ("weather:winner:1", [], DAY),
        ("shield:Two Words:1", [], DAY),
        ("shield:winner:1", ["<b>"], DAY),
        ("shield:winner:1", [], -1),
    ],
)
def test_what_is_no_answer_is_not_noted(name: str, rules: list[str], day: int) -> None:
    ledger = Ledger(TOPICS)
    with pytest.raises(ValueError, match="is no"):
        ledger.record_answer(name, True, rules, day)
    assert ledger == Ledger(TOPICS)


# -- summary, merging, erasing


@given(ledgers)
def test_the_summary_has_every_topic_in_order(ledger: Ledger) -> None:
    summary = ledger.summary(DAY + 100)
    assert [each.topic for each in summary] == list(TOPICS)
    for each in summary:
        if each.topic not in ledger.topics:
            assert (each.advice, each.asked_count, each.share_right) == ("new", 0, None)
        else:
            tally = ledger.topics[each.topic]
            assert each.asked_count == tally.asked_count == tally.right_count + tally.missed_count > 0
            assert each.share_right == tally.right_count / tally.asked_count
        if each.advice == "good":
            assert not each.is_due
            assert not each.missed_rules


def test_the_advice_follows_what_happened() -> None:
    ledger = Ledger(TOPICS)

    def advice(day: int) -> str:
        return next(each for each in ledger.summary(day) if each.topic == "shield").advice

    assert advice(DAY) == "new"
    ledger.record_answer("shield:winner:1", False, ["TW-BAT-4"], DAY)
    assert advice(DAY) == "again"
    ledger.record_answer("shield:winner:2", True, ["TW-BAT-4"], DAY)
    assert advice(DAY) == "more"
    for turn in range(MIN_RIGHT_BEGUN):
        ledger.record_answer(f"shield:winner:{turn}", True, [], DAY)
    assert advice(DAY) == "some", "easy questions alone make nobody know a topic well"
    while ledger.topics["shield"].right_count < MIN_RIGHT_KNOWN:
        assert advice(DAY) == "some"
        ledger.record_answer("shield:winner:9", True, [], DAY)
    assert ledger.next_level("shield") == 3
    assert advice(DAY) == "good"
    assert advice(DAY + 1) == "due"


@given(ledgers, ledgers)
def test_merging_loses_no_topic_and_doing_it_twice_changes_nothing(one: Ledger, two: Ledger) -> None:
    both = Ledger.parse(one.text, TOPICS)
    both.merge(two)
    for topic in {*one.topics, *two.topics}:
        counts = [each.topics[topic].asked_count for each in (one, two) if topic in each.topics]
        assert both.topics[topic].asked_count == max(counts)
    assert set(both.rules) == {*one.rules, *two.rules}
    assert both.asked_count == max(one.asked_count, two.asked_count)
    assert Ledger.parse(both.text, TOPICS) == both
    once = both.text
    both.merge(two)
    both.merge(Ledger(TOPICS))
    assert both.text == once


@given(ledgers)
def test_merging_into_an_empty_ledger_is_taking_it_over(ledger: Ledger) -> None:
    empty = Ledger(TOPICS)
    empty.merge(ledger)
    assert empty == ledger


@given(ledgers)
def test_erasing_forgets_everything(ledger: Ledger) -> None:
    assume(ledger.asked_count)
    ledger.erase()
    assert ledger == Ledger(TOPICS)
    assert ledger.text == ""
