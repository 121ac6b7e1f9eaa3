"""Every public name says what it is: also where the style checker does not look.

It passes over methods of private classes and the setters of properties.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import twingkit
import twingkit_widgets

ROOTS = (Path(twingkit.__file__).parent, Path(twingkit_widgets.__file__).parent)
"""The core, and the panels on top of it."""


def undocumented(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """The public classes, functions and methods without a docstring, in private classes too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{inside}{node.name}"
            if not node.name.startswith("_") and ast.get_docstring(node) is None:
                yield name
            if isinstance(node, ast.ClassDef):
                yield from undocumented(node, f"{name}.")
        elif not isinstance(node, ast.expr):
            yield from undocumented(node, inside)


def test_every_public_name_has_a_docstring() -> None:
    modules = [path for root in ROOTS for path in sorted(root.rglob("*.py"))]
    assert len(modules) > 400
    missing = [
        f"{path.name}: {name}"
        for path in modules
        for name in undocumented(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert missing == []


def test_a_name_without_one_is_seen_wherever_it_is() -> None:
    code = "class _A:\n    def seen(self): ...\n    def _own(self): ...\nif x:\n    def also(): ...\n"
    assert list(undocumented(ast.parse(code))) == ["_A.seen", "also"]
    assert list(undocumented(ast.parse('def told():\n    """What it is."""\n    def inner(): ...\n'))) == []
