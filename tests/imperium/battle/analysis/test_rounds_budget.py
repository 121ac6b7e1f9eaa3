"""Huge battles: their rounds have the same limits in Python and on the command line as on the pages."""

import pytest

from twingkit import imperium

HUGE = "space: 99 fighter vs 99 fighter"


@pytest.mark.parametrize("ask", [imperium.odds_by_round, imperium.round_table])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_rounds_that_take_too_long_are_refused_before_anything_is_computed(ask, lang):
    with pytest.raises(imperium.RoundsBudgetError) as caught:
        ask(HUGE)
    assert isinstance(caught.value, imperium.BudgetError)
    assert caught.value.seconds > caught.value.budget == 10
    assert "budget=" in caught.value.text()


def test_more_may_be_asked_for_and_less_is_enough():
    assert len(imperium.odds_by_round("space: 12 fighter vs 12 fighter", 2, budget=60)) == 3
    with pytest.raises(imperium.RoundsBudgetError):
        imperium.odds_by_round("space: 12 fighter vs 12 fighter", 2, budget=1e-9)
