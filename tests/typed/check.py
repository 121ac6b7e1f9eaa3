"""Check the types of the kit, of two scripts of users, and of all Python in the documents: one run of mypy.

Each document becomes a module with the same line numbers: the examples of its Python blocks, and the
expressions in its sentences and tables, such as `imperium.odds(line).survivors("attacker")`.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from guides import DOCUMENTS, ROOT, blocks, name_of, spans

MODULES = "arena, charts, ember, imajica, imperium, policies, quiz, twing"
ROOT_TYPES = {
    **dict.fromkeys(MODULES.split(", "), ""),
    **dict.fromkeys(("twingkit", "twingkit_widgets"), ""),
    "results": "arena.Results",
    "game": "Game",
    "Game": "",
    "lab": "BattleLab",
    "frame": "pandas.DataFrame",
}
"""What an expression in a sentence begins with: a module or class of the kit, or a variable with its type."""

IMPORTS = "; ".join(
    (
        "import twingkit, twingkit_widgets, twingkit.referee, pandas",
        "from typing import Any",
        f"from twingkit import Game, {MODULES}",
        "from twingkit_widgets import BattleLab",
    )
)

SETTINGS_FILE = "twingkit.toml"
"""The name of a file, and no expression."""

TYPES_BY_DOCUMENT = {"docs/real-table.md": {"table": "twingkit.referee.Referee"}}
"""Further variables of single documents."""

FREE = frozenset({"docs/develop"})
"""Folders that speak of the reader's own game; `tests/whole_kit/test_documents.py` looks their names up."""


def types_of(path: Path) -> dict[str, str]:
    """Return what the expressions of a document may begin with, with their types."""
    return ROOT_TYPES | TYPES_BY_DOCUMENT.get(name_of(path), {})


def expressions(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the expressions in a document's sentences that begin with a name of `types_of`, by line.

    `.losses("attacker")` after `imperium.odds(line).survivors("attacker")` is of the same object. Arguments
    that are left out (`…`) leave only the function.
    """
    types, paragraph, owner = types_of(path), 0, ""
    for span in spans(path):
        if span.paragraph != paragraph:
            paragraph, owner = span.paragraph, ""
        if span.text == SETTINGS_FILE:
            continue
        text = owner + span.text if span.text.startswith(".") else span.text
        text = re.split(r"\(.*…", text)[0]
        try:
            tree = ast.parse(text, mode="eval").body
        except SyntaxError:
            continue
        called = tree.func if isinstance(tree, ast.Call) else tree
        if not isinstance(called, ast.Attribute) or root_of(called) not in types:
            continue
        owner = ast.unparse(called.value)
        yield span.line, text


def root_of(tree: ast.expr) -> str:
    """Return the name that an expression begins with, or ""."""
    while not isinstance(tree, ast.Name):
        inner = getattr(tree, "value", None) or getattr(tree, "func", None)
        if not isinstance(inner, ast.expr):
            return ""
        tree = inner
    return tree.id


def function_of(line: int, texts: list[str], types: Mapping[str, str]) -> str:
    """Return a function, on one line, of these expressions; their other names may be anything."""
    trees = [ast.parse(text, mode="eval") for text in texts]
    bound = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    free = sorted(name for name in bound if types.get(name, "Any"))
    modules = sorted({module for text in texts for module in modules_of(text)})
    imports = "".join(f"import {module}; " for module in modules)
    parameters = ", ".join(f"{name}: {types.get(name, 'Any')}" for name in free)
    return f"def _on_line_{line}({parameters}) -> object: {imports}return [{', '.join(texts)}]"


def modules_of(text: str) -> Iterator[str]:
    """Yield the modules of the kit in a dotted name, such as `twingkit.core.links` in its function."""
    found = re.match(r"(twingkit(?:_widgets)?)((?:\.\w+)+)", text)
    parts = [found[1], *found[2].strip(".").split(".")] if found else []
    for n in range(2, len(parts) + 1):
        path = Path("widgets" if parts[0] == "twingkit_widgets" else "", *parts[:n])
        if (ROOT / path).is_dir() or (ROOT / path).with_suffix(".py").is_file():
            yield ".".join(parts[:n])


def module_of(path: Path) -> str:
    """Return the Python of a document as a module with its line numbers; "" if it has none."""
    lines: dict[int, str] = {}
    for block in blocks(path):
        if block.language != "python":
            continue
        if ">>> " in block.text:
            for example in doctest.DocTestParser().get_examples(block.text):
                begin = block.line + example.lineno
                lines |= dict(enumerate(example.source.splitlines(), begin))
        else:
            lines |= dict(enumerate(block.text.splitlines(), block.line))
    by_line: dict[int, list[str]] = {}
    if not any(name_of(path).startswith(folder) for folder in FREE):
        for line, text in expressions(path):
            by_line.setdefault(line, []).append(text)
    lines |= {line: function_of(line, texts, types_of(path)) for line, texts in by_line.items()}
    if not lines:
        return ""
    lines |= {1: "# mypy: allow-redefinition", 2: IMPORTS}
    return "".join(f"{lines.get(number, '')}\n" for number in range(1, max(lines) + 1))


def module_name_of(path: Path) -> str:
    """Return the name of a document's module, such as `docs_analysts`."""
    return re.sub(r"\W", "_", name_of(path).removesuffix(".md"))


def main() -> int:
    """Run mypy, and return its exit code."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    arguments = [part for name in settings["packages"] for part in ("-p", name)]
    arguments += [part for name in settings["modules"] for part in ("-m", name)]
    with tempfile.TemporaryDirectory() as folder:
        for path in DOCUMENTS:
            if source := module_of(path):
                name = module_name_of(path)
                Path(folder, f"{name}.py").write_text(source, encoding="utf-8")
                arguments += ["-m", name]
        environment = {**os.environ, "MYPYPATH": folder}
        command = [sys.executable, "-m", "mypy", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
