"""Save figures as files: pages that need no network, and pictures.

A page (`.html`) contains plotly.js. One page can have several tables, figures and texts (`save_report`). A
picture (`.png`, `.svg` or `.pdf`) is drawn by plotly.js in a Chromium or Chrome on this computer, through
kaleido. Neither uses the network.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from twingkit.analyse.arena.runs import write_atomically
from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.pictures import PICTURES, render_picture
from twingkit.analyse.charts.setting import MIN_FIGURE_WIDTH, current_chart_defaults
from twingkit.core.arguments import PATH, POSITIVE, TEXT, check_arguments, custom_argument_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit.core.tables.row_table import as_frame, is_dataframe, with_index_as_columns
from twingkit.core.words import format_number

SCRIPT = "plotly.min.js"


def _is_figure(value: object) -> bool:
    return hasattr(value, "to_json") and hasattr(value, "layout")


_FIGURE_ARGUMENT = custom_argument_kind("argument.figure", _is_figure)


@check_arguments(figure=_FIGURE_ARGUMENT, width=POSITIVE, height=POSITIVE, scale=POSITIVE, shared=PATH)
def save_figure(
    figure: Figure,
    path: str | Path,
    *,
    width: int = 1000,
    height: int | None = None,
    scale: float = 2,
    shared: str | Path | None = None,
) -> Path:
    """Write any plotly figure as `.html`, `.png`, `.svg` or `.pdf`, and return the path.

    Parameters
    ----------
    figure
        The figure. One with the theme "auto" follows the reader's preference for light or dark.
    path
        The file; missing folders are created.
    width, height, scale
        The size of a picture in pixels (a `.png` is enlarged by `scale`); the height defaults to the
        figure's own. Pictures need the package kaleido and a Chromium or Chrome.
    shared
        A folder for one copy of plotly.js, used by many pages in that folder. By default each page contains
        it (5 MB).

    Raises
    ------
    Fault
        For another file extension, or for a picture if kaleido or a browser is missing or the browser
        fails.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import Odds, charts
    >>> figure = charts.odds(Odds(0.5, 0.2, 0.3))
    >>> with TemporaryDirectory() as folder:
    ...     path = charts.save_figure(figure, Path(folder) / "odds.html")
    ...     print(path.name, path.stat().st_size > 1_000_000)
    odds.html True
    """
    file = Path(path)
    ending = file.suffix.lower()
    if ending not in (".html", *PICTURES):
        raise Fault("charts.ending", found=file.name[:60], known=", ".join((".html", *PICTURES)))
    if ending == ".html":
        content = _page(figure, file, Path(shared) if shared is not None else None).encode()
    else:
        content = render_picture(figure, ending[1:], width, height, scale)
    write_atomically(file, content)
    return file


# ---------------------------------------------------------------- pages


def plotly_script_file() -> Path:
    """Return the plotly.js file of the installed plotly, without importing it. Raises `Fault` if there is
    none.
    """
    from importlib.util import find_spec

    spec = find_spec("plotly")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        file = Path(folder) / "package_data" / SCRIPT
        if file.is_file():
            return file
    raise Fault("charts.plotly")


def _page(figure: Figure, file: Path, shared: Path | None) -> str:
    plain = json.loads(figure.to_json())
    meta = plain["layout"].get("meta", {}).get(themes.META_KEY, {})
    lang = meta.get("lang", "en")
    title = (
        plain["layout"]
        .get("title", {})
        .get("text", "")
        .split("</b>")[0]
        .replace("<br>", " ")
        .removeprefix("<b>")
    )
    figures = {"light": plain}
    if meta.get("theme") == "auto":
        figures = {name: themes.recolour(plain, "auto", name) for name in ("light", "dark")}
    style = "color-scheme: light dark;" if "dark" in figures else ""
    return page_template("figure_page.html").format(
        lang=lang,
        title=html.escape(html.unescape(title) or "twingkit"),
        style=style,
        width=meta.get("width", MIN_FIGURE_WIDTH),
        label=html.escape(meta.get("description", {}).get(lang, ""), quote=True),
        script=_script(file, shared),
        figures=json_in_script(figures),
        config=json_in_script(themes.CONFIG),
    )


def page_template(name: str) -> str:
    """Return the text of a page template, given the name of its file in this package."""
    return files("twingkit.analyse.charts").joinpath(name).read_text(encoding="utf-8")


def json_in_script(value: object) -> str:
    """Return plain data as JSON that cannot end a script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _script(file: Path, shared: Path | None) -> str:
    source = plotly_script_file()
    if shared is None:
        return f"<script>{source.read_text(encoding='utf-8')}</script>"
    script = shared / SCRIPT
    if not script.is_file() or script.stat().st_size != source.stat().st_size:
        write_atomically(script, source.read_bytes())
    address = Path(os.path.relpath(script.resolve(), file.parent.resolve())).as_posix()
    return f'<script src="{html.escape(address, quote=True)}"></script>'


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


def _part(part: object, at: int) -> str:  # of any type
    if isinstance(part, str):
        return f"<p>{html.escape(part)}</p>"
    if _is_figure(part):
        return _figure(part, f"figure{at}")
    frame = as_frame(part)
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
    named = with_index_as_columns(frame)
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


def _cell(value: object) -> str:  # any cell
    if isinstance(value, (list, tuple)):
        return f"<td>{html.escape(' '.join(map(str, value)))}</td>"
    if isinstance(value, float):
        text = (
            "" if value != value else format_number(value, 0 if value.is_integer() else _MAX_TABLE_DECIMALS)
        )
        return f'<td class="n">{text}</td>'
    side = ' class="n"' if isinstance(value, int) and not isinstance(value, bool) else ""
    return f"<td{side}>{html.escape('' if value is None else str(value))}</td>"
