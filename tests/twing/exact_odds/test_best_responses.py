"""Best responses of many battles at once, against single battles, the known numbers and the script."""

from __future__ import annotations

import numpy as np
import pytest
from battles import battles
from hypothesis import given
from hypothesis import strategies as st
from twing.chances import GIVEN

from twingkit import twing
from twingkit.twing.exact_odds.best_responses import many_battles
from twingkit.twing.exact_odds.best_responses.ends import battle_ends
from twingkit.twing.exact_odds.best_responses.many_battles import best_play_chances
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.variants.variant import Variant

EVERYTHING = "F: F5 F2 + F4M>F2 @ shamrock & cat trap miromon vs W: W6 + W3 @ hat & cat trap"
VARIANTS = ("", "ties=defender", "criticals=at_once", "shamrock=unlimited", "two_cats=true", "trap_roll=true")


def contest(line: str) -> Contest:
    return battle_contest(Battle.parse(line).check())


@given(st.lists(battles(most_held=2), min_size=1, max_size=6), st.sampled_from(VARIANTS))
def test_TW_ODDS_2_many_at_once_agree_with_each_alone(several, variant):
    contests = [battle_contest(battle, Variant.parse(variant)) for battle in several]
    for (win, tie, loss), one in zip(best_play_chances(contests), contests, strict=True):
        assert win + tie + loss == pytest.approx(1, abs=1e-12)
        for plain in (True, False):
            [(edge, wins)] = BattleValues([one], plain=plain).means_by_contest()
            assert (win, loss) == pytest.approx((wins, wins - edge), abs=1e-12)


@pytest.mark.parametrize("cells", [many_battles.MAX_CELLS, 20_000])
def test_each_contest_gets_its_own_numbers_whatever_stands_beside_it(monkeypatch, cells):
    monkeypatch.setattr(many_battles, "MAX_CELLS", cells)
    lines = [row["battle"] for row in GIVEN]
    together = best_play_chances([contest(line) for line in [*lines, *reversed(lines)]])
    alone = [best_play_chances([contest(line)])[0] for line in lines]
    assert np.array(together) == pytest.approx(np.array([*alone, *reversed(alone)]), abs=1e-12)


def test_no_contest_gives_no_row():
    assert best_play_chances([]) == []
    assert battle_ends([]) == []


def test_pieces_that_keep_memory_bounded_change_nothing(monkeypatch):
    contests = [contest(EVERYTHING.replace("F5", f"F{power}")) for power in range(1, 9)]
    whole, ends = best_play_chances(contests), battle_ends(contests)
    monkeypatch.setattr(many_battles, "MAX_CELLS", 3 * 11 * 11 * contests[0].play_combinations)
    assert [len(group.distinct_indices) for group in many_battles.solvable_groups(contests)] == [3, 3, 2]
    assert np.array(best_play_chances(contests)) == pytest.approx(np.array(whole), abs=1e-12)
    for piece, end in zip(battle_ends(contests), ends, strict=True):
        assert [one.chance for one in piece] == pytest.approx([one.chance for one in end], abs=1e-12)


def test_what_differs_in_nothing_that_decides_is_solved_once():
    lines = "F: F5 F5 F5 vs W: W1 & cat", "F: F6 F6 F6 vs W: W1 & cat", "F: F2 vs W: W1 & cat"
    [group] = many_battles.solvable_groups([contest(line) for line in lines])
    assert group.distinct_indices == [0, 2]
    assert group.contest_positions == [(0, 0), (1, 0), (2, 1)]


def test_beyond_the_budget_nothing_is_solved():
    contests = [contest("F: F5 vs W: W6"), contest("F: F5 & cat*99 vs W: W6 & cat*99")]
    for solve in (best_play_chances, battle_ends):
        with pytest.raises(twing.BudgetError, match="99 cats"):
            solve(contests)


@given(st.lists(battles(most_held=2), min_size=1, max_size=4), st.sampled_from(VARIANTS))
def test_the_ends_of_many_hold_their_odds(several, variant):
    contests = [battle_contest(battle, Variant.parse(variant)) for battle in several]
    for ends, chances in zip(battle_ends(contests), best_play_chances(contests), strict=True):
        sums = [sum(end.chance for end in ends if end.outcome == outcome) for outcome in range(3)]
        assert sums == pytest.approx(chances, abs=1e-12)
