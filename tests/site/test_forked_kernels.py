"""Kernels as copies of one process: each is independent, and none outlives its owner."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import KernelProvisionerFactory

from twingkit_widgets.panel.markup import Markup, button, join
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.press_buttons import warm_up_buttons
from twingkit_widgets.site.kernels import forked_kernels
from twingkit_widgets.site.kernels.forked_kernels import ForkedProcess, ForkedProvisioner, KernelTemplate
from twingkit_widgets.site.kernels.page_memory import MAX_MEGABYTES
from twingkit_widgets.site.visitors.capacity import raise_open_file_limit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not forked_kernels.CAN_FORK, reason="only Linux can copy processes safely"),
]


@pytest.fixture(scope="module")
def template_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file with the output of the module's one template while it loads everything."""
    return tmp_path_factory.mktemp("template") / "said.txt"


@pytest.fixture(scope="module")
def template(until: Callable[..., None], template_log: Path) -> Iterator[KernelTemplate]:
    with template_log.open("w") as told, pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", partial(subprocess.Popen, stderr=told))
        made = KernelTemplate()
    until(lambda: made.is_ready, 60, "everything is loaded")
    yield made
    made.stop()


@pytest.fixture
def forked(template: KernelTemplate, monkeypatch: pytest.MonkeyPatch) -> KernelTemplate:
    """Start kernels as `use_forked_kernels` does, from the module's one template."""
    monkeypatch.setattr(forked_kernels, "KernelTemplate", lambda folder: template)
    monkeypatch.setattr(KernelProvisionerFactory, "_instance", None)
    monkeypatch.setattr(KernelProvisionerFactory, "provisioners", {})
    monkeypatch.setattr(ForkedProvisioner, "template", None)
    forked_kernels.use_forked_kernels(None)  # type: ignore[arg-type]
    assert ForkedProvisioner.template is template
    return template


@asynccontextmanager
async def kernel(folder: Path, **environment: str) -> AsyncIterator[tuple[AsyncKernelManager, Any]]:
    manager = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=str(folder / "door"))
    await manager.start_kernel(env={**os.environ, **environment}, cwd=str(folder))
    client = manager.client()
    client.start_channels()
    await client.wait_for_ready(timeout=60)
    try:
        yield manager, client
    finally:
        client.stop_channels()
        await manager.shutdown_kernel(now=True)


async def printed(client: Any, code: str) -> str:
    """Return what `code` prints in the kernel."""
    texts: list[str] = []

    def note(message: dict[str, Any]) -> None:
        if message["msg_type"] == "stream":
            texts.append(message["content"]["text"])

    reply: Any = {"content": {"status": "aborted"}}
    while reply["content"]["status"] == "aborted":  # like everything right after an interruption
        reply = await client.execute_interactive(code, output_hook=note, timeout=60)
    assert reply["content"]["status"] == "ok", reply
    return "".join(texts)


def is_copy(manager: AsyncKernelManager) -> bool:
    return isinstance(manager.provisioner.process, ForkedProcess)


async def test_a_kernel_is_a_copy_with_the_folder_and_the_surroundings_it_was_given(
    forked: KernelTemplate, tmp_path: Path
) -> None:
    async with kernel(tmp_path, TWINGKIT_LANG="de") as (manager, client):
        assert is_copy(manager)
        told = await printed(
            client, "import os, sys; print(os.getcwd(), os.environ['TWINGKIT_LANG'], 'OMP' in os.environ)"
        )
        assert told.split() == [str(tmp_path), "de", "False"]
        loaded = await printed(client, "print('twingkit_widgets.table.play.panel' in sys.modules)")
        assert loaded.strip() == "True", "nothing is loaded again"
        panels = await printed(
            client, "from ipywidgets.widgets.widget import _instances; print(len(_instances))"
        )
        assert panels.strip() == "0", "the panels opened while loading are nobody's"
        debugger = await printed(client, "print(any(name.startswith('pydevd') for name in sys.modules))")
        assert debugger.strip() == "False", "nobody debugs a visitor's page"
        history = await printed(client, "print(get_ipython().history_manager.enabled)")
        assert history.strip() == "False", "what a page runs is not kept"
        kernel_of_shell = "shell.kernel.shell is shell, id(shell), len(shell._sys_modules_keys)"
        told = await printed(client, f"shell = get_ipython(); print({kernel_of_shell})")
        assert told.split()[::2] == ["True", "0"], "the shell is that of this kernel and lists no modules"
        async with kernel(tmp_path) as (_, other):
            assert told.split()[1] == (await printed(other, "print(id(get_ipython()))")).strip()
        targets = await printed(client, "print(sorted(get_ipython().kernel.comm_manager.targets))")
        assert "jupyter.widget.control" in targets, "a page asks for all its widgets at once"
        child = await printed(
            client, "import subprocess; print(subprocess.run(['true']).returncode, os.getpid())"
        )
        assert child.split() == ["0", str(manager.provisioner.process.pid)]


