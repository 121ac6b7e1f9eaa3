"""Check what a page sends over its websocket, before Jupyter reads it.

Jupyter Server trusts the counts and offsets at the start of a message: eight bytes were enough to stop it for
everybody. Here a message is first parsed under limits; an invalid one is not passed on. There are two
formats: Jupyter's protocol `v1` (binary), and the older one (text, or binary with buffers).
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn

MAX_MESSAGE_BYTES = 2**20  # bytes of a message; the whole progress of a learner has a tenth of that
MAX_MESSAGE_PARTS = 64  # of a message, including its buffers
_MAX_NESTING_DEPTH = 100  # nesting depth of lists and objects
CHANNEL = "shell"
# The message types that the front end needs for widgets. None runs code or ends a kernel.
KINDS = frozenset({"comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"})
NAMES = ("header", "parent_header", "metadata", "content")
# Standard close codes of websockets.
UNREADABLE, FORBIDDEN, TOO_BIG = 1007, 1008, 1009
_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


_LONGEST_ID = 100
"""The largest number of characters in a message id; the front end's ids have 36."""
_MAX_REMEMBERED_IDS = 10_000
"""The largest number of message ids remembered for a page."""


class RepeatedMessageError(Exception):
    """Error for a message with an id that the page has sent before; the message is dropped."""


class RecentMessageIds:
    """A memory of the last `_MAX_REMEMBERED_IDS` message ids of a page, used to detect repeated messages.

    >>> ids = RecentMessageIds()
    >>> [ids.remember_if_new(name) for name in ("a", "b", "a")]
    [True, True, False]
    """

    def __init__(self) -> None:
        self._known: dict[str, None] = {}

    def remember_if_new(self, name: str) -> bool:
        """Remember a message id and return whether it is new."""
        if name in self._known:
            return False
        self._known[name] = None
        if len(self._known) > _MAX_REMEMBERED_IDS:
            del self._known[next(iter(self._known))]
        return True


