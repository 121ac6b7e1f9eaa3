"""A stand-in for `importlib.metadata` on a published site, with the games that were found when it was
published.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple


class PackageNotFoundError(ModuleNotFoundError):
    """The error that there is no package with the requested name."""


class EntryPoint(NamedTuple):
    """An entry point: a name, and the import path "module:attribute" of its object."""

    name: str
    value: str
    group: str

    def load(self) -> object:
        """Return the object at the import path."""
        module, _, attribute = self.value.partition(":")
        return getattr(import_module(module), attribute)


POINTS: dict[str, Sequence[tuple[str, str]]] = {}
"""The name and import path of every entry point, by group."""


def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, as they were when the site was published."""
    return tuple(EntryPoint(name, value, group) for name, value in POINTS.get(group, ()))


def version(name: str) -> str:
    """Raise `PackageNotFoundError` for any name, since the browser has no installed packages with a
    version.
    """
    raise PackageNotFoundError(name)
