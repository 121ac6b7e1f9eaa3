"""Save figures as files: pages that need no network, and pictures.

A page (`.html`) contains plotly.js. A picture (`.png`, `.svg` or `.pdf`) is drawn by plotly.js in a Chromium
or Chrome on this computer, through kaleido. Neither uses the network.
"""

from __future__ import annotations

import html
import json
import os
from importlib.resources import files
from pathlib import Path

from twingkit.analyse.arena.runs import write_atomically
from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.pictures import PICTURES, render_picture
from twingkit.analyse.charts.setting import MIN_FIGURE_WIDTH
from twingkit.core.arguments import PATH, POSITIVE, check_arguments, custom_argument_kind
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure

SCRIPT = "plotly.min.js"

_FIGURE_ARGUMENT = custom_argument_kind(
    "argument.figure", lambda figure: hasattr(figure, "to_json") and hasattr(figure, "layout")
)


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
