"""Shared by the tests of the published site: the site as files, below a path of a plain file server."""

from __future__ import annotations

import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from documents import written_documents
from playwright.sync_api import BrowserContext, Page

from twingkit_widgets.site.documentation import DOCS

PACKAGE = Path(__file__).parents[2] / "widgets" / "node_modules" / "pyodide"

LIVE = 90_000
"""The milliseconds until Python is ready, on a busy machine."""


PUBLISH = """
import runpy, sys
sys.modules["zopfli"] = None
runpy.run_module("twingkit_widgets.static_site", run_name="__main__", alter_sys=True)
"""
"""Publish without zopfli, which saves a few bytes of each file but takes half a minute."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without logging; as with many hosts, browsers may cache them for ten minutes."""

    def end_headers(self) -> None:
        """Add the cache header."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def published_site(folder: Path, *options: str, docs: Path | None = None) -> Path:
    """Publish the site into the folder, with the documentation in the folder `docs`; return the folder."""
    file = ("--pyodide", str(PACKAGE)) if PACKAGE.is_dir() else ()
    command = [sys.executable, "-c", PUBLISH, str(folder), *file, *options]
    environment = {**os.environ, **({DOCS: str(docs)} if docs else {})}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Return the address of a plain file server for a folder."""
    handler = partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the whole site with a documentation, inside an empty folder."""
    docs = written_documents(tmp_path_factory.mktemp("checkout") / "html")
    return published_site(tmp_path_factory.mktemp("host") / "shop" / "rules", docs=docs)


@pytest.fixture(scope="session")
def host(published: Path) -> Iterator[str]:
    """Return the address of the site on a plain file server, below a path."""
    with served(published.parents[1]) as root:
        yield f"{root}shop/rules/"


GO = """(address) => {
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  link.click();
  link.remove();
}"""
"""Goes to an address like a link."""


def live(page: Page) -> None:
    """Wait until Python works on the page, and has answered everything."""
    page.wait_for_selector("html[data-tk-live]", timeout=LIVE)
    page.wait_for_selector("html:not([data-tk-held])", timeout=LIVE)


@pytest.fixture
def window(chromium: Any) -> Any:
    """Return a new browser window that fails on errors and on requests to other hosts."""
    context: BrowserContext = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(LIVE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.faults = faults  # type: ignore[attr-defined]
    yield page
    context.close()
