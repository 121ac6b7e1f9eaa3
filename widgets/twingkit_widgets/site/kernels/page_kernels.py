"""The manager of the processes behind the pages: Jupyter's, with complete cleanup of ended kernels."""

from __future__ import annotations

from typing import Any

import zmq
import zmq.asyncio
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from traitlets import default


class PageKernel(ServerKernelManager):
    """Jupyter's manager of one kernel, with the text that replaces a traceback.

    Jupyter looks for it here, but defines it only for all kernels together.
    """

    traceback_replacement_message = "An exception occurred."


class PageKernelManager(AsyncMappingKernelManager):
    """Jupyter's kernel manager, which also closes every connection to an ended kernel.

    While no browser is connected, Jupyter keeps the connections to its kernel and collects its messages. A
    browser that closes a page leaves while the kernel is being ended; Jupyter would keep dead connections and
    try to reconnect forever.
    """

    @default("kernel_manager_class")
    def _default_kernel_manager_class(self) -> str:
        return f"{__name__}.{PageKernel.__name__}"

    @default("context")
    def _context_default(self) -> zmq.asyncio.Context:
        """Create the context of connections to kernels with as many sockets as possible; an open page has six
        or more.

        ZeroMQ's default limit of a thousand leaves none for the 160th page. It starts its threads with the
        first socket, and ends the whole process if it cannot: so here, before there are any pages.
        """
        self._created_context = True
        context = zmq.asyncio.Context()
        context.max_sockets = context.get(zmq.SOCKET_LIMIT)
        context.socket(zmq.PAIR).close()
        return context

    def remove_kernel(self, kernel_id: str) -> Any:  # as in Jupyter
        """Forget a kernel that has ended, and return its manager."""
        if kernel_id in self:
            self.stop_buffering(kernel_id)  # type: ignore[no-untyped-call] # of Jupyter
        return super().remove_kernel(kernel_id)
