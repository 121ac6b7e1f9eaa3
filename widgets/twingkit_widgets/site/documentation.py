"""The documentation built by `make docs`: its folder, its files, and the link to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from twingkit_widgets.panel.address.addresses import ROOT
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.site.folder import notebooks_folder

DOCS = "TWINGKIT_DOCS"
"""The environment variable with the folder of the documentation; if it is empty, the site shows none."""

DOCS_FOLDER = "docs/"
"""The folder of the documentation below the root of the site."""

FIRST = "index.html"
"""The file name of a folder's first page."""


def documentation_folder() -> Path | None:
    """Return the folder of the documentation that the site shows, or None if there is none.

    It is the one named in the environment, or else the one built in this checkout. A publisher's own site
    only shows the one named in the environment.
    """
    named = os.environ.get(DOCS)
    if named is None and (publisher_settings().file or publisher_settings().folder):
        return None
    folder = notebooks_folder().parent / "docs/_build/html" if named is None else Path(named)
    return folder if named != "" and (folder / FIRST).is_file() else None


def documentation_file(folder: Path, name: str) -> Path | None:
    """Return the file in the documentation `folder` at the address `name`; None if there is no such public
    file.

    Hidden files (Sphinx keeps its notes in `.doctrees`) and files outside the folder are not served.
    """
    path = folder / (f"{name}{FIRST}" if not name or name.endswith("/") else name)
    try:
        there = path.is_file() and path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError):  # not a valid file name
        return None
    return path if there and not any(part.startswith(".") for part in Path(name).parts) else None


def documentation_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of the documentation in `folder`, each with its address."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if documentation_file(folder, name):
            yield name, path


def documentation_href() -> str:
    """Return the address of the documentation for a link in a page; "" if there is none."""
    root = os.environ.get(ROOT)
    return f"{root}{DOCS_FOLDER}{FIRST}" if root is not None and os.environ.get(DOCS) else ""
