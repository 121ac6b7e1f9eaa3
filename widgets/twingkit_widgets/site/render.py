"""Run one notebook for one visitor and convert its outputs to HTML: Voila's way, a little faster."""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import nbformat
from nbclient.exceptions import CellExecutionError
from traitlets import Bool, Integer
from voila.execute import VoilaExecutor
from voila.notebook_renderer import NotebookRenderer

from twingkit_widgets.panel.settings.own_page import PublisherPage
from twingkit_widgets.site.own_notebook import notebook_of_publisher_page

log = logging.getLogger(__name__)

_KERNEL_TIMEOUT = 30  # seconds that a kernel may take to start, and that output may follow the end of a cell


_EXPORTERS: dict[tuple[object, ...], Any] = {}  # of nbformat and nbconvert, without types
"""A cache, by everything they depend on; creating one is slow."""


_TEMPLATES = Path(__file__).with_name("template")

Notebook = Any
"""A notebook of nbformat, which has no types."""


def _is_own_template(name: str | None) -> bool:
    """True for the site's own templates, in which text is escaped automatically (not those of nbconvert).

    >>> _is_own_template("frame.html.j2"), _is_own_template("nbconvert/templates/lab/base.html.j2")
    (True, False)
    """
    return name is not None and (_TEMPLATES / name).is_file()


def _new_page_notebook(page: str) -> Notebook:
    """Create a notebook that shows a page of the site, with one cell that calls `page`.

    >>> print(_new_page_notebook("practice").cells[0].source)
    from twingkit_widgets.site.page import page
    <BLANKLINE>
    page("practice")
    """
    source = f'from twingkit_widgets.site.page import page\n\npage("{page}")'
    cell = nbformat.v4.new_code_cell(source, id="cell-1")
    spec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": spec, "language_info": {"name": "python"}}
    return nbformat.v4.new_notebook(cells=[cell], metadata=metadata)


def calls_page_function(notebook: Notebook) -> bool:
    """Return whether a notebook calls `page(…)`, which shows the header of the site.

    >>> calls_page_function(_new_page_notebook("practice"))
    True
    """
    sources = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    return any(re.search(r"^\s*page\(", source, re.MULTILINE) for source in sources)


class PageExecutor(VoilaExecutor):
    """The notebook executor of Voila, extended to log the cell and line of an error in a publisher's page.

    `page_facts` contains the file name of the notebook, the number of cells added before its own, and whether
    the visitor is shown the fault.
    """

    page_facts = ("", 0, False)
    iopub_timeout = Integer(_KERNEL_TIMEOUT, help="the maximum delay of output after the reply, in seconds")
    raise_on_iopub_timeout = Bool(True, help="fail rather than send a page without its output")

    async def execute_cell(
        self,
        cell: Any,  # of nbformat and nbconvert, without types
        resources: object,
        cell_index: int,
        store_history: bool = True,
    ) -> object:
        """Run one cell; log an error and, if the visitor may see it, add it to the cell's metadata."""
        try:
            return await super().execute_cell(cell, resources, cell_index, store_history)
        except CellExecutionError as fault:
            name, before, tells_visitor = self.page_facts
            number = cell_index + 1 - before
            text = f"{name}, cell {number}, line {_fault_line(fault)}: {fault.ename}: {fault.evalue}"
            log.error("%s", text)
            cell.metadata["tk_fault"] = text if tells_visitor else ""
            raise


def _fault_line(fault: CellExecutionError) -> int:
    plain = re.sub(r"\x1b\[[\d;]*m", "", str(fault.traceback))
    lines = re.findall(r"Cell In\[\d*\], line (\d+)", plain)
    return int(lines[-1]) if lines else 1


class PageRenderer(NotebookRenderer):
    """The notebook renderer of Voila for pages of the site, whose notebooks need not be in the server's own
    folder.
    """

    adds_frame = False
    """True if a notebook without `page(…)` gets the site's frame above it."""
    name = ""
    """The name of the page."""
    publisher_page: PublisherPage | None = None
    """The page as one of the publisher's; None for a page of the kit."""
    reports_faults = False
    """True if the visitor is shown the faults of the notebook."""

    async def initialize(self, **kwargs: object) -> None:
        """Read the notebook, and use the templates that are set up once for all pages."""
        await super().initialize(**kwargs)
        language = self.notebook.metadata.get("language_info", {}).get("name")
        key = self.contents_manager, self.base_url, self.template_name, self.theme, language
        if key not in _EXPORTERS:
            _EXPORTERS[key] = vars(self)["exporter"]
            _EXPORTERS[key].environment.autoescape = _is_own_template
        self.exporter: object = _EXPORTERS[key]

    async def load_notebook(self, path: str) -> object:
        """Return the notebook at `path`, with the frame; create it if the file does not exist."""
        name = self.name or Path(path).stem
        if not Path(path).is_file():
            return _new_page_notebook(name)
        notebook = (
            notebook_of_publisher_page(self.publisher_page)
            if self.publisher_page
            else nbformat.read(path, as_version=4)
        )
        if self.adds_frame and not calls_page_function(notebook):
            notebook.cells.insert(0, _new_page_notebook(name).cells[0])
        else:
            self.adds_frame = False
        return await self.fix_notebook(notebook)

    async def _jinja_kernel_start(self, nb: object, kernel_id: str, kernel_future: Awaitable[str]) -> str:
        """Connect to the kernel as soon as it listens; Voila always waits 0.2 s longer."""
        manager = await kernel_future
        show = self.voila_configuration.show_tracebacks
        self.executor = PageExecutor(nb, km=manager, config=self.traitlet_config, show_tracebacks=show)
        self.executor.page_facts = Path(self.notebook_path).name, int(self.adds_frame), self.reports_faults
        self.executor.kc = await listening_client(manager)
        self.kernel_started = True
        return kernel_id


async def listening_client(manager: Any) -> Any:  # of nbformat and nbconvert, without types
    """Return a client of the kernel `manager` that receives everything from now on.

    It sends info requests until both the reply and its broadcast have arrived. Raises `RuntimeError` if the
    kernel ended, or does not answer within `_KERNEL_TIMEOUT` seconds.
    """
    end = time.monotonic() + _KERNEL_TIMEOUT
    if manager.transport == "ipc":  # connecting too early would delay the next attempt
        doors = [Path(f"{manager.ip}-{port}") for port in (manager.shell_port, manager.iopub_port)]
        while (
            not all(door.exists() for door in doors) and time.monotonic() < end and await manager.is_alive()
        ):
            await asyncio.sleep(0.005)
    client = manager.client(context=manager.context)  # one of its own would start threads for each page
    client.start_channels(hb=False)  # the manager knows whether its process lives
    client.allow_stdin = False
    while time.monotonic() < end and await manager.is_alive():
        request = client.kernel_info()
        try:
            while (await client.get_shell_msg(timeout=1))["parent_header"].get("msg_id") != request:
                pass
            while (await client.get_iopub_msg(timeout=0.1))["parent_header"].get("msg_id") != request:
                pass
        except queue.Empty:
            continue
        return client
    client.stop_channels()
    raise RuntimeError("the kernel does not answer")
