"""What a folder of notebooks needs: pages of the site, and names of the kit and its games.

The notebooks are parsed, not run: their effects are for visitors, not for the server.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import attrs

from twingkit.core.games import games
from twingkit_widgets.panel.address.addresses import game_page_by_name


@attrs.frozen
class NotebookRequirements:
    """What a folder of notebooks needs: the pages of the site that they show, and their imports as (module,
    imported name or "").
    """

    pages: tuple[str, ...]
    imports: tuple[tuple[str, str], ...]

    def import_modules(self) -> None:
        """Import the modules that the notebooks import; errors are ignored, since the page reports them."""
        for module, name in self.imports:
            try:
                loaded = import_module(module)
            except ImportError:
                continue  # the notebook reports it to its reader
            if name:
                getattr(loaded, name, None)  # names of the kit's packages are imported lazily


def notebook_requirements(folder: Path) -> NotebookRequirements:
    """Return the pages and imports that the notebooks in a folder need; non-Python cells are skipped.

    Only packages of the kit and the installed games count: others may start threads on import, which do not
    survive a fork.
    """
    parts = [path for entry in games() for path in (entry.rules, entry.starts) if path]
    from_kit = {"twingkit", "twingkit_widgets", *(re.split("[.:]", path)[0] for path in parts)}
    pages: dict[str, None] = {}
    imports: dict[tuple[str, str], None] = {}
    for node in _nodes(folder):
        match node:
            case ast.Call(func=ast.Name(id="page"), args=[ast.Constant(value=str(name)), *_]):
                pages[name] = None
            case ast.Import(names=names):
                imports |= {(alias.name, ""): None for alias in names}
            case ast.ImportFrom(module=str(module), level=0, names=names):
                imports |= {(module, alias.name): None for alias in names}
    known = {"index", *game_page_by_name()}
    return NotebookRequirements(
        pages=tuple(name for name in pages if name in known),
        imports=tuple(asked for asked in imports if asked[0].partition(".")[0] in from_kit),
    )


def _nodes(folder: Path) -> Iterator[ast.AST]:
    """Yield every syntax node of every code cell.

    Unreadable notebooks are skipped; their pages report the fault.
    """
    for path in sorted(folder.glob("*.ipynb")):
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        except (OSError, ValueError, LookupError, TypeError):
            continue
        for source in sources:
            try:
                yield from ast.walk(ast.parse(source))
            except SyntaxError:
                continue  # for example a line for the shell
