"""Figures as still pictures: drawn without a browser, with all that can be read and all that is marked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from charts.samples import NAMES, drawn, each_figure, each_language

from twingkit import Odds, charts
from twingkit.charts import pictures, theme
from twingkit.charts.still import Undrawn, both_themes, still_svg
from twingkit.charts.still.axes import axis_of
from twingkit.messages import Fault

SVG = "{http://www.w3.org/2000/svg}"


def plain(name: str, lang: str = "en", ground: str = "light") -> dict[str, Any]:
    return dict(json.loads(drawn(name, lang, ground).to_json()))


def written(svg: str) -> str:
    """All that is written in a picture."""
    return " ".join("".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


@each_figure
@each_language
def test_every_figure_is_drawn_with_its_title_its_notes_and_its_axes(name: str, lang: str) -> None:
    figure = plain(name, lang)
    told = " ".join(written(still_svg(figure, 360)).split())
    layout = figure["layout"]
    texts = [layout["title"]["text"], *(note["text"] for note in layout["annotations"])]
    texts += [
        axis["title"]["text"] for key, axis in layout.items() if "axis" in key and axis.get("visible", True)
    ]
    for line in "<br>".join(texts).split("<br>"):
        bare = re.sub("<[^>]*>", "", line).replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
        assert " ".join(bare.split()) in told


@each_figure
@pytest.mark.parametrize("width", [360, 1000])
def test_nothing_lies_outside_the_picture(name: str, width: int) -> None:
    figure = plain(name)
    root = ElementTree.fromstring(still_svg(figure, width))
    assert (root.get("width"), root.get("height")) == (str(width), str(figure["layout"]["height"]))
    for part in root.iter():
        for key, most in (("x", width), ("cx", width), ("y", figure["layout"]["height"])):
            assert -0.5 <= float(part.get(key) or 0) <= most + 0.5, part.attrib


@each_figure
def test_all_values_and_both_ends_of_intervals_lie_within_the_axes(name: str) -> None:
    figure = plain(name)
    layout, traces = figure["layout"], figure["data"]
    for trace in traces:
        for letter in "xy":
            key = trace.get(f"{letter}axis", letter).replace(letter, f"{letter}axis", 1)
            axis = axis_of(key, layout, traces, (0, 0, 100, 100))
            ends = sorted((axis.begin, axis.end))
            values = [value for value in trace.get(letter, ()) if value is not None]
            error = trace.get(f"error_{letter}") or {}
            values += [value + more for value, more in zip(values, error.get("array", ()), strict=False)]
            values += [value - less for value, less in zip(values, error.get("arrayminus", ()), strict=False)]
            for value in values:
                assert ends[0] - 0.01 <= axis.at(value) <= ends[1] + 0.01, (letter, value)


@pytest.mark.parametrize("name", ["curves", "keep", "reach", "stopping"])
def test_the_axis_of_small_chances_fits_them(name: str) -> None:
    from charts.samples import FRAMES

    made = FRAMES[name].copy()
    for column in {"win", "low", "high", "chance"} & {*made.columns}:
        made[column] = made[column] / 10
    layout = drawn(name, made=made).layout
    axis = layout.yaxis if name == "curves" else layout.xaxis
    assert axis.range[1] <= 12


def test_a_bar_is_as_long_as_its_share() -> None:
    root = ElementTree.fromstring(still_svg(plain_odds(), 360))
    widths = [float(bar.get("width") or 0) for bar in root.iter(f"{SVG}rect") if bar.get("stroke")]
    assert widths == pytest.approx([162 / 1.01 * 2 * share for share in (0.5, 0.2, 0.3)], rel=0.01)


def plain_odds() -> Any:
    return charts.plain("odds", Odds(0.5, 0.2, 0.3))


def test_a_picture_of_both_themes_has_each_colour_with_its_counterpart() -> None:
    light = plain_odds()
    svg = both_themes(light, theme.recoloured(light, "light", "dark"), 360)
    assert f'fill="light-dark({theme.LIGHT.win},{theme.DARK.win})"' in svg
    assert written(svg) == written(still_svg(light, 360))


@pytest.mark.parametrize("ground", ["light", "dark", "auto"])
def test_a_picture_is_saved_without_a_browser_and_says_what_it_shows(
    ground: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "browser", lambda: None)
    figure = charts.odds(Odds(0.5, 0.2, 0.3), lang="de", theme=ground)
    svg = charts.save(figure, tmp_path / "a.svg", width=720).read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "720"
    assert root.findtext(f"{SVG}title") == charts.description(figure, "de")
    assert theme.THEMES[ground].win in svg
    assert "50,0\N{NO-BREAK SPACE}%" in written(svg)


def test_what_was_added_and_only_plotly_draws_is_left_to_a_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "browser", lambda: None)
    figure = charts.odds(Odds(0.5, 0.2, 0.3))
    figure.add_pie(values=[1, 2])
    with pytest.raises(Undrawn, match="pie"):
        still_svg(json.loads(figure.to_json()), 360)
    with pytest.raises(Fault, match="Chromium"):
        charts.save(figure, tmp_path / "a.svg")
    named = charts.odds(Odds(0.5, 0.2, 0.3)).add_scatter(x=["a", "b"], y=[1, 2])
    with pytest.raises(Undrawn):
        still_svg(json.loads(named.to_json()), 360)


def test_a_label_cannot_end_a_text() -> None:
    figure = charts.plain("odds", [{"label": "</text><b>&", "win": 1, "tie": 0, "loss": 0}] * 2)
    assert "</text><b>&" in written(still_svg(figure, 360))


def test_there_is_a_still_picture_of_every_kind() -> None:
    assert {name for name in NAMES if still_svg(plain(name), 360)} == set(NAMES)
