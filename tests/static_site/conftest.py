"""What the tests of the published site share: the site as files, below a path of a plain file server."""

from __future__ import annotations

import http.server
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from twingkit_widgets.static_site.browser_python import browser_python, node_program
from twingkit_widgets.static_site.publish import publish

PACKAGE = Path(__file__).parents[2] / "widgets" / "node_modules" / "pyodide"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole site, below a folder with nothing else."""
    folder = tmp_path_factory.mktemp("host") / "shop" / "rules"
    publish(folder, pyodide=browser_python(PACKAGE if PACKAGE.is_dir() else None), node=node_program())
    return folder


@pytest.fixture(scope="session")
def host(published: Path) -> Iterator[str]:
    """The address of the site on a plain file server, below a path."""
    handler = partial(Quiet, directory=str(published.parents[1]))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/shop/rules/"
        server.shutdown()
        thread.join()


@pytest.fixture
def moved(published: Path, tmp_path: Path) -> Path:
    """The published folder, copied elsewhere."""
    return Path(shutil.copytree(published, tmp_path / "elsewhere"))
