"""Means, spreads and curves: their data, their texts, their refusals."""

from __future__ import annotations

import pandas as pd
import pytest

from twingkit import arena, charts, ember, imajica, imperium, sweep, twing
from twingkit.analyse.charts import curve, dots
from twingkit.analyse.charts.theme import PALETTE_BY_THEME, SYMBOLS
from twingkit.analyse.charts.wording import has_figure_sentence
from twingkit.core.messages import Fault
from twingkit.twing.analysis.comparison import (
    GAME_MEASURES,
    differences_from_baseline,
    mean_by_run,
    percentile_table,
)
from twingkit.twing.analysis.own_element import own_element_odds
from twingkit.twing.analysis.sample_battles import sample_battles
from twingkit.twing.analysis.shield_odds import shield_vs_spells_odds
from twingkit.twing.analysis.worth import worth
from twingkit.twing.analysis.worth_spread import worth_spread


@pytest.fixture(scope="module")
def runs():
    lines = {"five": "box", "three": "box price=3", "four": "box price=4"}
    return {
        name: arena.simulate(8, ["random"] * 2, line, seed=5, processes=1) for name, line in lines.items()
    }


@pytest.fixture(scope="module")
def frames(runs):
    return {
        "means": mean_by_run(runs),
        "changes": differences_from_baseline(runs),
        "shares": differences_from_baseline(runs, "starter_won"),
        "spread": percentile_table({name: each.games["rounds"] for name, each in runs.items()}),
        "held": worth_spread(worth(sample_battles(6, 2), ["+cat", "+trap", "+miromon"])),
        "curves": own_element_odds(range(-2, 3)),
        "shield_or_spells": shield_vs_spells_odds(range(3)),
    }


FIGURES = {
    "means": "means",
    "changes": "means",
    "shares": "means",
    "spread": "spread",
    "held": "spread",
    "curves": "curves",
    "shield_or_spells": "curves",
}


def text_of(figure) -> str:
    """Return all text of a figure."""
    layout = figure.layout
    parts = [layout.title.text, layout.xaxis.title.text, *(note.text for note in layout.annotations)]
    return "\n".join(str(part) for part in parts)


@pytest.mark.parametrize("theme", PALETTE_BY_THEME)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", FIGURES)
def test_every_frame_of_the_studies_can_be_drawn_and_told(frames, name, lang, theme):
    figure = getattr(charts, FIGURES[name])(frames[name], lang=lang, theme=theme)
    assert charts.figure_description(figure, lang=lang).endswith(".") or name in (
        "means",
        "changes",
        "shares",
    )
    written = text_of(figure) + charts.figure_description(figure, lang=lang)
    assert "{" not in written
    assert "nan" not in written.lower()
    labels = "label" if "label" in frames[name] else "series"
    drawn = written.replace("<br>", " ").replace("\n", " ")
    for label in frames[name][labels]:
        assert str(label) in charts.figure_description(figure, lang=lang)
        assert str(label).split()[0] in drawn


def test_means_stand_in_the_order_of_the_frame_from_zero_on(frames):
    figure = charts.means(frames["means"])
    dots = figure.data[0]
    assert list(dots.x) == pytest.approx(frames["means"]["mean"].tolist())
    ends = zip(dots.x, dots.error_x.arrayminus, dots.error_x.array, strict=True)
    rows = frames["means"][["low", "high"]].itertuples(index=False)
    for (value, below, above), (low, high) in zip(ends, rows, strict=True):
        assert (value - below, value + above) == pytest.approx((low, high))
    assert figure.layout.xaxis.range[0] == 0
    assert list(dots.y) == sorted(dots.y)


def test_differences_are_ranked_and_a_sign_says_which_are_sure():
    rows = [
        {"label": "less", "change": -4.0, "low": -6.0, "high": -2.0},
        {"label": "unsure", "change": 1.0, "low": -1.0, "high": 3.0},
        {"label": "more", "change": 5.0, "low": 4.0, "high": 6.0},
    ]
    figure = charts.means(rows)
    dots = figure.data[0]
    assert list(dots.x) == [5, 1, -4]
    assert list(dots.marker.symbol) == ["triangle-right", "circle", "triangle-left"]
    assert len(figure.layout.shapes) == 1
    low, high = figure.layout.xaxis.range
    assert low < -6
    assert high > 6


