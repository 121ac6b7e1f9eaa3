"""Imports point one way: no cycles, lazy and `TYPE_CHECKING` imports included, and only to lower layers.

`python tests/whole_kit/test_imports.py` prints every circle with the imports that close it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from kit_syntax import ROOTS, syntax_of

CORE, PANELS = (root.name for root in ROOTS)

GAMES = "ember imajica imperium twing"
GAME = ("box+notation+rules+variants", "exact_odds", "analysis", "quiz")

FLOORS = {
    CORE: ("core", "odds", "players", "referee", "analyse learn", "cli testing", GAMES),
    PANELS: ("panel", "read", "lab", "table", "learn", "site", "static_site", "site_settings", GAMES),
    **dict.fromkeys((f"{CORE}.ember", f"{CORE}.imajica", f"{CORE}.twing", f"{CORE}.imperium.battle"), GAME),
    f"{CORE}.imperium": ("box", "variants texts", "battle", "galaxy", "lessons puzzles"),
}
"""The layers of a package from the bottom up: a folder imports from lower layers, and from folders in the
same layer that share its entry (`+`)."""


@cache
def sources() -> dict[str, Path]:
    """Return every module by its dotted name; a package stands for its `__init__`."""
    paths: dict[str, Path] = {}
    for root in ROOTS:
        for path in sorted(root.rglob("*.py")):
            parts = path.relative_to(root.parent).with_suffix("").parts
            paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return paths


def package_of(module: str) -> str:
    """Return the package from which the relative imports of a module start."""
    return module if sources()[module].name == "__init__.py" else module.rpartition(".")[0]


@cache
def imports(module: str) -> tuple[tuple[str, str, str], ...]:
    """Yield the imports of a module, wherever they occur: the module, the name in it ("" for all), the local
    name."""
    found: list[tuple[str, str, str]] = []
    for home, dots, name, local in syntax_of(sources()[module]).imports:
        above = package_of(module).split(".")
        parts = above[: len(above) - dots + 1] if dots else []
        found.append((".".join([*parts, *filter(None, [home])]), name, local))
    return tuple(found)


def home_of(module: str, name: str) -> str:
    """Return the module that defines a name: a package that only re-exports it does not count."""
    if f"{module}.{name}" in sources():
        return f"{module}.{name}"
    if sources()[module].name == "__init__.py":
        for home, original, local in imports(module):
            if local == name and home in sources():
                return home_of(home, original)
    return module


@cache
def graph() -> dict[str, frozenset[str]]:
    """Return the modules of the kit that each module imports."""
    arrows: dict[str, frozenset[str]] = {}
    for module in sources():
        known = [(home, name) for home, name, _ in imports(module) if home in sources()]
        arrows[module] = frozenset(home_of(home, name) if name else home for home, name in known) - {module}
    return arrows


def circles(arrows: dict[str, frozenset[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, however long the cycle is (Tarjan's
    components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    groups: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        path.append(module)
        for target in sorted(arrows[module]):
            if target not in index:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in path:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            group = path[path.index(module) :]
            del path[path.index(module) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for module in sorted(arrows):
        if module not in index:
            visit(module)
    return groups


def closing(group: list[str]) -> Iterator[str]:
    """Return the imports inside a cycle, one on each line."""
    for module in group:
        for target in sorted(graph()[module] & set(group)):
            yield f"{module} -> {target}"


def upward(package: str) -> list[str]:
    """Return the imports between the folders of a package that do not lead to a lower layer."""
    rooms = {
        f"{package}.{folder}": (height, room)
        for height, floor in enumerate(FLOORS[package])
        for room in floor.split()
        for folder in room.split("+")
    }
    depth = package.count(".") + 2
    places = {module: rooms.get(".".join(module.split(".")[:depth])) for module in graph()}
    return [
        f"{module} -> {target}"
        for module, to in graph().items()
        for target in to
        if (mine := places[module]) and (other := places[target]) and mine != other and other[0] >= mine[0]
    ]


def test_no_modules_import_each_other_in_a_circle():
    assert len(graph()) > 300
    found = circles(graph())
    assert not found, "\n".join(line for group in found for line in closing(group))


def test_a_module_that_is_run_defines_everything_before_it_starts():
    guard = '\nif __name__ == "__main__":\n'
    ends = {name: path.read_text(encoding="utf-8").partition(guard)[2] for name, path in sources().items()}
    assert [name for name, end in ends.items() if re.search(r"^\S", end, re.MULTILINE)] == []


def test_the_core_never_imports_the_panels():
    wrong = [(module, target) for module, to in graph().items() for target in to if target.startswith(PANELS)]
    assert [each for each in wrong if not each[0].startswith(PANELS)] == []


@pytest.mark.parametrize("package", FLOORS)
def test_a_room_imports_only_from_lower_floors(package: str):
    assert upward(package) == []


@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_every_folder_has_its_floor(root: Path):
    folders = {path.parent.name for path in root.glob("*/__init__.py")}
    assert folders == {folder for floor in FLOORS[root.name] for folder in floor.split()}


def test_battles_of_twilight_imperium_import_nothing_of_the_game_around_them():
    home = f"{CORE}.imperium"
    below = tuple(f"{home}.{folder}." for folder in ("battle", "box", "notation", "variants"))
    above = tuple(f"{home}.{folder}." for folder in ("galaxy", "quiz", "lessons", "puzzles"))
    battles = [module for module in graph() if module.startswith(below)]
    assert len(battles) > 80
    wrong = [(module, target) for module in battles for target in graph()[module] if target.startswith(above)]
    assert wrong == []


def test_chapters_do_not_import_what_plays_them():
    chapters = [module for module in graph() if "rules" in module.split(".")[2:4]]
    assert len(chapters) > 40
    players = (".starts", ".players", ".tally", ".examples")
    wrong = [
        (module, target) for module in chapters for target in graph()[module] if target.endswith(players)
    ]
    assert wrong == []


if __name__ == "__main__":
    for group in circles(graph()):
        print(f"{len(group)} modules:", *closing(group), sep="\n  ")
