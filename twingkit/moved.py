"""Old names of modules: each still imports, for one version, with a warning that names the new home.

What moved is listed in `moved.toml`, beside this file and in the package of each game: the old module, and
the modules that have its names now. `import twingkit` makes it work; new code does not use it.
"""

from __future__ import annotations

import sys
import tomllib
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

FILE = "moved.toml"
"""The list of a package and of each package in it."""


@cache
def moved(root: str) -> dict[str, tuple[str, ...]]:
    """The old modules of a top-level package, and where their names are now.

    >>> moved("twingkit")["twingkit.runs"]
    ('twingkit.arena.runs',)
    """
    folder = Path(str(sys.modules[root].__file__)).parent
    table: dict[str, tuple[str, ...]] = {}
    for path in (folder / FILE, *sorted(folder.glob(f"*/{FILE}"))):
        if path.exists():
            lists = tomllib.loads(path.read_text(encoding="utf-8"))
            table |= {old: tuple(homes.split()) for old, homes in lists["moved"].items()}
    return table


def old_names(module: str) -> Callable[[str], Any]:
    """The `__getattr__` of a package that has taken the name of an old module.

    It finds the old module's names in their new homes, with a warning; `AttributeError` for all others.
    """

    def find(name: str) -> Any:
        homes = moved(module.partition(".")[0]).get(module, ())
        for home in homes if not name.startswith("__") else ():
            target = import_module(home)
            if hasattr(target, name):
                warnings.warn(f"{module}.{name} is now {home}.{name}", DeprecationWarning, stacklevel=2)
                return getattr(target, name)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return find


def older_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a module in which some names (old: new) are called otherwise now."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(f"{module}.{name} is now {names[name]}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], names[name])

    return find


class _Finder(MetaPathFinder, Loader):
    """Finds modules under their old names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The way to load an old name; None for every other module."""
        root = fullname.partition(".")[0]
        listed = root in ROOTS and root in sys.modules and fullname in moved(root)
        return ModuleSpec(fullname, self) if listed else None

    def exec_module(self, module: ModuleType) -> None:
        """Make an old module of the names that its new homes have, with a warning."""
        name = module.__name__
        homes = moved(name.partition(".")[0])[name]
        warnings.warn(f"{name} is now {' and '.join(homes)}", DeprecationWarning, stacklevel=2)
        module.__doc__ = f"Moved to {' and '.join(homes)}."
        module.__dict__["__getattr__"] = old_names(name)


ROOTS = ("twingkit", "twingkit_widgets")
"""The packages whose old names are kept."""


def keep_old_names() -> None:
    """Let old names of modules be imported from now on."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
