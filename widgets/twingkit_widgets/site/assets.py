"""The files of the front end: compressed once, cached by the browser for good, the common ones in one bundle.

Voila's front end consists of some two hundred small files, sent uncompressed and requested again on every
page. Here their address contains a version, so that a browser requests them once, and the files that every
page loads (listed in `bundle.txt`) come as one script. The bundle is these files one after the other;
webpack's chunks can be loaded in any order. A file that is not in the bundle is loaded as usual, so the list
may be out of date without harm; `tests/site/test_assets.py` reports it.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cached_property
from pathlib import Path

import voila
from jupyter_server.auth.decorator import allow_unauthenticated
from tornado import web
from voila.paths import collect_static_paths
from voila.utils import get_voila_labextensions_path

from twingkit_widgets.panel.chart import plotly_file

BUNDLE = "bundle.js"
PLOTLY = "plotly.min.js"
_FOREVER = "public, max-age=31536000, immutable"
# Headers of every answer: no content sniffing, and no referrer for other sites.
RESPONSE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Server": "twingkit",
}
_WARNING_CALL = b"console.warn&&console.warn("  # webpack's notation
_COMPRESSED_SUFFIXES = {".js", ".mjs", ".css", ".json", ".svg", ".html", ".txt", ".map"}


class Assets:
    """The static files that the site serves below `static` (Voila's), `labextensions` (of the widget
    packages) and `plotly`.
    """

    def __init__(self, extensions: list[dict[str, object]]) -> None:
        """Collect the files of the installed Voila and of these labextensions."""
        self.extensions = extensions
        file = plotly_file()
        self.roots = {
            "static": [Path(folder) for folder in collect_static_paths(["voila", "nbconvert"], "lab")],
            "labextensions": [Path(folder) for folder in get_voila_labextensions_path()],
            "plotly": [file.parent] if file else [],
        }
        self._ready: dict[Path, tuple[bytes, bool]] = {}

    @cached_property
    def version(self) -> str:
        """A hash of the files, which changes whenever any of them may have changed."""
        parts = [
            voila.__version__,
            *sorted(f"{extension['name']} {extension['load']}" for extension in self.extensions),
        ]
        parts += [f"{file} {file.stat().st_size}" for file in [plotly_file()] if file]
        parts.append(self._path("bundle.txt").read_text(encoding="utf-8"))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]

    @property
    def folder(self) -> str:
        """The folder in the files' addresses, relative to the root of the site; it contains the version."""
        return f"voila/assets/{self.version}"

    @property
    def plotly(self) -> str:
        """The path of plotly.js, relative to the root of the site; "" if plotly is not installed."""
        return f"{self.folder}/plotly/{PLOTLY}" if self.roots["plotly"] else ""

    def entry_files(self) -> list[str]:
        """Return the entry files of the labextensions, which the browser may load early."""
        return [f"labextensions/{extension['name']}/{extension['load']}" for extension in self.extensions]

    def get(self, name: str) -> tuple[bytes, bool]:
        """Return the content of a file and whether it is gzip-compressed.

        Raises `KeyError` if there is no such file.
        """
        path = self._path(BUNDLE) if name == BUNDLE else self._find(name)
        if path not in self._ready:  # regardless of case
            content = self.bundled_script() if name == BUNDLE else _without_warnings(path.read_bytes())
            squeeze = path.suffix in _COMPRESSED_SUFFIXES
            self._ready[path] = (gzip.compress(content, 6) if squeeze else content), squeeze
        return self._ready[path]

    def bundled_script(self) -> bytes:
        """Return one script that joins the scripts loaded by every page, with the script that starts the page
        last.
        """
        lines = self._path("bundle.txt").read_text(encoding="utf-8").splitlines()
        patterns = [line for line in lines if line and not line.startswith("#")]
        pieces = [
            # Each in its own function, because "use strict" applies to the end of its block.
            b"!function(){" + _without_warnings(path.read_bytes()) + b"\n}();"
            for pattern in patterns
            for path in self._matching(pattern)
        ]
        return b"\n".join([*pieces, self._find("static/voila.js").read_bytes()])

    def _path(self, name: str) -> Path:
        return Path(__file__).with_name(name)

    def _matching(self, pattern: str) -> list[Path]:
        kind, _, glob = pattern.partition("/")
        return [path for root in self.roots[kind] for path in sorted(root.glob(glob))][:1]

    def _find(self, name: str) -> Path:
        kind, _, relative = name.partition("/")
        for root in self.roots.get(kind, []):
            path = root / relative
            try:
                there = path.is_file() and path.resolve().is_relative_to(root.resolve())
            except (OSError, ValueError):  # not a valid file name
                there = False
            if there:
                return path.resolve()
        raise KeyError(name)


def _without_warnings(script: bytes) -> bytes:
    """Silence webpack's console warnings about versions of packages, on which visitors cannot act.

    >>> _without_warnings(b"console.warn&&console.warn(e)")
    b'console.debug&&console.debug(e)'
    """
    return script.replace(_WARNING_CALL, _WARNING_CALL.replace(b"warn", b"debug"))


class CommonHeadersHandler(web.RequestHandler):
    """Base class of all request handlers of the site, which sets the common response headers."""

    def set_default_headers(self) -> None:
        """Set the headers common to all responses."""
        super().set_default_headers()
        for header, value in RESPONSE_HEADERS.items():
            self.set_header(header, value)


class AssetHandler(CommonHeadersHandler):
    """A request handler that sends one static file of the front end; the version in its address is
    ignored.
    """

    def initialize(self, assets: Assets) -> None:
        """Store the files to serve."""
        self.assets = assets

    @allow_unauthenticated
    def get(self, name: str) -> None:
        """Send the file `name`, which is part of a published program, so no login is needed."""
        try:
            content, squeezed = self.assets.get(name)
        except KeyError as missing:
            raise web.HTTPError(404) from missing
        self.set_header("Content-Type", mimetypes.guess_type(name)[0] or "application/octet-stream")
        self.set_header("Cache-Control", _FOREVER)
        if squeezed:
            self.set_header("Vary", "Accept-Encoding")
            if "gzip" in self.request.headers.get("Accept-Encoding", ""):
                self.set_header("Content-Encoding", "gzip")
            else:
                content = gzip.decompress(content)
        self.finish(content)

    head = get