FILL = """
try:
    held = bytearray({size} * 2**20)
except MemoryError:
    print("none left")
else:
    del held
    print("had")
"""


async def test_a_page_gets_no_more_memory_than_its_limit_and_goes_on(
    forked: KernelTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ForkedProvisioner, "memory", 700)
    async with kernel(tmp_path) as (_, client):
        assert (await printed(client, FILL.format(size=800))).strip() == "none left"
        assert (await printed(client, FILL.format(size=100))).strip() == "had"
        data = await printed(
            client, "print(open('/proc/self/status').read().partition('VmData:')[2].split()[0])"
        )
        assert int(data) < MAX_MEGABYTES * 1024 / 3, "the limit leaves room for what a page needs"


class Pressed(Panel):
    """Records which of its buttons are pressed."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []
        super().__init__()

    def render(self) -> Markup:
        off = button("No", "never", 4, disabled=True)
        return join(button("A", "add", 1), button("B", "add", 2), off, button("C", "drag", 'a "b" & c'))

    def act_add(self, value: object) -> None:
        self.told.append(("add", value))

    def act_drag(self, value: object) -> None:
        self.told.append(("drag", value))

    def act_never(self, value: object) -> None:
        raise AssertionError("it cannot be pressed")


def test_while_loading_one_button_of_each_kind_is_pressed() -> None:
    panel = Pressed()
    warm_up_buttons(panel)
    assert panel.told == [("add", "1"), ("drag", 'a "b" & c')]
    assert panel.error is None


class Tabbed(Panel):
    """Records which of its tabs are opened; each shows a button of its own."""

    def __init__(self) -> None:
        self.shown_tab = "odds"
        self.told: list[str] = []
        super().__init__()

    def render(self) -> Markup:
        tabs = [
            button(name, "tab", name, aria_selected="true" if name == self.shown_tab else "false")
            for name in ("odds", "charts", "worth")
        ]
        return join(*tabs, button("Clear", "clear"))

    def act_tab(self, value: object) -> None:
        self.shown_tab = str(value)
        self.told.append(self.shown_tab)

    def act_clear(self, value: object) -> None:
        self.told.append("clear")


def test_tabs_are_pressed_first_if_they_are_to_be_and_the_open_one_is_open_again() -> None:
    panel = Tabbed()
    warm_up_buttons(panel, tabs=True)
    assert panel.told == ["worth", "charts", "odds", "clear"]
    panel = Tabbed()
    warm_up_buttons(panel)
    assert panel.told == ["odds", "clear"]


def test_no_button_that_is_pressed_while_loading_meets_an_internal_error(
    template: KernelTemplate, template_log: Path
) -> None:
    assert template.is_ready
    assert template_log.read_text(encoding="utf-8") == ""


COLLECTS = """
import gc, sys
before = gc.get_stats()[2]["collections"]
kept = [[] for _ in range(100_000)]
print("plotly.graph_objs" in sys.modules, gc.get_stats()[2]["collections"] > before)
"""
"""Prints whether a kernel can draw charts, and whether its garbage collector runs after many allocations."""


async def test_a_copy_has_what_draws_charts_and_collects_its_own_garbage(
    forked: KernelTemplate, tmp_path: Path
) -> None:
    async with kernel(tmp_path) as (_, client):
        assert (await printed(client, COLLECTS)).split() == ["True", "True"]


async def test_two_kernels_do_not_have_the_same_chance(forked: KernelTemplate, tmp_path: Path) -> None:
    dice = "import random, uuid; print(random.random(), uuid.uuid4())"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    async with kernel(tmp_path / "a") as (_, one), kernel(tmp_path / "b") as (_, other):
        first, second = (await printed(one, dice)).split(), (await printed(other, dice)).split()
        assert not set(first) & set(second)


async def test_a_kernel_that_is_interrupted_goes_on_and_one_that_is_ended_is_seen_to_end(
    forked: KernelTemplate, tmp_path: Path, until: Callable[..., None]
) -> None:
    async with kernel(tmp_path) as (manager, client):
        waiting = client.execute("import time; print(1, flush=True); time.sleep(600)")
        while (await client.get_iopub_msg(timeout=60))["msg_type"] != "stream":
            pass
        await manager.interrupt_kernel()
        while (await client.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != waiting:
            pass
        assert (await printed(client, "print(7)")).strip() == "7"
        os.kill(manager.provisioner.process.pid, signal.SIGKILL)
        while await manager.is_alive():
            await asyncio.sleep(0.01)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a folder with a notebook of which a template loads only the start page."""
    shown = nbformat.v4.new_code_cell('page("index")')
    nbformat.write(nbformat.v4.new_notebook(cells=[shown]), tmp_path / "start.ipynb")
    return tmp_path


