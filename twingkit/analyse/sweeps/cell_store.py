"""A folder that stores each cell of a sweep as soon as it is finished, so that the same call can continue."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from twingkit.analyse.sweeps.answers import RowsAndMeanings
from twingkit.core.messages import Fault

FORMAT = "twingkit-sweep 2"
"""The format of `sweep.json`, and its version."""


class CellStore:
    """The folder of a sweep: `sweep.json` describes the sweep, `cells.jsonl` has a line for each cell."""

    def __init__(self, folder: Path, about: Mapping[str, object]) -> None:
        self._cells = folder / "cells.jsonl"
        description = json.dumps({"format": FORMAT, **about}, ensure_ascii=False, indent=1, sort_keys=True)
        head = folder / "sweep.json"
        folder.mkdir(parents=True, exist_ok=True)
        if head.is_file():
            if head.read_text(encoding="utf-8") != description:
                raise Fault("sweep.other", folder=folder)
        elif any(folder.iterdir()):
            raise Fault("sweep.folder", folder=folder)
        else:
            head.write_text(description, encoding="utf-8")

    def load(self) -> dict[str, RowsAndMeanings]:
        """Return the result of each finished cell by key; an incomplete last line is dropped.

        Raises `Fault` for a line that does not belong to a sweep.
        """
        cells: dict[str, RowsAndMeanings] = {}
        if not self._cells.is_file():
            return cells
        content = self._cells.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._cells.write_bytes(whole)
        # `splitlines` would also split at other characters inside a value
        for line in whole.split(b"\n")[:-1]:
            try:
                key, rows, meanings = json.loads(line)
            except (ValueError, TypeError) as wrong:
                raise Fault("sweep.folder", folder=self._cells.parent) from wrong
            cells[key] = rows, meanings
        return cells

    def add(self, key: str, answer: RowsAndMeanings) -> None:
        """Store the result of a cell."""
        with self._cells.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, *answer], ensure_ascii=False) + "\n")
