"""Render every page of the site as text, to compare two versions.

`python tests/pages/render.py FOLDER` writes one file for each notebook of the site and each language into
FOLDER; names of notebooks after it (`learn play`) select some. Run it before and after a change and compare
the folders: `diff -ru before after`. A section of a file is one address. It holds the visible text, one
line for each block, and in brackets what controls do, where links lead, the values of fields and what a
screen reader hears. Ids, classes and drawings are left out. A panel that an earlier address shows unchanged
is only named.

The notebooks themselves are executed, so that no module of the pages is named here.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

if __name__ == "__main__":  # run as a script, there is no path to the test modules yet
    sys.path.insert(0, str(Path(__file__).parents[1]))

from pages.addresses import ADDRESSES, SHARED
from pages.text import visible_lines

from twingkit.core import links
from twingkit_widgets.learn.puzzles import page as puzzle_page
from twingkit_widgets.table.play.panel import MatchPanel

NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "site"
LANGUAGES = ("en", "de")
DAY = date(2026, 11, 24).toordinal()
"""The date on which all pages are rendered; the puzzle of the day depends on it."""

PACKED = re.compile(r"\bgame=([A-Za-z0-9_-]{20,})")


@contextmanager
def request(query: str) -> Iterator[None]:
    """Simulate a request with this query string, with a fixed date and fixed random numbers."""
    before = {name: os.environ.get(name) for name in ("QUERY_STRING", "TWINGKIT_LANG")}
    state = random.getstate()
    os.environ["QUERY_STRING"] = query
    os.environ.pop("TWINGKIT_LANG", None)
    random.seed(7)
    try:
        with patch.object(puzzle_page, "visitor_day", lambda: DAY):
            yield
    finally:
        random.setstate(state)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def open_page(notebook: str, query: str) -> Any:
    """Execute a notebook of the site for a query string; return its page, the value of its last line.

    The page gets what follows `#` as from its browser."""
    query, _, fragment = query.partition("#")
    fragment, _, rest = fragment.partition("&")
    query = f"{query}&{rest}" if rest else query
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise TypeError(f"{notebook}: the last line is not an expression")
    names: dict[str, Any] = {}
    with request(query):
        exec(compile(ast.Module(before, []), notebook, "exec"), names)
        page = eval(compile(ast.Expression(last.value), notebook, "eval"), names)
    if fragment:
        page.frame.do("fragment", fragment)
    return page


def panels(page: Any) -> Iterator[tuple[str, list[str]]]:
    """Return the panels of a page, from the top, each with its text."""
    frame = page.frame
    yield "head", [f"title: {frame.title}", f"link: {frame.share}", f"status: {frame.status}"]
    yield "frame", visible_lines(frame.html)
    if page.fault_panel is not None:
        yield "faults", visible_lines(page.fault_panel.html)
    for number, panel in enumerate(page.panels, 1):
        status = [f"status: {panel.status}"] if panel.status else []
        yield f"panel {number}", [*status, *visible_lines(panel.html)]
        if isinstance(panel, MatchPanel) and panel.match.pause_reason == "start":
            panel.do("go_on")
            yield f"panel {number}, begun", visible_lines(panel.html)


def readable(line: str) -> str:
    """Return a line with a checksum in place of a packed game, whose packing differs between computers."""
    return PACKED.sub(lambda found: f"game={_sum_of_game(found.group(1))}", line)


def _sum_of_game(word: str) -> str:
    try:
        return hashlib.sha256(links.unpack_text(word).encode()).hexdigest()[:12]
    except links.DamagedLinkError:
        return "damaged"


def notebook_text(notebook: str, lang: str) -> str:
    """Return what a notebook of the site shows at all of its addresses."""
    seen: dict[str, str] = {}
    out: list[str] = []
    for query in (*ADDRESSES[notebook], *SHARED):
        address = query if "lang=" in query else "&".join(filter(None, (query, f"lang={lang}")))
        out.append(readable(f"## {notebook}.ipynb?{address}"))
        for name, lines in panels(open_page(notebook, address)):
            lines = [readable(line) for line in lines]
            text = "\n".join(lines)
            if text in seen:
                out.append(f"# {name}: just as at {seen[text]}")
            else:
                seen[text] = readable(f"?{address}")
                out += [f"# {name}", *lines]
        out.append("")
    return "\n".join(out)


def main() -> None:
    """Write the text of the named notebooks of the site, or of all."""
    parser = argparse.ArgumentParser(description="Write what every page of the site shows as text.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("notebooks", nargs="*", metavar="notebook", help="without any: all of the site")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for notebook in arguments.notebooks or ADDRESSES:
        for lang in LANGUAGES:
            (arguments.folder / f"{notebook}.{lang}.txt").write_text(
                notebook_text(notebook, lang), encoding="utf-8"
            )


if __name__ == "__main__":
    main()
