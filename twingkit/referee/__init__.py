"""Records from a real table, with unknown cards, and the referee that checks each typed line.

`twingkit.referee(record)` opens a record in which `?` stands for cards that only their player saw.
"""

from __future__ import annotations

import sys
from types import ModuleType

from twingkit.core.record import SHOWS, UNKNOWN
from twingkit.referee.completer import RepairingCompleter
from twingkit.referee.completion import CompletedRecord
from twingkit.referee.onlooker import onlooker_record
from twingkit.referee.referee import Referee
from twingkit.referee.referee_rules import RefereeRules, referee_rules_for_start
from twingkit.referee.typed_line import TypedLine, parse_typed_record

__all__ = [
    "SHOWS",
    "UNKNOWN",
    "CompletedRecord",
    "Referee",
    "RefereeRules",
    "RepairingCompleter",
    "TypedLine",
    "onlooker_record",
    "parse_typed_record",
    "referee_rules_for_start",
]  # fmt: skip


class _CallablePackage(ModuleType):
    """This package, callable to open a record: `twingkit.referee(record)`."""

    def __call__(self, record: str, *, seed: int = 0) -> Referee:
        """Open a record, with or without unknown cards. Raises `RecordError`."""
        return Referee.from_record(record, seed=seed)


sys.modules[__name__].__class__ = _CallablePackage
