"""The first views of one page, in every language and of every part; run as a module.

Each page gets its own process, without what a browser does not have (numpy, pandas, plotly). It reads one
JSON object from its standard input (`page`, `cells`, `entry_points`; with `all` nothing is missing) and
writes one to its standard output: `views`, the modules and files that the page uses, and the modules that its
tools need as well.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from pathlib import Path
from typing import Any

from twingkit_widgets.static_site.in_browser.run_page import SEED, RunningPage, install_stand_ins

PACKAGE = "twingkit_widgets.static_site.in_browser"

ABSENT = ("numpy", "pandas", "plotly", "pyarrow", "dask", "IPython", "ipywidgets", "voila", "ipykernel")
"""Packages that the browser does not have and pages do not need."""


def _collect_opened_files() -> set[str]:
    """Return a set that collects the path of every file read from now on, except imported modules."""
    files: set[str] = set()

    def hear(event: str, facts: tuple[object, ...]) -> None:
        if event != "open" or not isinstance(facts[0], str):
            return
        path, how = facts[0], facts[1]
        if (
            how in ("r", "rb")
            and not path.endswith(".pyc")
            and not (path.endswith(".py") and _is_importing())
        ):
            files.add(str(Path(path).resolve()))

    sys.addaudithook(hear)
    return files


def _is_importing() -> bool:
    """True if Python's import system is opening the current file in order to import it as a module."""
    return sys._getframe(2).f_code.co_filename == "<frozen importlib._bootstrap_external>"


def first_views(page: str, cells: list[dict[str, str]]) -> dict[str, list[dict[str, object]]]:
    """Return what a page displays at first, keyed by "lang/part": one JSON-like model for each object that
    its cells display.
    """
    from twingkit.core.words import LANGUAGES
    from twingkit_widgets.panel.address.addresses import part_parameter
    from twingkit_widgets.site.page_parts import part_names_of

    views = {}
    for lang in LANGUAGES:
        for part in ("", *part_names_of(page)):
            query = f"{part_parameter(page)}={part}" if part else ""
            running = RunningPage(cells, query, lang)
            views[f"{lang}/{part}"] = running.part_models()
            running.close()
    return views


def notebook_fault_text(fault: Exception, file: str) -> str:
    """Return a text about the error in a notebook: the file, the cell, the line in it, and the reason."""
    lines = [
        frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename.startswith("<cell")
    ]
    number, line = (lines[-1].filename, lines[-1].lineno) if lines else ("", 0)
    if isinstance(fault, SyntaxError) and (fault.filename or "").startswith("<cell"):
        number, line = str(fault.filename), fault.lineno or 0
    place = f", {number.strip('<>')}, line {line}" if number else ""
    return f"{file}{place}: {type(fault).__name__}: {fault}"


def _extract_styles(views: dict[str, list[dict[str, Any]]]) -> dict[str, str]:
    """Remove the CSS texts from the views and return them by name."""
    return {
        model["style"]: model.pop("css") for models in views.values() for model in models if "css" in model
    }


def press_part_buttons(parts: list[object]) -> None:
    """Press the buttons of the panels on a page, so that the modules needed for a visitor's first clicks are
    imported.
    """
    from twingkit_widgets.panel.panel import Panel
    from twingkit_widgets.panel.press_buttons import warm_up_buttons
    from twingkit_widgets.site.frame import PageHeaderPanel

    for part in parts:
        if isinstance(part, Panel) and not isinstance(part, PageHeaderPanel):
            warm_up_buttons(part)


def _use_page_tools(parts: list[Any]) -> None:  # of the panels
    """Use the tools in the head of a page, to find the modules that can be loaded later because few visitors
    use the tools.
    """
    from twingkit_widgets.panel.panel import Panel

    for part in parts:
        for act, value in part.CLIENT_ACTIONS.items() if isinstance(part, Panel) else ():
            part.do(act, value)
            if part.error is not None:
                raise part.error


def imported_module_files() -> dict[str, str]:
    """Map the name of each module imported so far to its file."""
    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    return {name: file for name, file in files.items() if file}


def main() -> None:
    """Read a request for one page as JSON from standard input, and write the page's first views and
    requirements as JSON.
    """
    request = json.load(sys.stdin)
    for name in () if request.get("all") else ABSENT:
        sys.modules[name] = None  # type: ignore[assignment] # None: not to be imported
    files = _collect_opened_files()
    install_stand_ins(PACKAGE, request["entry_points"], {})
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        views = first_views(request["page"], request["cells"])
    except Exception as fault:
        if request["file"] is None:  # a page of the kit
            raise
        json.dump({"fault": notebook_fault_text(fault, request["file"])}, out)
        return
    random.seed(SEED)
    parts = RunningPage(request["cells"], "", "en").parts
    press_part_buttons(parts)
    first = {"modules": imported_module_files(), "files": sorted(files)}
    _use_page_tools(parts)
    json.dump(
        {"styles": _extract_styles(views), "views": views, **first, "asked": imported_module_files()}, out
    )


if __name__ == "__main__":
    main()
