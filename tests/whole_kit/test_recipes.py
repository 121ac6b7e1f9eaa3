"""The recipes for developers name only existing things: each name in their code is in the kit's code or
data."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from kit_syntax import ROOTS

HOME = Path(__file__).parents[2]
RECIPES = sorted((HOME / "docs/develop").glob("*.md"))

CODE = re.compile(r"`([^`\n]+)`")
NO_PYTHON = re.compile(r"[{}\[\]/]|^(pip|pytest|python|make|twingkit) |: p1 ")
"""The contents of paths, commands, sentences and positions."""

LIKE_A_NAME = re.compile(r"\b([A-Za-z]\w*(?=[(=])|[a-z]+_\w+|[A-Z][a-z]+[A-Z]\w*)")
"""A word that is called or passed, or written with an underscore or with inner capitals."""

INVENTED = {"deal"}
"""Functions that a recipe invents for the reader's own game."""


@cache
def known_names() -> frozenset[str]:
    """Return the names in the code of the kit and of its tests, and the words in their data."""
    names: set[str] = set()
    for root in (*ROOTS, HOME / "tests"):
        for path in root.rglob("*.toml"):
            names |= {path.stem, *re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    names |= {path.stem for path in HOME.glob("tests/**/*.json")}
    for path in HOME.glob("tests/**/*.py"):
        names |= {path.stem, *re.findall(r"(?:def|class) (\w+)", path.read_text(encoding="utf-8"))}
    for path in (path for root in ROOTS for path in root.rglob("*.py")):
        names |= {path.stem, path.parent.name}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for field in ("name", "arg", "id", "attr"):
                names.add(str(getattr(node, field, "")))
    return frozenset(names)


def names_in(recipe: str) -> set[str]:
    """Return the names in the code of a recipe, except in blocks, which come from files."""
    pieces = CODE.findall(re.sub(r"```.*?```", "", recipe, flags=re.S))
    return {
        name for code in pieces if not NO_PYTHON.search(code) for name in LIKE_A_NAME.findall(code)
    } - INVENTED


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_recipes_name_what_exists(recipe: Path) -> None:
    assert names_in(recipe.read_text(encoding="utf-8")) <= known_names()


def test_an_old_name_would_be_found() -> None:
    said = "Use `zone_of(CARDS, seen_by=ALL)`, an `OldClass`, `old_words` or `zone_field(…)`."
    assert names_in(said) - known_names() == {"zone_of", "OldClass", "old_words"}
