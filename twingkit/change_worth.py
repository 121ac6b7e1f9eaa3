"""What one change of a battle is worth, in any game: how the odds change with one thing more or less.

A game's own analysis says which changes there are and why they do what they do; its rows are `ChangeWorth`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import attrs

from twingkit.notation import ROLES
from twingkit.odds import Odds

if TYPE_CHECKING:
    import pandas as pd

EQUAL = 1e-12
"""Chances that differ by less are equal: only the computer's rounding tells them apart."""

NUMBERS = ("win", "tie", "loss", "edge", "win_change", "edge_change")
"""The columns of a table of changes that hold chances."""


class Change(Protocol):
    """One thing more or less for a side: `token` is it in notation, `kind` what it is."""

    @property
    def side(self) -> str: ...  # noqa: D102
    @property
    def token(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102


@attrs.frozen
class ChangeWorth:
    """One change and what it does: `odds` are the chances of the side whose change it is, `base` those
    without it, so that a positive `edge_change` is good for that side. `odds` is None where there are none."""

    change: Any
    odds: Odds | None = attrs.field(kw_only=True)
    base: Odds = attrs.field(kw_only=True)

    @property
    def side(self) -> str:
        """Whose change it is: "attacker" or "defender"."""
        return str(self.change.side)
