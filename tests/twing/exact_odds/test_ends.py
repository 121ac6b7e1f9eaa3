"""How battles end: the plain twin of the batch solver, and what must hold whatever the ends are worth."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given
from hypothesis import strategies as st

from twingkit import twing
from twingkit.twing.exact_odds import ends as module
from twingkit.twing.exact_odds.contest import battle_contest
from twingkit.twing.exact_odds.ends import LOSS, WIN, PlainEnds, ends_of, lefts

LINE = "F: F5 F3 + F4 @ shamrock & cat trap vs W: W6 W4 + W3 @ hat & cat trap miromon"


def contest(line: str = LINE):
    return battle_contest(twing.Battle.parse(line))


small = battles(most_held=1).filter(lambda battle: battle_contest(battle).size <= 24)


@given(small, st.randoms(use_true_random=False), st.booleans())
def test_plain_ends_and_batched_ends_agree_for_any_worth(battle, rng, few_values):
    one = battle_contest(battle)
    worth = [rng.choice((-1.0, 0.0, 1.0)) if few_values else rng.uniform(-1, 1) for _ in range(3 * one.size)]
    [together] = ends_of([one], "best", [worth])
    plain = PlainEnds(one, worth).chances_of_ends()
    assert sum(plain) == pytest.approx(1)
    batched = [0.0] * len(plain)
    for end in together:
        batched[end.place] = end.chance
    assert batched == pytest.approx(plain, abs=1e-12)


@given(small)
def test_TW_ODDS_2_the_ends_add_up_to_the_odds(battle):
    for responses in ("none", "best"):
        [ends] = ends_of([battle_contest(battle)], responses)
        odds = twing.odds(battle, responses)
        assert sum(end.chance for end in ends if end.outcome == WIN) == pytest.approx(odds.win)
        assert sum(end.chance for end in ends if end.outcome == LOSS) == pytest.approx(odds.loss)


def test_an_end_says_what_was_played():
    [ends] = ends_of([contest()])
    combinations = lefts(contest())
    for end in ends:
        left = combinations[end.place % len(combinations)]
        assert end.place // len(combinations) == end.outcome
        assert tuple(map(sum, zip(left, end.played, strict=True))) == contest().limits
        assert end.traps == (end.played[2], end.played[6])
    assert {end.played[5] for end in ends} == {0, 1}


def test_with_the_dice_alone_nothing_is_played():
    [ends] = ends_of([contest()], "none")
    assert {end.played for end in ends} == {(0,) * 8}
    assert len(ends) == 3


def test_cards_that_are_worth_more_than_the_battle_are_kept():
    one = contest("F: F5 & cat vs W: W6")
    dear = [outcome + 10.0 * left[1] for outcome in (1, 0, -1) for left in lefts(one)]
    [ends] = ends_of([one], "best", [dear])
    assert {end.played[1] for end in ends} == {0}


def test_without_numpy_the_ends_are_the_same(monkeypatch):
    [fast] = ends_of([contest()])
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    [plain] = ends_of([contest()])
    assert [end.place for end in plain] == [end.place for end in fast]
    assert [end.chance for end in plain] == pytest.approx([end.chance for end in fast], abs=1e-12)


def test_a_battle_beyond_the_budget_is_refused_at_once():
    with pytest.raises(twing.BudgetError, match="99 cats"):
        ends_of([contest("F: F5 & cat*99 vs W: W6 & cat*99")])
