"""The panels in JupyterLab and Notebook 7: the first battle steps there, by mouse and by keyboard."""

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

CODE = 'from twingkit_widgets.stepper import StepperPanel\nStepperPanel("F: F5 F3 + F4 & cat vs W: W6 W4")'
HOSTS = {
    "lab": ("jupyterlab", "lab/tree/battle.ipynb"),
    "notebook": ("notebook", "notebooks/battle.ipynb"),
}


@pytest.fixture(params=HOSTS)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a notebook with one panel, in each of the two applications."""
    module, path = HOSTS[request.param]
    cells = [nbformat.v4.new_code_cell(CODE)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), tmp_path / "battle.ipynb")
    port = free_port()
    command = [sys.executable, "-m", module, "--no-browser", "--allow-root", f"--port={port}"]
    command += [f"--ServerApp.root_dir={tmp_path}", "--IdentityProvider.token=", "--ServerApp.password="]
    with (tmp_path / "log.txt").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=tmp_path)
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for(lambda: answers(address), 60, "Jupyter answers")
        yield address + path
    finally:
        process.terminate()
        process.wait(20)


def test_a_battle_steps_in_jupyterlab_and_notebook(opened: str, visit: Any) -> None:
    window = visit()
    page = window.go(opened, wait=".jp-Notebook .jp-CodeCell")
    panel = page.locator(".tk-panel")
    for _ in range(15):  # before its kernel is ready, the application passes the command over
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_timeout(5_000)
        if panel.count():
            break
    panel.wait_for()
    window.errors.clear()  # what the application itself reported while it started
    next_step = panel.locator("[data-shortcut=n]")
    next_step.click()
    panel.get_by_text("The attacker attacks with Fire 5 and Fire 3").first.wait_for()
    next_step.focus()
    page.keyboard.press("n")
    panel.get_by_text("The defender has to defend").first.wait_for()
    assert page.locator(".jp-CodeCell").count() == 1, "no shortcut of the host went off"
