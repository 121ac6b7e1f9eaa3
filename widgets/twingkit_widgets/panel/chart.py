"""A chart as a part of a panel: a figure drawn by plotly.js, its description, and a table of the same data.

    table = panel_table_html(head, rows)
    chart_html(charts.odds(frame, lang=lang), charts.figure_description(frame, lang=lang), table)

The element of a chart carries the figure as JSON in `data-figure`: `data`, `layout` and `config` for
plotly.js, and `exchange`, which maps colours of the light theme to those of the dark one. Nothing is loaded
before a chart comes into view. Then the page gets `chart.js` from the kernel, and plotly.js from the site's
server (`<html data-tk-plotly="...">` says where) or, in a notebook, from the kernel too; once per page, and
never from anywhere else. A chart is redrawn only if its figure or the theme of the page changes. It fills its
width, and nothing in it moves automatically.

If no chart can be drawn (plotly is not installed, or the page has no kernel), the description and the table
are still there.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from twingkit.analyse.reports.frame_results import CellMakers, RowT
from twingkit.core.language import language
from twingkit.core.words import as_lang
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import say

HERE = Path(__file__).parent

CONFIG: Mapping[str, object] = {"displaylogo": False, "displayModeBar": False, "responsive": False}
"""The plotly settings of a chart: no buttons, and as wide as its element."""

PARTS = ("chart.js", "drag.js", "large_panel.js", "save.js", "terms.js", "work.js")
"""The parts of the client that a page loads on first use."""

DIGITS = 6
"""The number of significant digits of numbers sent to the page."""


def chart_html(
    figure: object, description: str, table: Markup | None = None, *, key: str = "chart"
) -> Markup:
    """Return a plotly figure as a chart to include in the HTML of a panel, with a text description and an
    optional table.

    `figure` is a figure of `twingkit.analyse.charts` in any theme (also in the format of plotly.js, or as
    JSON), or None if there is nothing to draw. `figure_description` describes it in words, `table` gives the
    same data as numbers. `key` distinguishes the charts of one panel.
    """
    details = (
        el("details", el("summary", say("chart.table")), table, data_key=f"{key}-table") if table else None
    )
    if figure is None:
        return el("figure", el("p", description), details, cls="tk-plot", data_key=key)
    plain = _light(figure)
    frame = el(
        "div",
        role="img",
        aria_label=description,
        cls="tk-plot-place",
        style=f"min-height:{int(plain['layout'].get('height', 0))}px",
        data_figure=_json(plain),
        data_key=f"{key}-place",
    )
    failed = el("p", say("chart.failed"), cls="tk-plot-failed tk-soft", data_key=f"{key}-failed")
    return el("figure", frame, failed, details, cls="tk-plot", data_key=key)


def folded_chart(
    kind: str,
    rows: Iterable[RowT],
    cell_makers: CellMakers[RowT],
    *,
    key: str,
    omitted_columns: Container[str] = (),
) -> Markup:
    """Return a collapsed chart of a table on the page. Plotly is not loaded until the visitor opens it.

    `kind` names its function in `twingkit.analyse.charts` or in the game's charts, `cell_makers` are the
    columns of the `rows`; it draws all of them but those in `omitted_columns`.
    """
    # imported here: pages without charts do not need it
    from twingkit.analyse.charts.alt_text import figure_description, plotly_js_figure

    drawn = [
        {name: cell(row) for name, cell in cell_makers.items() if name not in omitted_columns} for row in rows
    ]
    figure = plotly_js_figure(kind, drawn, lang=as_lang(language()))
    chart = chart_html(figure, figure_description(figure, lang=as_lang(language())), key=key)
    return el("details", el("summary", say("chart.picture")), chart, data_key=f"{key}-folded")


def panel_table_html(head: Sequence[Child], rows: Iterable[Sequence[Child]]) -> Markup:
    """Return a table in the style of panels; the first cell of each row is its heading."""
    cells = [
        el("tr", [*(el("th", cell, scope="row") for cell in row[:1]), *(el("td", cell) for cell in row[1:])])
        for row in rows
    ]
    heading = el("tr", [el("th", name, scope="col") for name in head])
    table = el("table", el("thead", heading), el("tbody", cells), cls="tk-grid")
    return el("div", table, cls="tk-plot-table", tabindex=0)  # so that the keys scroll a wide table


def _light(figure: Any) -> dict[str, Any]:
    # imported here: pages without charts do not need it
    from twingkit.analyse.charts.theme import META_KEY, TRANSPARENT, recolour

    if isinstance(figure, str):
        plain = json.loads(figure)
    elif isinstance(figure, Mapping):
        plain = figure
    else:
        plain = json.loads(figure.to_json())
    layout = dict(plain["layout"])
    theme = (layout.pop("meta", None) or {}).get(META_KEY, {}).get("theme", "light")
    light: dict[str, Any] = {"data": list(plain["data"]), "layout": layout}
    if theme != "light":
        light = recolour(light, theme, "light")
    light["layout"]["paper_bgcolor"] = TRANSPARENT
    light["layout"] = {name: entry for name, entry in light["layout"].items() if entry != []}
    return light


def _json(plain: dict[str, object]) -> str:
    """Return a figure as JSON; equal figures give identical text, so that the page does not redraw them."""
    from twingkit.analyse.charts.theme import colour_replacements

    colours = colour_replacements("light", "dark")
    text = json.dumps(_short(plain), ensure_ascii=False)
    used = {light: dark for light, dark in colours.items() if light in text}
    content = {**_short(plain), "config": dict(CONFIG), "exchange": used}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _short(value: object) -> Any:  # JSON
    if isinstance(value, Mapping):
        return {name: _short(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_short(entry) for entry in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


# ---------------------------------------------------------------- what a page asks for


def plotly_file() -> Path | None:
    """Return the path of the file `plotly.js` in the installed plotly package, without importing plotly; None
    if it is missing.
    """
    spec = find_spec("plotly")
    folders = (spec.submodule_search_locations or ()) if spec else ()
    files = [Path(folder) / "package_data" / "plotly.min.js" for folder in folders]
    return next((file for file in files if file.is_file()), None)


@cache
def _plotly() -> bytes:
    file = plotly_file()
    return gzip.compress(file.read_bytes(), 6, mtime=0) if file else b""


def file_message(name: str) -> tuple[dict[str, object], list[bytes]]:
    """Return the message and the binary buffers that send the file `name` to a page. If the file is missing,
    the message contains only its name.
    """
    if name in PARTS:
        return {"need": name, "text": (HERE / name).read_text(encoding="utf-8")}, []
    if name == "plotly.js" and _plotly():
        return {"need": name}, [_plotly()]
    return {"need": name}, []
