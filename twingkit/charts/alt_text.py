"""A figure in a sentence: for those who hear the page, and for programs that show no pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twingkit.charts.averages import MEANS
from twingkit.charts.boxes import SPREAD
from twingkit.charts.courses import CURVES
from twingkit.charts.dots import EFFECTS, SHARES
from twingkit.charts.fleets import CHEAPEST, INVASION, ONE_MORE
from twingkit.charts.heat import HEAT_MAP
from twingkit.charts.lead import MARGINS
from twingkit.charts.leaving import RETREAT
from twingkit.charts.outcomes import DUEL, ENDGAME
from twingkit.charts.sheet import META, Kind, Plain
from twingkit.charts.speed import SCALING
from twingkit.charts.stacked import ADVICE, ODDS
from twingkit.charts.tree import RESPONSE_TREE
from twingkit.charts.wording import language
from twingkit.charts.worths import CARD_WORTH
from twingkit.messages import Fault

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        ODDS,
        ADVICE,
        CARD_WORTH,
        HEAT_MAP,
        MARGINS,
        RESPONSE_TREE,
        EFFECTS,
        SHARES,
        SCALING,
        DUEL,
        ENDGAME,
        MEANS,
        SPREAD,
        CURVES,
        RETREAT,
        CHEAPEST,
        ONE_MORE,
        INVASION,
    )
}
"""All kinds of figures by the names of their functions."""

SIGNS = (
    ("response_tree", {"id", "parent", "mover", "best"}),
    ("card_worth", {"side", "edge_change"}),
    ("retreat", {"plan", "saved", "given_up"}),
    ("cheapest", {"cost", "units", "win"}),
    ("one_more", {"unit", "n", "win_change"}),
    ("invasion", {"stage", "chance", "forces"}),
    ("effects", {"change", "low", "high"}),
    ("curves", {"x", "series"}),
    ("spread", {"p5", "median", "p95"}),
    ("means", {"mean", "low", "high"}),
    ("shares", {"share", "low", "high"}),
    ("scaling", {"games", "workers", "seconds"}),
    ("margins", {"margin", "chance"}),
    ("duel", {"outcome", "chance", "result"}),
    ("duel", {"battle", "score", "win"}),
    ("endgame", {"defender", "win", "tie", "loss"}),
    ("endgame", {"outcome", "chance"}),
    ("advice", {"lay", "win", "tie", "loss"}),
    ("heat_map", {"x", "y", "win"}),
    ("heat_map", {"x", "y", "edge"}),
    ("odds", {"win", "tie", "loss"}),
)
"""The columns by which a frame tells what it is, the most telling first."""


def kind_named(name: str) -> Kind:
    """The kind of figure of a name; raises `Fault` if there is none."""
    if name not in KINDS:
        raise Fault("charts.kind", found=str(name)[:60], known=", ".join(KINDS))
    return KINDS[name]


def plain(kind: str, frame: object, lang: str = "en", theme: str = "light", **options: Any) -> Plain:
    """A figure as plain lists and mappings, as plotly.js takes them: neither pandas nor plotly is needed.

    `kind` is the name of a figure's function, `frame` a DataFrame or its rows as mappings. Raises `Fault` as
    the figure's function does.

    >>> sorted(plain("odds", [{"win": 0.5, "tie": 0.2, "loss": 0.3}]))
    ['data', 'layout']
    """
    return kind_named(kind).plain(frame, lang, theme, **options)


def description(frame_or_figure: Any, lang: str = "en", kind: str | None = None) -> str:
    """What a figure shows, in a sentence or two, from the frame or from the figure made of it.

    What a frame is of is seen by its columns, unless `kind` (the name of a figure's function) says so.
    Raises `Fault` for a frame that no figure is drawn from.

    >>> description([{"label": "A", "change": 0.1, "low": 0.05, "high": 0.15}]).split(",")[0]
    'Changes of the win rate in percentage points'
    """
    language(lang)
    told = _told(frame_or_figure)
    if told is not None:
        return told[lang]
    chosen = kind_named(kind or _kind(frame_or_figure))
    return chosen.describe(chosen.read(frame_or_figure), lang)


def _told(thing: Any) -> Mapping[str, str] | None:
    """What a figure of ours says about itself."""
    layout = thing.get("layout") if isinstance(thing, Mapping) else getattr(thing, "layout", None)
    meta = layout.get("meta") if isinstance(layout, Mapping) else getattr(layout, "meta", None)
    return meta[META]["description"] if isinstance(meta, Mapping) and META in meta else None


def _kind(frame: Any) -> str:
    if callable(getattr(frame, "wins", None)):
        return "shares"
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):
        columns = {str(name) for name in (*frame.columns, *frame.index.names)}
    elif isinstance(frame, (list, tuple)) and frame and isinstance(frame[0], Mapping):
        columns = set(frame[0])
    else:
        columns = {name for name in ("win", "tie", "loss") if hasattr(frame, name)}
    for name, signs in SIGNS:
        if signs <= columns:
            return name
    raise Fault("charts.unknown", found=", ".join(sorted(columns)) or type(frame).__name__)
