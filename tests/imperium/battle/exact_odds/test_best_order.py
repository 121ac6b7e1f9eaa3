"""The best policy: all different ones are compared, the one most likely to win is taken, ties go to the
default."""

from __future__ import annotations

from itertools import permutations

import attrs
import pytest
from fleets import DEALT, fleets
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from imperium.steps_reference import WalkedChain
from long_runs import runs

from twingkit.core.notation import ROLES
from twingkit.core.slices import SlowError
from twingkit.imperium import Battle, LossPolicy, battle_game, odds
from twingkit.imperium.battle.exact_odds.best_order import (
    distance_from_default,
    distinct_policies,
    rank_policies,
)
from twingkit.imperium.battle.exact_odds.steps_walk import win_tie_loss
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.loss_order import NAMED_LOSS_ORDERS, SUSTAIN_RULES
from twingkit.imperium.box.units import SHIPS

CARRIERS = "space: 2 fighter 2 cruiser 2 carrier / best vs 1 cruiser 2 dreadnought"


@st.composite
def asking(draw):
    names = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")
    fleet = st.dictionaries(st.sampled_from(names), st.integers(1, 2), min_size=1, max_size=3)
    index = draw(st.integers(0, 1))
    lines = [" ".join(f"{count} {name}" for name, count in draw(fleet).items()) for _ in (0, 1)]
    lines[index] += " / best"
    return Battle.parse(f"space: {lines[0]} vs {lines[1]}"), index


def own(found, index):
    return (found.win, found.loss)[index]


@given(asking())
@settings(max_examples=runs(7, 150))
def test_IM_ODDS_3_no_policy_wins_more_often(given_):
    battle, index = given_
    best = own(odds(battle), index)
    present = [name for name in SHIPS if battle.sides[index].count(name)]
    for order in permutations(present):
        for rule in SUSTAIN_RULES:
            other = battle.with_side(index, policy=LossPolicy(order, rule))
            assert own(odds(other), index) <= best + 1e-12


def test_IM_ODDS_3_cruisers_are_worth_more_than_carriers():
    found = rank_policies(CARRIERS)
    assert found.best_policy == LossPolicy(NAMED_LOSS_ORDERS["carriers-first"])
    assert found.gain == pytest.approx(odds(CARRIERS).win - odds(CARRIERS.replace(" / best", "")).win)
    assert found.gain > 0.07


def test_IM_ODDS_3_ties_go_to_the_policy_nearest_the_default():
    assert rank_policies(Battle.parse("space: 3 fighter / best vs 1 carrier")).best_policy == LossPolicy()
    # Destroyers and carriers fight alike: the default's order of the two is kept.
    found = rank_policies(Battle.parse("space: 1 destroyer 1 carrier / best vs 2 cruiser")).best_policy
    assert found == LossPolicy()
    near = [
        LossPolicy(),
        LossPolicy(sustain="last"),
        LossPolicy(sustain="never"),
        LossPolicy(("destroyer", "fighter")),
    ]
    assert sorted(near, key=distance_from_default) == near


def test_IM_ODDS_3_either_side_may_ask():
    line = CARRIERS.removeprefix("space: ")
    one, other = line.split(" vs ")
    swapped = Battle.parse(f"space: {other} vs {one}")
    assert rank_policies(swapped).best_policy == rank_policies(Battle.parse(CARRIERS)).best_policy
    assert odds(swapped).loss == pytest.approx(odds(CARRIERS).win)


def test_IM_ODDS_3_only_policies_that_differ_are_compared():
    def count(line):
        return len(list(distinct_policies(Battle.parse(line), 0)))

    assert count("space: 9 fighter vs 1 carrier") == 1
    assert count("space: 1 dreadnought vs 1 carrier") == 2  # first and last are the same
    assert count("space: 1 fighter 1 dreadnought vs 1 carrier") == 6
    assert count("space: 1 fighter 1 fighter+ 1 cruiser vs 1 carrier") == 2
    assert count("ground: 2 dreadnought 3 infantry vs 1 infantry") == 1
    assert count("ground: 1 mech 3 infantry vs 1 infantry") == 3


def test_IM_ODDS_3_the_table_says_what_a_policy_gains():
    found = rank_policies(CARRIERS)
    frame = found.frame()
    assert list(frame.columns) == ["policy", "win", "tie", "loss", "edge", "gain"]
    assert frame.policy[0] == str(found.best_policy)
    assert frame.gain[0] == found.gain
    assert frame.win.is_monotonic_decreasing
    (default,) = frame[frame.policy == str(LossPolicy())].itertuples()
    assert default.gain == 0
    assert frame.attrs.pop("columns")
    facts = {"rules": ["IM-ODDS-3"], "side": "attacker", "position": str(found.battle), "lang": "en"}
    assert frame.attrs == facts
    for row in frame.itertuples():
        line = CARRIERS.replace("best", row.policy)
        assert odds(line).win == pytest.approx(row.win, abs=1e-12)


def test_IM_ODDS_3_a_side_may_be_named_whatever_its_policy():
    named = rank_policies(CARRIERS.replace("best", "sustain=never"), "attacker")
    assert named.best_policy == rank_policies(CARRIERS).best_policy
    with pytest.raises(ValueError, match="whose policies are compared"):
        rank_policies(CARRIERS.replace(" / best", ""))
    with pytest.raises(ValueError, match="other side"):
        rank_policies(CARRIERS, "defender")


def test_IM_ODDS_3_effects_are_part_of_the_comparison():
    plain = Battle.parse("space: 1 fighter 1 carrier 1 dreadnought / best vs 2 cruiser")
    helped = attrs.evolve(
        plain,
        attacker=Battle.parse("space: 1 fighter 1 carrier 1 dreadnought @ da / best vs 2 cruiser").attacker,
    )
    assert odds(helped).win > odds(plain).win
    assert odds(helped).win >= own(odds(helped.with_side(0, policy=LossPolicy())), 0)


def test_IM_ODDS_3_a_game_is_played_with_the_best_policy():
    game = battle_game(CARRIERS, seed=3)
    assert str(game.start.battle).startswith("space: 2 fighter 2 cruiser 2 carrier / order=carriers-first")


@given(fleets(most=1, kinds=1, variants=True), st.sampled_from(ROLES))
@settings(max_examples=runs(6, 200), phases=DEALT)
def test_IM_ODDS_3_whatever_is_tried_has_the_odds_of_its_steps(battle, role):
    """Compare the first and the last policy tried with the best one, walking each battle."""
    try:
        found = rank_policies(battle, role)
    except SlowError:
        assume(False)
    index = ROLES.index(role)
    for tried in {
        id(one): one for one in (found.tried_policies[0], found.tried_policies[-1], found.best)
    }.values():
        fought = battle.with_side(index, policy=tried.policy)
        win, _, loss = win_tie_loss(WalkedChain(Fight.from_battle(fought)).end_chances)
        assert tried.win == pytest.approx((win, loss)[index], abs=1e-12)
