"""Figures from the tables of the analyses, to look at and to share.

    from twingkit import charts
    figure = charts.odds(twing.odds_many(lines), lang="de", theme="dark")
    charts.save(figure, "odds.html")

Each figure function takes a DataFrame as an analysis returns it, `lang` (as "de") and `theme` ("light",
"dark" or "auto", for a page of unknown ground; without them what `defaults` says), and returns
`plotly.graph_objects.Figure`. A frame that cannot be drawn raises one `Fault` that names the function, the
column and what was expected. Where the frame's `attrs["assumed"]` is set, numbers have a star and a note
says why.

`description` says a figure in a sentence, `save` writes a page or a picture, `save_table` and `load_table` a
table. `plain` draws without pandas and plotly. Everything is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.lazy import public_names

if TYPE_CHECKING:
    from twingkit.charts.alt_text import description as description
    from twingkit.charts.alt_text import plain as plain
    from twingkit.charts.averages import means as means
    from twingkit.charts.boxes import spread as spread
    from twingkit.charts.curve import curves as curves
    from twingkit.charts.dots import effects as effects
    from twingkit.charts.dots import shares as shares
    from twingkit.charts.heat import heat_map as heat_map
    from twingkit.charts.margin import margins as margins
    from twingkit.charts.reviewed import review as review
    from twingkit.charts.saving import load_table as load_table
    from twingkit.charts.saving import save as save
    from twingkit.charts.saving import save_table as save_table
    from twingkit.charts.setting import defaults as defaults
    from twingkit.charts.speed import scaling as scaling
    from twingkit.charts.stacked import advice as advice
    from twingkit.charts.stacked import odds as odds
    from twingkit.charts.theme import CONFIG as CONFIG
    from twingkit.charts.worths import worth as worth
else:
    __all__, __getattr__, __dir__ = public_names(__name__)
