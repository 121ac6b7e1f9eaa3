"""The tables of the box: files with a row for each tile, planet, technology or faction."""

from __future__ import annotations

import csv
from importlib.resources import files


def box_csv_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of game components, each as a dict from column name to text.

    >>> box_csv_rows("tiles.csv")[0]["planets"]
    'jord'
    """
    text = files("twingkit.imperium.box").joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
