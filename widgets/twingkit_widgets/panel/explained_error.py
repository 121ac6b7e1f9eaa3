"""Errors that can explain themselves to a person."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class ExplainedError(Protocol):
    """An error that can explain itself to a person."""

    def text(self, lang: str | None = None) -> str:
        """Return the explanation in `lang`."""
        ...


def is_explained(error: Exception) -> bool:
    """True if an error, or each of its `problems`, can explain itself."""
    return isinstance(error, ExplainedError) or bool(getattr(error, "problems", ()))
