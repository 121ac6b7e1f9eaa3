"""The base class of the kit's errors, and which errors can explain themselves to a person."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


class KitError(Exception):
    """An error that survives pickling and copying, whatever arguments its class takes.

    Python unpickles an exception by calling its class with `args`. That fails for a class with other
    parameters, and a process that waits for the result then hangs.
    """

    def __eq__(self, other: object) -> bool:
        """True for an error of the same class with the same text."""
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __reduce__(self) -> tuple[Any, ...]:  # the type that pickle declares
        return _create_without_init, (type(self), self.args), vars(self)


def _create_without_init(kind: type[KitError], args: tuple[object, ...]) -> KitError:
    """Create an error without calling `__init__`; pickle restores its attributes afterwards."""
    return kind.__new__(kind, *args)


@runtime_checkable
class ExplainedError(Protocol):
    """The interface of errors that explain themselves to users in English or German, by `text(lang)`."""

    def text(self, lang: str | None = None) -> str:
        """Return the explanation in `lang`."""
        ...


def is_explained(error: Exception) -> bool:
    """True if an error can explain itself (`ExplainedError`) or has a list of `problems`."""
    return isinstance(error, ExplainedError) or bool(getattr(error, "problems", ()))
