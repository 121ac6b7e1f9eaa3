"""Advice on a battle: orders of losses and retreats in one ranking."""

from __future__ import annotations

import inspect

import pytest

from twingkit import imperium
from twingkit.imperium import (
    Battle,
    BattleOdds,
    advise,
    odds,
    odds_many,
    odds_with_retreat,
    rank_policies,
    retreat_odds_in_round,
    worth,
)

LINE = "space: 2 carrier 1 cruiser vs 3 destroyer"
COLUMNS = [
    *("option", "kind", "win", "tie", "loss", "edge", "escape_chance", "own_lost", "enemy_lost"),
    *("rank", "rules", "reason"),
]


def test_the_options_are_ranked_by_their_edge():
    frame = advise(LINE, side="attacker")
    assert list(frame.columns) == COLUMNS
    assert frame["rank"].tolist() == list(range(1, len(frame) + 1))
    assert frame.edge.tolist() == sorted(frame.edge, reverse=True)
    assert frame.edge.tolist() == pytest.approx((frame.win - frame.loss).tolist())
    assert set(frame.kind) == {"losses", "retreat"}
    assert frame.attrs["side"] == "attacker"
    assert frame.attrs["position"] == str(Battle.parse(LINE))
    assert all(isinstance(rules, list) and rules for rules in frame.rules)
    assert all(frame.reason)


def test_each_option_has_its_own_odds():
    frame = advise(LINE, side="attacker").set_index("option")
    best = rank_policies(LINE, "attacker")
    assert frame.index[0] == str(best.best_policy)
    for option, row in frame.iterrows():
        if row.kind == "losses":
            found = odds(LINE.replace(" vs", f" / {option} vs"))
            assert (row.win, row.own_lost) == pytest.approx((found.win, found.mean_resource_losses[0]))
            assert row.escape_chance == 0
            continue
        key, _, value = str(option).removeprefix("retreat ").partition("=")
        plan = (
            odds_with_retreat(LINE, "attacker", below=float(value))
            if key == "below"
            else retreat_odds_in_round(LINE, "attacker", round_number=int(value))
        )
        assert (row.win, row.loss, row.escape_chance) == pytest.approx(
            (plan.win, plan.loss, plan.escape_chance)
        )


def test_the_defender_is_advised_from_its_point_of_view():
    frame = advise(LINE, side="defender")
    assert frame.attrs["side"] == "defender"
    usual = frame[frame.option == "order=default sustain=first"].iloc[0]
    assert usual.win == pytest.approx(odds(LINE).loss)


def test_the_side_that_asks_for_its_best_policy_is_advised():
    frame = advise("space: 3 destroyer vs 2 carrier 1 cruiser / best")
    assert frame.attrs["side"] == "defender"
    assert frame.option[0] == "order=carriers-first sustain=first"


def test_a_policy_of_the_line_is_among_the_options():
    line = "space: 1 cruiser 1 dreadnought / sustain=risk vs 2 cruiser @ dh"
    assert "order=default sustain=risk" in set(advise(line, side="attacker").option)


def test_an_invasion_and_a_ground_battle_have_no_retreats():
    for line in (
        "invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry",
        "ground: 2 infantry 1 mech vs 3 infantry",
    ):
        frame = advise(line, side="attacker")
        assert set(frame.kind) == {"losses"}
        usual = frame[frame.option == "order=default sustain=first"].iloc[0]
        assert usual.win == pytest.approx(odds(line).win)


def test_reasons_speak_german():
    assert "Reihenfolge der Verluste" in advise(LINE, side="attacker", lang="de").reason[0]


@pytest.mark.parametrize(
    ("verb", "positional", "named"),
    [
        (odds, ["position"], {"variant", "custom_units", "exact", "budget"}),
        (odds_many, ["positions"], {"variant", "custom_units", "budget", "errors", "lang"}),
        (advise, ["position"], {"side", "player", "variant", "custom_units", "budget", "seed", "lang"}),
        (worth, ["position", "changes"], {"side", "variant", "custom_units", "budget", "lang"}),
        (imperium.rank_policies, ["position", "side"], {"variant", "budget"}),
        (
            imperium.cheapest_fleet,
            ["position", "side"],
            {"units", "min_win_chance", "max_fleets", "variant", "lang"},
        ),
        (imperium.odds_with_retreat, ["position", "side"], {"below", "first_round", "variant", "budget"}),
        (imperium.retreat_odds_in_round, ["position", "side"], {"round_number", "variant", "budget"}),
        (imperium.retreat_table, ["position", "side"], {"thresholds", "rounds", "budget", "lang"}),
        (imperium.round_table, ["position", "rounds"], {"variant", "budget", "lang"}),
        (imperium.odds_by_round, ["position", "rounds"], {"variant", "budget"}),
        (imperium.invasion_stage_table, ["position"], {"variant", "lang"}),
        (imperium.landing_force_table, ["position"], {"variant", "lang"}),
        (imperium.optimal_odds, ["position"], {"max_entries", "variant"}),
        (BattleOdds.survivors, ["self", "side"], {"winner", "lang"}),
        (BattleOdds.losses, ["self", "side"], {"winner", "lang"}),
        (BattleOdds.hits_distribution, ["self", "side", "kind"], {"winner", "budget"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_battle_analyses_have_a_position_and_at_most_one_more_without_a_name(verb, positional, named):
    parameters = inspect.signature(verb).parameters.values()
    assert [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY] == positional
    assert named <= {each.name for each in parameters if each.kind is each.KEYWORD_ONLY}
