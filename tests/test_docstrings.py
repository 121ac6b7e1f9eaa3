"""Every public name says what it is: also where the style checker does not look.

It passes over methods of private classes and the setters of properties.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import twingkit
import twingkit_widgets

ROOTS = (Path(twingkit.__file__).parent, Path(twingkit_widgets.__file__).parent)
"""The core, and the panels on top of it."""


def undocumented(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """The public classes, functions and methods without a docstring, in private classes too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{inside}{node.name}"
            signature = any(ast.unparse(mark) == "overload" for mark in node.decorator_list)
            if not node.name.startswith("_") and not signature and ast.get_docstring(node) is None:
                yield name
            if isinstance(node, ast.ClassDef):
                yield from undocumented(node, f"{name}.")
        elif not isinstance(node, ast.expr):
            yield from undocumented(node, inside)


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    """The syntax of every module, by its path, read once for all that is asked of it."""
    paths = [path for root in ROOTS for path in sorted(root.rglob("*.py"))]
    return {str(path): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def test_every_public_name_has_a_docstring(modules: dict[str, ast.Module]) -> None:
    assert len(modules) > 400
    missing = [f"{path}: {name}" for path, tree in modules.items() for name in undocumented(tree)]
    assert missing == []


def test_a_name_without_one_is_seen_wherever_it_is() -> None:
    code = "class _A:\n    def seen(self): ...\n    def _own(self): ...\nif x:\n    def also(): ...\n"
    assert list(undocumented(ast.parse(code))) == ["_A.seen", "also"]
    assert list(undocumented(ast.parse('def told():\n    """What it is."""\n    def inner(): ...\n'))) == []


QUESTION = re.compile(r"(What|How|Whether|Who|Whom|Whose|Why)\b")
"""A docstring that begins so asks; one of the house tells: “The number of …”, “True if …”, “Return the odds
…”."""


def asking(tree: ast.Module) -> Iterator[str]:
    """The docstrings that begin with a question word: of modules, classes, functions and values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str) and QUESTION.match(text.strip()):
                yield text.strip().splitlines()[0]


def locals_called_each(tree: ast.Module) -> Iterator[int]:
    """The lines that bind the name `each`: it tells no reader what it holds."""
    for node in ast.walk(tree):
        bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == "each"
        if bound or (isinstance(node, ast.arg) and node.arg == "each"):
            yield node.lineno


def test_docstrings_begin_with_what_a_thing_is_and_locals_say_what_they_hold(
    modules: dict[str, ast.Module],
) -> None:
    breaches = []
    for path, tree in modules.items():
        breaches += [f"{path}: {text}" for text in asking(tree)]
        breaches += [f"{path}:{line}: each" for line in locals_called_each(tree)]
    assert breaches == []


def test_a_question_word_or_each_is_seen_wherever_it_is() -> None:
    code = (
        '"""How it is."""\nx = 1\n"""Whether it is."""\ndef f(each):\n    """The sum."""\n    return "What"\n'
    )
    tree = ast.parse(code)
    assert list(asking(tree)) == ["How it is.", "Whether it is."]
    assert list(locals_called_each(tree)) == [4]
    assert list(locals_called_each(ast.parse("y = [each for each in x]\n"))) == [1]
