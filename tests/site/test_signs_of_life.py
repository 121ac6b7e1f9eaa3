"""A page that answers the server's pings keeps its connection."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
import tornado.web
from jupyter_server.base.websocket import WebSocketMixin
from tornado import websocket
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.websocket import WebSocketHandler, websocket_connect
from visitors import Visitor

from twingkit_widgets.site.server import PING_EVERY, is_not_ping_warning, ping_settings

PINGS = 6
EVERY = 100  # milliseconds


class Socket(WebSocketMixin, WebSocketHandler):
    """The part of a page's connection that pings."""

    log = logging.getLogger("pings")
    allow_origin = "*"

    def prepare(self, *args: Any, **kwargs: Any) -> None:
        """Accept every visitor."""


async def kept_open(settings: dict[str, Any]) -> bool:
    """Return whether a connection whose other side answers is open after some pings."""
    server = HTTPServer(tornado.web.Application([("/", Socket)], **settings))
    listening, port = bind_unused_port()
    server.add_socket(listening)
    page = await websocket_connect(f"ws://127.0.0.1:{port}/")
    try:
        await asyncio.wait_for(page.read_message(), PINGS * EVERY / 1000)
    except TimeoutError:
        return True
    finally:
        page.close()
        server.stop()
    return False


async def test_a_page_that_answers_is_not_cut_off() -> None:
    assert await kept_open(ping_settings(EVERY))


def test_a_page_may_miss_two_pings() -> None:
    assert ping_settings(PING_EVERY) == {"ws_ping_interval": 30_000, "ws_ping_timeout": 90_000}


@pytest.mark.soak
async def test_a_page_is_still_connected_after_more_than_two_pings(site: Any) -> None:
    async with Visitor(site.url) as visitor:
        await visitor.open()
        socket = await visitor.connect()
        await asyncio.sleep(2 * PING_EVERY / 1000 + 10)
        await visitor.press_and_hear(1)
        assert socket.close_code is None


async def test_tornados_remark_on_that_limit_is_not_shown_and_others_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[logging.LogRecord] = []
    monkeypatch.setattr(websocket, "de_dupe_gen_log", lambda _, text: said.append(record(text)))
    await kept_open(ping_settings(EVERY))
    assert said
    assert not any(is_not_ping_warning(remark) for remark in said)
    assert is_not_ping_warning(record("the disk is full"))


def record(text: str) -> logging.LogRecord:
    return logging.makeLogRecord({"msg": text})


async def test_a_limit_of_one_interval_would_cut_it_off() -> None:
    assert not await kept_open(ping_settings(EVERY) | {"ws_ping_timeout": EVERY})
