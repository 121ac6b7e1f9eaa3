"""A chart in JupyterLab: chart.js and plotly.js come from the kernel, and nothing from another host."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from conftest import answers, free_port, wait_for

pytestmark = pytest.mark.browser

CHART = Path(__file__).parents[1] / "site/pages/chart.ipynb"


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook with a chart in JupyterLab."""
    made = nbformat.read(CHART, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.write(made, tmp_path / "chart.ipynb")
    port = free_port()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += [f"--ServerApp.root_dir={tmp_path}", "--IdentityProvider.token=", "--ServerApp.password="]
    with (tmp_path / "log.txt").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=tmp_path)
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for(lambda: answers(address), 60, "Jupyter answers")
        yield f"{address}lab/tree/chart.ipynb"
    finally:
        process.terminate()
        process.wait(20)


def test_a_chart_in_jupyterlab_needs_the_kernel_alone(notebook: str, visit: Any) -> None:
    window = visit()
    page = window.go(notebook, wait=".jp-Notebook .jp-CodeCell")
    place = page.locator("[data-key=chart-place]")
    for _ in range(15):  # before its kernel is ready, the application passes the command over
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_timeout(5_000)
        if place.count():
            break
    window.errors.clear()  # what the application itself reported while it started
    place.locator("svg.main-svg").first.wait_for()
    place.get_by_text("The attacker wins 30%").wait_for()
