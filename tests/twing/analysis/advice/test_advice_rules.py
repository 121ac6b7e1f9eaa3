"""The advice under each rule that it names, its goals and its table."""

from __future__ import annotations

from itertools import product

import attrs
import pytest
from twing.analysis.advice.advised import SITUATION, TIE

from twingkit import twing
from twingkit.core.messages import Fault
from twingkit.twing.analysis.advice import COLUMNS, GOALS, RatedLay, advise, rank_lays
from twingkit.twing.notation.situation import Situation, as_situation

# The rules by name


def row_of(lay: str, line: str, **options: str) -> RatedLay:
    """The row of one lay."""
    [row] = [row for row in rank_lays(line, **options).rows if row.option == lay]
    return row


def test_TW_BAT_4_an_empty_defence_pays_the_attacker_and_never_itself():
    attack = row_of("F5", "F: hand F5 vs W: hand nothing")
    assert attack.reply == "nothing"
    assert attack.ornicles == attack.win == pytest.approx(11 / 12)
    [defence] = rank_lays("F: F5 vs W: hand nothing").rows
    assert (defence.option, defence.rules) == ("nothing", ("TW-BAT-4",))
    assert defence.win == pytest.approx(1 / 12)  # a Cross loses to everything
    assert (defence.ornicles, defence.cards_lost, defence.at_risk) == (0, 0, 0)


def test_TW_BAT_18_a_winning_shield_gets_no_ornicle():
    shield = row_of("shield W4 W3", "F: F5 vs W: hand nothing + W4 W3")
    assert shield.win > 0.5
    assert shield.ornicles == 0
    spells = row_of("W6", "F: F1 vs W: hand W6")
    assert spells.ornicles == spells.win


def test_TW_BAT_19_spells_are_spent_whatever_happens():
    row = row_of("F6 F6 F6", "F: hand F6 F6 F6 vs W: hand W1")
    assert (row.cards_lost, row.power_lost) == (3, 18)


def test_TW_BAT_19_20_a_defender_loses_its_creatures_with_the_battle_and_its_spells_always():
    row = row_of("W3 + W4", "F: F3 vs W: hand W3 + W4", responses="none")
    assert row.creatures_lost == pytest.approx(row.loss)
    assert row.cards_lost == pytest.approx(1 + row.loss)
    assert row.power_lost == pytest.approx(3 + 4 * row.loss)
    assert row.enemy_cards_lost == pytest.approx(1)


def test_TW_BAT_21_the_attackers_own_element_comes_home():
    home = row_of("F3 + F4", "F: hand F3 + F4 vs W: hand W3", responses="none")
    lost = row_of("F3 + F4", "W: hand F3 + F4 vs F: hand W3", responses="none")
    assert home.creatures_lost == 0
    assert (home.rules, lost.rules) == (("TW-BAT-15", "TW-BAT-21"), ())
    assert lost.creatures_lost == pytest.approx(lost.loss)
    assert (home.at_risk, lost.at_risk) == (1, 2)


def test_TW_BAT_21_does_not_hold_for_a_defender_or_a_shield():
    assert row_of("W3 + W4", "F: F3 vs W: hand W3 + W4").at_risk == 2
    assert row_of("shield W4", "F: F3 vs W: hand nothing + W4").at_risk == 1


def test_TW_BAT_13_a_trapped_creature_is_lost_even_by_a_winner_and_even_of_the_own_element():
    row = row_of("F5 + F3", "F: hand F5 + F3 vs W: hand W5 & trap")
    free = row_of("F5 + F3", "F: hand F5 + F3 @ boots vs W: hand W5 & trap")
    assert 0 < row.creatures_lost < 1
    assert free.creatures_lost == 0


def test_TW_POW_teddy_a_foreign_unit_is_lost_with_the_attack():
    row = row_of("F5 + F4 W3", "F: hand F5 + F4 W3 @ teddy vs W: hand W3", responses="none")
    assert row.creatures_lost == pytest.approx(row.loss)
    assert row.rules == ("TW-BAT-15", "TW-BAT-21", "TW-POW-teddy")


