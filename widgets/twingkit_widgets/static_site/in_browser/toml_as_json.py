"""TOML files parsed when the site was published: a published file may contain JSON after `MARK` instead,
since parsing TOML in the browser takes a third of the loading time of a page.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

MARK = "#json\n"
"""The first line of a file that contains JSON: a TOML comment that starts no other file of the kit."""

_loads = tomllib.loads


def loads(text: str, /, **options: Any) -> dict[str, object]:
    """Parse a text like `tomllib.loads`, but as JSON if it starts with `MARK`."""
    if text.startswith(MARK):
        content: dict[str, object] = json.loads(text[len(MARK) :])
        return content
    return _loads(text, **options)


def load(file: Any, /, **options: Any) -> dict[str, object]:
    """Parse a file like `tomllib.load`, but as JSON if it starts with `MARK`."""
    return loads(file.read().decode(), **options)


def patch_tomllib() -> None:
    """Replace `loads` and `load` of `tomllib` by functions that also read JSON, if the text starts with
    `MARK`.
    """
    tomllib.loads = loads
    tomllib.load = load
