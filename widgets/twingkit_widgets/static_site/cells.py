"""The cells of a page: what its notebook runs and shows."""

from __future__ import annotations

from twingkit_widgets.panel.settings.own_page import OwnPage

Cell = dict[str, str]
"""A cell: its `code`, with its `number` in the publisher's notebook, or the `html` that it shows."""


def page_cell(name: str) -> Cell:
    """The cell of a page that has no notebook of its own: one line that opens it.

    >>> page_cell("practice")["code"].splitlines()[-1]
    "page('practice')"
    """
    return {"code": f"from twingkit_widgets.site.page import page\n\npage({name!r})"}


def own_cells(own: OwnPage) -> list[Cell]:
    """The cells of a publisher's page, with the frame of the site above it."""
    # Slow, as is the server that comes with it: who has no such page needs neither.
    from twingkit_widgets.site.own_notebook import own_notebook, text_html
    from twingkit_widgets.site.render import makes_page

    content = own_notebook(own)
    cells = []
    for number, cell in enumerate(content.cells, 1):
        if cell.cell_type == "code" and cell.source.strip():
            cells.append({"code": cell.source, "number": f"{number}"})
        elif cell.cell_type == "markdown":
            cells.append({"html": text_html(cell, own.file.parent)})
    return cells if makes_page(content) else [page_cell(own.name), *cells]
