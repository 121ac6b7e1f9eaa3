"""The folder of the site's notebooks: beside the packages in a checkout, inside this one in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def notebooks() -> Path:
    """Return the folder that holds `site`, `learn` and `analyse`."""
    inside = PACKAGE / "notebooks"
    return inside if inside.is_dir() else PACKAGE.parents[1] / "notebooks"


def site() -> Path:
    """Return the folder whose notebooks are the site's pages; `index.ipynb` is the first."""
    return notebooks() / "site"
