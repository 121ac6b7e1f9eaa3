"""Huge battles: their odds have the same limits in Python and on the command line as on the pages."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from math import inf

import pytest
from typer.testing import CliRunner

from twingkit import imperium
from twingkit.cli import app
from twingkit.core.slices import Slices, SlowError, finish

FLEET = "99 fighter 99 destroyer 99 cruiser 99 carrier 99 dreadnought"
HUGE = f"space: {FLEET} vs {FLEET}"
LANDING = f"invasion: {FLEET} 99 infantry vs {FLEET} 99 infantry"
SMALL = "space: 2 cruiser vs 1 dreadnought"


@pytest.mark.parametrize(
    ("ask", "line"),
    [(imperium.odds, HUGE), (imperium.odds_many, HUGE), (imperium.odds, LANDING)],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_huge_odds_are_refused_before_anything_is_computed(
    ask: Callable[[str], object], line: str, lang: str
) -> None:
    with pytest.raises(imperium.SlowError) as caught:
        ask(line)
    assert isinstance(caught.value, imperium.BudgetError)
    assert caught.value.seconds > caught.value.budget == 60
    assert str(round(caught.value.seconds)) in caught.value.text()
    assert "budget=" in caught.value.text()


def test_more_may_be_asked_for_and_less_is_refused() -> None:
    assert imperium.odds(SMALL, budget=inf) == imperium.odds(SMALL)
    with pytest.raises(SlowError):
        imperium.odds(SMALL, budget=1e-9)
    with pytest.raises(SlowError):
        imperium.odds_many([SMALL], budget=1e-9)


@pytest.mark.parametrize("ask", ["odds_with_retreat", "retreat_table", "worth"])
def test_what_asks_for_many_odds_is_bounded_too(ask: str) -> None:
    below = {"below": 0.2} if ask == "odds_with_retreat" else {}
    with pytest.raises(SlowError):
        getattr(imperium, ask)(
            "space: 2 cruiser 1 carrier vs 1 dreadnought", side="attacker", **below, budget=1e-9
        )


def test_the_command_line_refuses_them_and_takes_a_budget() -> None:
    cli_result = CliRunner().invoke(app, ["odds", HUGE])
    assert cli_result.exit_code == 2
    assert "seconds" in cli_result.output
    assert CliRunner().invoke(app, ["odds", SMALL, "--budget", "0.000000001"]).exit_code == 2
    assert CliRunner().invoke(app, ["odds", SMALL, "--budget", "9"]).exit_code == 0
    no_budget = CliRunner().invoke(app, ["odds", "F: F5 vs W: W6", "--budget", "9"])
    assert (no_budget.exit_code, "budget" in no_budget.stderr) == (2, True)


def test_work_is_given_up_where_its_share_says_that_the_rest_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter(range(0, 1000, 2))
    monkeypatch.setattr("twingkit.core.slices.time.process_time", lambda: float(next(clock)))
    closed = []

    def endless() -> Slices[None]:
        try:
            for n in range(1000):
                yield n / 1000
        finally:
            closed.append(True)

    with pytest.raises(SlowError) as caught:
        finish(endless(), budget=60)
    assert caught.value.seconds == pytest.approx(4 / 0.001)
    assert closed == [True]


def test_IM_ODDS_1_a_round_with_dice_of_its_own_holds_no_list_of_all_that_they_leave() -> None:
    imperium.odds("space: 2 carrier @ mb:2 vs 2 destroyer")  # one-time loading does not count
    tracemalloc.start()
    try:
        imperium.odds("space: 20 carrier @ mb:2 vs 20 destroyer")
        assert tracemalloc.get_traced_memory()[1] < 4 * 2**20
    finally:
        tracemalloc.stop()
