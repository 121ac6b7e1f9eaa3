"""Describe a figure in a sentence, for people who use a screen reader and for programs that show no
pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from twingkit.analyse.charts.curve import CURVES
from twingkit.analyse.charts.dots import EFFECTS, MEANS, SHARES, SPREAD
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.heat import HEAT_MAP
from twingkit.analyse.charts.margin import MARGINS
from twingkit.analyse.charts.reviewed import REVIEW
from twingkit.analyse.charts.setting import MIN_FIGURE_WIDTH, WIDTH_ARGUMENT, language_for_frame
from twingkit.analyse.charts.stacked import ADVICE, ODDS
from twingkit.analyse.charts.tables import FigureTable
from twingkit.analyse.charts.theme import META_KEY, PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import check_language, load_game_charts
from twingkit.analyse.charts.worths import WORTH
from twingkit.core.arguments import check_arguments, require_valid_argument
from twingkit.core.language import Lang, call_in_language, localized
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName

SHARED = (
    REVIEW, WORTH, EFFECTS, CURVES, SPREAD, MEANS, SHARES, MARGINS, ADVICE, HEAT_MAP, ODDS,
)  # fmt: skip
"""The kinds of figures for any game, those with the most distinctive columns first."""


@cache
def figure_kinds_by_name() -> Mapping[str, FigureKind]:
    """Return all kinds of figures by the names of their functions; those of single games first."""
    own = [kind for module in load_game_charts() for kind in module.kinds.FIGURE_KINDS]
    return {kind.name: kind for kind in (*own, *SHARED)}


def figure_kind_by_name(name: str) -> FigureKind:
    """Return the kind of figure with this name. Raises `Fault` if there is none."""
    if name not in figure_kinds_by_name():
        kinds = tuple(figure_kinds_by_name())
        raise Fault(
            "charts.kind", found=str(name)[:60], known=", ".join(kinds), near=NearestName(name, kinds)
        )
    return figure_kinds_by_name()[name]


def shared_figure_names_for(frame: object, other_than: str) -> list[str]:
    """Return the names of the shared (not game-specific) figures that can draw a frame, such as
    `charts.odds`, except the figure `other_than`.

    Figures of one game are left out: their titles would be wrong for another frame with the same columns.
    """
    found = []
    for kind in SHARED:
        try:
            if kind.name != other_than:
                kind.panels_without_hint(frame, **dict.fromkeys(kind.choices))
                found.append(f"charts.{kind.name}")
        except (Fault, KeyError, TypeError, ValueError):  # a frame of any content
            continue
    return found


@localized
def plotly_js_figure(
    kind: str,
    frame: object,
    *,
    lang: Lang | None = None,
    theme: Theme = "light",
    width: int = MIN_FIGURE_WIDTH,
    **options: Any,
) -> PlotlyJsFigure:
    """Return a figure in the format of plotly.js (lists and mappings); needs neither pandas nor plotly.

    `kind` is the name of a figure's function, `frame` a DataFrame or its rows as mappings. Texts are wrapped
    for a place `width` pixels wide (default: the narrowest). Raises `Fault` as the figure's function does.

    >>> sorted(plotly_js_figure("odds", [{"win": 0.5, "tie": 0.2, "loss": 0.3}]))
    ['data', 'layout']
    """
    width = require_valid_argument("width", width, WIDTH_ARGUMENT)
    return figure_kind_by_name(kind).plotly_js_figure(frame, theme, width=width, **options)


@check_arguments()
def figure_description(frame_or_figure: object, *, lang: Lang | None = None, kind: str | None = None) -> str:
    """Return a description of a figure in a sentence or two, given its frame or the figure.

    Without `lang` a figure is described in its own language, a frame in the language of its figure (see
    `set_defaults`). The columns of a frame determine its kind, unless `kind` (the name of a figure's
    function) is given. Raises `Fault` for a frame that no figure uses.

    >>> figure_description([{"label": "A", "change": 0.1, "low": 0.05, "high": 0.15}]).split(",")[0]
    'Changes in win rate'
    """
    if lang is not None:
        check_language(lang)
    stored = _stored_facts(frame_or_figure)
    if stored is not None:
        return str(stored["description"][lang or stored["lang"]])
    chosen = figure_kind_by_name(kind or _kind(frame_or_figure))
    return call_in_language(
        lang or language_for_frame(frame_or_figure), chosen.describe_frame, frame_or_figure
    )


def _stored_facts(figure: object) -> PlotlyJsFigure | None:
    """Return the facts that a figure of the kit stores about itself; None for any other figure."""
    layout = figure.get("layout") if isinstance(figure, Mapping) else getattr(figure, "layout", None)
    meta = layout.get("meta") if isinstance(layout, Mapping) else getattr(layout, "meta", None)
    return meta[META_KEY] if isinstance(meta, Mapping) and META_KEY in meta else None


def _kind(frame: object) -> str:  # a frame, read by name
    if callable(getattr(frame, "wins", None)):
        return "shares"
    try:
        columns = set(FigureTable.from_frame(frame, "figure_description").columns)
    except Fault:
        columns = set()
    if {"outcome", "at_most", "at_least"} <= columns:  # a `Distribution`
        return MARGINS.name
    for name, kind in figure_kinds_by_name().items():
        if any(signs <= columns for signs in kind.identifying_columns):
            return name
    raise Fault("charts.unknown", found=", ".join(sorted(columns)) or type(frame).__name__)
