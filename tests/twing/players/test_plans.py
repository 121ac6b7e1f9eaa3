"""The defence that a planned attack has to expect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.twing.exact_odds.contest import die_rules
from twingkit.twing.players.lay_choice import EMPTY_CHOICE
from twingkit.twing.players.open_battle import NO_DIE, margin_index, win_and_loss_by_margin
from twingkit.twing.players.outlook import ORNICLE_STRENGTH
from twingkit.twing.players.plans import (
    DefenceChooser,
    ExpectedResponseCounts,
    LayPlanningNumbers,
    WinChancesAfterBattle,
    best_attack_plan,
    plan_attack,
)

share = st.floats(0, 1)
traps = st.integers(0, 3)
lays = st.builds(
    lambda die, power, spent, risk, losses: LayPlanningNumbers(
        die, power, spent, risk, tuple(sorted(losses)), EMPTY_CHOICE
    ),
    st.sampled_from([NO_DIE, die_rules(True, False, (), ()), die_rules(True, True, (), ())]),
    st.integers(0, 20),
    st.floats(0, 6),
    st.floats(0, 6),
    st.lists(st.integers(0, 8), min_size=4, max_size=4),
)


def left_by(
    defence: LayPlanningNumbers,
    attack: LayPlanningNumbers,
    stakes: WinChancesAfterBattle,
    tricks: ExpectedResponseCounts,
) -> float:
    """Return the attacker's chance of winning the game, added up term by term."""
    mine, theirs = tricks.traps
    margin = attack.power - attack.trap_losses[theirs] - (defence.power - defence.trap_losses[mine])
    win, loss = win_and_loss_by_margin(attack.die, defence.die, tricks.rerolls)[margin_index(margin)]
    gains = defence.spell_cost + defence.creature_risk, defence.spell_cost, defence.spell_cost
    costs = attack.spell_cost, attack.spell_cost, attack.spell_cost + attack.creature_risk
    total = 0.0
    for odds, stake, gain, cost in zip((win, 1 - win - loss, loss), stakes[:3], gains, costs, strict=True):
        total += odds * (
            stake + ORNICLE_STRENGTH * stake * (1 - stake) * (stakes.spending_gain_share * gain - cost)
        )
    return total


@given(
    st.lists(lays, min_size=1, max_size=8),
    lays,
    st.builds(WinChancesAfterBattle, share, share, share, share),
    st.builds(ExpectedResponseCounts, st.just((0, 0)), st.tuples(traps, traps)),
)
def test_the_best_defence_leaves_the_attacker_least(defences, attack, stakes, tricks):
    value, best, win, loss = DefenceChooser(defences, stakes, tricks).best_defence(attack)
    least = min(left_by(defence, attack, stakes, tricks) for defence in defences)
    assert value == pytest.approx(least, abs=1e-12)
    assert left_by(best, attack, stakes, tricks) == pytest.approx(least, abs=1e-12)
    assert 0 <= win <= 1
    assert 0 <= loss <= 1


@given(
    st.lists(lays, max_size=8),
    st.lists(
        st.lists(st.lists(lays, min_size=1, max_size=6), min_size=2, max_size=2), min_size=1, max_size=2
    ),
    st.builds(WinChancesAfterBattle, share, share, share, share),
    st.builds(ExpectedResponseCounts, st.just((0, 0)), st.tuples(traps, traps)),
    st.sampled_from([0.0, 0.3]),
)
def test_bounds_never_rule_out_the_best_attack(attacks, hands, stakes, tricks, base):
    against = [[DefenceChooser(hand, stakes, tricks) for hand in of_player] for of_player in hands]
    plans = [plan_attack(attack, against, base) for attack in attacks]
    best = max(plans, key=lambda plan: plan.value, default=None)
    found = best_attack_plan(attacks, against, base)
    assert (found and (found.value, found.attack)) == (best and (best.value, best.attack))
