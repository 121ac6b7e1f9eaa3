"""A figure as a sentence: for people who use a screen reader, and for programs that show no pictures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from twingkit.analyse.charts.averages import MEANS
from twingkit.analyse.charts.boxes import SPREAD
from twingkit.analyse.charts.curve import CURVES
from twingkit.analyse.charts.dots import EFFECTS, SHARES
from twingkit.analyse.charts.heat import HEAT_MAP
from twingkit.analyse.charts.margin import MARGINS
from twingkit.analyse.charts.reviewed import REVIEW
from twingkit.analyse.charts.setting import NARROWEST, WIDTH, frame_language
from twingkit.analyse.charts.sheet import META, FigureKind, Plain
from twingkit.analyse.charts.speed import SCALING
from twingkit.analyse.charts.stacked import ADVICE, ODDS
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import game_charts, known_language
from twingkit.analyse.charts.worths import WORTH
from twingkit.core.arguments import check_argument
from twingkit.core.language import Lang, call_in_language, localized
from twingkit.core.messages import Fault

SHARED = (
    REVIEW, WORTH, EFFECTS, CURVES, SPREAD, MEANS, SHARES, SCALING, MARGINS, ADVICE, HEAT_MAP, ODDS,
)  # fmt: skip
"""The kinds of figures for any game; those with the most distinctive columns first."""


@cache
def kinds() -> Mapping[str, FigureKind]:
    """Return all kinds of figures by the names of their functions; those of single games come first."""
    own = [kind for module in game_charts() for kind in module.kinds.KINDS]
    return {kind.name: kind for kind in (*own, *SHARED)}


def kind_by_name(name: str) -> FigureKind:
    """Return the kind of figure with this name. Raises `Fault` if there is none."""
    if name not in kinds():
        raise Fault("charts.kind", found=str(name)[:60], known=", ".join(kinds()))
    return kinds()[name]


@localized
def plain(
    kind: str,
    frame: object,
    lang: str | None = None,
    theme: Theme = "light",
    *,
    width: int = NARROWEST,
    **options: object,
) -> Plain:
    """Return a figure as plain lists and mappings in the format of plotly.js; needs neither pandas nor
    plotly.

    `kind` is the name of a figure's function, `frame` a DataFrame or its rows as mappings. Texts are wrapped
    for a place `width` pixels wide (default: the narrowest). Raises `Fault` as the figure's function does.

    >>> sorted(plain("odds", [{"win": 0.5, "tie": 0.2, "loss": 0.3}]))
    ['data', 'layout']
    """
    width = check_argument("width", width, WIDTH)
    return kind_by_name(kind).plain(frame, theme, width=width, **options)


def description(frame_or_figure: object, lang: Lang | None = None, kind: str | None = None) -> str:
    """Describe in a sentence or two what a figure shows, given its frame or the figure.

    Without `lang` a figure is described in its own language, a frame in the language of its figure (see
    `defaults`). The columns of a frame determine its kind, unless `kind` (the name of a figure's function) is
    given. Raises `Fault` for a frame that no figure uses.

    >>> description([{"label": "A", "change": 0.1, "low": 0.05, "high": 0.15}]).split(",")[0]
    'Changes in win rate'
    """
    if lang is not None:
        known_language(lang)
    stored = _stored(frame_or_figure)
    if stored is not None:
        return str(stored["description"][lang or stored["lang"]])
    chosen = kind_by_name(kind or _kind(frame_or_figure))
    return call_in_language(
        lang or frame_language(frame_or_figure), chosen.describe_with_rules, chosen.read(frame_or_figure)
    )


def _stored(figure: object) -> Plain | None:
    """Return the facts that a figure of the kit stores about itself; None for another figure."""
    layout = figure.get("layout") if isinstance(figure, Mapping) else getattr(figure, "layout", None)
    meta = layout.get("meta") if isinstance(layout, Mapping) else getattr(layout, "meta", None)
    return meta[META] if isinstance(meta, Mapping) and META in meta else None


def _kind(frame: Any) -> str:  # a frame, read by name
    if callable(getattr(frame, "wins", None)):
        return "shares"
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):
        columns = {str(name) for name in (*frame.columns, *frame.index.names)}
    elif isinstance(frame, (list, tuple)) and frame and isinstance(frame[0], Mapping):
        columns = set(frame[0])
    else:
        columns = {name for name in ("win", "tie", "loss") if hasattr(frame, name)}
    for name, kind in kinds().items():
        if any(signs <= columns for signs in kind.signs):
            return name
    raise Fault("charts.unknown", found=", ".join(sorted(columns)) or type(frame).__name__)
