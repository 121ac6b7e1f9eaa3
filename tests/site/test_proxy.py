"""The site behind a web server that gives it a path of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tornado import httpclient, httpserver, httputil, netutil, web, websocket

pytestmark = pytest.mark.browser
PREFIX = "/games/twing/"
HOP = {"connection", "content-length", "transfer-encoding", "upgrade", "keep-alive", "content-encoding"}


class Web(web.RequestHandler):
    """Hands a request on, and the answer back."""

    def initialize(self, target: Callable[[str], str]) -> None:
        self.target = target

    async def get(self) -> None:
        headers = {**self.request.headers, "Accept-Encoding": "identity"}
        answer = await httpclient.AsyncHTTPClient().fetch(
            "http" + self.target(self.request.uri or ""),
            method=self.request.method or "GET",
            body=self.request.body or None,
            headers=httputil.HTTPHeaders(headers),
            follow_redirects=False,
            raise_error=False,
        )
        self.set_status(answer.code)
        self.clear_header("Content-Type")  # the answer's own takes its place
        for name, value in answer.headers.get_all():
            if name.lower() not in HOP:
                self.add_header(name, value)
        if answer.code not in (204, 304):
            self.write(answer.body)

    post = delete = get


class Socket(websocket.WebSocketHandler):
    """Hands a websocket's messages on, both ways."""

    def initialize(self, target: Callable[[str], str]) -> None:
        self.target = target

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        return subprotocols[0] if subprotocols else None

    async def get(self, *args: Any, **kwargs: Any) -> None:
        headers = {
            name: value
            for name, value in self.request.headers.items()
            if name in ("Host", "Origin", "Cookie", "User-Agent")
        }
        wanted = self.request.headers.get("Sec-WebSocket-Protocol")
        request = httpclient.HTTPRequest("ws" + self.target(self.request.uri or ""), headers=headers)
        self.behind = await websocket.websocket_connect(
            request,
            on_message_callback=self.back,
            subprotocols=[wanted] if wanted else None,
        )
        await super().get(*args, **kwargs)

    def back(self, message: str | bytes | None) -> None:
        if message is None:
            self.close()
        else:
            self.write_message(message, binary=isinstance(message, bytes))

    def on_message(self, message: str | bytes) -> None:
        self.behind.write_message(message, binary=isinstance(message, bytes))

    def on_close(self) -> None:
        self.behind.close()


@pytest.fixture
def proxy() -> Iterator[Callable[[Callable[[str], str]], str]]:
    """Start web servers: `proxy(target)` returns an address; `target` turns a path into
    `://host:port/path`."""
    loops: list[asyncio.AbstractEventLoop] = []

    def start(target: Callable[[str], str]) -> str:
        sockets = netutil.bind_sockets(0, "127.0.0.1")
        loop = asyncio.new_event_loop()
        loops.append(loop)

        def run() -> None:
            asyncio.set_event_loop(loop)
            given = {"target": target}
            routes = [(r".*/channels", Socket, given), (PREFIX + ".*", Web, given)]
            httpserver.HTTPServer(web.Application(routes)).add_sockets(sockets)  # type: ignore[arg-type]
            loop.run_forever()

        threading.Thread(target=run, daemon=True).start()
        return f"http://127.0.0.1:{sockets[0].getsockname()[1]}{PREFIX}"

    yield start
    for loop in loops:
        loop.call_soon_threadsafe(loop.stop)


@pytest.mark.parametrize("told", [True, False], ids=["base-url is set", "the prefix is taken off"])
def test_the_site_works_below_a_prefix(
    site: Any, serve: Any, pages: Path, visit: Any, proxy: Any, told: bool
) -> None:
    behind = serve(folder=pages, base_url=PREFIX) if told else site
    here = behind.url.removesuffix(PREFIX if told else "/").removeprefix("http")
    address = proxy(lambda path: here + (path if told else path.replace(PREFIX, "/", 1)))
    page = visit().go(address)
    assert page.url.startswith(address)
    page.get_by_role("button", name="Press").click()
    page.get_by_text("pressed").wait_for()
    page.goto(address + "counter/")
    page.get_by_role("button", name="One more").click()
    page.get_by_text("count 1").wait_for()
