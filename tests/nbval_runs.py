"""A plugin for nbval's runs of notebooks: kernels that need not load the kit, and studies with few games.

A plugin: `PYTHONPATH=tests pytest -p nbval_runs --nbval notebooks`. With `--nbval` a notebook runs as it is,
and prints what it is committed with. With `--nbval-lax`, which compares nothing, a study plays a few games:
its parameters are set as papermill would set them.
"""

from __future__ import annotations

import ast
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from nbval.plugin import IPyNbCell, IPyNbFile
from site_process import wait_for

from twingkit_widgets.site.kernels import forked_kernels

FEW = {
    "GAMES": 5,
    "SKILLED": 5,
    "BATTLES": 8,
    "SITUATIONS": 4,
    "ROUNDS": 1,
    "PLAYER": "random",
    "THINKER": "random",
    "PROCESSES": False,
}
"""The parameters of a run that only tries whether a study works: with fewer games there is no interval."""

SHARED = 20
"""The number of games for a study that splits them (`GAMES // 4`)."""

PATIENCE = 60.0  # seconds until everything is loaded


def parameters(notebook: Any) -> dict[str, object]:
    """Return what the cell tagged `parameters` sets; empty if there is none."""
    cells = [cell for cell in notebook["cells"] if "parameters" in cell["metadata"].get("tags", ())]
    assigned = [line for cell in cells for line in ast.parse("".join(cell["source"])).body]
    return {ast.unparse(line.targets[0]): ast.literal_eval(line.value) for line in assigned}  # type: ignore[attr-defined]


def is_study(notebook: Any) -> bool:
    """Return whether a notebook plays hundreds of games and draws conclusions from them."""
    return "GAMES" in parameters(notebook)


def shorten(notebook: Any) -> None:
    """Let a study play only `FEW` games, and remove its assertions: so few games prove nothing."""
    few = FEW | {"GAMES": SHARED} if any("GAMES //" in cell["source"] for cell in notebook["cells"]) else FEW
    set_anew = [f"{name} = {few[name]!r}" for name in parameters(notebook) if name in few]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            lines = [line for line in cell["source"].split("\n") if not line.startswith("assert ")]
            own = set_anew if "parameters" in cell["metadata"].get("tags", ()) else []
            cell["source"] = "\n".join([*lines, *own])


TEMPLATE = pytest.StashKey[forked_kernels.KernelTemplate | None]()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Any:
    """Mark the cells of studies, and shorten them if nothing is compared."""
    report = yield
    if isinstance(collector, IPyNbFile) and report.passed and is_study(collector.nb):
        if not collector.compare_outputs:
            shorten(collector.nb)
        for cell in report.result:
            cell.add_marker("study")
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Load the imports of all notebooks once: their kernels are copies of that process. The site's imports
    are left out: the process would open every page, and so do they.
    """
    if TEMPLATE in item.config.stash:
        return
    cells = (cell for cell in item.session.items if isinstance(cell, IPyNbCell))
    paths = {cell.path for cell in cells if cell.path.parent.name != "site"}
    with tempfile.TemporaryDirectory() as folder:  # one folder, whose names are loaded
        for number, path in enumerate(sorted(paths)):
            shutil.copyfile(path, Path(folder) / f"{number}.ipynb")
        # A page's limit is no limit for a notebook, whose threads alone may reserve a gigabyte.
        forked_kernels.ForkedProvisioner.memory = 0
        template = forked_kernels.use_forked_kernels(None, Path(folder))  # type: ignore[arg-type]
        item.config.stash[TEMPLATE] = template
        if template is not None:
            wait_for(lambda: template.is_ready, PATIENCE, "everything is loaded")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Add what a failed cell wrote to stderr, of which nbval only says that it exists."""
    report = yield
    if report.failed and isinstance(item, IPyNbCell):
        written = [output["text"] for output in item.test_outputs or () if output.get("name") == "stderr"]
        report.sections += [("stderr of the cell", text) for text in written]
    return report


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the process."""
    template = config.stash.get(TEMPLATE, None)
    if template is not None:
        forked_kernels.ForkedProvisioner.template = None
        template.stop()
