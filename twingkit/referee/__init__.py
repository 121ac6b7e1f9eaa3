"""Records from a real table, with unknown cards, and the referee that checks each typed line.

`twingkit.referee(record)` opens a record in which `?` stands for cards that only their player saw.
"""

from __future__ import annotations

import sys
from types import ModuleType

from twingkit.referee.completer import Completer
from twingkit.referee.completion import Completion
from twingkit.referee.referee import Referee, hidden_record
from twingkit.referee.table_rules import TableRules, table_rules
from twingkit.referee.typed import SHOWS, UNKNOWN, Typed, read_typed

__all__ = [
    "SHOWS", "UNKNOWN", "Completer", "Completion", "Referee", "TableRules", "Typed", "hidden_record",
    "read_typed", "table_rules",
]  # fmt: skip


class _CallablePackage(ModuleType):
    """This package, callable to open a record: `twingkit.referee(record)`."""

    def __call__(self, record: str, *, seed: int = 0) -> Referee:
        """Open a record, with or without unknown cards. Raises `RecordError`."""
        return Referee.opened(record, seed=seed)


sys.modules[__name__].__class__ = _CallablePackage
