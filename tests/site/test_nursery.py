"""Kernels made by forking one process: each is on its own, and none outlives its server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from traitlets.config import Config

from twingkit_widgets.site import nursery

pytestmark = pytest.mark.filterwarnings("ignore")  # Jupyter's own, about sockets left to the collector
Run = Callable[[str], str]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Start kernels: `run = kernel(COLOUR="red")`, then `run("print(1)")` is what they print."""
    nursery.use(Config())
    maker = nursery.Nursery()
    monkeypatch.setattr(nursery, "NURSERY", maker)
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", nursery.NAME)
    running: list[tuple[Any, Any]] = []

    def start(**environment: str) -> Run:
        manager = KernelManager(kernel_name="python3")
        manager.start_kernel(cwd=str(tmp_path), env={**os.environ, **environment})
        client = manager.client()
        client.start_channels()
        client.wait_for_ready(timeout=30)
        running.append((manager, client))

        def run(code: str) -> str:
            printed: list[str] = []

            def hear(message: dict[str, Any]) -> None:
                if message["msg_type"] == "stream":
                    printed.append(message["content"]["text"])

            client.execute_interactive(code, timeout=30, output_hook=hear)
            return "".join(printed).strip()

        return run

    yield start
    for manager, client in running:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    maker.close()


def test_a_kernel_has_its_own_environment_and_folder(kernel: Any, tmp_path: Path) -> None:
    run = kernel(COLOUR="red")
    assert run("import os; print(os.environ['COLOUR'], os.getcwd())") == f"red {tmp_path}"
    assert kernel(COLOUR="blue")("import os; print(os.environ['COLOUR'])") == "blue"


def test_kernels_share_neither_chance_nor_state(kernel: Any) -> None:
    one, other = kernel(), kernel()
    draw = "import random, uuid; print(random.random(), uuid.uuid4())"
    assert one(draw) != other(draw)
    one("import ipywidgets; ipywidgets.mark = 1")
    assert other("import ipywidgets; print(hasattr(ipywidgets, 'mark'))") == "False"


def test_widgets_can_be_opened_from_the_page(kernel: Any) -> None:
    code = "import comm; print(sorted(comm.get_comm_manager().targets))"
    assert "jupyter.widget.control" in kernel()(code)


def test_visitors_leave_no_history(kernel: Any) -> None:
    assert kernel()("print(get_ipython().history_manager.enabled)") == "False"


def test_a_nursery_that_was_killed_is_replaced(kernel: Any) -> None:
    kernel()
    process = nursery.NURSERY.start()
    process.kill()
    process.wait()
    assert kernel()("print(6 * 7)") == "42"


def test_who_changes_the_kit_sees_it_and_open_pages_stay(
    kernel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, process = kernel(), nursery.NURSERY.start()
    assert nursery.NURSERY.start() is process
    monkeypatch.setattr(nursery, "newest", lambda: 2**40)
    after = kernel()
    assert nursery.NURSERY.start() is not process
    parent = "import os; print(os.getppid())"
    assert before(parent) == str(process.pid)
    assert after(parent) == str(nursery.NURSERY.start().pid)


def test_an_ended_kernel_leaves_nothing_behind(until: Any, tmp_path: Path) -> None:
    maker = nursery.Nursery()
    arguments = ["-f", str(tmp_path / "kernel.json")]
    child = nursery.Child(maker.kernel(arguments, str(tmp_path), {**os.environ}))
    assert child.poll() is None
    child.kill()
    until(lambda: child.poll() is not None, 10, "the killed kernel has ended")
    child.terminate()
    assert child.wait() == 1
    process = maker.start()
    assert not psutil.Process(process.pid).children()
    maker.close()
    assert process.returncode == 0


def test_what_goes_wrong_in_a_new_kernel_ends_only_that_kernel(until: Any) -> None:
    maker = nursery.Nursery()
    child = nursery.Child(maker.kernel(["-f", "kernel.json"], "/no/such/folder", {**os.environ}))
    until(lambda: child.poll() is not None, 10, "the kernel without a folder has ended")
    assert not psutil.Process(maker.start().pid).children()
    maker.close()


def test_kernels_end_with_a_server_that_was_killed(serve: Any, pages: Path, until: Any) -> None:
    site = serve(folder=pages)
    with urllib.request.urlopen(site.page("counter")) as answer:
        answer.read()
    kernels = site.kernels()
    assert len(kernels) == 1
    site.process.send_signal(signal.SIGKILL)
    until(lambda: not any(psutil.pid_exists(each) for each in kernels), 10, "the kernels have ended")


def test_importing_what_pages_need_starts_no_thread() -> None:
    code = (
        "import importlib, threading, twingkit_widgets.site.nursery as nursery\n"
        "for name in nursery.PRELOADED: importlib.import_module(name)\n"
        "print(threading.active_count())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
