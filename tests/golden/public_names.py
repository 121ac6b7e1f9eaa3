"""Golden public names: what people may import, from where, and how it is called.

`python tests/golden/public_names.py` writes the table anew. A name is public if a module of the kit lists it
in `__all__`, or if the README, the docs, CONTRIBUTING or a notebook imports or names it. A line is the path
of a module alone, or a module, a name, its kind and its parameters.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).parent / "public_names.txt"
PACKAGES = ("twingkit", "twingkit_widgets")
PLAIN = re.compile(r"^\s*(?:>>> |\.\.\. )?((?:from|import) twingkit.*)$", re.MULTILINE)


def _sources(package: ModuleType) -> Iterator[tuple[str, str]]:
    """The modules of a package without itself, each with its source."""
    top = Path(str(package.__file__)).parent
    for path in top.rglob("*.py"):
        inner = path.parent if path.name == "__init__.py" else path.with_suffix("")
        if inner != top:
            yield (
                ".".join((package.__name__, *inner.relative_to(top).parts)),
                path.read_text(encoding="utf-8"),
            )


def modules(*tops: ModuleType) -> Iterator[str]:
    """Every module of some packages that lists its names itself; of all of the kit if none is given."""
    for top in tops or map(import_module, PACKAGES):
        yield top.__name__
        named = sorted(name for name, source in _sources(top) if "__all__" in source)
        yield from (name for name in named if hasattr(import_module(name), "__all__"))


DOTTED = re.compile(r"(?<![/\w.])(twingkit(?:_widgets)?(?:\.[A-Za-z_]\w*)+)")


def pages() -> Iterator[str]:
    """The pages of text."""
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))):
        yield path.read_text(encoding="utf-8")


def texts() -> Iterator[str]:
    """The sources that people read: every code cell of a notebook, and every page of text."""
    for page in pages():
        for each in PLAIN.finditer(page):
            yield each.group(1)
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                if cell["cell_type"] == "code":
                    yield "".join(cell["source"])


def imported() -> Iterator[tuple[str, str]]:
    """What these sources import: a module, and a name in it ("" for the module itself)."""
    for text in texts():
        try:
            tree = ast.parse(text)
        except SyntaxError:  # prose, or a line of a notebook's own
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
                yield node.module, ""
                yield from ((node.module, alias.name) for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from ((alias.name, "") for alias in node.names if alias.name.split(".")[0] in PACKAGES)


def mentioned() -> Iterator[tuple[str, str]]:
    """What the pages of text call by its whole name, as `twingkit.links.to_link`, if that is there."""
    for dotted in sorted({each.group(1) for page in pages() for each in DOTTED.finditer(page)}):
        module, _, name = dotted.rpartition(".")
        try:
            whole = isinstance(found(module, name), ModuleType)
        except ImportError:  # a file's name, say
            continue
        yield from [(dotted, "")] if whole else [(module, ""), (module, name)]


def found(module: str, name: str = "") -> Any:
    """The value of a public name, imported as people do."""
    home = import_module(module)
    if not name:
        return home
    if hasattr(home, name):
        return getattr(home, name)
    return import_module(f"{module}.{name}")


def kind(value: Any) -> str:
    """What a public name is."""
    if isinstance(value, ModuleType):
        return "module"
    return "class" if isinstance(value, type) else "function" if callable(value) else "value"


def parameters(value: Any) -> list[str]:
    """How a function or class is called: its parameters, with `=` where one may be left out."""
    if isinstance(value, ModuleType) or not callable(value):
        return []
    try:
        given = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):  # a type alias, or a class made elsewhere
        return []
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    out: list[str] = []
    keywords = False
    for each in given:
        if each.kind == inspect.Parameter.KEYWORD_ONLY and not keywords:
            out.append("/*")
        keywords = keywords or each.kind in (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_POSITIONAL)
        default = "=" if each.default is not inspect.Parameter.empty else ""
        out.append(f"{stars.get(each.kind, '')}{each.name}{default}")
    return out


def line(module: str, name: str) -> str:
    """The line of a public name as it is now."""
    if not name:
        return module
    value = found(module, name)
    return " ".join([module, name, kind(value), *parameters(value)])


def lines() -> list[str]:
    """All lines as they are now."""
    listed = [(module, name) for module in modules() for name in import_module(module).__all__]
    paths = [(module, "") for module, _ in listed]
    return [line(*each) for each in sorted({*listed, *paths, *imported(), *mentioned()})]


def main() -> None:
    """Write the table of public names."""
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    print(f"{len(lines())} lines")


if __name__ == "__main__":
    main()
