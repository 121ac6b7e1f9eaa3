"""One page with several tables, figures and texts, which needs no network."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twingkit.analyse.arena.runs import write_atomically
from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.saving import json_in_script, page_template, plotly_script_file
from twingkit.analyse.charts.setting import current_chart_defaults
from twingkit.core.arguments import TEXT, check_arguments, custom_argument_kind
from twingkit.core.arguments.game_kinds import is_dataframe
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import format_number

_MAX_TABLE_DECIMALS = 4

_PARTS_ARGUMENT = custom_argument_kind(
    "argument.report", lambda parts: isinstance(parts, (list, tuple)) and bool(parts)
)
"""A list of figures, tables and texts."""


@check_arguments(parts=_PARTS_ARGUMENT, title=TEXT)
@localized
def save_report(
    parts: Sequence[object], path: str | Path, *, title: str = "", lang: Lang | None = None
) -> Path:
    """Write one page with several figures, tables and texts, and return the path.

    Parameters
    ----------
    parts
        In the order of the page: plotly figures, DataFrames (or anything with `.frame()`), and texts, each a
        paragraph. A table has the title of its `attrs`, and shows the meaning of a column on hover.
    path
        The file, `.html`. It contains plotly.js (5 MB) once, if there are figures.
    title
        The title of the page.
    lang
        The language of numbers, and of tables that an object makes of itself.

    Raises
    ------
    Fault
        For another file extension, or a part of another kind.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import Odds, charts, twing
    >>> frame = twing.odds_many(["F: F5 vs W: W6"])
    >>> with TemporaryDirectory() as folder:
    ...     path = charts.save_report(["One battle.", frame, charts.odds(frame)], Path(folder) / "odds.html")
    ...     path.read_text(encoding="utf-8").count("<section>")
    3
    """
    file = Path(path)
    if file.suffix.lower() != ".html":
        raise Fault("charts.ending_one", found=file.name[:60], known=".html")
    content = [f"<section>{_part(part, at)}</section>" for at, part in enumerate(parts, 1)]
    colours = themes.palette(
        "light" if current_chart_defaults().theme == "auto" else current_chart_defaults().theme
    )
    drawn = any(_is_figure(part) for part in parts)
    heading = [f"<h1>{html.escape(title)}</h1>"] if title else []
    page = page_template("report_page.html").format(
        lang=language(),
        title=html.escape(title or "twingkit"),
        font=themes.FONT,
        ink=colours.ink,
        background=colours.background,
        outline=colours.grid_line,
        script=f"<script>{plotly_script_file().read_text(encoding='utf-8')}</script>" if drawn else "",
        content="\n".join([*heading, *content]),
    )
    write_atomically(file, page.encode())
    return file


def _is_figure(part: object) -> bool:
    return hasattr(part, "to_json") and hasattr(part, "layout")


def _part(part: Any, at: int) -> str:  # of any type
    if isinstance(part, str):
        return f"<p>{html.escape(part)}</p>"
    if _is_figure(part):
        return _figure(part, f"figure{at}")
    frame = part.frame() if not is_dataframe(part) and callable(getattr(part, "frame", None)) else part
    if not is_dataframe(frame):
        raise Fault("charts.part", n=at, found=type(part).__name__)
    return _table(frame)


def _figure(figure: Any, name: str) -> str:  # plotly is untyped
    plain = json.loads(figure.to_json())
    meta = (plain["layout"].get("meta") or {}).get(themes.META_KEY, {})
    if meta.get("theme") == "auto":
        plain = themes.recolour(plain, "auto", "light")
    told = html.escape(meta.get("description", {}).get(meta.get("lang"), ""), quote=True)
    drawn = f"{json_in_script(plain['data'])}, {json_in_script(plain['layout'])}"
    return (
        f'<div id="{name}" role="img" aria-label="{told}"></div>'
        f'<script>Plotly.newPlot("{name}", {drawn}, {json_in_script(themes.CONFIG)})</script>'
    )


def _table(frame: DataFrame) -> str:
    named = frame.reset_index() if any(name is not None for name in frame.index.names) else frame
    meanings = frame.attrs.get("columns") or {}
    heads = "".join(
        f'<th scope="col" title="{html.escape(str(meanings.get(name, "")), quote=True)}">'
        f"{html.escape(str(name))}</th>"
        for name in named.columns
    )
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in named.itertuples(index=False, name=None))
    title = html.escape(str(frame.attrs.get("title") or ""))
    caption = f"<caption>{title}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(value: Any) -> str:  # any cell
    if isinstance(value, (list, tuple)):
        return f"<td>{html.escape(' '.join(map(str, value)))}</td>"
    if isinstance(value, float):
        text = (
            "" if value != value else format_number(value, 0 if value.is_integer() else _MAX_TABLE_DECIMALS)
        )
        return f'<td class="n">{text}</td>'
    side = ' class="n"' if isinstance(value, int) and not isinstance(value, bool) else ""
    return f"<td{side}>{html.escape('' if value is None else str(value))}</td>"
