"""Attack or shield: exact over leads, the shields of the advice, and shields in games."""

from __future__ import annotations

import attrs
import pytest
from twing.analysis.played_games import greedy_games

from twingkit import arena, charts
from twingkit.core.messages import Fault
from twingkit.odds.shares import wilson_interval
from twingkit.twing import odds
from twingkit.twing.analysis.advice import GOALS, rank_lays
from twingkit.twing.analysis.sample_battles import sample_situations
from twingkit.twing.analysis.shield_odds import (
    best_defences,
    best_shield_shares,
    played_defence_hold_rates,
    shield_vs_spells_odds,
)
from twingkit.twing.notation.situation import Situation


@pytest.fixture(scope="module")
def played() -> arena.Results:
    return greedy_games()


def test_TW_BAT_5_a_shield_holds_where_the_attackers_die_does_not_reach():
    shares = shield_vs_spells_odds(spell_points=[]).set_index("x")["share"]
    assert shares[-5] == pytest.approx(11 / 12)  # only a Sun passes it (TW-BAT-16)
    assert shares[4] == pytest.approx(2 / 12)  # only −4 (a tie) and a Cross do not
    assert shares[12] == pytest.approx(1 / 12)


def test_the_numbers_are_those_of_the_battle_lines():
    frame = shield_vs_spells_odds([-2, 3], [3]).set_index(["choice", "x"])
    for lead in (-2, 3):
        shield, spells = odds(f"L: F{20 + lead} vs A: shield W20"), odds(f"L: F{20 + lead} vs A: W3 + W20")
        assert frame.loc[("shield", lead), "share"] == pytest.approx(1 - shield.win)
        assert frame.loc[("3", lead), "share"] == pytest.approx(1 - spells.win)
        assert frame.loc[("3", lead), "win"] == pytest.approx(spells.loss)


def test_the_figure_draws_how_often_the_attack_does_not_win():
    frame = shield_vs_spells_odds([0], [])
    (drawn,) = charts.curves(frame).data
    assert list(drawn.y) == pytest.approx([100 * frame["share"].iloc[0]])
    assert frame["share"].iloc[0] > frame["win"].iloc[0]


def test_TW_BAT_18_a_shield_wins_no_ornicle():
    frame = shield_vs_spells_odds()
    assert frame.loc[frame["choice"] == "shield", "ornicles"].eq(0).all()
    beside = frame[frame["choice"] != "shield"]
    assert (beside["ornicles"] == beside["win"]).all()


def test_TW_BAT_15_spells_of_the_own_element_never_hold_less_often():
    own, other = shield_vs_spells_odds(own_element=True), shield_vs_spells_odds()
    assert (own["share"] >= other["share"] - 1e-12).all()


@pytest.mark.parametrize("attack", ["best", "drawn"])
def test_each_situation_has_its_best_shield_and_its_best_spells(attack):
    dealt = sample_situations(10, 3)
    frame = best_defences(dealt, attack=attack)
    both = [each for each in dealt if each.defender.creatures and each.defender.spells]
    assert len(frame) == 2 * len(GOALS) * len(both)
    assert frame.groupby(["position", "goal"])["best"].sum().eq(1).all()
    for row in frame.itertuples():
        found = rank_lays(row.position, "defender", row.goal).rows
        kind = [each for each in found if each.option.startswith("shield ") == (row.kind == "shield")]
        assert row.option == kind[0].option
        assert row.best == (found[0].option == row.option)
        assert row.holds == pytest.approx(1 - kind[0].loss)


def test_who_has_no_choice_is_left_out():
    lines = [
        "F: hand F5 vs W: hand W2",
        "F: hand F5 vs W: hand nothing + W4",
        "F: hand F5 vs W: hand W2 + W4",
    ]
    frame = best_defences(map(Situation.parse, lines), goals=["win"])
    assert list(frame["position"].unique()) == ["F: F5 vs W: hand W2 + W4"]


def test_drawn_attacks_are_the_same_for_the_same_seed():
    dealt = sample_situations(6, 3)
    one, same, other = (best_defences(dealt, goals=["win"], attack="drawn", seed=seed) for seed in (1, 1, 2))
    assert one.equals(same)
    assert not one["position"].equals(other["position"])


def test_the_share_of_best_shields_has_its_interval():
    frame = best_defences(sample_situations(20, 4), goals=["win", "value"], attack="drawn")
    found = best_shield_shares(frame).set_index("goal")
    for goal in ("win", "value"):
        mine = frame[(frame["goal"] == goal) & (frame["kind"] == "shield")]
        shields = int(mine["best"].sum())
        row = found.loc[goal]
        assert (row["shields"], row["games"]) == (shields, len(mine))
        assert (row["low"], row["high"]) == wilson_interval(shields, len(mine))


def test_counted_by_hand_what_shields_held_in_games(played):
    mine = [row for row in played.battles.itertuples() if row.defence_shield]
    rows = played_defence_hold_rates(played).set_index("kind")
    assert rows.loc["shield", "games"] == len(mine) > 0
    assert rows.loc["shield", "held"] == sum(each.winner != "attacker" for each in mine)
    assert rows.loc["shield", "ornicles"] == 0
    assert rows["part"].sum() == pytest.approx(1)
    assert rows.loc["spells", "ornicles"] > 0


def test_what_cannot_be_compared_is_refused():
    for leads, spells in (([-20], [1]), ([100], [1]), ([0], [0]), (["x"], [1])):
        with pytest.raises(Fault, match=r"a lead from -19 to 79|a whole number"):
            shield_vs_spells_odds(leads, spells)
    with pytest.raises(Fault, match="best, drawn"):
        best_defences([], attack="strong")


def test_a_holder_keeps_its_cats_when_its_attack_is_laid():
    situation = Situation.parse("F: hand F5 + F2 & cat vs W: hand W2 + W4 & trap")
    frame = best_defences([situation], goals=["win"])
    laid = Situation.parse(frame.loc[0, "position"])
    assert attrs.evolve(laid.attacker, laid=None) == attrs.evolve(situation.attacker, spells=(), creatures=())