def test_shares_are_told_in_percent_and_their_differences_in_points(frames):
    row = {"label": "a", "mean": 0.5, "low": 0.4, "high": 0.6}
    frame = pd.DataFrame([row])
    frame.attrs["value"] = "share"
    figure = charts.means(frame)
    assert list(figure.data[0].x) == [50]
    assert "50.0% (40.0% to 60.0%)" in charts.figure_description(figure)
    assert figure.layout.xaxis.ticksuffix == "%"
    change = frames["shares"].iloc[0]
    assert list(charts.means(frames["shares"]).data[0].x)[-1] == pytest.approx(
        100 * frames["shares"]["change"].min()
    )
    assert change["low"] <= change["change"]


def test_every_measure_has_its_words():
    assert all(has_figure_sentence(f"means.measure.{measure}") for measure in GAME_MEASURES)


def test_what_differences_are_against_stands_below_the_title(frames):
    figure = charts.means(frames["changes"])
    base = frames["changes"].attrs["base"]
    assert f"Compared with: five ({base:.1f})." in text_of(figure)


def test_words_of_the_frame_stand_in_the_figure():
    frame = pd.DataFrame([{"label": "a", "mean": 1.0, "low": 0.5, "high": 1.5}])
    frame.attrs.update(title="A title", subtitle="under it", x_label="across")
    written = text_of(charts.means(frame))
    assert all(text in written for text in ("A title", "under it", "across"))


def test_a_box_lies_between_the_quarters_and_a_line_between_the_ends(frames):
    frame = frames["spread"]
    figure = charts.spread(frame)
    boxes_drawn = [trace for trace in figure.data if trace.type == "bar"]
    scatters = [trace for trace in figure.data if trace.type == "scatter"]
    lines = [trace for trace in scatters if trace.mode == "lines" and trace.hoverinfo == "text"]
    assert [trace.base[0] for trace in boxes_drawn] == pytest.approx(frame["p25"].tolist())
    assert [trace.base[0] + trace.x[0] for trace in boxes_drawn] == pytest.approx(frame["p75"].tolist())
    assert [tuple(trace.x) for trace in lines] == list(zip(frame["p5"], frame["p95"], strict=True))
    diamonds = [trace for trace in scatters if trace.mode == "markers"]
    assert list(diamonds[0].x) == pytest.approx(frame["mean"].tolist())


def test_a_curve_goes_from_left_to_right_with_a_mark_of_its_own(frames):
    turned = frames["curves"].iloc[::-1]
    turned.attrs = frames["curves"].attrs
    figure = charts.curves(turned)
    for trace in figure.data:
        assert list(trace.x) == [-2, -1, 0, 1, 2]
    assert len({trace.marker.symbol for trace in figure.data}) == 4
    assert len({trace.line.dash for trace in figure.data}) == 4
    assert list(figure.layout.yaxis.range) == [-2, 103]
    assert list(charts.curves(turned, value="edge").layout.yaxis.range) == [-51.5, 51.5]
    assert list(charts.curves(frames["shield_or_spells"]).layout.yaxis.range) == [-2, 103]


@pytest.mark.parametrize("kind", [dots.MEANS, dots.SPREAD, curve.CURVES])
def test_a_bad_frame_is_refused_with_what_was_expected(kind):
    with pytest.raises(Fault, match=f"charts.{kind.name}"):
        kind.figure([{"nothing": 1}])
    with pytest.raises(Fault, match=f"charts.{kind.name}: the column"):
        kind.figure([])


def test_intervals_are_a_band_around_the_curve_and_small_edges_fill_the_axis():
    rows = [{"x": x, "series": "a", "edge": 0.1, "low": 0.05, "high": 0.2} for x in range(3)]
    figure = charts.curves(rows)
    band, curve = figure.data
    assert (band.x, band.y) == ((0, 1, 2, 2, 1, 0), (20, 20, 20, 5, 5, 5))
    assert band.fill == "toself"
    assert curve.y == (10, 10, 10)
    assert list(figure.layout.yaxis.range) == [-0.5, 25.75]


@pytest.mark.parametrize(
    ("edges", "ends"),
    [((0.1, 0.2), (-0.5, 25.75)), ((-0.1, -0.2), (-25.75, 0.5)), ((-0.1, 0.2), (-25.75, 25.75))],
)
def test_the_axis_of_edges_has_only_the_sides_that_are_drawn(edges, ends):
    rows = [{"x": x, "series": "a", "edge": edge} for x, edge in enumerate(edges)]
    assert tuple(charts.curves(rows).layout.yaxis.range) == ends


