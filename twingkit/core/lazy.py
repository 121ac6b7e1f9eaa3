"""Public names that a package imports on first use; each is written once, as an import.

    if TYPE_CHECKING:
        from twingkit.coin.odds import odds as odds
    else:
        __all__, __getattr__, __dir__ = public_names(__name__)

The imports under `TYPE_CHECKING` are the table of names: type checkers, people and `public_names` read the
same lines. `as` with the same name marks a name as public. A type checker ignores the `else` branch: for it,
a name that is not in the table does not exist.
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

NAMES_FILE = Path(__file__).with_name("public_names.json")
"""The file with the public names of all packages, for places without their sources (a published site)."""


@cache
def _stored_names() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = (
        json.loads(NAMES_FILE.read_text(encoding="utf-8")) if NAMES_FILE.exists() else {}
    )
    return table


def public_names(
    package: str, modules: Iterable[str] = ()
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__all__`, `__getattr__` and `__dir__` of the package whose source is running.

    A public name can also be a module: `from twingkit.analyse import charts as charts`. `__dir__`, which is
    used for completion, lists the public names and those `modules` of the package that users import by name.

    >>> from twingkit import charts
    >>> "save" in charts.__all__, charts.save.__module__
    (True, 'twingkit.analyse.charts.saving')
    """
    module = sys.modules[package]
    spec = module.__spec__
    assert spec is not None
    homes = _stored_names().get(package)
    if not homes:
        source = spec.loader.get_source(package)  # type: ignore[union-attr] # sources have such a loader
        homes = names_of(ast.parse(source))

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


def names_of(source: ast.Module) -> dict[str, str]:
    r"""Read the public names of a package from its source, each with the module it is imported from.

    >>> names_of(ast.parse("if TYPE_CHECKING:\n    from twingkit.core.play import Game as Game, Roll"))
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
