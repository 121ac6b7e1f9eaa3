"""Figures from the tables of the analyses.

    from twingkit import charts

    figure = charts.odds(twing.odds_many(lines), lang="de", theme="dark")
    charts.save_figure(figure, "odds.html")

Each figure function takes a frame: a DataFrame from an analysis, or an object with `.frame()`. Everything
else is given by name, in this order where a figure has it:

- `value`: the column to draw, in every figure of one quantity
- `x`, `y`, `colour`: the columns of the axes, in `heat_map` and `curves`
- `facet`: a column with one small panel for each of its values
- `top`: how many rows are shown
- `lang` (such as "de") and `theme` ("light", "dark" or "auto", for a page with an unknown background); their
  defaults are those of `twingkit.set_defaults`

The result is a `plotly.graph_objects.Figure`. A frame that cannot be drawn raises a `Fault` that names what
is missing, and the figures that take it. If the frame's `attrs["assumed"]` is set, numbers have a star and a
note says why.

`figure_description` describes a figure in a sentence, `save_figure` writes a page or a picture, `save_table`
and `load_table` a table, `save_report` one page with several of them. `plotly_js_figure` draws without pandas
and plotly. Everything is loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.analyse.charts.alt_text import figure_description as figure_description
    from twingkit.analyse.charts.alt_text import plotly_js_figure as plotly_js_figure
    from twingkit.analyse.charts.curve import curves as curves
    from twingkit.analyse.charts.dots import effects as effects
    from twingkit.analyse.charts.dots import means as means
    from twingkit.analyse.charts.dots import shares as shares
    from twingkit.analyse.charts.dots import spread as spread
    from twingkit.analyse.charts.heat import heat_map as heat_map
    from twingkit.analyse.charts.margin import margins as margins
    from twingkit.analyse.charts.reviewed import review as review
    from twingkit.analyse.charts.saving import save_figure as save_figure
    from twingkit.analyse.charts.saving import save_report as save_report
    from twingkit.analyse.charts.stacked import advice as advice
    from twingkit.analyse.charts.stacked import odds as odds
    from twingkit.analyse.charts.table_files import load_table as load_table
    from twingkit.analyse.charts.table_files import save_table as save_table
    from twingkit.analyse.charts.theme import CONFIG as CONFIG
    from twingkit.analyse.charts.worths import worth as worth
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
