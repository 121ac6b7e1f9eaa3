"""Distributions: sums of independent ones, spread, quantiles."""

from itertools import product
from math import nan, sqrt
from statistics import pstdev

import icepool
import pandas as pd
import pytest

from twingkit import Distribution, Fault, Odds, imperium, twing

DIE = Distribution(dict.fromkeys(range(1, 7), 1 / 6))


def test_a_sum_of_independent_dice_is_every_pair_counted():
    counted: dict[int, float] = {}
    for one, two in product(range(1, 7), repeat=2):
        counted[one + two] = counted.get(one + two, 0) + 1 / 36
    assert dict(DIE + DIE) == pytest.approx(counted)
    assert dict(sum([DIE, DIE, DIE])) == pytest.approx(dict(DIE + (DIE + DIE)))
    assert dict(DIE + 2) == pytest.approx({face + 2: 1 / 6 for face in range(1, 7)})


def test_the_spread_is_that_of_the_outcomes():
    assert DIE.sd() == pytest.approx(pstdev(range(1, 7)))
    assert sum([DIE] * 4).sd() == pytest.approx(2 * pstdev(range(1, 7)))
    part = Distribution({0: 0.1, 2: 0.1})
    assert (part.mean(), part.sd()) == (pytest.approx(1), pytest.approx(1))


def test_quantiles_are_the_least_outcomes_that_are_enough():
    assert [DIE.quantile(share) for share in (0, 1 / 6, 0.5, 0.51, 1)] == [1, 1, 3, 4, 6]
    margin = twing.odds("F: F5 F3 vs W: W6").margin
    assert margin is not None
    median = margin.quantile(0.5)
    assert margin.probability(lambda points: points <= median) >= margin.total / 2
    assert margin.probability(lambda points: points < median) < margin.total / 2
    assert sqrt(margin.variance()) == margin.sd()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_share_outside_0_to_1_is_refused(lang):
    with pytest.raises(Fault) as caught:
        DIE.quantile(50)
    assert "50" in caught.value.text()


def test_sums_differences_products_and_conditions_are_those_of_icepool() -> None:
    one, two = icepool.d6, icepool.Die({0: 1, 2: 3, 5: 2})
    first, second = Distribution.from_weights(one), Distribution.from_weights(two)
    for mine, theirs in (
        (first + second, one + two),
        (first - second, one - two),
        (3 - first, 3 - one),
        (first * second, one * two),
        (-2 * first, -2 * one),
        (first.combine(second, max), icepool.highest(one, two)),
        (first.map(lambda face: face % 3), one % 3),
    ):
        assert dict(mine) == pytest.approx(dict(Distribution.from_weights(theirs)))
    assert first.given(lambda face: face > 4) == Distribution({5: 0.5, 6: 0.5})
    assert Odds.from_difference(first - second).win == pytest.approx(float((one > two).mean()))


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}, {1: float("inf")}])
def test_weights_that_are_none_are_refused(weights: dict[int, float]) -> None:
    with pytest.raises(Fault, match="weights must be numbers"):
        Distribution.from_weights(weights)


def test_IM_ODDS_5_losses_hang_together() -> None:
    result = imperium.odds("space: 2 cruiser 1 dreadnought vs 3 destroyer")
    lost = [result.resource_loss_distribution(side) for side in ("attacker", "defender")]
    assert [part.mean() for part in lost] == pytest.approx(list(result.mean_resource_losses))
    assert result.resource_edge_distribution().mean() == pytest.approx(
        result.mean_resource_losses[1] - result.mean_resource_losses[0]
    )
    assert result.resource_edge_distribution().sd() > (lost[1] - lost[0]).sd(), (
        "one loses much, the other little"
    )
    won = result.resource_loss_distribution("defender", winner="attacker")
    assert list(won) == [3.0], "who has lost has lost all"


def test_missing_values_are_ignored() -> None:
    some = [pd.Series([1, pd.NA, 3], dtype="Int64"), pd.Series([1, nan, 3]), [1, None, 3], [1, pd.NaT, 3]]
    for values in some:
        assert dict(Distribution.from_values(values)) == {1: 0.5, 3: 0.5}


def test_parts_of_a_distribution_may_add_up_to_less_than_1_and_not_to_more() -> None:
    assert Distribution({0: 0.5, 1: 0.25}).total == 0.75
    assert Distribution(dict.fromkeys(range(49), 1 / 49)).total == pytest.approx(1)
    with pytest.raises(Fault, match=r"at most 1, not to 1\.1"):
        Distribution({0: 0.5, 1: 0.6})