def test_who_comes_early_waits_for_one_page_and_not_for_all(small: Path, until: Callable[..., None]) -> None:
    own = KernelTemplate(small)
    connection = small / "connection.json"
    argv = ["-f", str(connection), "--transport=ipc", f"--ip={small / 'door'}"]
    process = asyncio.run(own.copy(argv, dict(os.environ), str(small)))
    assert not own.is_loaded
    until(connection.exists, 60, "the kernel listens")
    until(lambda: own.is_ready, 60, "everything is loaded")
    assert process.poll() is None
    own.stop()
    process.kill()


async def test_pages_go_on_when_what_they_were_copied_from_is_killed_and_it_is_started_again(
    small: Path,
    until: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(KernelProvisionerFactory, "_instance", None)
    monkeypatch.setattr(KernelProvisionerFactory, "provisioners", {})
    monkeypatch.setattr(ForkedProvisioner, "template", None)
    forked_kernels.use_forked_kernels(None, small)  # type: ignore[arg-type]
    own = ForkedProvisioner.template
    assert own
    until(lambda: own.is_ready, 60, "everything is loaded")
    (small / "other").mkdir()
    async with kernel(small) as (_, client):
        own.process.kill()
        own.process.wait()
        async with kernel(small / "other") as (manager, _):
            assert is_copy(manager)
        assert (await printed(client, "print(7)")).strip() == "7"
    assert "has ended (-9)" in caplog.text
    forked_kernels.stop_forked_kernels()


SERVER = """
import asyncio, os, sys, time
from pathlib import Path
from twingkit_widgets.site.kernels.forked_kernels import KernelTemplate

own = KernelTemplate(Path(sys.argv[1]))
argv = ["-f", sys.argv[1] + "/connection.json", "--transport=ipc", "--ip=" + sys.argv[1] + "/door"]
process = asyncio.run(own.copy(argv, dict(os.environ), sys.argv[1]))
print(process.pid, flush=True)
time.sleep(600)
"""
"""A server that copies one kernel, prints its process id, and waits."""


def test_kernels_end_with_the_server(small: Path, until: Callable[..., None]) -> None:
    command = [sys.executable, "-c", SERVER, str(small)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        process = ForkedProcess(int(server.stdout.readline()))
        until((small / "connection.json").exists, 60, "the kernel listens")
        assert process.poll() is None
        server.kill()
    until(lambda: process.poll() == 0, 20, "the kernel has ended")


async def test_where_nothing_can_be_copied_a_kernel_starts_by_itself(
    forked: KernelTemplate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(self: KernelTemplate, request: dict[str, Any]) -> ForkedProcess:
        raise ConnectionError("no answer")

    monkeypatch.setattr(KernelTemplate, "_copy", broken)
    async with kernel(tmp_path) as (manager, client):
        assert not is_copy(manager)
        assert (await printed(client, "print(7)")).strip() == "7"
    assert "it starts normally" in caplog.text


def test_a_process_is_watched_among_thousands_of_open_files() -> None:
    raise_open_file_limit()
    child = subprocess.Popen(["sleep", "600"])
    process = ForkedProcess(child.pid)
    assert process._file is not None
    process._file = os.dup2(process._file, 3000)
    assert process.poll() is None
    process.terminate()
    assert process.wait() == 0
    child.wait()


def test_a_site_may_have_as_many_files_open_as_the_system_allows(site_original: Any, tmp_path: Path) -> None:
    code = """
import resource
from twingkit_widgets.site.visitors.capacity import MAX_FILES as FILES, raise_open_file_limit
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
raise_open_file_limit()
print(resource.getrlimit(resource.RLIMIT_NOFILE) == (FILES if hard < 0 else min(hard, FILES), hard))
"""
    output = tmp_path / "said.txt"
    assert site_original().copy(code, out=output, error=tmp_path / "error.txt").wait(60) == 0
    assert output.read_text() == "True\n"


def test_a_process_that_has_ended_can_be_asked_and_ended_again() -> None:
    child = subprocess.Popen(["sleep", "600"])
    process = ForkedProcess(child.pid)
    assert process.poll() is None
    process.terminate()
    assert process.wait() == 0
    assert process.poll() == 0
    process.kill()
    child.wait()
    assert ForkedProcess(child.pid).poll() == 0, "one that is nobody's any more has ended"


def test_a_kernel_that_starts_while_the_server_ends_says_nothing(
    template: KernelTemplate, template_log: Path, until: Callable[..., None], tmp_path: Path
) -> None:
    def started_with(connection: Path, told: str = "") -> str:
        before = len(template_log.read_text(encoding="utf-8"))
        copy = asyncio.run(template.copy(["-f", str(connection)], dict(os.environ), str(tmp_path)))
        until(lambda: copy.poll() is not None, 20, "the kernel has ended")
        until(lambda: told in template_log.read_text(encoding="utf-8")[before:], 20, "its output has arrived")
        return template_log.read_text(encoding="utf-8")[before:]

    assert started_with(tmp_path / "taken away" / "kernel-1.json") == ""
    assert not (tmp_path / "taken away").exists()
    (tmp_path / "kernel-2.json").write_text("no connection")
    started_with(tmp_path / "kernel-2.json", "JSONDecodeError")  # any other fault is reported
