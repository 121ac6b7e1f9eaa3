"""Panels and charts in JupyterLab and Notebook 7: both from one server, by mouse and by keyboard."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import nbformat.sign
import pytest
from conftest import answers, free_port, wait_for
from playwright.sync_api import TimeoutError as TooLate

from twingkit_widgets.panel.static_output import widget_and_static
from twingkit_widgets.twing.play.battle_panel import BattlePanel

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("jupyter")]  # one server for all

CODE = (
    "from twingkit_widgets.twing.play.battle_panel import BattlePanel\n"
    'BattlePanel("F: F5 F3 + F4 & cat vs W: W6 W4")'
)
JUPYTERLAB = "import sys; sys.modules['rfc3987_syntax'] = None; from jupyterlab.labapp import main; main()"
"""JupyterLab without 38 parsers for kinds of addresses, which take more than a second."""

DASHBOARD = Path(__file__).parents[2] / "notebooks/analyse/dashboard.ipynb"
CHART = Path(__file__).parents[1] / "site/pages/chart.ipynb"


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server with both applications, and with two notebooks: a panel; and a panel as
    left by an ended session, with a chart below."""
    folder = tmp_path_factory.mktemp("jupyter")
    cells = [nbformat.v4.new_code_cell(CODE)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "battle.ipynb")
    panel = BattlePanel("F: F5 F3 + F4 & cat vs W: W6 W4")
    bundle = panel._repr_mimebundle_()
    assert bundle is not None
    outputs = [
        nbformat.v4.new_output("display_data", data)
        for data in widget_and_static(bundle[0], panel._static_copy())
    ]
    panel.close()
    cells = [nbformat.v4.new_code_cell(CODE, outputs=outputs), *nbformat.read(CHART, as_version=4).cells]
    saved = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(saved, folder / "saved.ipynb")
    nbformat.sign.NotebookNotary(data_dir=str(folder)).sign(saved)
    nbformat.write(nbformat.read(DASHBOARD, as_version=4), folder / "dashboard.ipynb")
    port = free_port()
    command = [sys.executable, "-c", JUPYTERLAB, "--no-browser", "--allow-root", f"--port={port}"]
    command += [f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=", "--ServerApp.password="]
    command += [f"--NotebookNotary.data_dir={folder}"]
    # No language servers are announced here, and no list of extensions is fetched.
    command += ["--LanguageServerManager.autodetect=False", "--LabApp.extension_manager=readonly"]
    # Workspaces and settings are stored here: those of another server or person are not touched.
    kept = {f"JUPYTERLAB_{name}_DIR": str(folder / name.lower()) for name in ("WORKSPACES", "SETTINGS")}
    with (folder / "log.txt").open("w") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, cwd=folder, env={**os.environ, **kept}
        )
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for(lambda: answers(address), 60, "Jupyter answers")
        yield address
    finally:
        process.terminate()
        try:
            process.wait(30)  # it ends its kernels first
        except subprocess.TimeoutExpired:  # while a kernel is just starting it can wait for it without end
            print("JupyterLab does not end by itself:", (folder / "log.txt").read_text()[-2000:])
            process.kill()
            process.wait()


def run_all(window: Any, wanted: str) -> None:
    """Run the open notebook until `wanted` appears: without a kernel the command is ignored."""
    page = window.page
    # Which kernel? On a slow machine the question may cover the menu at any time; take the suggested one.
    page.add_locator_handler(page.locator(".jp-Dialog .jp-mod-accept").first, lambda button: button.click())
    for _ in range(10):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        try:
            page.locator(wanted).first.wait_for(timeout=10_000)
        except TooLate:
            continue
        window.errors.clear()  # errors of the application itself while it started
        return
    raise AssertionError(f"{wanted} does not come")


def steps(page: Any) -> None:
    """Step through the battle of the open notebook, by mouse and by keyboard."""
    panel = page.locator(".tk-panel", has=page.locator("[data-shortcut=n]"))
    next_step = panel.locator("[data-shortcut=n]")
    next_step.click()
    panel.get_by_text("The attacker attacks the defender with Fire 5 and Fire 3").first.wait_for()
    cells = page.locator(".jp-CodeCell").count()  # hosts draw some of their own
    next_step.focus()
    page.keyboard.press("n")
    panel.get_by_text("The defender has to defend").first.wait_for()
    assert page.locator(".jp-CodeCell").count() == cells, "no shortcut of the host went off"


def test_a_battle_steps_in_notebook(jupyter: str, visit: Any) -> None:
    window = visit()
    page = window.go(f"{jupyter}notebooks/battle.ipynb", wait=".jp-Notebook .jp-CodeCell")
    run_all(window, ".tk-panel")
    steps(page)
    cell = page.locator(".jp-CodeCell", has=page.locator(".tk-panel:not(.tk-still)")).first
    area = cell.locator(".jp-Cell-outputArea")
    high = area.evaluate("area => area.offsetHeight")
    cell.evaluate("cell => cell.classList.add('jp-mod-outputsScrolled')")  # as Notebook 7 does with long ones
    assert area.evaluate("area => area.offsetHeight") >= high > 400, "a panel is not in a slit"
    kept = page.locator(".tk-kept").get_by_text("The defender has to defend")
    kept.first.wait_for(state="attached")  # the last state is saved


def test_in_jupyterlab_a_panel_is_seen_as_it_was_and_steps_when_it_is_run_and_a_chart_needs_the_kernel_alone(
    jupyter: str, visit: Any
) -> None:
    window = visit()
    page = window.go(f"{jupyter}lab/tree/saved.ipynb", wait=".jp-Notebook .jp-CodeCell")
    page.get_by_text("model not found").wait_for(state="attached")
    page.get_by_text("model not found").wait_for(state="hidden")
    page.locator(".tk-kept").get_by_text("The cards are not laid yet.").wait_for()
    assert all("widget model not found" in error for error in window.errors)
    window.errors.clear()  # the application reports what the still stands in for
    run_all(window, "[data-key=chart-place]")
    page.locator(".tk-kept").first.wait_for(state="hidden")  # the live panel takes its place
    steps(page)
    chart = page.locator("[data-key=chart-place]")
    chart.scroll_into_view_if_needed()
    chart.locator("svg.main-svg").first.wait_for()
    chart.get_by_text("The attacker wins 30%").wait_for()


def test_in_a_dashboard_a_plot_follows_the_lab_and_a_slider_changes_it(jupyter: str, visit: Any) -> None:
    window = visit()
    page = window.go(
        f"{jupyter}lab/workspaces/dashboard/tree/dashboard.ipynb", wait=".jp-Notebook .jp-CodeCell"
    )
    run_all(window, ".tk-panel:not(.tk-still)")
    title = page.locator(".js-plotly-plot .gtitle")
    labs = page.locator(".tk-panel:not(.tk-still) [data-key=line]")
    page.get_by_text("F: F7 F3 & cat | F: F7 F3 & cat vs W: W6 W4").wait_for()  # the last cell has run
    title.get_by_text("F: F7 F3 & cat").wait_for()
    labs.first.fill("F: F5 vs W: W4")  # a person types into the first lab
    title.get_by_text("F: F5", exact=True).wait_for()
    wait_for(lambda: labs.nth(1).input_value() == "F: F5 vs W: W4", 10, "the linked lab follows")
    page.locator(".widget-slider .noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    title.get_by_text("F: F6 F3 & cat").wait_for()
    wait_for(lambda: labs.first.input_value() == "F: F6 F3 & cat vs W: W6 W4", 10, "the slider sets the lab")
    assert not window.errors
