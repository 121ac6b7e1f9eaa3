"""Distributions: sums of independent ones, spread, quantiles."""

from itertools import product
from math import sqrt
from statistics import pstdev

import pytest

from twingkit import Distribution, Fault, twing

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
    assert margin.chance(lambda points: points <= median) >= margin.total / 2
    assert margin.chance(lambda points: points < median) < margin.total / 2
    assert sqrt(margin.variance()) == margin.sd()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_share_outside_0_to_1_is_refused(lang):
    with pytest.raises(Fault) as caught:
        DIE.quantile(50)
    assert "50" in caught.value.text(lang)
