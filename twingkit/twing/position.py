"""A typed position: a table as it stands now, to play on from."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.twing.table import TwingTable


@attrs.frozen
class Position:
    """A table as lines of text: one for each player, one for the rest."""

    @classmethod
    def read(cls, lines: Sequence[str], players: int) -> Position:
        """The position that lines describe."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The lines."""
        raise NotImplementedError

    def lay_out(self, table: TwingTable) -> None:
        """Put everything on the table."""
        raise NotImplementedError