class SocketMessageError(Exception):
    """Error for an invalid message; its websocket is closed with `code` and `reason`."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


def check_message(frame: str | bytes, v1: bool, ids: RecentMessageIds | None = None) -> str | bytes:
    r"""Return a websocket message from a page after checking it, in a form that is safe for Jupyter, with
    lone surrogates replaced.

    Raises `SocketMessageError` if it is too big, invalid, or nothing that a page sends, and
    `RepeatedMessageError` if its id is in `ids`.

    >>> check_message(b"\xff\xff\xff\xff\xff\xff\xff\x00", v1=True)
    Traceback (most recent call last):
    twingkit_widgets.site.visitors.message_check.SocketMessageError: (1007, 'a count that does not fit')
    """
    if len(frame) > MAX_MESSAGE_BYTES:
        raise SocketMessageError(TOO_BIG, "more than a megabyte")
    ids = ids or RecentMessageIds()
    if v1:
        return _v1(frame, ids) if isinstance(frame, bytes) else _fail("text where bytes were agreed")
    return _text(frame, ids) if isinstance(frame, str) else _binary(frame, ids)


def _fail(reason: str) -> NoReturn:
    raise SocketMessageError(UNREADABLE, reason)


def _v1(frame: bytes, ids: RecentMessageIds) -> bytes:
    """Check a message of protocol v1: eight bytes each for the number of offsets and the offsets; then the
    channel, four parts of JSON and buffers.
    """
    count = int.from_bytes(frame[:8], "little")
    if not 6 <= count <= MAX_MESSAGE_PARTS + 2 or len(frame) < 8 * (count + 1):
        _fail("a count that does not fit")
    offsets = struct.unpack(f"<{count}Q", frame[8 : 8 * (count + 1)])
    channel, *parts = _cut(frame, offsets, 8 * (count + 1))
    values = [_read(_decoded(part)) for part in parts[:4]]
    _allow(dict(zip(NAMES, values, strict=True)), _decoded(channel), ids)
    cleaned = [_without_half_characters(value, part) for value, part in zip(values, parts[:4], strict=True)]
    return _joined(channel, [*cleaned, *parts[4:]]) if cleaned != parts[:4] else frame


def _joined(channel: bytes, parts: Sequence[bytes]) -> bytes:
    offsets = [8 * (len(parts) + 3)]
    for part in (channel, *parts):
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join((channel, *parts))


def _text(frame: str, ids: RecentMessageIds) -> str:
    message = _read(frame)
    if message.get("buffers"):
        _fail("buffers in a text")
    _allow(message, message.get("channel"), ids)
    return _without_half_characters(message, frame.encode()).decode()


def _binary(frame: bytes, ids: RecentMessageIds) -> bytes:
    """Check a binary message: four bytes each for the number of parts and their offsets; then one JSON object
    and buffers.
    """
    count = int.from_bytes(frame[:4], "big")
    if not 1 <= count <= MAX_MESSAGE_PARTS or len(frame) < 4 * (count + 1):
        _fail("a count that does not fit")
    begin = 4 * (count + 1)
    offsets = struct.unpack(f"!{count}I", frame[4:begin])
    first, *buffers = _cut(frame, (*offsets, len(frame)), begin)
    message = _read(_decoded(first))
    _allow(message, message.get("channel"), ids)
    parts = [_without_half_characters(message, first), *buffers]
    places = [begin + sum(map(len, parts[:index])) for index in range(count)]
    return struct.pack(f"!{count + 1}I", count, *places) + b"".join(parts)


def _cut(frame: bytes, offsets: Sequence[int], begin: int) -> list[bytes]:
    """Split a message at offsets, which must rise from at least `begin` and stay inside the message."""
    ends = zip((begin, *offsets), (*offsets, len(frame)), strict=True)
    if any(before > after for before, after in ends):
        _fail("offsets that do not rise inside the message")
    return [frame[start:stop] for start, stop in pairwise(offsets)]


def _decoded(part: bytes) -> str:
    try:
        return part.decode()
    except UnicodeDecodeError:
        _fail("no UTF-8")


def _constant(_: str) -> NoReturn:
    _fail("a number that JSON does not have")


def _read(text: str) -> dict[str, object]:
    try:
        value = json.loads(text, parse_constant=_constant)
    except (ValueError, RecursionError):  # invalid JSON, or numbers with thousands of digits
        _fail("no JSON")
    if not isinstance(value, dict):
        _fail("no object")
    level: list[object] = [value]
    for _ in range(_MAX_NESTING_DEPTH):
        level = [inner for outer in level if isinstance(outer, dict | list) for inner in _inside(outer)]
        if not level:
            return value
    _fail("lists in lists in lists")


def _inside(outer: dict[str, object] | list[object]) -> Sequence[object]:
    return list(outer.values()) if isinstance(outer, dict) else outer


def _allow(message: dict[str, object], channel: object, ids: RecentMessageIds) -> None:
    """Raise an error if a message is of a kind that no page sends, or if it was sent before."""
    header = message.get("header")
    if not isinstance(header, dict) or not all(isinstance(message.get(name), dict) for name in NAMES):
        _fail("not the parts of a message")
    if not all(isinstance(header.get(name), str) for name in ("msg_id", "msg_type", "session", "username")):
        _fail("not the header of a message")
    if channel != CHANNEL:
        raise SocketMessageError(FORBIDDEN, "a channel that pages do not use")
    if header["msg_type"] not in KINDS:
        raise SocketMessageError(FORBIDDEN, "a kind of message that pages do not send")
    if len(header["msg_id"]) > _LONGEST_ID:
        _fail("an id that is too long")
    if not ids.remember_if_new(header["msg_id"]):
        raise RepeatedMessageError(header["msg_id"])


def _without_half_characters(value: dict[str, object], text: bytes) -> bytes:
    """Return the JSON of `value` without lone surrogates, which would break the kernel's answer."""
    if not _LONE_SURROGATE.search(text):
        return text
    clean = json.dumps(value, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    return clean.decode("utf-16-le", "replace").encode()
