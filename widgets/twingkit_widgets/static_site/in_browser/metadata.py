"""A stand-in for `importlib.metadata` on a published site: its games were found when it was published."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple


class PackageNotFoundError(ModuleNotFoundError):
    """There is no such package."""


class EntryPoint(NamedTuple):
    """A name, and the import path "module:attribute" of what it means."""

    name: str
    value: str
    group: str

    def load(self) -> object:
        """The object at the import path."""
        module, _, attribute = self.value.partition(":")
        return getattr(import_module(module), attribute)


POINTS: dict[str, Sequence[tuple[str, str]]] = {}
"""Name and import path of every entry point, by group."""


def entry_points(*, group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, as they were when the site was published."""
    return tuple(EntryPoint(name, value, group) for name, value in POINTS.get(group, ()))


def version(name: str) -> str:
    """No package is installed by name: `PackageNotFoundError`."""
    raise PackageNotFoundError(name)
