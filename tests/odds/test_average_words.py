"""Averages have the same name everywhere: "on average", "im Durchschnitt", nothing else."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("twingkit", "widgets/twingkit_widgets") for path in ROOT.glob(f"{folder}/**/*.toml")
)
OTHER = {
    "en": r"\b(the|a) mean\b|\bmean (of|over)\b|(?<!you )\bmean \{|^Mean\b|\bexpected (loss|value|number)"
    r"|s expected: ",
    "de": r"\b[Ii]m Mittel\b|\b(das|ein) Mittel(wert)?\b|\b[Gg]emittelt\b|\bMittel (über|\{)"
    r"|\b[Ee]rwartete[rn]? (Verlust|Wert)",
}
"""Words that a newcomer may mistake for something else."""


def texts(tree: Any, lang: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a file with its language."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from texts(value, key if key in OTHER else lang)
    elif isinstance(tree, list):
        for value in tree:
            yield from texts(value, lang)
    elif isinstance(tree, str) and lang:
        yield lang, tree


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_an_average_has_one_name(path: Path) -> None:
    for lang, text in texts(tomllib.loads(path.read_text(encoding="utf-8"))):
        assert not re.search(OTHER[lang], text), text
