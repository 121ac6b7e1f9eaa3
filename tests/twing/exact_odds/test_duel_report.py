"""The report on a duel: invariants, the order of the lays, and limits."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import attrs
import pytest
from twing.chances import triple
from twing.exact_odds.duel_lines import BIGGER, PLAIN

from twingkit import twing
from twingkit.core.notation import NotationError
from twingkit.twing.exact_odds import duel_play
from twingkit.twing.exact_odds.best_responses import values as values_module
from twingkit.twing.exact_odds.duel_odds import (
    duel_gains_and_costs,
    duel_odds,
    duel_odds_table,
    duel_report,
    duel_results,
    ranked_duel_plans,
)
from twingkit.twing.exact_odds.duel_play import DuelBudgetError
from twingkit.twing.notation.duel_line import Duel, IllegalDuelError

LINE = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"


# Invariants


@pytest.mark.parametrize("responses", ["none", "each", "best"])
@pytest.mark.parametrize("line", [LINE, BIGGER, PLAIN])
def test_TW_DUEL_3_the_parts_of_a_report_fit_together(line, responses):
    report = duel_report(line, responses)
    odds = report.odds
    assert sum(triple(odds)) == pytest.approx(1)
    by_result = Counter()
    for result in report.final_scores:
        by_result[result.result] += result.chance
    assert [by_result[each] for each in ("win", "tie", "loss")] == pytest.approx(triple(odds))
    for number in (1, 2, 3):
        rows = [row for row in report.standings if row.battle == number]
        assert sum(row.chance for row in rows) == pytest.approx(1)
        for name, exact in zip(("duel_win", "duel_tie", "duel_loss"), triple(odds), strict=True):
            assert sum(row.chance * getattr(row, name) for row in rows) == pytest.approx(exact)
        assert all(row.win + row.tie + row.loss == pytest.approx(1) for row in rows)
        assert all(row.edge == pytest.approx(row.win - row.loss) for row in rows)
    challenger, defender = report.balances
    won = sum(row.chance * row.win for row in report.standings)
    assert challenger.battle_ornicles == pytest.approx(won)
    assert challenger.stake == pytest.approx(-odds.loss) == -defender.stake
    assert challenger.ornicles == pytest.approx(won - odds.loss)
    assert challenger.object_chance == defender.object_chance == odds.win


def test_TW_DUEL_2_the_first_battle_alone_is_that_of_its_line():
    first = str(Duel.parse(LINE).battles[0])
    for responses, like in (("none", "none"), ("each", "best")):
        row = duel_report(LINE, responses).standings[0]
        assert (row.win, row.tie, row.loss) == pytest.approx(triple(twing.odds(first, responses=like)))


def test_best_play_for_the_duel_is_not_worse_for_who_alone_holds_cards():
    mine = "duel F: F5 / F4 / F3 & cat*2 vs W: W5 / W4 / W3"
    assert (
        duel_odds(mine, responses="best").edge > duel_odds(mine, responses="each").edge > duel_odds(mine).edge
    )
    theirs = "duel F: F5 / F4 / F3 vs W: W5 / W4 / W3 & cat*2"
    assert (
        duel_odds(theirs, responses="best").edge
        < duel_odds(theirs, responses="each").edge
        < duel_odds(theirs).edge
    )


def test_TW_DUEL_2_in_a_variant_it_stops_when_decided_and_the_odds_stay():
    for responses in ("none", "each", "best"):
        whole, short = (duel_report(BIGGER, responses, stops) for stops in (False, True))
        assert triple(short.odds) == pytest.approx(triple(whole.odds), abs=1e-9)
        scores = {result.outcome for result in short.final_scores}
        assert not scores & {"3-0", "0-3"}
        assert {"2-0", "0-2"} <= scores
        assert {row.score for row in short.standings if row.battle == 3} <= {"1-0", "0-1", "1-1", "0-0"}
        assert short.balances[0].cards_lost < whole.balances[0].cards_lost


def test_TW_BAT_20_creatures_that_are_lost_are_missing_in_a_later_battle():
    safe, risky = (f"duel F: A1 + A9 / A1 / A1 + A9 vs W: {first} / W9 / W9" for first in ("W1", "W99"))
    third = []
    for line in (safe, risky):
        rows = [row for row in duel_report(line).standings if row.battle == 3]
        third.append(sum(row.chance * row.win for row in rows))
    assert third[0] > third[1] + 0.2


def test_TW_BAT_21_the_challengers_own_element_comes_home_the_defenders_does_not():
    line = "duel F: F1 + F9 / F1 / F1 vs W: W99 + W9 / W1 / W1"
    challenger, defender = duel_report(line).balances
    first = duel_report(line).standings[0]
    assert challenger.creatures_lost == 0
    assert defender.creatures_lost == pytest.approx(first.win)


def test_TW_BAT_18_a_shield_is_paid_nothing():
    line = "duel F: F1 / F1 / F1 vs W: shield W9 / shield W8 / shield W7"
    defender = duel_report(line).balances[1]
    assert defender.battle_ornicles == 0
    assert defender.ornicles == duel_odds(line).loss > 0.5


def test_TW_BAT_4_a_shield_that_is_lost_leaves_nothing_to_lay():
    line = "duel F: F9 / F1 / F1 vs W: shield W1 / shield W1 / shield W1"
    row = next(row for row in duel_report(line).standings if row.score == "1-0")
    assert row.win == pytest.approx(twing.odds("F: F2 vs W: shield W1").win), "1 point against nothing"


def test_the_frames_say_the_same_as_the_report():
    report = duel_report(LINE, "best")
    table, results, costs = (
        make(LINE, responses="best") for make in (duel_odds_table, duel_results, duel_gains_and_costs)
    )
    assert table.to_dict("records") == [attrs.asdict(row) for row in report.standings]
    assert results.to_dict("records") == [attrs.asdict(row) for row in report.final_scores]
    assert costs.to_dict("records") == [row.as_row for row in report.balances]
    assert table.attrs["position"] == LINE
    assert table.attrs["results"] == {result.outcome: result.chance for result in report.final_scores}
    assert table.attrs["win"] == report.odds.win


# The order of the lays


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_best_plan_is_the_best_of_all_orders(side):
    line = "duel F: F6 F5 / F4 / F1 & cat vs W: W6 / W4 / W2 & trap"
    parsed = Duel.parse(line)
    plan = ranked_duel_plans(line, side=side)
    assert list(plan["rank"]) == [1, 2, 3, 4, 5, 6]
    edges = {}
    for order in permutations(range(3)):
        if side == "attacker":
            duel = Duel(parsed.challenger.with_lay_order(order), parsed.defender)
            edge, lays = duel_odds(duel, responses="each").edge, duel.challenger.lays
        else:
            duel = Duel(parsed.challenger, parsed.defender.with_lay_order(order))
            edge, lays = -duel_odds(duel, responses="each").edge, duel.defender.lays
        edges[" / ".join(map(str, lays))] = edge
    assert dict(zip(plan["option"], plan["edge"], strict=True)) == pytest.approx(edges)
    assert plan.loc[0, "edge"] == pytest.approx(max(edges.values()))
    assert (plan["reply_edge"] <= plan["edge"] + 1e-12).all()


def test_equal_orders_come_once():
    assert len(ranked_duel_plans("duel F: F5 / F4 / F4 vs W: W5 / W5 / W5", responses="none")) == 3


def test_another_side_is_refused():
    with pytest.raises(ValueError, match="'attacker' or 'defender', not 'both'"):
        ranked_duel_plans(PLAIN, side="both")


# Limits


def test_without_numpy_the_numbers_are_the_same(monkeypatch):
    fast = duel_report(LINE, "best")
    monkeypatch.setattr(values_module, "find_spec", lambda name: None)
    monkeypatch.setattr(duel_play, "find_spec", lambda name: None)
    plain = duel_report(LINE, "best")
    assert triple(plain.odds) == pytest.approx(triple(fast.odds), abs=1e-9)
    for one, other in zip(plain.balances, fast.balances, strict=True):
        assert [*one.as_row.values()][1:] == pytest.approx([*other.as_row.values()][1:], abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    "held", ["cat*99 trap*99", pytest.param("cat*5 trap*4 miromon", marks=pytest.mark.soak)]
)
def test_a_duel_beyond_the_budget_is_refused_soon(held):
    line = (
        f"duel F: F5 F3 + F4 F3 / F2 F2 + F3 F4M / F6 + F4 @ shamrock & {held} "
        "vs W: W6 W1 + W4 W1 / W4 W3 + W2 W3 / shield W2 W5 @ hat & cat*4 trap*4"
    )
    with pytest.raises((DuelBudgetError, twing.BudgetError)) as refused:
        duel_odds(line, responses="best")
    assert refused.value.text("en") != refused.value.text("de")
    assert duel_odds(line).win > 0


def test_bad_input_is_refused():
    with pytest.raises(NotationError):
        duel_odds("F: F5 vs W: W6")
    with pytest.raises(IllegalDuelError):
        duel_odds("duel F: F5 / shield F4 / F3 vs W: W5 / W4 / W3")
    with pytest.raises(ValueError, match="'none', 'each' or 'best'"):
        duel_odds(PLAIN, responses="some")
