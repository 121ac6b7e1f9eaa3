"""TOML files that were read when the site was published: reading them in the browser is a third of the time
until a page is there, so a published file may hold JSON behind `MARK` instead."""

from __future__ import annotations

import json
import tomllib
from typing import Any

MARK = "#json\n"
"""The beginning of a file that holds JSON: a comment in TOML, which no file of the kit begins with."""

_loads = tomllib.loads


def loads(text: str, /, **options: Any) -> dict[str, object]:
    """The content of a text: JSON behind `MARK`, else TOML, as `tomllib.loads` reads it."""
    if text.startswith(MARK):
        content: dict[str, object] = json.loads(text[len(MARK) :])
        return content
    return _loads(text, **options)


def load(file: Any, /, **options: Any) -> dict[str, object]:
    """The content of a file, as `loads` reads it."""
    return loads(file.read().decode(), **options)


def toml_as_json() -> None:
    """Let `tomllib` read such files, too."""
    tomllib.loads = loads
    tomllib.load = load
