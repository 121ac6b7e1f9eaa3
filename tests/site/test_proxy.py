"""The site below a path, which either it knows or a web server in front removes."""

from __future__ import annotations

import contextlib
import socket
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser
PREFIX = "/games/twing/"


def carry(source: socket.socket, target: socket.socket, taken_off: bytes = b"") -> None:
    """Forward data until either side closes."""
    with contextlib.suppress(OSError):
        while part := source.recv(2**16):
            target.sendall(part.replace(b" " + taken_off, b" /") if taken_off else part)


@pytest.fixture
def without_prefix(site: Any) -> Iterator[str]:
    """Return the address of a web server in front of the site that removes the prefix from every request."""
    host, port = site.url.split("/")[2].split(":")

    class Front(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection((host, int(port))) as behind:
                threading.Thread(target=carry, args=(behind, self.request), daemon=True).start()
                carry(self.request, behind, PREFIX.encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Front) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
        server.shutdown()


def works_below(visit: Any, address: str) -> None:
    """Check that the pages at this address work and link to each other."""
    page = visit().go(address)
    assert page.url.startswith(address)
    page.get_by_role("button", name="Press").click()
    page.get_by_text("pressed").wait_for()
    page.goto(address + "counter/")
    page.get_by_role("button", name="One more").click()
    page.get_by_text("count 1").wait_for()


def test_the_site_works_below_a_base_url(serve: Any, pages: Path, visit: Any) -> None:
    works_below(visit, serve(folder=pages, base_url=PREFIX).url)


def test_the_site_works_behind_a_web_server_that_takes_a_prefix_off(visit: Any, without_prefix: str) -> None:
    works_below(visit, without_prefix)
