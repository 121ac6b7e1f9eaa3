"""Golden pages: what every page of the site shows, as text, in all languages.

`python tests/golden/pages.py` writes them anew; with names of pages (`learn play`) only those. A file is one
notebook of the site in one language; a section of it is one address. Shown is what a person sees and can do:
the visible text, a line for each block; in brackets what controls do, where links lead, the values of fields,
and what a screen reader is told. Ids, classes and drawings are left out. A panel that an earlier address
shows just so is only named, and of a very long one the beginning stands there with a sum of the rest.

The notebooks themselves are run, so that no module of the pages is named here.
"""

from __future__ import annotations

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
from unittest.mock import Mock, patch

if __name__ == "__main__":  # where it is run by itself, tests are no place for modules yet
    sys.path.insert(0, str(Path(__file__).parents[1]))

from golden.page_addresses import ADDRESSES, SHARED
from golden.page_text import shown

from twingkit import links
from twingkit_widgets.play.panel import MatchPanel
from twingkit_widgets.puzzles import page as puzzle_page

FOLDER = Path(__file__).parent / "pages"
NOTEBOOKS = Path(__file__).parents[2] / "notebooks" / "site"
LANGUAGES = ("en", "de")
LONGEST = 300
"""A panel with more lines is cut."""
KEPT = 40
"""So many lines of it are kept."""

DAY = Mock(today=lambda: date(2026, 11, 24))
"""The day on which all pages are shown: another shows another puzzle of the day."""

PACKED = re.compile(r"\bgame=([A-Za-z0-9_-]{20,})")


@contextmanager
def asked(query: str) -> Iterator[None]:
    """Something asks for a page with this query string, always on the same day and with the same chance."""
    before = {name: os.environ.get(name) for name in ("QUERY_STRING", "TWINGKIT_LANG")}
    state = random.getstate()
    os.environ["QUERY_STRING"] = query
    os.environ.pop("TWINGKIT_LANG", None)
    random.seed(7)
    try:
        with patch.object(puzzle_page, "date", DAY):
            yield
    finally:
        random.setstate(state)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def made(notebook: str, query: str) -> Any:
    """The page that a notebook of the site makes of a query string: the value of its last line."""
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise TypeError(f"{notebook}: the last line is no value")
    names: dict[str, Any] = {}
    with asked(query):
        exec(compile(ast.Module(before, []), notebook, "exec"), names)
        return eval(compile(ast.Expression(last.value), notebook, "eval"), names)


def panels(page: Any) -> Iterator[tuple[str, list[str]]]:
    """The panels of a page, from the top, each with what it shows."""
    frame = page.frame
    yield "head", [f"title: {frame.title}", f"link: {frame.share}", f"status: {frame.status}"]
    yield "frame", shown(frame.html)
    if page.faults is not None:
        yield "faults", shown(page.faults.html)
    for number, panel in enumerate(page.panels, 1):
        status = [f"status: {panel.status}"] if panel.status else []
        yield f"panel {number}", [*status, *shown(panel.html)]
        if isinstance(panel, MatchPanel) and panel.match.pause == "start":
            panel.do("go_on")
            yield f"panel {number}, begun", shown(panel.html)


def readable(line: str) -> str:
    """A line with a sum in place of a packed game, which not every computer packs the same."""
    return PACKED.sub(lambda found: f"game={_sum_of_game(found.group(1))}", line)


def _sum_of_game(word: str) -> str:
    try:
        return hashlib.sha256(links.unpack(word).encode()).hexdigest()[:12]
    except links.LinkError:
        return "damaged"


def cut(lines: list[str]) -> list[str]:
    """The lines, or of very many the first ones and a sum of the rest."""
    if len(lines) <= LONGEST:
        return lines
    rest = "\n".join(lines[KEPT:]).encode()
    return [*lines[:KEPT], f"… {len(lines) - KEPT} more lines, sha256 {hashlib.sha256(rest).hexdigest()}"]


def told(notebook: str, lang: str) -> str:
    """What a notebook of the site shows at all of its addresses."""
    seen: dict[str, str] = {}
    out: list[str] = []
    for query in (*ADDRESSES[notebook], *SHARED):
        address = query if "lang=" in query else "&".join(filter(None, (query, f"lang={lang}")))
        out.append(readable(f"## {notebook}.ipynb?{address}"))
        for name, lines in panels(made(notebook, address)):
            lines = [readable(line) for line in lines]
            text = "\n".join(lines)
            if text in seen:
                out.append(f"# {name}: just as at {seen[text]}")
            else:
                seen[text] = readable(f"?{address}")
                out += [f"# {name}", *cut(lines)]
        out.append("")
    return "\n".join(out)


def path(notebook: str, lang: str) -> Path:
    """Where a golden page is."""
    return FOLDER / f"{notebook}.{lang}.txt"


def main() -> None:
    """Write the golden pages of the notebooks that are named, or of all."""
    for notebook in sys.argv[1:] or ADDRESSES:
        for lang in LANGUAGES:
            path(notebook, lang).write_text(told(notebook, lang), encoding="utf-8")
    print(f"{len(list(FOLDER.glob('*.txt')))} files")


if __name__ == "__main__":
    main()
