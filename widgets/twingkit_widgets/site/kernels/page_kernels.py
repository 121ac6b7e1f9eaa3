"""The manager of the processes behind the pages: Jupyter's, but nothing is left of one that has ended."""

from __future__ import annotations

from typing import Any

import zmq
import zmq.asyncio
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import default


class PageKernels(AsyncMappingKernelManager):
    """Jupyter's manager of kernels, which closes every connection to one that has ended.

    While no browser is there Jupyter keeps the connections to its kernel and collects what the kernel says. A
    browser that closes a page goes while the page's kernel is being ended: Jupyter would keep connections to
    nothing, and try for ever to connect them again.
    """

    @default("context")
    def _context_default(self) -> zmq.asyncio.Context:
        """The maker of the connections to kernels: as many as there can be, an open page has six and more.

        ZeroMQ's own limit of a thousand leaves nothing for the page that somebody has got as the 160th.
        """
        self._created_context = True
        context = zmq.asyncio.Context()
        context.max_sockets = context.get(zmq.SOCKET_LIMIT)
        return context

    def remove_kernel(self, kernel_id: str) -> Any:  # as in Jupyter
        """Forget a kernel that has ended; return its own manager."""
        if kernel_id in self:
            self.stop_buffering(kernel_id)  # type: ignore[no-untyped-call] # of Jupyter
        return super().remove_kernel(kernel_id)
