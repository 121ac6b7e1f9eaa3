"""German has one word for a record, that of the glossary, wherever the kit speaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from twingkit.glossary import glossary_of

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for folder in ("twingkit", "widgets/twingkit_widgets", "notebooks")
    for suffix in ("toml", "py", "ipynb")
    for path in (ROOT / folder).rglob(f"*.{suffix}")
)
OTHER = re.compile(r"\b(?:Aufzeichnung|Protokoll|Spielprotokoll)", re.IGNORECASE)


def test_the_glossary_calls_a_record_by_the_one_word() -> None:
    assert glossary_of("twing").entry("record").name("de") == "Mitschrift"


@pytest.mark.parametrize("folder", ["twingkit", "widgets", "notebooks"])
def test_no_text_calls_a_record_otherwise(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()[:120]}"
        for path in FILES
        if path.is_relative_to(ROOT / folder)
        for line in path.read_text(encoding="utf-8").splitlines()
        if OTHER.search(line)
    ]
    assert found == []
