"""The record of practice as text: parsed, damaged, and never large."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from long_runs import runs
from quiz.ledgers import DAY, RULES, ledgers

from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.ledger import HEAD, TEXT_LENGTH_LIMIT, Ledger
from twingkit.learn.quiz.tally import MAX_COUNT, AnswerTally, LedgerError, RuleTally
from twingkit.twing.quiz import TOPICS

# -- text


@given(ledgers)
def test_reading_its_text_gives_the_same_ledger(ledger: Ledger) -> None:
    again = Ledger.parse(ledger.text, TOPICS)
    assert again == ledger
    assert again.text == ledger.text
    assert again.next_topic(TOPICS, DAY + 50, 3) == ledger.next_topic(TOPICS, DAY + 50, 3)
    assert again.summary(DAY + 50) == ledger.summary(DAY + 50)


def test_an_empty_ledger_is_an_empty_text() -> None:
    assert Ledger(TOPICS).text == ""
    assert Ledger.parse("", TOPICS) == Ledger.parse(" \n", TOPICS) == Ledger(TOPICS)
    assert Ledger(TOPICS) != Ledger(TOPICS).text


def test_the_text_is_what_the_head_of_the_module_says() -> None:
    ledger = Ledger(TOPICS)
    ledger.record_answer("shield:winner:17", True, ["TW-BAT-4"], DAY)
    ledger.record_answer("shield:winner:18", False, ["TW-BAT-4", "TW-BAT-15"], DAY)
    assert ledger.text.splitlines() == [
        "twingkit-practice 1",
        "asked 2",
        f"today {DAY} 2 1",
        "last shield",
        f"topic shield 2 1 0 {DAY} {DAY}",
        f"rule TW-BAT-4 2 1 0 {DAY} {DAY} shield:winner",
        f"rule TW-BAT-15 1 0 0 {DAY} {DAY} shield:winner",
        "again shield:winner 4",
    ]
    pasted = "\ufeff\n" + ledger.text.replace("\n", "  \r\n") + "\n\n"
    assert Ledger.parse(pasted, TOPICS) == ledger, "what a mail or an editor adds does not matter"


LINES = [
    HEAD,
    "asked 9",
    f"today {DAY} 9 5",
    "last shield",
    f"topic shield 9 5 0 {DAY} {DAY}",
    f"rule TW-BAT-4 2 1 0 {DAY} {DAY} shield:winner",
    "again shield:winner 11",
]


@pytest.mark.parametrize(
    ("line", "damaged", "key"),
    [
        (1, "something else", "head"),
        (1, "twingkit-practice 2", "head"),
        (2, "asked -1", "line"),
        (2, "asked 0", "line"),
        (2, "asked ²", "line"),
        (3, f"today {DAY} 5 9", "line"),
        (3, f"today {DAY} 5", "line"),
        (4, "last sheild", "line"),
        (4, "last duels", "short"),
        (4, "", "short"),
        (5, f"topic shield 9 10 0 {DAY} {DAY}", "line"),
        (5, f"topic shield 9 5 7 {DAY} {DAY}", "line"),
        (5, f"topic weather 9 5 0 {DAY} {DAY}", "line"),
        (6, f"rule TW-BAT-4 2 1 0 {DAY} {DAY} shield", "line"),
        (6, f"rule tw:bat 2 1 0 {DAY} {DAY} shield:winner", "line"),
        (6, f"rule TW-BAT-4 0 0 0 {DAY} {DAY} shield:winner", "line"),
        (6, f"topic shield 9 5 0 {DAY} {DAY}", "line"),
        (7, "again shield:<b> 11", "line"),
        (7, "again shield:winner 99999999", "line"),
        (7, "forgotten shield", "word"),
    ],
)
def test_a_damaged_text_is_one_clear_error(line: int, damaged: str, key: str) -> None:
    lines = LINES.copy()
    Ledger.parse("\n".join(lines), TOPICS)
    lines[line - 1] = damaged
    with pytest.raises(LedgerError) as caught:
        Ledger.parse("\n".join(lines), TOPICS)
    assert caught.value.key == key
    if key in ("line", "word"):
        assert caught.value.line == line
        assert f"Line {line} " in str(caught.value)
        assert damaged[:30] in str(caught.value)
    for lang in LANGUAGES:
        assert "{" not in caught.value.text(lang)


@given(st.text(max_size=60), st.integers(1, 8))
@example("\x00 \u202e", 3)
def test_whatever_stands_in_a_line_is_read_or_explained(text: str, line: int) -> None:
    lines = LINES.copy()
    lines[line - 1 : line] = [text]
    said = ""
    try:
        read = Ledger.parse("\n".join(lines), TOPICS)
    except LedgerError as fault:
        said = fault.text("de")
    else:
        assert Ledger.parse(read.text, TOPICS) == read
    assert all(letter.isprintable() for letter in said)


def test_a_text_that_is_too_long_is_refused_at_once() -> None:
    with pytest.raises(LedgerError, match="longer than"):
        Ledger.parse(HEAD + "\n" + "x" * TEXT_LENGTH_LIMIT, TOPICS)


# -- size


@settings(max_examples=runs(7, 150))
@given(st.integers(0, 10**6))
def test_however_long_one_practises_the_text_stays_small(start: int) -> None:
    """Names of the maximal length, more rules than there are, numbers at their limit."""
    ledger = Ledger(TOPICS)
    for turn in range(400):
        topic = TOPICS[(start + turn) % len(TOPICS)]
        kind = f"{turn % 50:02}" + "k" * 38
        rules = [f"TWINGKIT-{'R' * 9}{(turn * 3 + n) % 500:03}-{'S' * 24}" for n in range(3)]
        ledger.record_answer(f"{topic}:{kind}:{turn}", turn % 3 == 0, rules, 9_999_000 + turn)
    full = AnswerTally(MAX_COUNT, MAX_COUNT, 6, 9_999_999, 9_999_999)
    ledger.topics = dict.fromkeys(TOPICS, full)
    longest = max(TOPICS, key=len)
    homes = [f"{longest}:{n:02}" + "k" * 38 for n in range(len(ledger.return_by_kind))]
    ledger.return_by_kind = dict.fromkeys(homes, 9_999_999)
    ledger.rules = {rule: RuleTally(full, homes[0]) for rule in ledger.rules}
    ledger.asked_count, ledger.last_day_counts, ledger.last_topic = (
        9_999_997,
        (9_999_999, MAX_COUNT, MAX_COUNT),
        longest,
    )
    assert 15_000 < len(ledger.text) < TEXT_LENGTH_LIMIT
    assert Ledger.parse(ledger.text, TOPICS) == ledger


def test_the_real_rules_all_fit() -> None:
    ledger = Ledger(TOPICS)
    for place, rule in enumerate(RULES):
        ledger.record_answer(f"{TOPICS[place % 17]}:winner:{place}", True, [rule], DAY)
    assert list(ledger.rules) == RULES
    assert len(ledger.text) < TEXT_LENGTH_LIMIT / 2


def test_counting_ends_without_changing_the_share() -> None:
    tally = AnswerTally(MAX_COUNT, MAX_COUNT - 7, 3, DAY, DAY)
    for right in (True, False):
        after = tally.after_answer(right, DAY)
        assert (after.asked_count, after.right_count) == (tally.asked_count, tally.right_count)
        assert after.last_day == DAY
    assert tally.after_answer(False, DAY).leitner_box == 0
