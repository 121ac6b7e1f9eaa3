"""A connection between a browser and a site that can fail; `class_day.py` gives one to each learner."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class FailingConnection:
    """One learner's connection to the site: a separate address that can be cut or stop responding."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open = asyncio.Event()
        self.open.set()
        self.refused = False
        self.sinks: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> FailingConnection:
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.root = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        self.server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refused:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:  # the server restarts
            writer.transport.abort()
            return
        self.sinks |= {writer, back}
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        self.sinks -= {writer, back}

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await self.open.wait()
                sink.write(data)
                await sink.drain()
        with suppress(OSError, RuntimeError):
            sink.close()

    def hang(self) -> None:
        """Stop forwarding without closing anything, like a closed laptop or a phone in a tunnel."""
        self.open.clear()

    def cut(self) -> None:
        """Close all connections, and refuse new ones."""
        self.refused = True
        for sink in tuple(self.sinks):
            sink.transport.abort()

    def mend(self) -> None:
        """Forward everything again."""
        self.refused = False
        self.open.set()
