"""The base of the kit's errors, which other processes get as they are."""

from __future__ import annotations

from typing import Any


class KitError(Exception):
    """An error whose copies and pickles are as it is, whatever it is made from.

    Python makes a pickled error anew from its `args`: one that is made from something else would be lost on
    the way back from a process.
    """

    def __eq__(self, other: object) -> bool:
        """True for an error of the same class that says the same."""
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __reduce__(self) -> tuple[Any, ...]:  # as pickle has it
        return _as_it_was, (type(self), self.args), vars(self)


def _as_it_was(kind: type[KitError], args: tuple[object, ...]) -> KitError:
    """An error of this class, not begun: what it holds comes after."""
    return kind.__new__(kind, *args)
