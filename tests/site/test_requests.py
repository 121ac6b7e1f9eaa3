"""The server's answers to any request: its own pages, within limits, and no internals."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from typing import Any
from urllib.parse import quote

import pytest
import tornado.web
from hypothesis import example, given, settings
from hypothesis import strategies as st
from long_runs import runs
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from visitors import Visitor, ask, run

from twingkit_widgets.site.server import MAX_REQUEST_BYTES, REQUEST_TIMEOUT, request_limits

UNKNOWN = "01234567-89ab-cdef-0123-456789abcdef"
SECRET = (b"Traceback", b"File &#34;", b'File "', b"site-packages", b"Error:")


@pytest.mark.parametrize(
    "path",
    [
        "login",
        "logout",
        "api",
        "api/kernelspecs",
        f"api/kernels/{UNKNOWN}",
        f"api/kernels/{UNKNOWN}/interrupt",
        "api/kernels/x-x-x-x-x",
        "voila/templates/lab/index.html.j2",
        "voila/templates/lab/static/voila.js",
        "voila/static/voila.js",
        "voila/labextensions/@jupyter-widgets/jupyterlab-manager/package.json",
        "voila/api/themes/x",
        "voila/api/contents",
        "voila/files/index.ipynb",
        f"voila/query/{UNKNOWN}",
        f"voila/execution/{UNKNOWN}",
        "static/favicon.ico",
        "files/index.ipynb",
        "metrics",
        "terminals/1",
    ],
)
def test_nothing_of_jupyter_is_there_that_no_page_needs(site: Any, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert ask(site, method, f"/{path}")[0] in (403, 404, 405)


def test_a_session_cannot_be_ended_from_another_site(site: Any) -> None:
    visitor = Visitor(site.url)
    run(visitor.open())
    path = f"/voila/api/shutdown/{visitor.kernel}"
    assert ask(site, "DELETE", f"/api/kernels/{visitor.kernel}")[0] in (403, 405)
    assert ask(site, "POST", path)[0] == 403
    forged = {"Cookie": "_xsrf=a", "Content_Type": "application/x-www-form-urlencoded"}
    assert ask(site, "POST", path, b"_xsrf=a", Origin="http://elsewhere.example", **forged)[0] in (403, 404)
    assert ask(site, "GET", f"/api/kernels/{visitor.kernel}")[0] == 200
    assert ask(site, "POST", path, b"_xsrf=a", **forged)[0] == 204
    assert ask(site, "GET", f"/api/kernels/{visitor.kernel}")[0] == 404


def test_every_answer_says_what_a_browser_may_do_with_it(site: Any) -> None:
    pages = (ask(site, "HEAD", path) for path in ("/", "/nothing", "/en/"))
    for _, headers, body in pages:
        assert body == b""
        assert "'unsafe-eval'" not in headers["Content-Security-Policy"]
        assert "connect-src 'self';" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "Tornado" not in headers["Server"]
    _, headers, _ = ask(site, "GET", "/en/counter/")
    cookies = headers.get_all("Set-Cookie") or []
    assert [cookie.partition("=")[0] for cookie in cookies] == ["_xsrf"]
    assert all("SameSite=Lax" in cookie for cookie in cookies)


def test_head_says_what_get_would_and_opens_no_page(site: Any) -> None:
    opened = set(site.kernels())
    assert [ask(site, "HEAD", path)[0] for path in ("/", "/en/", "/nothing")] == [302, 200, 404]
    assert ask(site, "HEAD", "/counter/")[0] == 302
    assert ask(site, "HEAD", "/voila/render/counter.ipynb")[0] == 404
    assert ask(site, "HEAD", "/voila/assets/x/bundle.js")[0] == 200
    assert ask(site, "HEAD", f"/api/kernels/{UNKNOWN}")[0] == 404
    assert set(site.kernels()) <= opened


PARTS = st.one_of(
    st.sampled_from(
        [
            "voila",
            "render",
            "assets",
            "x",
            "static",
            "labextensions",
            "api",
            "kernels",
            "..",
            ".",
            "",
            UNKNOWN,
        ]
    ),
    st.sampled_from(
        ["%00", "%ED%A0%80", "%FF", "%2e%2e", "%2F", "%5C", "%0A", "%25", "x" * 300, "index.ipynb"]
    ),
    st.text(max_size=8).map(lambda text: quote(text.encode("utf-8", "surrogatepass"))),
    st.binary(max_size=8).map(quote),
)
QUERIES = st.one_of(
    st.just(""),
    st.tuples(st.sampled_from(["lang", "x", "session_id", "%ED%A0%80"]), PARTS).map(
        lambda pair: "?" + "=".join(pair)
    ),
)


@settings(max_examples=runs(150, 5000))
@given(
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "OPTIONS"]),
    parts=st.lists(PARTS, max_size=6),
    query=QUERIES,
    cookie=st.one_of(
        st.none(), st.binary(max_size=20).map(quote), st.just("_xsrf=2|x|y|z"), st.just("tk-lang=\xed\xa0")
    ),
    form=st.one_of(st.none(), st.binary(max_size=50)),
    kind=st.sampled_from(
        ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json"]
    ),
)
@example("GET", ["voila", "assets", "x", "static", "%00"], "", None, None, "application/json")
@example("GET", ["nothing"], "?lang=%ED%A0%80", None, None, "application/json")
@example("GET", ["voila", "assets", "x", "static", "x" * 300], "", None, None, "application/json")
@example(
    "POST",
    ["voila", "api", "shutdown", UNKNOWN],
    "",
    None,
    b"_xsrf=%ED%A0%80",
    "application/x-www-form-urlencoded",
)
@example(
    "POST",
    ["voila", "api", "shutdown", UNKNOWN],
    "",
    None,
    b"--x\r\n\xed\xa0",
    "multipart/form-data; boundary=x",
)
def test_no_address_is_an_internal_error(
    site: Any, method: str, parts: list[str], query: str, cookie: str | None, form: bytes | None, kind: str
) -> None:
    if parts[-1:] == ["index.ipynb"]:
        method = "HEAD"  # it would open a page
    headers = {"Content_Type": kind} | ({"Cookie": cookie} if cookie else {})
    status, _, body = ask(site, method, "/" + "/".join(parts) + query, form, **headers)
    assert status < 500
    assert not any(word in body for word in SECRET)


RAW = st.one_of(
    st.sampled_from(
        f"voila api kernels {UNKNOWN} % %zz \xff \xed\xa0\x80 \\ * http://x // ? # @: [::1] [".split(" ")
    ).map(lambda text: text.encode("latin-1")),
    st.sampled_from([b"\x00", b"\t", b"a b", b"x" * 3000]),
    st.binary(max_size=6).map(lambda text: text.replace(b"\n", b"").replace(b"\r", b"")),
)
NAMES = (
    "Origin Referer Cookie Range If-None-Match If-Modified-Since X-Forwarded-For X-Real-IP Accept-Language"
    " Upgrade Sec-WebSocket-Version Content-Type X-XSRFToken"
)
TEXTS = (
    "http://[ null \xff\xfe _xsrf=2|a|b|c tk-lang=\xed\xa0 bytes=5-2 bytes=a websocket 13 ,,,"
    " multipart/form-data;boundary="
)
SAID_RAW = st.tuples(
    st.sampled_from(NAMES.split()).map(str.encode),
    st.sampled_from(TEXTS.split(" ")).map(lambda text: text.encode("latin-1")),
)


@settings(max_examples=runs(150, 5000))
@given(
    method=st.sampled_from([b"GET", b"HEAD", b"POST", b"DELETE", b"OPTIONS", b"CONNECT", b"NONE"]),
    parts=st.lists(RAW, max_size=6),
    host=st.sampled_from([b"x", b"\xff", b"", b"a:b:c", b"[::1"]),
    said=st.lists(SAID_RAW, max_size=4),
)
@example(b"POST", [], b"x", [(b"Origin", b"http://[")])
@example(b"GET", [], b"x", [(b"Referer", b"http://[")])
@example(b"GET", [b"api", b"kernels", UNKNOWN.encode()], b"x", [(b"Referer", b"http://[")])
def test_no_line_of_a_request_is_an_internal_error(
    site: Any, method: bytes, parts: list[bytes], host: bytes, said: list[tuple[bytes, bytes]]
) -> None:
    lines = [method + b" /" + b"/".join(parts) + b" HTTP/1.1", b"Host: " + host, b"Connection: close"]
    lines += [name + b": " + text for name, text in said]
    at, port = site.url.split("/")[2].split(":")
    answer = b""
    with socket.create_connection((at, int(port)), timeout=90) as caller:
        caller.sendall(b"\r\n".join([*lines, b"", b""]))
        while more := caller.recv(10_000):
            answer += more
    assert re.match(rb"HTTP/1.1 [234]\d\d |$", answer)
    assert not any(word in answer for word in SECRET)


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example"])
async def test_a_websocket_from_elsewhere_is_refused(site: Any, origin: str) -> None:
    visitor = Visitor(site.url)
    await visitor.open()
    path = f"/api/kernels/{visitor.kernel}/channels?session_id=x"
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    upgrade |= {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Origin": origin}
    status, _, body = await asyncio.to_thread(ask, site, "GET", path, None, **upgrade)
    assert status == 403
    assert not any(word in body for word in SECRET)


async def test_a_lone_surrogate_in_a_message_hurts_nobody(site: Any) -> None:
    for v1 in (True, False):
        async with Visitor(site.url) as visitor:
            await visitor.open()
            await visitor.connect(v1=v1)
            for act in ("\ud800", "add\udfff"):
                await visitor.press(act)
            await visitor.press_and_hear(1)


@pytest.mark.parametrize("query", ["lang=%ED%A0%80", "lang=%00", "battle=%FF", "lang=xx&%00", "x" * 30_000])
def test_a_page_opens_whatever_its_query_is(site: Any, query: str) -> None:
    status, _, body = ask(site, "GET", f"/en/counter/?{query}")
    assert status == 200
    assert b"count 0" in body
    assert not any(word in body for word in SECRET)


def test_more_than_a_request_needs_is_not_read(site: Any) -> None:
    host, port = site.url.split("/")[2].split(":")
    for head in (
        f"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: {MAX_REQUEST_BYTES + 1}\r\n\r\n",
        f"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: {90 * 2**20}\r\n\r\n",
        f"GET /nothing HTTP/1.1\r\nHost: x\r\nX: {'x' * MAX_REQUEST_BYTES}\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=90) as caller:
            caller.sendall(head.encode())
            answer = caller.recv(1000)
            assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
            assert b"404" not in answer
    assert ask(site, "POST", "/nothing", bytes(MAX_REQUEST_BYTES))[0] in (403, 404)


class Found(tornado.web.RequestHandler):
    """A handler that answers every request."""

    def post(self) -> None:
        self.finish("found")


@pytest.mark.parametrize(
    "begun",
    [b"", b"POST / HT", b"POST / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"],
)
async def test_who_does_not_finish_a_request_is_cut_off(begun: bytes) -> None:
    server = HTTPServer(tornado.web.Application([("/", Found)]), **request_limits(0.2))
    listening, port = bind_unused_port()
    server.add_socket(listening)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begun)
    answer = await asyncio.wait_for(reader.read(), 60)
    assert b"found" not in answer
    writer.close()
    await writer.wait_closed()
    server.stop()


@pytest.mark.soak
def test_many_half_open_connections_are_cut_off_and_others_are_answered(site: Any) -> None:
    host, port = site.url.split("/")[2].split(":")
    idle = [socket.create_connection((host, int(port)), timeout=3 * REQUEST_TIMEOUT) for _ in range(400)]
    for index, caller in enumerate(idle):
        caller.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n"[: index % 20])
    began = time.monotonic()
    while time.monotonic() - began < REQUEST_TIMEOUT / 2:
        assert ask(site, "GET", "/nothing")[0] == 404
    for caller in idle:
        assert caller.recv(1000) in (b"", b"HTTP/1.1 400 Bad Request\r\n\r\n")
        caller.close()


def test_only_the_names_that_were_given_are_answered(serve: Any, pages: Any) -> None:
    site = serve("--host-name=games.example", "--host-name=LOCALHOST", folder=pages)
    for host, status in (
        ("games.example", 302),
        ("Games.Example:8866", 302),
        ("localhost", 302),
        ("127.0.0.1", 421),
        ("evil.example", 421),
        ("games.example.evil.example", 421),
        ("gamesxexample", 421),
    ):
        assert ask(site, "GET", "/", Host=host)[0] == status
        assert ask(site, "GET", "/voila/assets/x/static/voila.js", Host=host)[0] == (
            200 if status == 302 else 421
        )
    page = ask(site, "GET", "/counter/", Host="evil.example")[2].decode()
    assert "The site has another address" in page
    assert site.kernels() == []
