"""The beginning of Python in the worker of a published site (`worker.js`): where modules are, who answers."""

from __future__ import annotations

import builtins
import io
import json
import os
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader, SourcelessFileLoader
from typing import Any

APP, LIBRARY = "/app", "/lib/rest"
"""Where the program is, and the part of Python's library that no page needs first."""


class Worker:
    """The functions that `worker.js` calls: one page is open at a time."""

    def __init__(
        self,
        say: Callable[[str, Any], object],
        to_js: Callable[[Any], Any],
        entry_points: Mapping[str, Sequence[tuple[str, str]]],
        environment: Mapping[str, str],
    ) -> None:
        from in_browser import run_page  # type: ignore[import-not-found] # its name in the browser

        run_page.prepare("in_browser", entry_points, environment)
        self._make = run_page.RunningPage
        self._say = lambda message, buffers: say(message, to_js(list(buffers)) if buffers else None)
        self._page: run_page.RunningPage | None = None

    def open(self, cells: str, query: str, lang: str, styles: str) -> str:
        """Open a page that has these styles, and return what it shows, as JSON."""
        if self._page is not None:
            self._page.close()
        self._page = self._make(json.loads(cells), query, lang, self._say)
        return json.dumps(self._page.models(json.loads(styles)))

    def receive(self, index: int, content: str) -> None:
        """Give a panel what the page has sent, JSON."""
        if self._page is not None:
            self._page.receive(index, json.loads(content))

    def set(self, index: int, name: str, value: str) -> None:
        """Set a trait of a panel as the page has done; the value is JSON."""
        if self._page is not None:
            self._page.set(index, name, json.loads(value))


class Later:
    """Finds modules that have not been loaded yet, and lets files be opened that are not there yet: it
    fetches the pack that has them at once."""

    def __init__(
        self, fetch: Callable[[str], Any], lay: Callable[[str, Any], object], tops: Sequence[str]
    ) -> None:
        self._fetch, self._lay = fetch, lay
        self._packs = dict.fromkeys(tops, "rest") | dict.fromkeys(sys.stdlib_module_names, "library")

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The module, if a pack has it."""
        pack = self._packs.get(name.partition(".")[0])
        if pack is None:
            return None
        inner = name.replace(".", "/").rpartition("/")[
            0
        ]  # a package may be in a zip, with the rest of it here
        places = [*path, f"{APP}/{inner}", f"{LIBRARY}/{inner}"] if path is not None else None
        spec = PathFinder.find_spec(name, places)
        return PathFinder.find_spec(name, places) if spec is None and self._now(pack) else spec

    def _now(self, pack: str) -> bool:
        squeezed = self._fetch(pack)
        if squeezed is None:  # it is there already
            return False
        self._lay(pack, zlib.decompress(squeezed.to_bytes(), 31))
        sys.path_importer_cache.clear()
        return True

    def open(self, file: Any, *how: Any, **more: Any) -> Any:
        """Open a file, also one of a pack that is not there yet."""
        path = os.fspath(file) if not isinstance(file, int) else ""
        if str(path).startswith(f"{APP}/") and not os.path.exists(path):  # noqa: PTH110 - pathlib costs time here
            self._now("sources" if str(path).endswith(".py") else "rest")
        return _open(file, *how, **more)


_open = io.open


def start(
    say: Callable[[str, Any], object],
    to_js: Callable[[Any], Any],
    fetch: Callable[[str], Any],
    lay: Callable[[str, Any], object],
    settings: Mapping[str, Any],
) -> Worker:
    """Begin: compiled modules come before their sources, and what is missing is fetched."""
    hook = FileFinder.path_hook((SourcelessFileLoader, [".pyc"]), (SourceFileLoader, [".py"]))
    sys.path_hooks.insert(1, hook)  # after the one for zips
    sys.path_importer_cache.clear()
    sys.path.append(LIBRARY)
    later = Later(fetch, lay, settings["tops"])
    sys.meta_path.append(later)
    io.open = builtins.open = later.open
    return Worker(say, to_js, settings["entry_points"], settings["environment"])
