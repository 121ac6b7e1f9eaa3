"""Run notebooks from top to bottom and store what they print: `python tests/notebooks/refresh.py`.

`python tests/notebooks/refresh.py notebooks/learn/02-first-battle.ipynb` runs only those that are named.
Only printed text is kept (nbval holds it against a new run: `pytest --nbval notebooks`); panels and pictures
are left out, so that a notebook stays small and two runs give the same file. A cell that shows a panel or a
picture keeps no counter either: nbval runs such a cell and compares nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"

LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": "3.11",  # the oldest that the kit supports, whatever ran the notebook
}
"""The language information for converters of notebooks; the same after every run."""

KEPT = ("tags",)
"""The metadata of a cell that are kept."""


def ran(path: Path) -> Any:
    """Return the notebook after a run, with only its printed text."""
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        notebook,
        timeout=120,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    for cell in notebook.cells:
        cell.metadata = {name: cell.metadata[name] for name in KEPT if name in cell.metadata}
        if cell.cell_type == "code":
            printed = [output for output in cell.outputs if output.output_type == "stream"]
            if len(printed) < len(cell.outputs) and not printed:
                cell.execution_count = None
            cell.outputs = printed
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = LANGUAGE
    return notebook


def text(notebook: Any) -> str:
    """Return the text of the notebook's file."""
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def main() -> None:
    """Refresh the named notebooks, or all of them."""
    named = [Path(name).resolve() for name in sys.argv[1:]]
    for path in named or sorted(NOTEBOOKS.rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            path.write_text(text(ran(path)), encoding="utf-8")
            print(path.relative_to(NOTEBOOKS))


if __name__ == "__main__":
    main()
