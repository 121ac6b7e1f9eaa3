"""A list and a result are restored unchanged, whatever they contain; changes and cuts are reported."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.links import DamagedLinkError, pack_text
from twingkit.core.messages import Fault
from twingkit.learn import classroom
from twingkit.learn.classroom import RuleQuestionCounts, Task, TaskList, TaskListResult, TaskState
from twingkit.learn.classroom.result import MAX_NAME_LENGTH, STATES
from twingkit.learn.classroom.task_list import LONGEST_WORD, MAX_TASKS

WHEN = datetime(2026, 11, 24, 10, 30)
KEYS = (
    "lesson:twing:shield",
    "practice:ember:sets-and-runs",
    "first:ember",
    "position:8efd53ac",
    "puzzle:ember:7",
)

LINES = (
    "lesson twing:shield",
    "practice twing:duels 10",
    "first ember",
    "puzzle ember:2041",
    "position F: F5 vs W: W6",
)

tasks = st.lists(st.sampled_from(LINES), min_size=1, unique=True)
texts = st.text(max_size=200)
counts = st.integers(0, 9999)


def names() -> st.SearchStrategy[str]:
    return st.text(min_size=1, max_size=MAX_NAME_LENGTH).filter(
        lambda text: any(c.isprintable() and c != " " for c in text)
    )


@st.composite
def results(draw: st.DrawFn) -> TaskListResult:
    items = []
    for key in draw(st.lists(st.sampled_from(KEYS), unique=True)):
        right, more = draw(st.integers(0, 4000)), draw(st.integers(0, 4000))
        items.append(
            TaskState(key, draw(st.sampled_from(STATES)), right, right + more, draw(counts), 20261124)
        )
    rules = [
        RuleQuestionCounts(rule, 5, draw(st.integers(0, 5)))
        for rule in draw(st.lists(st.sampled_from(("TW-BAT-4", "IM-ACT-s_retreat", "EM-1")), unique=True))
    ]
    when = draw(st.datetimes(datetime(2000, 1, 1), datetime(2999, 1, 1))).replace(second=0, microsecond=0)
    sign = draw(st.from_regex(r"[0-9a-f]{8}", fullmatch=True))
    return TaskListResult(
        name=draw(names()), list_checksum=sign, when=when, task_states=tuple(items), rule_counts=tuple(rules)
    )


# -- lists


@given(st.text(max_size=60), tasks)
def test_a_list_comes_back_from_the_word_of_its_link(title: str, lines: list[str]) -> None:
    task = TaskList(title, lines)
    assert TaskList.from_token(task.token) == task
    assert TaskList.parse(task.text) == task
    assert task.token.replace("-", "").replace("_", "").isalnum()


@given(texts)
def test_no_text_is_a_list_or_breaks_one(text: str) -> None:
    for read in (
        TaskList.parse,
        TaskList.from_token,
        Task.parse,
        lambda word: TaskList.from_token(pack_text(word)),
    ):
        with suppress(Fault):
            read(text)  # anything else is an error


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("lesson twing", "lesson GAME:LESSON"),
        ("practice twing:duels", "practice GAME:TOPIC 10"),
        ("practice twing:duels 101", "1–100"),
        ("practice twing:duels 0", "practice GAME:TOPIC 10"),
        ("quiz twing:duels", "lesson GAME:LESSON”, “practice"),
        ("lesson Twing:<b>", "lesson GAME:LESSON"),
        ("position " + "x" * 1501, "limit is 1500"),
    ],
)
def test_a_bad_line_says_what_was_expected(line: str, said: str) -> None:
    with pytest.raises(Fault, match=r"expected|too long") as fault:
        Task.parse(line)
    assert said in fault.value.text("en")


def test_lists_have_limits() -> None:
    with pytest.raises(Fault, match="at least one"):
        TaskList("x", ())
    with pytest.raises(Fault, match=f"at most {MAX_TASKS} "):
        TaskList("x", [f"position {n}" for n in range(MAX_TASKS + 1)])
    with pytest.raises(Fault, match="already"):
        TaskList("x", ["practice twing:duels 5", "practice twing:duels 6"])
    with pytest.raises(Fault, match="too long"):
        TaskList("x" * 81, ["first ember"])
    with pytest.raises(Fault, match="too long"):
        TaskList.from_token("A" * (LONGEST_WORD + 1))


def test_a_link_that_inflates_is_refused_before_it_is_unpacked() -> None:
    with pytest.raises(DamagedLinkError, match="200"):
        TaskList.from_token(pack_text("twingkit-list 1\n" + "lesson a:b\n" * 100_000))


def test_a_newer_list_says_so() -> None:
    with pytest.raises(Fault, match="newer"):
        TaskList.parse("twingkit-list 2\nlesson twing:shield")


@pytest.mark.parametrize(
    ("line", "lack"),
    [
        ("lesson twing:shield", None),
        ("lesson twing:nothing", "no lesson"),
        ("practice ember:nothing 5", "no questions"),
        ("lesson chess:shield", "not on this site"),
    ],
)
def test_a_task_says_what_the_installed_games_lack(line: str, lack: str | None) -> None:
    fault = Task.parse(line).unavailable_reason()
    assert (fault is None) == (lack is None)
    assert fault is None or str(lack) in fault.text("en")


# -- results


@given(results())
def test_a_result_comes_back_as_it_went(result: TaskListResult) -> None:
    assert TaskListResult.from_token(result.token) == result
    assert len(result.token.split()) == 1  # no blank at which a mail could break it


@given(results(), st.data())
def test_a_result_that_was_changed_by_hand_says_so_or_is_refused(
    result: TaskListResult, data: st.DataObject
) -> None:
    text = result.token
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("0123456789abcdef;|=x"))
    changed = text[:place] + letter + text[place + 1 :]
    if changed == text:
        return
    with suppress(Fault):  # refused, with a reason
        assert TaskListResult.from_token(changed).is_altered


@given(texts)
def test_no_text_breaks_the_reading_of_results(text: str) -> None:
    for word in (
        text,
        f"twingkit-result.1;{text}",
        f"twingkit-result.1;I;1c7a90d4;2026-11-24T10:30;{text};;00000000",
    ):
        pile = classroom.parse_results(word)
        assert all(fault.fault.text("en") and fault.fault.text("de") for fault in pile.faults)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[:40], "incomplete"),
        (lambda text: text.replace(".1;", ".2;", 1), "newer"),
        (lambda text: text.replace("2026-11-24", "2026-13-24"), "a time"),
        (lambda text: text.replace("done", "won"), "a task"),
        (lambda text: text.replace("5/2", "2/5"), "a rule"),
        (lambda text: text.replace("Ida", ""), "a name"),
        (lambda text: "hello", "twingkit-result.1;"),
    ],
)
def test_a_bad_line_names_its_number_and_what_was_expected(change: object, said: str) -> None:
    items = (TaskState("first:ember", "done", day_done=20261124),)
    good = TaskListResult(
        name="Ida",
        list_checksum="1c7a90d4",
        when=WHEN,
        task_states=items,
        rule_counts=(RuleQuestionCounts("TW-BAT-4", 5, 2),),
    )
    pile = classroom.parse_results(f"{good.token}\n\n{change(good.token)}\n")  # type: ignore[operator] # parametrized
    assert [fault.line_number for fault in pile.faults] == [3]
    assert said in pile.faults[0].fault.text("en")
    assert pile.results == (good,)


# -- many of them


def _result(name: str, minute: int, done: int = 1, of: str = "1c7a90d4", missed: int = 1) -> TaskListResult:
    items = tuple(TaskState(key, "done" if n < done else "open") for n, key in enumerate(KEYS))
    rules = (RuleQuestionCounts("TW-BAT-4", 2, missed), RuleQuestionCounts("TW-BAT-5", 1, 0))
    return TaskListResult(
        name=name, list_checksum=of, when=WHEN.replace(minute=minute), task_states=items, rule_counts=rules
    )


def test_the_newest_result_of_a_name_counts() -> None:
    old, new, other = _result("Ida", 1), _result("IDA", 2, done=2), _result("Ida", 3, of="00000000")
    pile = classroom.parse_results("\n".join(result.token for result in (new, old, other, old)))
    assert pile.results == (new, other)
    assert pile.duplicate_count == 1
    (older,) = pile.superseded
    assert (older.newest, older.results, older.has_more_done) == (new, (old,), False)


def test_of_two_results_of_one_minute_the_one_that_nobody_changed_counts() -> None:
    good = _result("Ida", 1)
    changed = good.token.replace("open", "done")
    for pasted in ([good.token, changed], [changed, good.token]):
        pile = classroom.parse_results("\n".join(pasted))
        assert pile.results == (good,)
        assert pile.superseded[0].results[0].is_altered


def test_an_older_result_with_more_done_is_pointed_at() -> None:
    pile = classroom.parse_results(
        "\n".join(result.token for result in (_result("Ida", 1, done=3), _result("Ida", 2)))
    )
    assert pile.superseded[0].has_more_done


def test_results_are_found_behind_a_sender_in_links_and_before_a_full_stop() -> None:
    from urllib.parse import quote

    one, two, three = (_result(name, 1) for name in ("Ann", "Bo", "Cy"))
    link = f"https://example.org/en/class/?show=results#result={quote(two.token)}"
    pile = classroom.parse_results(f"[10:31] Ann: {one.token}.\n{link}\n> {three.token}")
    assert pile.results == (one, two, three)
    assert not pile.faults


def test_ten_thousand_lines_are_one_table() -> None:
    lines = [_result(f"Learner {n % 4000}", n // 4000).token for n in range(10_000)] + ["garbage"] * 500
    pile = classroom.parse_results("\n".join(lines))
    assert (len(pile.results), len(pile.faults)) == (4000, 500)
    assert sum(len(older.results) for older in pile.superseded) == 6000


def test_the_tables_count_who_missed_what() -> None:
    text = "\n".join(
        _result(name, 1, missed=missed).token for name, missed in (("Ann", 2), ("Bo", 1), ("Cy", 0))
    )
    frame, missed = classroom.results_frame(text), classroom.missed_rules_frame(text)
    assert frame["name"].tolist() == ["Ann", "Bo", "Cy"]
    assert frame[KEYS[0]].tolist() == ["done"] * 3
    assert frame["missed_rules"].tolist() == ["TW-BAT-4=2", "TW-BAT-4=1", ""]
    assert missed.to_dict("records") == [
        {"rule": "TW-BAT-4", "answered": 6, "missed": 3, "learners": 2, "names": "Ann, Bo"}
    ]


def test_a_name_that_is_a_formula_is_text_in_a_spreadsheet() -> None:
    result = _result('=HYPERLINK("x")', 1)
    assert '"\'=HYPERLINK(""x"")"' in classroom.results_csv_text(result.token)
