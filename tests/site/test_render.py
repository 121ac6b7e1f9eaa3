"""The content of a page runs in its process and is put into the page, even on a busy computer."""

from __future__ import annotations

import asyncio
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager

from twingkit_widgets.site.render import PageExecutor, listening_client

LATE = 4.5  # seconds: nbclient's own executor gives up after 4, and omits what has not arrived


async def test_what_a_busy_computer_brings_late_is_in_the_page() -> None:
    manager = AsyncKernelManager()
    await manager.start_kernel()
    try:
        client = await listening_client(manager)
        hear = client.iopub_channel.get_msg
        waits = [LATE]

        async def get_msg(timeout: float | None = None) -> Any:
            while waits:
                await asyncio.sleep(waits.pop())
            return await hear(timeout=timeout)

        client.iopub_channel.get_msg = get_msg
        cell = nbformat.v4.new_code_cell("print('here')")
        executor = PageExecutor(nbformat.v4.new_notebook(cells=[cell]), km=manager)
        executor.kc = client
        await executor.execute_cell(cell, None, 0)
        client.stop_channels()
        assert [output.text for output in cell.outputs] == ["here\n"]
    finally:
        await manager.shutdown_kernel(now=True)
