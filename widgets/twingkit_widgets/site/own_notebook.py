"""The publisher's page as a notebook, whatever the format of its file, and its texts as HTML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat

from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.settings.own_page import ENCODING, PublisherPage
from twingkit_widgets.site.publisher.page_text import MarkdownConverter


def notebook_of_publisher_page(own_page: PublisherPage) -> Any:  # of nbformat, without types
    """Return the notebook of a publisher's page: its notebook file, or a new notebook with its Markdown text
    in every language.
    """
    if own_page.is_notebook:
        return nbformat.reads(_with_ids(own_page.first_file.read_text(encoding=ENCODING)), as_version=4)
    cells = []
    for path in dict.fromkeys(own_page.file_by_language.values()):
        langs = [lang for lang, file in own_page.file_by_language.items() if file == path]
        tags = [] if len(langs) == len(own_page.file_by_language) else [f"lang-{langs[0]}"]
        source = path.read_text(encoding=ENCODING)
        cells.append(nbformat.v4.new_markdown_cell(source, metadata={"tags": tags}, id=f"text-{langs[0]}"))
    spec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": spec, "language_info": {"name": "python"}}
    return nbformat.v4.new_notebook(cells=cells, metadata=metadata)


def _with_ids(text: str) -> str:
    """Return the JSON of a notebook in which cells without an id have one; older editors leave the ids
    out.
    """
    book = json.loads(text)
    cells = book.get("cells") if isinstance(book, dict) else None
    if not isinstance(cells, list) or book.get("nbformat") != 4 or book.get("nbformat_minor") != 5:
        return text  # without ids; invalid notebooks are rejected later
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict):
            cell.setdefault("id", f"cell-{number}")
    return json.dumps(book)


def cell_markdown_converter(
    cell: Any, folder: Path, root: str = ""
) -> MarkdownConverter:  # of nbformat, without types
    """Return a converter for the Markdown of a notebook's text cell, with the pictures attached to the cell;
    `root` is the path from the page to the site's root.
    """
    lang = next((code for code in LANGUAGES if f"lang-{code}" in _tags(cell)), "")
    pictures = {
        name: f"data:{kind};base64,{''.join(data).strip()}"
        for name, kinds in cell.get("attachments", {}).items()
        for kind, data in kinds.items()
        if kind.startswith("image/")
    }
    return MarkdownConverter(folder, root, lang, pictures)


def text_cell_html(cell: Any, folder: Path, root: str = "") -> str:  # of nbformat, without types
    """Return a text cell as HTML; a cell that is in one language is shown only in that language."""
    text = cell_markdown_converter(cell, folder, root)
    spoken = f" celltag_lang-{text.lang}" if text.lang else ""
    return f'<div class="tk-text{spoken}">{text.html(cell.source)}</div>'


def _tags(cell: Mapping[str, Mapping[str, list[str]]]) -> list[str]:
    return cell.get("metadata", {}).get("tags", [])
