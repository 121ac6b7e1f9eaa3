"""Odds as fractions: the same numbers as the fast methods, and as small battles computed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from twingkit import Fault
from twingkit.imperium import BudgetError, odds
from twingkit.imperium.battle.exact_odds import exact_fractions

LINES = [
    "space: 2 cruiser vs 3 destroyer",
    "space: 2 cruiser 1 dreadnought 2 fighter vs 1 dreadnought 1 carrier 3 fighter",
    "space: 2 dreadnought @ da vs 2 dreadnought @ da,dh",
    "space: 1 flagship 1 cruiser @ letnev vs 2 dreadnought",
    "space: 2 cruiser @ mb:2 vs 1 dreadnought 1 destroyer @ nebula",
    "space: 2 carrier 1 cruiser / best vs 2 destroyer",
    "space: 2 destroyer @ jolnar vs 3 fighter 1 carrier @ amd",
    "ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds",
    "ground: 2 mech vs 3 infantry @ da",
    "invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry",
    "invasion: 1 dreadnought 2 infantry vs 2 fighter 2 infantry 1 pds",
]


@pytest.mark.parametrize("line", LINES)
def test_IM_ODDS_1_fractions_are_the_numbers_of_the_odds(line: str) -> None:
    exact, found = odds(line, exact=True), odds(line)
    assert all(isinstance(part, Fraction) for part in (exact.win, exact.tie, exact.loss))
    assert exact.win + exact.tie + exact.loss == 1
    for name in ("win", "tie", "loss", "edge"):
        assert float(getattr(exact, name)) == pytest.approx(getattr(found, name), abs=1e-12)


def test_IM_ODDS_1_small_battles_worked_out_by_hand() -> None:
    duel = odds("space: 1 cruiser vs 1 fighter", exact=True)
    hit, other = Fraction(4, 10), Fraction(2, 10)
    ends = 1 - (1 - hit) * (1 - other)
    assert duel.win == hit * (1 - other) / ends
    assert duel.tie == hit * other / ends
    both = odds("ground: 1 infantry vs 1 infantry", exact=True)
    assert (both.win, both.tie, both.loss) == (Fraction(7, 17), Fraction(3, 17), Fraction(7, 17))


def test_IM_ODDS_4_a_standoff_is_settled_as_by_the_odds() -> None:
    for variant in ("box", "stalemate=tie"):
        line = "space: 1 infantry 1 carrier vs 1 carrier @ nebula"
        exact, found = odds(line, variant=variant, exact=True), odds(line, variant=variant)
        assert float(exact.win) == pytest.approx(found.win, abs=1e-12)
        assert float(exact.tie) == pytest.approx(found.tie, abs=1e-12)


def test_limits_hold_for_fractions_too(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "space: 3 dreadnought @ da vs 3 dreadnought @ da,dh"
    with pytest.raises(BudgetError):
        odds(line, exact=True, max_walks=20)
    with pytest.raises(BudgetError):
        odds("space: 9 fighter 9 cruiser vs 9 fighter 9 cruiser", exact=True, budget=0.01)
    monkeypatch.setattr(exact_fractions, "MAX_CIRCLE", 1)
    with pytest.raises(Fault, match="exact=True"):
        odds(line, exact=True)