def test_a_sweep_over_one_thing_and_a_number_is_curves():
    fleets = sweep(imperium.odds, "space: {n} cruiser vs 2 cruiser", {"n": range(1, 4)})
    (curve,) = charts.curves(fleets).data
    assert (curve.x, curve.name) == ((1, 2, 3), "space: {n} cruiser vs 2 cruiser")
    assert charts.curves(fleets).layout.title.text == "<b>Chances as curves</b>"
    assert charts.curves(fleets, value="edge").layout.title.text == "<b>Win minus loss, as curves</b>"
    hands = sweep(ember.chance_within, None, {"hand": ["A5 E5 F5", "A5 E5"], "turns": [1, 2]}, cost="N4")
    figure = charts.curves(hands)
    assert [curve.name for curve in figure.data] == ["A5 E5 F5", "A5 E5"]
    assert figure.data[0].y[0] == pytest.approx(100 * ember.chance_within("A5 E5 F5", "N4", turns=1))


def test_a_sweep_of_chances_with_their_bounds_is_a_curve_in_a_band():
    holding = {n: {"p2": imajica.RivalHand(unseen_count=n)} for n in (2, 5)}
    line, deed = "imajica: p1 active sartori; p2 active dowd; circle slew", "seize slew with sartori"
    frame = sweep(imajica.can_they_stop, line, {"holdings": holding}, deed=deed)
    band, curve = charts.curves(frame).data
    assert curve.x == (2, 5)
    assert curve.y[1] == pytest.approx(100 * float(frame[frame.holdings == 5].chance.iloc[0]))
    assert band.y[:2] == curve.y


def test_more_curves_than_marks_are_refused():
    rows = [{"x": 0, "series": str(n), "win": 0.5} for n in range(len(SYMBOLS) + 1)]
    with pytest.raises(Fault, match="up to 6 curves, not 7"):
        charts.curves(rows)


def test_a_share_outside_0_to_1_is_refused():
    with pytest.raises(Fault, match="row 1"):
        charts.curves([{"x": 0, "series": "a", "win": 1.5}])


def test_text_is_text_and_not_a_tag():
    row = {"label": "<b>loud</b>", "mean": 1.0, "low": 0.5, "high": 1.5}
    assert "&lt;b&gt;loud" in text_of(charts.means([row]))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_sweep_of_chances_that_are_nobodys_win_is_a_heat_map_and_speaks_of_no_attacker(lang):
    hands = {"hand": ["A5 E5 F5", "A5 E5"], "turns": [1, 2]}
    frame = sweep(ember.chance_within, None, hands, cost="N4")
    figure = charts.heat_map(frame, lang=lang)
    assert figure.data[0].z[0][0] == pytest.approx(float(frame.value[0]))
    figure_texts = (
        figure.layout.title.text + charts.figure_description(figure) + "".join(figure.data[0].hovertext[0])
    )
    assert "Chance" in figure_texts
    assert not any(word in figure_texts for word in ("attacker", "Angreifer", "wins", "gewinnt"))
    with pytest.raises(Fault, match="win"):
        charts.heat_map(frame.drop(columns="value"))


@pytest.mark.parametrize(
    ("lang", "strength", "won"), [("en", "Strength", "Games won"), ("de", "Stärke", "Gewonnene")]
)
def test_standings_of_players_are_drawn_as_they_are(lang, strength, won):
    played = arena.simulate(20, ["steady", "greedy"], variant="short", seed=1, processes=1)
    strengths, pairs = arena.player_strengths(played), arena.head_to_head(played)
    figure = charts.means(strengths, lang=lang)
    assert strength in figure.layout.title.text
    assert all(name in charts.figure_description(figure) for name in ("steady", "greedy"))
    met = charts.means(pairs, lang=lang)
    assert won in met.layout.title.text
    assert "greedy – steady" in charts.figure_description(met)
    assert "85" in charts.figure_description(met)  # steady won 17 of 20


def test_bars_of_a_duel_and_of_supporters_have_their_names():
    duel = charts.odds(twing.duel_odds_table("duel F: F5 / F4 / F3 vs W: W5 / W4 / W3"))
    assert "battle 2 at 1-0" in str(duel.to_dict())
    line = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"
    assert "A: + W3" in str(charts.odds(twing.support_payoff_table(line)).to_dict())
