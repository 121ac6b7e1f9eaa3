"""Start Python in the worker of a published site (`worker.js`): where modules are, and who answers
messages.
"""

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
"""The folders of the program, and of the standard-library modules that no page needs at first."""


class WorkerFunctions:
    """The functions that the JavaScript file `worker.js` calls to open a page and pass on its messages; one
    page is open at a time.

    Nothing is sent before `connect`.
    """

    def __init__(self, later: LazyPackFinder, settings: Mapping[str, Any], *links: Any) -> None:
        self._later = later
        self._tell: Callable[[str, Any], object] | None = None  # a function of JavaScript
        if links:
            self.connect(*links)
        from in_browser import run_page  # its name in the browser

        run_page.install_stand_ins("in_browser", settings["entry_points"], settings["environment"])
        self._make = run_page.RunningPage
        self._page: run_page.RunningPage | None = None

    def connect(
        self,
        say: Callable[[str, object], object],
        fetch: Callable[[str], object],
        write_files: Callable[[str, object], object],
    ) -> None:
        """Store the JavaScript functions that send messages, fetch files and write files for the open page.

        `say` sends a message with its buffers, `fetch` loads a compressed pack, `write_files` unpacks it.
        """
        self._tell = say
        self._later.fetch_pack, self._later.write_pack_files = fetch, write_files

    def _say(self, message: str, buffers: Sequence[bytes]) -> None:
        if self._tell is not None:
            from pyodide.ffi import to_js  # there in the browser

            self._tell(message, to_js(list(buffers)) if buffers else None)

    def open(self, cells: str, query: str, lang: str, styles: str) -> str:
        """Open a page and return the models of its parts as JSON, without the styles that the page already
        has.
        """
        if self._page is not None:
            self._page.close()
        self._page = self._make(json.loads(cells), query, lang, self._say)
        return json.dumps(self._page.part_models(json.loads(styles)))

    def receive(self, index: int, content: str) -> None:
        """Pass a message of the page (JSON) to a panel."""
        if self._page is not None:
            self._page.receive(index, json.loads(content))

    def set(self, index: int, name: str, value: str) -> None:
        """Set a trait of a panel to the value (JSON) that the page has set."""
        if self._page is not None:
            self._page.set(index, name, json.loads(value))


class LazyPackFinder:
    """An import finder that fetches a pack (an archive of files) when a module or file in it is first
    needed.
    """

    fetch_pack: Callable[[str], Any] | None = None  # a function of JavaScript
    write_pack_files: Callable[[str, Any], object] | None = None  # a function of JavaScript

    def __init__(self, packs: Mapping[str, str]) -> None:
        self._packs = packs

    # as in importlib
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module in a pack, loading the pack if necessary."""
        pack = self._packs.get(name.partition(".")[0])
        if pack is None:
            return None
        # A package may be in a zip, with the rest of it here.
        inner = name.replace(".", "/").rpartition("/")[0]
        places = [*path, f"{APP}/{inner}", f"{LIBRARY}/{inner}"] if path is not None else None
        spec = PathFinder.find_spec(name, places)
        return PathFinder.find_spec(name, places) if spec is None and self._load_now(pack) else spec

    def _load_now(self, pack: str) -> bool:
        """Load a pack synchronously (for `rest`, after `base`). Returns False if it had already been
        loaded.
        """
        laid = [self._lay_now(name) for name in (("base", pack) if pack == "rest" else (pack,))]
        if any(laid):
            sys.path_importer_cache.clear()
        return any(laid)

    def _lay_now(self, pack: str) -> bool:
        try:
            squeezed = self.fetch_pack(pack) if self.fetch_pack is not None else None
        except Exception as fault:  # of JavaScript
            raise ConnectionError(pack) from fault
        if squeezed is None or self.write_pack_files is None:
            return False
        self.write_pack_files(pack, zlib.decompress(squeezed.to_bytes(), 31))
        return True

    def open(self, file: Any, *how: Any, **more: Any) -> Any:
        """Open a file like the built-in `open`, loading its pack first if necessary."""
        path = os.fspath(file) if not isinstance(file, int) else ""
        if str(path).startswith(f"{APP}/") and not os.path.exists(path):  # noqa: PTH110 - pathlib costs time here
            self._load_now("rest")
        return _open(file, *how, **more)


_open = io.open


def start_worker(settings: Mapping[str, Any], *links: Any) -> WorkerFunctions:
    """Set up the imports of the browser's Python worker and return the functions that JavaScript calls in it.

    Compiled modules take precedence over sources, and missing ones are fetched. `settings` contains the packs
    of packages (`later`), and the arguments of `run_page.install_stand_ins`; `links` are the arguments of
    `Worker.connect`, if known.
    """
    hook = FileFinder.path_hook((SourcelessFileLoader, [".pyc"]), (SourceFileLoader, [".py"]))
    sys.path_hooks.insert(1, hook)  # after the one for zips
    sys.path_importer_cache.clear()
    sys.path.append(LIBRARY)
    later = LazyPackFinder(settings["later"])
    sys.meta_path.append(later)
    io.open = builtins.open = later.open
    return WorkerFunctions(later, settings, *links)
