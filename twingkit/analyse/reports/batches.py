"""Batches of battles in any game, with one error for all faults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.questions import one_line_excerpt

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

MAX_LISTED = 20
"""The number of faults listed in the text of a `BatchError`; `.faults` holds all of them."""


@attrs.frozen
class BadBattle:
    """An entry of a batch that has no odds: its `index` (from 0), the entry as text, and the error."""

    index: int
    entry_text: str
    error: Fault | NotationError | IllegalBattleError

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a sentence about the battle and its fault."""
        line = one_line_excerpt(self.entry_text, 120)
        return message("batch.fault", n=self.index + 1, line=line, why=self.reason_line())

    def reason_line(self) -> str:
        """Return why the battle has no odds, in one line."""
        return self.error.text().replace("\n", " ")


class BatchError(Fault):
    """Some battles of a batch have no odds: `.faults` lists each with its place and reason.

    >>> from twingkit import twing
    >>> twing.odds_many(["F: F5 vs W: W6", "F: F5 vs"])
    Traceback (most recent call last):
    ...
    twingkit.analyse.reports.batches.BatchError: 1 of 2 battles have no odds:
    battle 2, F: F5 vs: The attacker’s side, character 6: found a space, expected ' vs ' and the ...
    """

    def __init__(self, faults: Sequence[BadBattle], count: int) -> None:
        super().__init__("batch.faults", bad=len(faults), count=count)
        self.faults = list(faults)

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the number of bad battles, and the faults of the first `MAX_LISTED`, one per line."""
        lines = [super().text(), *(fault.text() for fault in self.faults[:MAX_LISTED])]
        if len(self.faults) > MAX_LISTED:
            lines.append(message("batch.more", n=len(self.faults) - MAX_LISTED))
        return "\n".join(lines)


def odds_frame(
    positions: Sequence[str],
    columns: Mapping[str, NDArray[np.float64]],
    zero_chance_reasons: Iterable[str],
    faults: Sequence[BadBattle],
    index: pd.Index[Any] | None,
) -> pd.DataFrame:
    """Return a table of odds with one row for each battle: its position, its odds, why a chance is 0, and why
    it has no odds ("" otherwise).

    It is built at once, because adding a column takes longer than the odds of many rows.
    """
    import pandas as pd

    refused = [""] * len(positions)
    for fault in faults:
        refused[fault.index] = fault.reason_line()
    texts = (positions, zero_chance_reasons, refused)
    position, reason, refusal = (pd.array(list(column), dtype="str") for column in texts)
    return pd.DataFrame({"position": position, **columns, "reason": reason, "refused": refusal}, index=index)
