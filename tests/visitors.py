"""Visitors of a site without a browser: they open a page, connect like its front end, and press its
button."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import struct
import urllib.request
import uuid
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

V1 = "v1.kernel.websocket.jupyter.org"
PATIENCE = 90  # seconds, where several workers share a core
T = TypeVar("T")


def run(story: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine beside the event loop that a browser of these tests may have in this thread."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, asyncio.wait_for(story, 10 * PATIENCE)).result()


def message(kind: str, content: dict[str, Any], session: str = "") -> dict[str, Any]:
    """Return a message as the front end makes it."""
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "session": session,
        "username": "",
        "version": "5.2",
    }
    return {"header": header, "parent_header": {}, "metadata": {}, "content": content}


def written(channel: str, *parts: bytes) -> bytes:
    """Return parts as protocol v1 writes them."""
    offsets = [8 * (len(parts) + 3)]
    for part in (channel.encode(), *parts):
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join((channel.encode(), *parts))


def as_v1(said: dict[str, Any], channel: str = "shell", *buffers: bytes) -> bytes:
    """Return a message in protocol v1."""
    names = ("header", "parent_header", "metadata", "content")
    return written(channel, *(json.dumps(said[name]).encode() for name in names), *buffers)


def as_binary(said: dict[str, Any], channel: str = "shell", *buffers: bytes) -> bytes:
    """Return a message with buffers in the older protocol."""
    pieces = [json.dumps({**said, "channel": channel}).encode(), *buffers]
    begin = 4 * (len(pieces) + 1)
    offsets = [begin + sum(map(len, pieces[:index])) for index in range(len(pieces))]
    return struct.pack(f"!{len(pieces) + 1}I", len(pieces), *offsets) + b"".join(pieces)


def as_text(said: dict[str, Any], channel: str = "shell") -> str:
    """Return a message in the older protocol."""
    return json.dumps({**said, "channel": channel})


def ask(
    site: Any, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Return the status, the headers and the body of an answer; the path is sent unchanged."""
    connection = http.client.HTTPConnection(site.url.split("/")[2], timeout=PATIENCE)
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    try:
        connection.request(method, path, body=body, headers=named)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def read(address: str, method: str = "GET", **headers: str) -> str:
    """Return the page that the server sends."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    with urllib.request.urlopen(urllib.request.Request(address, headers=named, method=method)) as answer:
        return str(answer.read().decode())


class Visitor:
    """A visitor with a page of the tests' site open."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.status = 0
        self.html = ""
        self.address = root
        self.kernel = ""
        self.cookies = ""
        self.session = uuid.uuid4().hex
        self.socket: WebSocketClientConnection | None = None

    async def __aenter__(self) -> Visitor:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def hang_up(self) -> None:
        """Close the connection, if there is one, and wait until it is closed."""
        if self.socket:
            self.socket.close()
            await self.closed()

    def request(self, address: str, headers: dict[str, str]) -> HTTPRequest:
        """Send a request with a long timeout, also to a server whose certificate is not signed."""
        return HTTPRequest(
            address,
            headers=headers,
            request_timeout=PATIENCE,
            connect_timeout=PATIENCE,
            validate_cert=False,
        )

    async def open(self, page: str = "counter", **headers: str) -> int:
        """Open the page; return the answer's status."""
        address = f"{self.root}{page}/"
        request = self.request(address, headers)
        answer = await AsyncHTTPClient(force_instance=True, max_clients=100).fetch(request, raise_error=False)
        cookies = [cookie.split(";")[0] for cookie in answer.headers.get_list("Set-Cookie")]
        self.cookies = "; ".join([*cookies, f"tk-browser={self.session}"])  # as the page's script sets it
        self.status = answer.code
        self.html = answer.body.decode()
        self.address = answer.effective_url
        found = re.search(r'"kernelId": ?"([^"]+)"', self.html)
        self.kernel = found.group(1) if found else ""
        return answer.code

    async def leave(self) -> int:
        """Close the page, which its front end reports to the site; return the answer's status."""
        token = re.search(r"_xsrf=([^;]*)", self.cookies)
        answer = await AsyncHTTPClient(force_instance=True).fetch(
            f"{self.root}voila/api/shutdown/{self.kernel}",
            method="POST",
            body=f"_xsrf={token.group(1) if token else ''}",
            headers={"Cookie": self.cookies},
            raise_error=False,
        )
        return answer.code

    async def connect(self, v1: bool = True) -> WebSocketClientConnection:
        """Connect like the page, in one of the two protocols; close an earlier connection."""
        await self.hang_up()
        root = self.root.replace("http", "ws", 1)
        address = f"{root}api/kernels/{self.kernel}/channels?session_id={self.session}"
        self.socket = await websocket_connect(
            self.request(address, {"Cookie": self.cookies} if self.cookies else {}),
            subprotocols=[V1] if v1 else None,
        )
        return self.socket

    async def enter(self) -> None:
        """Open the page and connect."""
        assert await self.open() == 200
        await self.connect()

    async def press_and_hear(self, count: int) -> None:
        """Press the button of the page `counter` and wait until it shows this count."""
        await self.press()
        await self.hear(f"count {count}")

    async def send(self, kind: str, content: dict[str, Any]) -> None:
        """Send a message."""
        assert self.socket
        said = message(kind, content, self.session)
        v1 = self.socket.selected_subprotocol == V1
        await self.socket.write_message(as_v1(said) if v1 else as_text(said), binary=v1)

    async def press(self, act: str = "add") -> None:
        """Press the button of the page `counter`."""
        model = re.search(r'"model_id": ?"([^"]+)"', self.html)
        assert model
        custom = {"method": "custom", "content": {"act": act, "value": None}}
        await self.send("comm_msg", {"comm_id": model.group(1), "data": custom})

    async def hear(self, words: str) -> None:
        """Wait until the page receives `words`."""
        assert self.socket
        while True:
            told = await asyncio.wait_for(self.socket.read_message(), PATIENCE)
            assert told is not None, f"closed: {self.socket.close_code} {self.socket.close_reason}"
            if words.encode() in (told if isinstance(told, bytes) else told.encode()):
                return

    async def closed(self) -> tuple[int | None, str | None]:
        """Wait until the connection is closed; return the code and the reason."""
        assert self.socket
        socket, self.socket = self.socket, None
        while await asyncio.wait_for(socket.read_message(), PATIENCE) is not None:
            pass
        socket.close()  # Tornado needs this notice, too
        return socket.close_code, socket.close_reason
