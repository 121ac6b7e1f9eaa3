"""A page's messages are checked before Jupyter reads them: no visitor can stop the server for others."""

from __future__ import annotations

import http.client
import json
import random
import struct
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from jupyter_server.services.kernels.connection.base import (
    deserialize_binary_message,
    deserialize_msg_from_ws_v1,
)
from long_runs import runs
from tornado.websocket import WebSocketClosedError
from visitors import Visitor, as_binary, as_text, as_v1, message, run, written

from twingkit_widgets.site.visitors.message_check import (
    CHANNEL,
    FORBIDDEN,
    MAX_MESSAGE_BYTES,
    MAX_MESSAGE_PARTS,
    TOO_BIG,
    UNREADABLE,
    SocketMessageError,
    check_message,
)

CLICK = message("comm_msg", {"comm_id": "a", "data": {"method": "custom", "content": {"act": "add"}}})
KEPT = (
    as_v1(CLICK),
    as_v1(CLICK, "shell", b"picture", b""),
    as_binary(CLICK, "shell", b"picture"),
    as_text(CLICK),
)
WITHOUT_END = b"\xff" * 7 + b"\0"
TOO_MANY = struct.pack("<Q", 2**27) + bytes(12)


def code(frame: str | bytes, v1: bool = True) -> int:
    with pytest.raises(SocketMessageError) as refused:
        check_message(frame, v1)
    return refused.value.code


def test_what_a_page_sends_is_handed_on_as_it_is() -> None:
    for frame in KEPT[:2]:
        assert check_message(frame, v1=True) == frame
    assert check_message(KEPT[2], v1=False) == KEPT[2]
    assert check_message(KEPT[3], v1=False) == KEPT[3]


@pytest.mark.parametrize("frame", [b"", b"\1", WITHOUT_END, TOO_MANY, bytes(8), bytes(800)])
@pytest.mark.parametrize("v1", [True, False])
def test_a_count_that_the_message_cannot_hold_is_refused(frame: bytes, v1: bool) -> None:
    assert code(frame, v1) == UNREADABLE


def test_offsets_rise_inside_the_message() -> None:
    frame = as_v1(CLICK)
    count = int.from_bytes(frame[:8], "little")
    for index in range(1, count + 1):
        for place in (0, len(frame) + 1, 2**63):
            damaged = frame[: 8 * index] + struct.pack("<Q", place) + frame[8 * (index + 1) :]
            assert code(damaged) == UNREADABLE
    older = as_binary(CLICK, "shell", b"picture")
    for index in (1, 2):
        for place in (0, len(older) + 1, 2**31):
            damaged = older[: 4 * index] + struct.pack("!I", place) + older[4 * (index + 1) :]
            assert code(damaged, v1=False) == UNREADABLE


def test_a_message_has_at_most_a_megabyte_and_a_limited_number_of_parts() -> None:
    assert code(bytes(MAX_MESSAGE_BYTES + 1)) == code("x" * (MAX_MESSAGE_BYTES + 1), v1=False) == TOO_BIG
    check_message(as_v1(CLICK, "shell", *[b""] * (MAX_MESSAGE_PARTS - 4)), v1=True)
    assert code(as_v1(CLICK, "shell", *[b""] * (MAX_MESSAGE_PARTS - 3))) == UNREADABLE


@pytest.mark.parametrize(
    "kind", ["execute_request", "shutdown_request", "debug_request", "input_reply", "", "x"]
)
def test_only_what_a_page_needs_is_handed_on(kind: str) -> None:
    said = message(kind, {"code": "1"})
    assert code(as_v1(said)) == code(as_text(said), False) == code(as_binary(said), False) == FORBIDDEN


@pytest.mark.parametrize("channel", ["control", "stdin", "iopub", "", "Shell"])
def test_only_the_channel_that_a_page_needs_is_open(channel: str) -> None:
    assert CHANNEL == "shell"
    assert code(as_v1(CLICK, channel)) == code(as_text(CLICK, channel), False) == FORBIDDEN


def test_text_where_bytes_were_agreed_is_refused() -> None:
    assert code(as_text(CLICK), v1=True) == UNREADABLE


@pytest.mark.parametrize(
    "content",
    [
        b"[]",
        b"null",
        b"",
        b"{",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": "\xed\xa0\x80"}',
        "{}".encode("utf-16"),
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"a": ' + b"[" * 200 + b"]" * 200 + b"}",
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    ],
)
def test_a_part_is_one_object_of_json(content: bytes) -> None:
    header = json.dumps(CLICK["header"]).encode()
    assert code(written("shell", header, b"{}", b"{}", content)) == UNREADABLE
    assert code(written("shell", content, b"{}", b"{}", b"{}")) == UNREADABLE


@pytest.mark.parametrize("header", [{}, {"msg_type": "comm_msg"}, {**CLICK["header"], "msg_id": None}])
def test_a_message_has_its_header(header: dict[str, Any]) -> None:
    assert code(as_v1({**CLICK, "header": header})) == code(as_text({**CLICK, "header": header}), False)


def test_half_a_character_is_replaced_and_a_whole_one_stays() -> None:
    said = message("comm_msg", {"text": "cut \ud83d and whole \U0001f63a"})
    for told in (
        json.loads(deserialize_msg_from_ws_v1(check_message(as_v1(said), v1=True))[1][3]),
        deserialize_binary_message(check_message(as_binary(said, "shell", b"x"), v1=False))["content"],
        json.loads(check_message(as_text(said), v1=False))["content"],
    ):
        assert told["text"] == "cut \ufffd and whole \U0001f63a"


