"""A notebook with outputs and one without give the same page: outputs saved in the file are never served."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from long_runs import runs
from visitors import read

from twingkit_widgets.site.folder import notebooks_folder

NOTEBOOKS = [
    notebooks_folder() / name
    for name in ("site/battle-lab.ipynb", "learn/02-first-battle.ipynb", "analyse/fleets.ipynb")
]
"""One of each kind: a lesson with printed text and panels; in long runs also a page, which is a panel, and an
analysis with tables and figures (`test_an_old_output_is_not_shown` has one of each). That all others run and
print what they are committed with is held without a server."""
SEED = "lang=en&seed=7"
NEW_EACH_TIME = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The changing names of widgets and processes."""
CUT = re.compile(
    r'</pre>\s*</div>\s*</div>\s*<div class="jp-OutputArea-child">\s*'
    r'<div class="jp-RenderedText jp-OutputArea-output" data-mime-type="text/plain">\s*<pre>'
)
"""The points where printed lines arrived in two pieces, which depends on timing, not on the notebook."""


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of pages; notebooks can be added while it is served."""
    folder = tmp_path_factory.mktemp("shelf")
    nbformat.write(nbformat.v4.new_notebook(), folder / "index.ipynb")
    return folder


@pytest.fixture(scope="session")
def served(serve_all: Any, shelf: Path) -> Any:
    """Return a site that serves the folder."""
    return serve_all(folder=shelf)


def page_html(site: Any, page: str) -> str:
    """Return everything that a page shows."""
    html = read(f"{site.page(page)}?{SEED}")
    return CUT.sub("", NEW_EACH_TIME.sub("", html[html.index('<main id="rendered_cells"') :]))


def stripped(path: Path) -> Any:
    """Return the notebook without any results of a run."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def executed(path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the notebook as saved after running it: with all outputs and the state of the widgets."""
    monkeypatch.setenv("QUERY_STRING", "lang=de&seed=8")
    notebook = nbformat.read(path, as_version=4)
    return nbclient.NotebookClient(notebook, timeout=120, store_widget_state=True).execute()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", runs(NOTEBOOKS[1:2], NOTEBOOKS), ids=name)
def test_a_stripped_notebook_and_an_executed_one_are_the_same_page(
    path: Path, shelf: Path, served: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare, run = stripped(path), executed(path, monkeypatch)
    assert any(cell.outputs for cell in run.cells if cell.cell_type == "code")
    page = name(path)
    nbformat.write(bare, shelf / f"{page}-bare.ipynb")
    nbformat.write(run, shelf / f"{page}-run.ipynb")
    first = page_html(served, f"{page}-bare")
    assert "jp-OutputArea" in first
    assert "tk-failed" not in first
    assert page_html(served, f"{page}-run") == first


def put(shelf: Path, page: str, cell: Any) -> None:
    """Add a page with one cell to the folder."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=kernel), shelf / f"{page}.ipynb")


def test_lines_that_came_in_pieces_are_one(shelf: Path, served: Any) -> None:
    pieces = "import time\nprint('one', flush=True)\ntime.sleep(0.8)\nprint('two', flush=True)"
    put(shelf, "pieces", nbformat.v4.new_code_cell(pieces))
    assert "one\ntwo\n" in page_html(served, "pieces")


SHOWS = """
class Shown:
    def __init__(self, parts):
        self.parts = parts

    def _repr_mimebundle_(self, **_):
        return self.parts

print("new text")
display(Shown({"text/html": "<table><tr><td>new table</td></tr></table>"}))
Shown({"application/vnd.plotly.v1+json": {"layout": {"title": "new"}}, "text/html": "<p>new figure</p>"})
"""


def test_an_old_output_is_not_shown(shelf: Path, served: Any) -> None:
    cell = nbformat.v4.new_code_cell(SHOWS)
    table = {"text/html": "<table><tr><td>old table</td></tr></table>"}
    figure = {
        "application/vnd.plotly.v1+json": {"layout": {"title": "old"}},
        "text/html": "<p>old figure</p>",
    }
    cell.outputs = [
        nbformat.v4.new_output("stream", name="stdout", text="old"),
        *(nbformat.v4.new_output("display_data", data) for data in (table, figure)),
    ]
    put(shelf, "stale", cell)
    html = page_html(served, "stale")
    for part in ("text", "table", "figure"):
        assert f"new {part}" in html
    assert "old" not in re.sub(r"<[^>]*>", "", html)
