"""Figures from the tables of the analyses, to look at and to share.

    from twingkit import charts
    figure = charts.odds(twing.odds_many(lines), lang="de", theme="dark")
    charts.save(figure, "odds.html")

Each figure function takes a DataFrame as an analysis returns it, `lang` ("en" or "de") and `theme` ("light",
"dark" or "auto", for a page of unknown ground), and returns `plotly.graph_objects.Figure`. A frame that
cannot be drawn raises one `Fault` that names the function, the column and what was expected. Where the
frame's `attrs["assumed"]` is set, numbers have a star and a note says why.

`description` says a figure in a sentence, `save` writes a page or a picture, `save_table` and `load_table` a
table. `plain` draws without pandas and plotly. Everything is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twingkit.charts.alt_text import description, plain
    from twingkit.charts.averages import means
    from twingkit.charts.boxes import spread
    from twingkit.charts.courses import curves
    from twingkit.charts.dots import effects, shares
    from twingkit.charts.fleets import cheapest, invasion, one_more
    from twingkit.charts.heat import heat_map
    from twingkit.charts.lead import margins
    from twingkit.charts.leaving import retreat
    from twingkit.charts.outcomes import duel, endgame
    from twingkit.charts.saving import load_table, save, save_table
    from twingkit.charts.sheet import CONFIG
    from twingkit.charts.speed import scaling
    from twingkit.charts.stacked import advice, odds
    from twingkit.charts.tree import response_tree
    from twingkit.charts.worths import card_worth

MODULES = {
    "CONFIG": "sheet",
    "advice": "stacked",
    "card_worth": "worths",
    "cheapest": "fleets",
    "curves": "courses",
    "description": "alt_text",
    "duel": "outcomes",
    "effects": "dots",
    "endgame": "outcomes",
    "heat_map": "heat",
    "invasion": "fleets",
    "load_table": "saving",
    "margins": "lead",
    "means": "averages",
    "odds": "stacked",
    "one_more": "fleets",
    "plain": "alt_text",
    "response_tree": "tree",
    "retreat": "leaving",
    "save": "saving",
    "save_table": "saving",
    "scaling": "speed",
    "shares": "dots",
    "spread": "boxes",
}
"""The public names and the modules they are in."""

__all__ = [
    "CONFIG",
    "advice",
    "card_worth",
    "cheapest",
    "curves",
    "description",
    "duel",
    "effects",
    "endgame",
    "heat_map",
    "invasion",
    "load_table",
    "margins",
    "means",
    "odds",
    "one_more",
    "plain",
    "response_tree",
    "retreat",
    "save",
    "save_table",
    "scaling",
    "shares",
    "spread",
]


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
