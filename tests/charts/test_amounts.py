"""Distributions, numbers of units and logarithms of odds, drawn by the figures of margins and effects."""

from __future__ import annotations

import pytest

from twingkit import arena, charts, ember, imperium, twing
from twingkit.core.messages import Fault

ODDS = imperium.odds("space: 3 cruiser vs 2 dreadnought")


def test_a_distribution_is_bars_without_a_zero_line_or_sides() -> None:
    hits = ODDS.hits_distribution("attacker", "taken")
    figure = charts.margins(hits)
    (bars,) = figure.data
    assert list(bars.x) == list(hits)
    assert list(bars.y) == pytest.approx([100 * chance for chance in hits.values()])
    assert not figure.layout.shapes
    assert charts.figure_description(hits) == charts.figure_description(figure)
    assert "most likely 3, 85.3%" in charts.figure_description(figure)


@pytest.mark.parametrize("made", [ODDS.losses(winner="attacker"), ODDS.survivors(winner="attacker")])
def test_losses_and_survivors_are_a_curve_for_each_unit(made: object) -> None:
    figure = charts.margins(made, lang="de")
    assert [trace.name.split(" (")[0] for trace in figure.data] == [
        "attacker cruiser",
        "defender dreadnought",
    ]
    assert "im Durchschnitt" in figure.data[0].name


def test_margins_are_rounded_and_written_like_their_axis() -> None:
    made = twing.margins("F: F5 F3 + F4 vs W: W6 W4")
    figure = charts.margins(made, lang="de")
    assert "gleichauf 5,6\N{NO-BREAK SPACE}%" in charts.figure_description(figure)
    texts = {text for trace in figure.data for text in trace.text}
    assert "28\N{NO-BREAK SPACE}%" in texts
    assert figure.layout.yaxis.ticksuffix == "\N{NO-BREAK SPACE}%"


def test_adjusted_effects_are_effects_and_no_shares() -> None:
    played = arena.simulate(60, ["greedy", "random"], variant="short", seed=1, processes=1)
    made = arena.adjusted_effects(played, ["got_hat", "starter"])
    figure = charts.effects(made)
    assert list(figure.data[0].x) == pytest.approx(sorted(made["effect"], reverse=True))
    assert charts.figure_description(made).startswith(
        "Effect in log odds, 2 compared: largest for got_hat, +"
    )
    with pytest.raises(Fault, match=r"are the interval of “effect” here.*charts\.effects draws this frame"):
        charts.shares(made)


def test_changes_of_no_side_are_named_by_their_own_meaning() -> None:
    figure = charts.worth(ember.worth("A6 E6 F8 A9 W1", ["+*"], cost="N3"))
    description = charts.figure_description(figure)
    assert description.startswith("How much higher the chance is")
    assert "A6 E6 F8 A9 W1, cost N3, number of turns: 2" in description
    assert "chance to win" not in description
    assert "chance: +" in figure.data[0].hovertext[0]


def test_small_numbers_have_enough_digits() -> None:
    description = charts.figure_description(charts.spread(twing.percentile_table({"s": [0.03, 0.04, 0.012]})))
    assert "average 0.027, middle half from 0.021 to 0.035" in description