def test_TW_ODDS_2_a_half_laid_battle_judges_against_the_laid_attack():
    line = "F: hand F5 F3 vs W: W6 W4 & cat"
    for row in rank_lays(line).rows:
        assert row.reply == "W6 W4"
        odds = twing.odds(f"F: {row.option} vs W: W6 W4 & cat", responses="best")
        assert row.edge == pytest.approx(odds.edge, abs=1e-12)


# Goals and the table


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize(
    "line", [SITUATION, "F: F5 F3 + F4M>F2 & cat trap vs W: hand W6 W4 F2 + W3 W1 @ hat & cat"]
)
def test_goals_rank_the_same_lays_and_break_ties_by_cards_then_power_then_text(line, goal):
    rows = rank_lays(line, goal=goal).rows
    first = {
        "win": lambda row: (),
        "value": lambda row: (-round(row.value, 9),),
        "safety": lambda row: (round(row.loss, 9), row.at_risk),
    }[goal]
    keys = [
        (*first(row), -round(row.edge, 9), round(row.cards_lost, 9), round(row.power_lost, 9), row.option)
        for row in rows
    ]
    assert keys == sorted(keys)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    every = rank_lays(line).rows
    assert {attrs.evolve(row, rank=0) for row in rows} == {attrs.evolve(row, rank=0) for row in every}


def test_value_is_the_chance_to_win_for_each_card_and_less_than_one_card_counts_as_one():
    for row in rank_lays("F: F3 vs W: hand W3 W5 + W4 W2").rows:
        assert row.value == pytest.approx(row.win / max(1.0, row.cards_lost))


def test_the_frontier_is_what_no_other_lay_beats():
    rows = rank_lays(SITUATION).rows
    for row, other in product(rows, rows):
        better = other.edge > row.edge + TIE and other.cards_lost <= row.cards_lost + TIE
        cheaper = other.edge >= row.edge - TIE and other.cards_lost < row.cards_lost - TIE
        if better or cheaper:
            assert not row.frontier, (row.option, other.option)
    assert rows[0].frontier
    assert any(row.frontier and row.cards_lost == min(each.cards_lost for each in rows) for row in rows)


def test_the_table_holds_the_rows_and_says_what_it_is_of():
    frame = advise(SITUATION, goal="safety")
    assert list(frame.columns) == [*COLUMNS, "reason"]
    assert frame.drop(columns="reason").to_dict("records") == [
        {**row.by_column(), "rules": list(row.rules)} for row in rank_lays(SITUATION, goal="safety").rows
    ]
    assert frame.attrs.pop("columns")
    assert frame.attrs == {
        "position": str(as_situation(SITUATION)),
        "side": "attacker",
        "goal": "safety",
        "responses": "best",
        "hands": 1,
        "samples": 0,
        "exact": True,
        "assumed": False,
    }
    assert all(str(frame[name].dtype) == "str" for name in ("option", "reply", "reason"))


def test_a_battle_is_read_as_what_both_sides_hold():
    line = "F: F5 F3 + F4 vs W: W6 W4"
    battle = twing.Battle.parse(line)
    assert (
        rank_lays(line).rows
        == rank_lays(battle).rows
        == rank_lays("F: hand F5 F3 + F4 vs W: hand W6 W4").rows
    )


def test_a_battles_defender_is_advised_against_the_laid_attack():
    line = "F: F5 F3 + F4 vs W: W6 W4"
    wanted = rank_lays("F: F5 F3 + F4 vs W: hand W6 W4").rows
    assert rank_lays(line, "defender").rows == rank_lays(twing.Battle.parse(line), "defender").rows == wanted
    for both in (Situation.parse(line), "F: F5 & ? vs W: W6"):
        with pytest.raises(Fault, match="nothing left"):
            rank_lays(both, "defender")
