"""The documents name only functions that exist."""

import re
from pathlib import Path

import pytest

import twingkit
from twingkit import Game, arena, charts, ember, imajica, imperium, twing
from twingkit.analyse.arena.results import Results

ROOT = Path(__file__).parents[2]
OWNERS = {
    "twingkit": twingkit,
    "twing": twing,
    "imperium": imperium,
    "ember": ember,
    "imajica": imajica,
    "arena": arena,
    "charts": charts,
    "game": Game,
    "results": Results,
}
NAMED = re.compile(rf"(?<![\w./\"'-])({'|'.join(OWNERS)})\.([a-z_]+)\(")
FILES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/develop/*.md")]


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_a_document_names_functions_that_exist(file: Path) -> None:
    named = NAMED.findall(file.read_text(encoding="utf-8"))
    assert [f"{owner}.{name}" for owner, name in named if not hasattr(OWNERS[owner], name)] == []
