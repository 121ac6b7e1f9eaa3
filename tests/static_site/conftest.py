"""What the tests of the published site share: the site as files, below a path of a plain file server."""

from __future__ import annotations

import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "widgets" / "node_modules" / "pyodide"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def published_site(folder: Path, *options: str) -> Path:
    """The folder, after the site was published into it."""
    file = ("--pyodide", str(PACKAGE)) if PACKAGE.is_dir() else ()
    command = [sys.executable, "-m", "twingkit_widgets.static_site", str(folder), *file, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a plain file server of a folder."""
    handler = partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole site, below a folder with nothing else."""
    return published_site(tmp_path_factory.mktemp("host") / "shop" / "rules")


@pytest.fixture(scope="session")
def host(published: Path) -> Iterator[str]:
    """The address of the site on a plain file server, below a path."""
    with served(published.parents[1]) as root:
        yield f"{root}shop/rules/"
