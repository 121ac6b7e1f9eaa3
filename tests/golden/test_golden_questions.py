"""Snapshot questions: a topic and a seed give the same question as before."""

from __future__ import annotations

import pytest
from golden.questions import FILE, IMPERIUM, OF_KINDS, SEEDS, kinds, line, summed

from twingkit.twing.quiz import TOPICS

LINES = FILE.read_text(encoding="utf-8").splitlines()
OF_KINDS_LINES = OF_KINDS.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_deals_the_questions_that_it_dealt(topic: str) -> None:
    place = TOPICS.index(topic) * len(SEEDS)
    assert [line(topic, seed) for seed in SEEDS] == LINES[place : place + len(SEEDS)]
    assert all(kept.split()[1].startswith(f"{topic}:") for kept in LINES[place : place + len(SEEDS)])


def test_every_question_is_held() -> None:
    assert len(LINES) == len(TOPICS) * len(SEEDS)


@pytest.mark.parametrize("kept", OF_KINDS_LINES, ids=lambda kept: kept.split()[0])
def test_a_name_deals_the_question_that_it_dealt(kept: str) -> None:
    assert summed(IMPERIUM.item(kept.split()[0])) == kept


def test_a_question_of_every_kind_is_held() -> None:
    assert [kept.split()[0] for kept in OF_KINDS_LINES] == list(kinds())
