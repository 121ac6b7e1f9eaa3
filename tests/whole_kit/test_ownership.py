"""Folders show ownership: shared folders import no game and name none; a game imports only core and shared
code.

Examples in docstrings are free, and so are comments. A word that only our games have shows whose thing it is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from kit_syntax import NAMED, ROOTS, syntax_of

GAMES = ("ember", "imajica", "imperium", "twing")

DATA = {".toml", ".css", ".js", ".json", ".html", ".csv"}


@cache
def shared() -> tuple[Path, ...]:
    """Return every file of code and data outside the games' own folders."""
    return tuple(
        path
        for root in ROOTS
        for path in sorted(root.rglob("*"))
        if path.suffix in {".py", *DATA} and path.relative_to(root).parts[0] not in GAMES
    )


def name_of(path: Path) -> str:
    """Return the name of a file in the list."""
    root = next(root for root in ROOTS if path.is_relative_to(root))
    return f"{root.name}/{path.relative_to(root).as_posix()}"


def imported(path: Path) -> frozenset[str]:
    """Return the modules that a module imports, anywhere in it, and the names of modules."""
    lines = [(home, name) for home, _, name, _ in syntax_of(path).imports if home]
    return frozenset(name for home, inner in lines for name in (home, f"{home}.{inner}"))


def games_named(path: Path) -> list[str]:
    """Return what in a shared file names a game."""
    if path.suffix in DATA:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [line.strip()[:80] for line in lines if NAMED.search(line)]
    return list(syntax_of(path).games)


def test_shared_files_import_no_game_and_name_none():
    assert len(shared()) > 150
    assert {name_of(path): named for path in shared() if (named := games_named(path))} == {}


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
