"""Responses that certainly harm their own side or achieve nothing."""

from __future__ import annotations

import pytest

from twingkit import twing
from twingkit.twing.rules.harm import response_harm_kind


def harm(line: str, answer: str, *dice: str) -> str:
    """Return the harm of the attacker's response after these two throws."""
    attack, defence = line.split(" vs ")
    lays = [side.partition(": ")[2].partition(" @")[0].partition(" &")[0] for side in (attack, defence)]
    game = twing.battle_game(line).give_answers(
        *(f"lay {lay}" for lay in lays), *(f"roll {face}" for face in dice)
    )
    question = game.question
    assert question is not None
    response = question.parse_answer(answer)
    assert question.refusal(response) is None, answer
    return response_harm_kind(question, response)


MIROMON = "F: A5 & miromon vs W: L5"


@pytest.mark.parametrize(
    ("own", "other", "on_own", "on_other"),
    [
        ("3", "-2", "own_worse", "their_better"),
        ("-3", "2", "", ""),
        ("Sun", "Cross", "own_worse", "their_better"),
        ("Cross", "Sun", "", ""),
        ("0", "0", "nothing", "nothing"),
    ],
)
def test_turning_a_die_the_wrong_way_is_harm(own: str, other: str, on_own: str, on_other: str):
    assert harm(MIROMON, "miromon attacker", own, other) == on_own
    assert harm(MIROMON, "miromon defender", own, other) == on_other


def test_a_minus_that_counts_nothing_is_made_better_for_its_side():
    assert harm("F: F5 & miromon vs W: W5", "miromon defender", "1", "-3") == "their_better"
    assert harm("F: F5 & miromon vs W: W5", "miromon attacker", "2", "0") == "own_worse"


@pytest.mark.parametrize(("objects", "answer"), [(" & cat", "cat"), (" @ shamrock", "shamrock")])
def test_nothing_better_than_a_sun_can_come(objects: str, answer: str):
    assert harm(f"F: A5{objects} vs W: L5", answer, "Sun", "0") == "own_sun"
    assert harm(f"F: A5{objects} vs W: L5", answer, "4", "0") == ""


def test_a_sun_that_does_not_count_may_be_thrown_again():
    assert harm("F: A5 & cat vs W: L5 @ bra", "cat", "Sun", "0") == ""


def test_a_trap_and_a_pass_are_no_harm():
    game = twing.battle_game("F: A5 & trap vs W: L5 + L2").give_answers("lay A5", "lay L5 + L2")
    assert response_harm_kind(game.question, game.question.parse_answer("trap L2")) == ""
    assert harm(MIROMON, "pass", "1", "1") == ""