def damaged_messages(chance: random.Random, times: int) -> Iterator[tuple[str | bytes, bool]]:
    """Randomly damaged messages, and whether they are sent in protocol v1."""
    numbers = [0, 1, 6, 7, 255, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63, 2**64 - 1]
    for _ in range(times):
        v1 = chance.random() < 0.5
        frame = chance.choice(KEPT)
        bytes_ = bytearray(frame if isinstance(frame, bytes) else frame.encode())
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(bytes_) + 1)
            what = chance.randrange(5)
            if what == 0:
                bytes_[place : place + 1] = bytes([chance.randrange(256)])
            elif what == 1:
                del bytes_[place : place + chance.choice([1, 8, 100])]
            elif what == 2:
                bytes_[place:place] = chance.randbytes(chance.choice([1, 8, 100]))
            else:
                width = chance.choice([4, 8])
                at = width * chance.randrange(9)
                number = chance.choice([*numbers, len(bytes_), chance.randrange(len(bytes_) + 1)])
                order: Any = chance.choice(["little", "big"])
                bytes_[at : at + width] = (number % 2 ** (8 * width)).to_bytes(width, order)
        if chance.random() < 0.1:
            bytes_ = bytearray(chance.randbytes(chance.randrange(100)))
        text = chance.random() < 0.3
        yield (bytes_.decode("utf-8", "replace") if text else bytes(bytes_)), v1


def test_what_is_handed_on_can_be_read() -> None:
    kept = 0
    for frame, v1 in damaged_messages(random.Random(15), runs(5_000, 200_000)):
        try:
            taken = check_message(frame, v1)
        except SocketMessageError:
            continue
        kept += 1
        if v1:
            channel, parts = deserialize_msg_from_ws_v1(taken)
            assert channel == CHANNEL
            assert [json.loads(part.decode()) for part in parts[:4]]
        elif isinstance(taken, bytes):
            assert deserialize_binary_message(taken)["header"]["msg_type"]
        else:
            assert json.loads(taken)["channel"] == CHANNEL
    assert kept, "some are harmless"


class Asker:
    """Keeps sending requests to the server beside a test, and counts the answers."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.answers = 0
        self.failed: list[str] = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.ask)

    def __enter__(self) -> Asker:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()
        assert self.answers > 0
        assert self.failed == []

    def ask(self) -> None:
        while not self.ended.wait(0.05):
            try:
                urllib.request.urlopen(self.address, timeout=30)
            except urllib.error.HTTPError as answer:
                with answer:
                    self.answers += answer.code == 404
            except OSError as failed:
                self.failed.append(str(failed))


async def bombard(visitor: Visitor, frames: Iterator[tuple[str | bytes, bool]]) -> int:
    """Send all frames, some over each connection, and reconnect when the server has closed it."""
    sent = 0
    for frame, v1 in frames:
        if visitor.socket is None:
            await visitor.connect(v1)
        assert visitor.socket
        try:
            await visitor.socket.write_message(frame, binary=isinstance(frame, bytes))
            sent += 1
        except WebSocketClosedError:
            await visitor.closed()
    return sent


async def test_a_frame_that_is_refused_closes_its_websocket_with_a_code(site: Any) -> None:
    async with Visitor(site.url) as visitor:
        assert await visitor.open() == 200
        for v1, frame, expected in (
            (True, WITHOUT_END, UNREADABLE),
            (True, TOO_MANY, UNREADABLE),
            (True, "text", UNREADABLE),
            (False, WITHOUT_END, UNREADABLE),
            (False, "text", UNREADABLE),
            (True, as_v1(message("execute_request", {"code": "1"})), FORBIDDEN),
            (False, as_text(message("shutdown_request", {}), "control"), FORBIDDEN),
        ):
            socket = await visitor.connect(v1)
            await socket.write_message(frame, binary=isinstance(frame, bytes))
            assert (await visitor.closed())[0] == expected
        socket = await visitor.connect()
        await socket.write_message(bytes(MAX_MESSAGE_BYTES + 1), binary=True)
        assert (await visitor.closed())[0] in (TOO_BIG, None), "Tornado may hang up before the code arrives"
        await visitor.connect()
        await visitor.press_and_hear(1)


async def test_more_than_a_page_sends_is_refused(site: Any) -> None:
    async with Visitor(site.url) as visitor:
        await visitor.enter()
        for _ in range(1001):
            await visitor.send("kernel_info_request", {})
        assert await visitor.closed() == (FORBIDDEN, "more than a page sends")


def test_a_session_has_a_plain_name(site: Any) -> None:
    visitor = Visitor(site.url)
    run(visitor.open())
    for session, status in (
        ("a-1", 101),
        *((name, 400) for name in ("", "x" * 65, "%ED%A0%80", "%00", "%FF", "%20", "%E2%98%83")),
    ):
        connection = http.client.HTTPConnection(site.url.split("/")[2], timeout=90)
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        key = {"Sec-WebSocket-Key": "dHdpbmdraXQgdHdpbmdraXQ="}
        path = f"/api/kernels/{visitor.kernel}/channels?session_id={session}"
        connection.request("GET", path, headers=upgrade | key)
        assert connection.getresponse().status == status
        connection.close()


async def test_others_are_answered_while_somebody_sends_what_no_page_sends(site: Any) -> None:
    async with Visitor(site.url) as attacker, Visitor(site.url) as other:
        assert await attacker.open() == await other.open() == 200
        await other.connect()
        with Asker(f"{other.root}nothing"):
            assert await bombard(attacker, damaged_messages(random.Random(16), runs(2_000, 100_000)))
            await other.press_and_hear(1)
