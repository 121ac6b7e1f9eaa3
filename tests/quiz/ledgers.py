"""Practice records of a learner."""

from __future__ import annotations

from hypothesis import strategies as st

from twingkit.learn.quiz.ledger import Ledger
from twingkit.twing.quiz import TOPICS
from twingkit.twing.rules.rulebook import rulebook

RULES = [rule.id for rule in rulebook()]

DAY = 739_000

kinds = st.sampled_from(["winner", "power", "may-play", "x_1"])

names = st.builds("{}:{}:{}".format, st.sampled_from(TOPICS), kinds, st.integers(0, 10**6 - 1))

answers = st.tuples(
    names, st.booleans(), st.lists(st.sampled_from(RULES), max_size=4), st.integers(DAY, DAY + 100)
)


def ledger_of(given: list[tuple[str, bool, list[str], int]]) -> Ledger:
    """Return the record after these answers, with the days in order."""
    ledger = Ledger(TOPICS)
    for (name, right, rules, _), day in zip(given, sorted(each[3] for each in given), strict=True):
        ledger.record_answer(name, right, rules, day)
    return ledger


ledgers = st.lists(answers, max_size=40).map(ledger_of)
