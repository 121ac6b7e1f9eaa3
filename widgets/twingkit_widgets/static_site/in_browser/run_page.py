"""The program of a page without a server: it runs the cells of a page, and passes on to its panels what is
done there.

It runs twice with the same result: when the site is published, for the first view of every page, and in the
visitor's browser, where a worker script (`worker.js`) connects it with the page.
"""

from __future__ import annotations

import ast
import json
import os
import random
import sys
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import redirect_stdout
from html import escape
from importlib import import_module
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

STAND_INS = {"anywidget": "anywidget", "IPython.display": "display", "importlib.metadata": "metadata"}
"""The stand-in module for each module that a browser does not have."""

PageSender = Callable[[str, Sequence[bytes]], object]
"""A function that sends the page a JSON list of messages; the buffers belong to the last message."""

IMMEDIATE_TRAITS = {"busy", "working"}
"""The traits whose changes are sent to the page at once.

Others wait until an action is complete, since the page lays itself out after each.
"""


SEED = 7
"""The initial random seed of every page, so that its first view is the published one."""


def install_stand_ins(
    package: str, entry_points: Mapping[str, Sequence[tuple[str, str]]], environment: Mapping[str, str]
) -> None:
    """Install what a page needs to run in a browser: the stand-in modules of `package`, entry points, and
    environment variables.

    `environment` contains the publisher's settings. Links between pages then use folders below the root of
    the site.
    """
    os.environ.update(environment)
    for name, own in STAND_INS.items():
        module = import_module(f"{package}.{own}")
        sys.modules[name] = module
        parent, _, attribute = name.rpartition(".")
        if parent and sys.modules.get(parent) is None:
            sys.modules[parent] = ModuleType(parent)
        if parent:
            setattr(sys.modules[parent], attribute, module)
    sys.modules["importlib.metadata"].POINTS.update(entry_points)
    import_module(f"{package}.toml_as_json").patch_tomllib()
    from twingkit_widgets.panel.address.addresses import FOLDERS, ROOT

    os.environ[ROOT], os.environ[FOLDERS] = "", "1"


class RunningPage:
    """A page in the browser whose cells have been run: `parts` are the objects that they display, in order.

    The panels among them handle the page's messages.
    """

    def __init__(
        self, cells: Sequence[Mapping[str, str]], query: str, lang: str, say: PageSender | None = None
    ) -> None:
        """Run the cells of a page for an address with this query.

        Each cell has `code` (and its `number` in the publisher's notebook), or `html` to show unchanged.
        """
        import anywidget
        from IPython import display as page_display  # the stand-in

        from twingkit_widgets.panel.controls import restart_ids

        os.environ["QUERY_STRING"], os.environ["TWINGKIT_LANG"] = query, lang
        shown: list[object] = vars(page_display)["shown"]
        shown.clear()
        restart_ids()
        random.seed(SEED)
        names: dict[str, object] = {"__name__": "__main__"}
        for number, cell in enumerate(cells, 1):
            if "code" in cell:
                with redirect_stdout(StringIO()) as printed:
                    value = _run(cell["code"], names, cell.get("number", f"{number}"))
                if printed.getvalue():
                    shown.append(Html(f"<pre>{escape(printed.getvalue())}</pre>"))
                page_display.display(value)
            else:
                shown.append(Html(cell["html"]))
        self.parts = list(shown)
        random.seed()
        self._panels: list[Any] = [  # of the stand-in class
            part for part in self.parts if isinstance(part, anywidget.AnyWidget)
        ]
        self._index = {id(panel): index for index, panel in enumerate(self._panels)}
        self._say = say
        self._news: list[dict[str, object]] = []
        self._receiving = False
        for panel in self._panels if say else ():
            panel.send_change, panel.send_page_message = self._tell, self._post

    def part_models(self, styles: Collection[str] = ()) -> list[dict[str, object]]:
        """Return a JSON-like model of each part of the page, in order.

        For a panel that is its client, style and state, for anything else its HTML. The CSS text of a style
        is left out if its name is in `styles`, which the page already has.
        """
        return [self._model(part, styles) for part in self.parts]

    def _model(self, part: Any, styles: Collection[str]) -> dict[str, object]:  # any panel
        if id(part) not in self._index:
            make = getattr(part, "_repr_html_", None)
            return {"html": make()} if make else {"text": repr(part)}
        css = part._css.read_text(encoding="utf-8") if isinstance(part._css, Path) else part._css
        name = f"style-{zlib.crc32(css.encode()):08x}"
        text = {} if name in styles else {"css": css}
        return {"client": part._esm.stem, "style": name, **text, "state": part.shared_state()}

    def receive(self, index: int, content: object) -> None:
        """Pass a message of the page to a panel, by its index."""
        self._receiving = True
        try:
            self._panels[index].receive_message(content)
        finally:
            self._receiving = False
            self._send()

    def set(self, index: int, name: str, value: object) -> None:
        """Set a trait of a panel (by its index) to the value that the page has set."""
        panel = self._panels[index]
        if name in panel.shared_trait_names():
            setattr(panel, name, value)

    def close(self) -> None:
        """Close the page."""
        for panel in self._panels:
            panel.close()

    def _tell(self, panel: object, name: str, value: object) -> None:
        self._news.append({"panel": self._index[id(panel)], "name": name, "value": value})
        if name in IMMEDIATE_TRAITS or not self._receiving:
            self._send()

    def _post(self, panel: object, content: object, buffers: Sequence[bytes]) -> None:
        self._news.append({"panel": self._index[id(panel)], "content": content})
        self._send(buffers)

    def _send(self, buffers: Sequence[bytes] = ()) -> None:
        news, self._news = self._news, []
        if news and self._say is not None:
            self._say(json.dumps(news), buffers)


class Html:
    """An object that the page displays as the given HTML."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def _run(code: str, names: dict[str, object], number: str) -> object:
    """Run a cell like a notebook, and return the value of its last line."""
    file = f"<cell {number}>"
    tree = ast.parse(code, file)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, file, "exec"), names)  # noqa: S102 - the publisher's own page
        return None
    exec(compile(ast.Module(tree.body[:-1], []), file, "exec"), names)  # noqa: S102
    return eval(compile(ast.Expression(last.value), file, "eval"), names)  # noqa: S307
