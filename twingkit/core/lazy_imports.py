"""Objects that are imported on first use: by import path, or as the public names of a package.

Each public name is written once, as an import.

    if TYPE_CHECKING:
        from twingkit.coin.odds import odds as odds

    __all__, __getattr__, __dir__ = lazy_exports(__name__)

The imports under `TYPE_CHECKING` are the table of public names: type checkers, people and `lazy_exports` read
the same lines. `as` with the same name marks a name as public.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

PUBLIC_NAMES_FILE = Path(__file__).with_name("public_names.json")
"""The file with the public names of all packages, for a published site without their sources."""


def load_object(path: str) -> Any:  # any object
    """Return the object at an import path "module:name"; None for ""."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name) if module else None


@cache
def _stored_names() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = (
        json.loads(PUBLIC_NAMES_FILE.read_text(encoding="utf-8")) if PUBLIC_NAMES_FILE.exists() else {}
    )
    return table


def lazy_exports(
    package: str, modules: Iterable[str] = ()
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__all__`, `__getattr__` and `__dir__` that make a package import its public names on first
    use.

    A public name can also be a module: `from twingkit.analyse import charts as charts`. `__dir__`, which is
    used for completion, lists the public names and those `modules` of the package that users import by name.

    >>> from twingkit import charts
    >>> "save_figure" in charts.__all__, charts.save_figure.__module__
    (True, 'twingkit.analyse.charts.saving')
    """
    module = sys.modules[package]
    spec = module.__spec__
    assert spec is not None
    homes = _stored_names().get(package)
    if not homes:
        source = spec.loader.get_source(package)  # type: ignore[union-attr] # sources have such a loader
        homes = module_by_public_name(ast.parse(source))

    def getattr_(name: str) -> object:
        if name not in homes:
            if PathFinder.find_spec(f"{package}.{name}", module.__path__):
                return import_module(f"{package}.{name}")
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = import_module(homes[name])
        value = getattr(home, name) if hasattr(home, name) else import_module(f"{home.__name__}.{name}")
        setattr(module, name, value)
        return value

    return sorted(homes), getattr_, lambda: sorted({*homes, *modules})


def module_by_public_name(source: ast.Module) -> dict[str, str]:
    r"""Return the module that defines each public name of a package, read from the `TYPE_CHECKING` block of
    its parsed source.

    >>> source = "if TYPE_CHECKING:\n    from twingkit.core.play import Game as Game, Roll"
    >>> module_by_public_name(ast.parse(source))
    {'Game': 'twingkit.core.play'}
    """
    tables = [node for node in source.body if isinstance(node, ast.If)]
    return {
        alias.name: node.module
        for table in tables
        if ast.unparse(table.test) == "TYPE_CHECKING"
        for node in table.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if alias.asname == alias.name
    }
