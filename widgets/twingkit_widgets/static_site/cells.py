"""The cells of a page: what its notebook runs and shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.site.publisher.markdown import markdown

Cell = dict[str, str]
"""A cell: its `code`, or the `html` that it shows."""


def page_cell(name: str) -> Cell:
    """The cell of a page that has no notebook of its own: one line that opens it.

    >>> page_cell("practice")["code"].splitlines()[-1]
    "page('practice')"
    """
    return {"code": f"from twingkit_widgets.site.page import page\n\npage({name!r})"}


def _language_of(tags: Sequence[str]) -> str:
    """The class with which a page shows a text in the language of its tag alone; empty without one.

    >>> _language_of(["lang-de"]), _language_of(["draft"])
    (' celltag_lang-de', '')
    """
    return "".join(f" celltag_lang-{lang}" for lang in LANGUAGES if f"lang-{lang}" in tags)


def own_cells(name: str, notebook: Path) -> list[Cell]:
    """The cells of a publisher's notebook, with the frame of the site above it."""
    import nbformat  # slow, as is the server that comes with the next: who has no such notebook needs neither

    from twingkit_widgets.site.render import makes_page

    content = nbformat.read(notebook, as_version=4)
    cells = []
    for cell in content.cells:
        if cell.cell_type == "code" and cell.source.strip():
            cells.append({"code": cell.source})
        elif cell.cell_type == "markdown":
            spoken = _language_of(cell.get("metadata", {}).get("tags", []))
            cells.append({"html": f'<div class="tk-text{spoken}">{markdown(cell.source)}</div>'})
    return cells if makes_page(content) else [page_cell(name), *cells]
