"""The syntax of the kit's modules: each is parsed once for all tests that examine it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import attrs

import twingkit
import twingkit_widgets

ROOTS = (Path(twingkit.__file__).parent, Path(twingkit_widgets.__file__).parent)
"""The two packages: the core, and the panels on top of it."""

NAMED = re.compile(r"(?<![a-z])(?:twing|ember)(?![a-z])|imajica|imperium|imperial", re.IGNORECASE)
"""How one of our games is named in code or data; the kit itself is called `twingkit`."""

DEFINED = ast.FunctionDef | ast.AsyncFunctionDef
"""The kinds of definitions that have a docstring, besides modules and classes."""

IMPORTING = ast.ImportFrom, ast.Import, ast.Call
"""The nodes that can import a module."""

Nodes = dict[type[ast.AST], list[Any]]
"""The nodes of a module by their class."""


@attrs.frozen
class Syntax:
    """The names and docstrings of one module."""

    imports: tuple[tuple[str, int, str, str], ...]
    """The imports, wherever they occur: the module and the number of dots before it, the name in it ("" for
    all), the local name."""
    games: tuple[str, ...]
    """The names and texts that name a game, without docstrings."""
    undocumented: tuple[str, ...]
    """Its public classes, functions and methods without a docstring, except inside private classes."""


@cache
def syntax_of(path: Path) -> Syntax:
    """Return the syntax of the module in this file."""
    return syntax(path.read_text(encoding="utf-8"))


def syntax(code: str) -> Syntax:
    """Return the syntax of this code."""
    tree = ast.parse(code)
    nodes = by_kind(tree)
    imports = tuple(line for kind in IMPORTING for node in nodes[kind] for line in imported(node))
    named = [*(f"{home}.{name}" for home, _, name, _ in imports), *words(nodes)]
    return Syntax(
        imports,
        tuple(word.strip()[:80] for word in named if NAMED.search(word)),
        tuple(undocumented(tree)),
    )


def by_kind(tree: ast.AST) -> Nodes:
    """Return the nodes of a tree by their class: most of a million are not needed."""
    nodes: Nodes = defaultdict(list)
    for node in ast.walk(tree):
        nodes[type(node)].append(node)
    return nodes


def imported(node: ast.AST) -> Iterator[tuple[str, int, str, str]]:
    """Yield the imports of a node, as in `Syntax.imports`."""
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield node.module or "", node.level, alias.name, alias.asname or alias.name
    elif isinstance(node, ast.Import):
        yield from ((alias.name, 0, "", "") for alias in node.names)
    elif isinstance(node, ast.Call) and called(node).endswith("import_module"):
        path = node.args[0]
        if isinstance(path, ast.Constant) and isinstance(path.value, str):
            yield path.value, 0, "", ""


def called(call: ast.Call) -> str:
    """Return the last name of the called function; nothing if it has none."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def documenting(nodes: Nodes) -> set[int]:
    """Return the string nodes that document something: a module, class, function, or the value above them."""
    kinds = ast.Module, ast.ClassDef, *get_args(DEFINED)
    bodies = [node.body for kind in kinds for node in nodes[kind]]
    docstrings = [line.value for body in bodies for line in body if isinstance(line, ast.Expr)]
    return {id(value) for value in docstrings if isinstance(value, ast.Constant)}


def words(nodes: Nodes) -> Iterator[str]:
    """Return everything besides imports that could name a game."""
    free = documenting(nodes)
    for node in nodes[ast.Constant]:
        if isinstance(node.value, str) and id(node) not in free:
            yield node.value
    for kind in [*nodes]:
        for field in {"id", "attr", "name", "arg"} & {*kind._fields}:
            for node in nodes[kind]:
                value = getattr(node, field)
                if isinstance(value, str):
                    yield value.replace("_", " ")


def undocumented(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """Return the public names without a docstring, as in `Syntax.undocumented`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | DEFINED):
            name = f"{inside}{node.name}"
            signature = any(ast.unparse(mark) == "overload" for mark in node.decorator_list)
            if not node.name.startswith("_") and not signature and ast.get_docstring(node) is None:
                yield name
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from undocumented(node, f"{name}.")
        elif not isinstance(node, ast.expr):
            yield from undocumented(node, inside)
