"""The folder of the site's notebooks: beside the packages in a checkout, inside this one in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def notebooks_folder() -> Path:
    """Return the folder of all notebooks, which contains `site_pages_folder`, `learn` and `analyse`."""
    inside = PACKAGE / "notebooks"
    return inside if inside.is_dir() else PACKAGE.parents[1] / "notebooks"


def site_pages_folder() -> Path:
    """Return the folder of the notebooks that are the site's pages; `index.ipynb` is the first."""
    return notebooks_folder() / "site"
