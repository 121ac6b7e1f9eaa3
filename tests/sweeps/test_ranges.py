"""Ranges: the mean over cases with weights, and one choice weighed against all of them."""

from __future__ import annotations

import pytest

from twingkit import ember, expected, twing
from twingkit.messages import Fault

LINE = "F: F5 + F4 vs W: W6 {& trap*t}"


def test_the_mean_is_that_of_the_cases_by_their_weights() -> None:
    none, one = (
        twing.odds(line, "best").win for line in ("F: F5 + F4 vs W: W6", "F: F5 + F4 vs W: W6 & trap")
    )
    row = expected(twing.odds, LINE, {"t": {0: 7, 1: 3}}, responses="best").iloc[0]
    assert row["win"] == pytest.approx(0.7 * none + 0.3 * one)
    assert (row["win_low"], row["win_high"], row["weight"]) == (one, none, 1)


def test_a_choice_is_weighed_against_all_cases() -> None:
    situation = "F: hand F5 F3 + F4 vs W: hand W6 W4 {& trap*t}"
    rows = expected(twing.advise, situation, {"t": {0: 0.5, 1: 0.5}}, by="lay")
    alone = [twing.advise(line).set_index("lay")["edge"] for line in (
        "F: hand F5 F3 + F4 vs W: hand W6 W4", "F: hand F5 F3 + F4 vs W: hand W6 W4 & trap"
    )]  # fmt: skip
    best = rows.iloc[0]
    assert best["edge"] == pytest.approx(max((alone[0] + alone[1]) / 2))
    assert rows["edge"].is_monotonic_decreasing


def test_independent_ranges_multiply_and_arguments_may_be_ranges() -> None:
    hand = {"hand": {"E5 A5 W6": 1, "E5 A5 F5": 3}, "turns": {1: 1, 2: 1}}
    row = expected(ember.chance_within, None, hand, cost="N4").iloc[0]
    chances = {
        (cards, n): ember.chance_within(cards, "N4", n) for cards in hand["hand"] for n in hand["turns"]
    }
    mean = sum(hand["hand"][cards] / 4 * chance / 2 for (cards, _), chance in chances.items())
    assert row["value"] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("weights of t", {"ranges": {"t": {0: -1, 1: 2}}}),
        ("weights of t", {"ranges": {"t": {}}}),
        ("weights of t", {"ranges": {"t": [0, 1]}}),
        ("t=200", {"ranges": {"t": {200: 1}}}),
        ("several rows", {"function": twing.card_worth, "ranges": {"t": {1: 1}}}),
        ("no column nothing", {"ranges": {"t": {1: 1}}, "by": "nothing"}),
    ],
)
def test_what_cannot_be_weighed_is_refused(said: str, given: dict[str, object]) -> None:
    with pytest.raises(Fault) as refused:
        expected(**{"function": twing.odds, "line": LINE, **given})
    assert said in str(refused.value)
