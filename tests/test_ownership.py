"""Ownership is the folder: shared folders import no game and name none; a game imports core and shared only.

Examples in docstrings are free, and so are comments. A word that only our games have shows whose thing it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import twingkit
import twingkit_widgets

ROOTS = (Path(twingkit.__file__).parent, Path(twingkit_widgets.__file__).parent)
"""The core, and the panels on top of it."""

GAMES = ("ember", "imajica", "imperium", "twing")

NAMED = re.compile(r"(?<![a-z])(?:twing|ember)(?![a-z])|imajica|imperium|imperial", re.IGNORECASE)
"""How one of our games is named in code or data; the kit itself is called `twingkit`."""

DEFINED = ast.FunctionDef | ast.AsyncFunctionDef
"""What has a docstring beside modules and classes."""

DATA = {".toml", ".css", ".js", ".json", ".html", ".csv"}


@cache
def shared() -> tuple[Path, ...]:
    """Every file of code and data outside the games' own folders."""
    return tuple(
        path
        for root in ROOTS
        for path in sorted(root.rglob("*"))
        if path.suffix in {".py", *DATA} and path.relative_to(root).parts[0] not in GAMES
    )


def name_of(path: Path) -> str:
    """A file as it is listed here."""
    root = next(root for root in ROOTS if path.is_relative_to(root))
    return f"{root.name}/{path.relative_to(root).as_posix()}"


@cache
def imported(path: Path) -> frozenset[str]:
    """What a module imports, wherever in it: modules, and names of modules."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
    return frozenset(modules)


def documented(tree: ast.AST) -> set[int]:
    """The string nodes that document something: a module, class, function, or the value above them."""
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | DEFINED)]
    told = [line.value for body in bodies for line in body if isinstance(line, ast.Expr)]
    return {id(value) for value in told if isinstance(value, ast.Constant)}


def words_of(path: Path) -> Iterator[str]:
    """Everything in a file that could name a game."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in DATA:
        yield from text.splitlines()
        return
    yield from imported(path)
    tree = ast.parse(text)
    free = documented(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in free:
            yield node.value
        for field in ("id", "attr", "name", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value.replace("_", " ")


def games_named(path: Path) -> list[str]:
    """What in a shared file names a game."""
    return [word.strip()[:80] for word in words_of(path) if NAMED.search(word)]


NOT_YET: frozenset[str] = frozenset()
"""Shared files that still name a game. None is added; one that is clean goes from the list."""


def test_shared_files_import_no_game_and_name_none():
    assert len(shared()) > 150
    wrong = {name_of(path): named for path in shared() if (named := games_named(path))}
    assert {name: named for name, named in wrong.items() if name not in NOT_YET} == {}
    assert set(wrong) == NOT_YET, "a file that is clean goes from the list"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_never_imports_another(game: str) -> None:
    others = tuple(f"{root.name}.{other}" for root in ROOTS for other in GAMES if other != game)
    modules = [path for root in ROOTS for path in (root / game).rglob("*.py")]
    assert len(modules) > 5
    assert [path.name for path in modules if any(name.startswith(others) for name in imported(path))] == []


def test_the_core_of_a_game_imports_no_panel():
    modules = list(ROOTS[0].rglob("*.py"))
    assert [
        name_of(path) for path in modules if any(n.startswith(ROOTS[1].name) for n in imported(path))
    ] == []


def test_a_name_is_seen_in_code_and_not_in_what_documents_it(tmp_path):
    module = tmp_path / "module.py"
    module.write_text('"""For twing."""\nX = 1\n"""Of imperium."""\n# twing\n', encoding="utf-8")
    assert games_named(module) == []
    for code in (
        'X = "imperium"',
        "from twingkit import twing",
        "import twingkit.twing.view",
        "twing_odds = 1",
    ):
        module.write_text(code, encoding="utf-8")
        assert games_named(module), code
    module.write_text("from twingkit import play", encoding="utf-8")
    assert games_named(module) == []


if __name__ == "__main__":
    for path in shared():
        if named := games_named(path):
            print(name_of(path), *named[:8], sep="\n    ")
