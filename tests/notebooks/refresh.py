"""Run every notebook from top to bottom and keep what it prints: `python tests/notebooks/refresh.py`.

`python tests/notebooks/refresh.py notebooks/learn/02-first-battle.ipynb` runs only those that are named.
Only printed text is kept (`test_notebooks.py` holds it against a new run); panels, pictures and counters are
left out, so that a notebook stays small and two runs give the same file.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


FEW = {"GAMES": 5, "SKILLED": 5, "BATTLES": 8, "SITUATIONS": 4}
"""So many are played or dealt in a run that only tries whether a study works: fewer make no interval."""

SHARED = 20
"""So many games are played instead where a study shares them out (`GAMES // 4`)."""

QUICKER = (
    (r'\["(?:greedy|steady)"\] \*', '["random"] *'),
    (r"LocalCluster\(", "LocalCluster(processes=False, "),
)
"""What stands for what: players who do not think, and a cluster whose workers load nothing of their own."""


def shortened(notebook: Any) -> Any:
    """The notebook with `FEW` games, `QUICKER`, and without what it asserts: so few games prove nothing."""
    shared = any("GAMES //" in cell.source for cell in notebook.cells)
    few = FEW | {"GAMES": SHARED} if shared else FEW
    for cell in notebook.cells:
        lines = cell.source.split("\n") if cell.cell_type == "code" else []
        for place, line in enumerate(lines):
            if line.startswith("SEED, GAMES"):
                names, numbers = (side.split(", ") for side in line.split(" = "))
                fewer = [str(few.get(name, number)) for name, number in zip(names, numbers, strict=True)]
                lines[place] = f"{', '.join(names)} = {', '.join(fewer)}"
        if lines:
            cell.source = "\n".join(line for line in lines if not line.startswith("assert "))
            for slow, quick in QUICKER:
                cell.source = re.sub(slow, quick, cell.source)
    return notebook


def ran(path: Path, *, few: bool = False) -> Any:
    """The notebook after a run of its own, with nothing but its printed text."""
    notebook = nbformat.read(path, as_version=4)
    if few:
        notebook = shortened(notebook)
    nbclient.NotebookClient(
        notebook,
        timeout=120,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.output_type == "stream"]
            if not cell.outputs:
                cell.execution_count = None
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def text(notebook: Any) -> str:
    """The file of a notebook."""
    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"


def main() -> None:
    """Refresh the named ones, or all of them."""
    named = [Path(name).resolve() for name in sys.argv[1:]]
    for path in named or sorted(NOTEBOOKS.rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            path.write_text(text(ran(path)), encoding="utf-8")
            print(path.relative_to(NOTEBOOKS))


if __name__ == "__main__":
    main()
