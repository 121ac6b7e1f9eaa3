"""The log of the server: each line with its time and the visitor's address, and few lines for one page."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from site_process import wait_for
from visitors import V1, Visitor, as_text, as_v1, ask, message

from twingkit_widgets.site.server_log import MAX_BURST, MAX_PER_SECOND, LogLimit, set_up_log

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} (WARNING|ERROR) \S.*")
OWN = ("twingkit is ready", "The site stays open")


def lines(site: Any) -> list[str]:
    """Return the lines that the server wrote, except those of its start."""
    return [line for line in site.log.read_text().splitlines() if not line.startswith(OWN)]


@pytest.fixture(scope="module")
def proxied(serve_all: Any, pages: Path) -> Any:
    """Return a site that trusts a web server on this computer."""
    return serve_all("--trust-proxy=127.0.0.1", folder=pages)


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "NONE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/en/", "/en/counter/", "/nothing", "/index/"])
def test_a_method_that_no_page_has_gets_405_without_a_traceback(proxied: Any, method: str, path: str) -> None:
    assert ask(proxied, method, path)[0] == 405
    assert not any("Traceback" in line for line in lines(proxied))


def test_lines_have_times_and_the_shortened_address_that_the_trusted_proxy_names(proxied: Any) -> None:
    assert ask(proxied, "GET", "/named?result=Ida", X_Forwarded_For="192.0.2.1, 203.0.113.7")[0] == 404
    wait_for(lambda: "/named" in proxied.log.read_text(), 10, "the line is there")
    assert all(LINE.fullmatch(line) for line in lines(proxied)), lines(proxied)
    (said,) = (line for line in lines(proxied) if "/named" in line)
    assert "404 GET /named (203.0.113.0)" in said
    assert "Ida" not in proxied.log.read_text(), "a query may name a pupil or contain a game"


def test_an_address_that_nobody_trusted_names_is_not_believed(site: Any) -> None:
    assert ask(site, "GET", "/unbelieved", X_Forwarded_For="203.0.113.7")[0] == 404
    wait_for(lambda: "/unbelieved" in site.log.read_text(), 10, "the line is there")
    assert "404 GET /unbelieved (127.0.0.1)" in site.log.read_text()


@pytest.mark.parametrize("v1", [True, False])
async def test_a_message_that_comes_again_is_dropped_without_a_word(
    serve: Any, pages: Path, v1: bool
) -> None:
    site = serve(folder=pages)
    async with Visitor(site.url) as visitor:
        await visitor.open()
        socket = await visitor.connect(v1=v1)
        model = re.search(r'"model_id": ?"([^"]+)"', visitor.html)
        assert model
        content = {
            "comm_id": model[1],
            "data": {"method": "custom", "content": {"act": "add", "value": None}},
        }
        said = message("comm_msg", content, visitor.session)
        assert (socket.selected_subprotocol == V1) == v1
        for _ in range(30):
            await socket.write_message(as_v1(said) if v1 else as_text(said), binary=v1)
        await visitor.press_and_hear(2)
        await visitor.connect(v1=v1)
        assert visitor.socket
        await visitor.socket.write_message(as_v1(said) if v1 else as_text(said), binary=v1)
        await visitor.press_and_hear(3)
    assert lines(site) == []


async def test_what_a_page_sends_makes_few_lines(serve: Any, pages: Path) -> None:
    site = serve(folder=pages)
    async with Visitor(site.url) as visitor:
        await visitor.enter()
        for _ in range(200):
            await visitor.send("comm_msg", {"comm_id": "unknown", "data": {}})
            await visitor.send("comm_msg", {"nothing": 1})
        await visitor.press_and_hear(1)
        for _ in range(40):
            socket = await visitor.connect()
            await socket.write_message(b"nonsense", binary=True)
            await visitor.closed()
        await asyncio.sleep(0.5)
    assert len(lines(site)) <= 40, len(lines(site))
    assert not any("Traceback" in line or not line.strip() for line in lines(site))


@pytest.mark.parametrize(
    "content", [{"data": {}}, {"data": []}, {"data": {"method": "update", "state": 5}}, {}]
)
@pytest.mark.parametrize("v1", [True, False])
async def test_a_message_that_a_panel_cannot_read_writes_no_traceback(
    site: Any, content: dict[str, Any], v1: bool
) -> None:
    before = len(lines(site))
    async with Visitor(site.url) as visitor:
        await visitor.open()
        await visitor.connect(v1=v1)
        model = re.search(r'"model_id": ?"([^"]+)"', visitor.html)
        assert model
        await visitor.send("comm_msg", {"comm_id": model[1], **content})
        await visitor.hear("ExecutionError")
        await visitor.press_and_hear(1)
        await visitor.leave()
    new = [line for line in lines(site)[before:] if " GET " not in line]  # other visitors' pages come late
    assert len(new) <= 1, new


def record(text: str, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("site", level, "", 0, text, (), None)


def test_whoever_sends_refused_requests_all_day_does_not_fill_the_disk() -> None:
    time = [0.0]
    limit = LogLimit(logging.Formatter(), lambda: time[0])
    line = "x" * 100
    written = []
    for _ in range(10_000):
        time[0] += 0.01
        if limit.filter(said := record(line)):
            written.append(said.getMessage())
    assert MAX_BURST < 100 * len(written) <= MAX_BURST + 100 * MAX_PER_SECOND
    assert limit.filter(record(line, logging.ERROR)), "an error is still written"
    time[0] += 10
    last = record(line)
    assert limit.filter(last)
    left_out = re.findall(r"\((\d+) lines left out\) x", " ".join([*written, last.getMessage()]))
    assert sum(map(int, left_out)) == 10_000 - len(written)


@pytest.fixture
def root_logger() -> Iterator[logging.Logger]:
    """Keep the handlers and the level of the root logger."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield root
    root.handlers[:], root.level = handlers, level


def fail(depth: int) -> None:
    if depth:
        fail(depth - 1)
    raise ValueError("at the bottom")


@pytest.mark.parametrize(("level", "whole"), [(logging.WARNING, False), (logging.INFO, True)])
def test_a_traceback_is_short_unless_everything_is_to_be_logged(
    root_logger: logging.Logger, capsys: pytest.CaptureFixture[str], level: int, whole: bool
) -> None:
    set_up_log(level)
    try:
        fail(30)
    except ValueError:
        logging.getLogger("site").exception("a page could not be started")
    said = capsys.readouterr().err.splitlines()
    assert any("in test_a_traceback" in line for line in said) == whole
    assert whole or len(said) <= 10
    assert "a page could not be started" in said[0]
    assert said[-1] == "ValueError: at the bottom"
