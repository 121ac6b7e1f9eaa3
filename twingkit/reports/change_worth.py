"""The worth of single changes of a battle, in any game: the change of the odds with one item more or less.

A game's own analysis says which changes there are, what forbids one, how odds are solved, and why each change
does what it does: its rows are a subclass of `ChangeWorth`, and `weighed` makes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs

from twingkit.asking import Refusal
from twingkit.messages import Fault
from twingkit.notation import ROLES
from twingkit.odds import Odds
from twingkit.reports.row_table import row_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EQUAL",
    "AnyChange",
    "ChangeWorth",
    "Refused",
    "columns",
    "ranked",
    "weighed",
    "worth_cells",
    "worth_frame",
]

EQUAL = 1e-12
"""Chances that differ by no more are equal: only the computer's rounding tells them apart."""

Refused = Refusal | Fault
"""A reason why a change has no odds: the rule that forbids it, or what cannot be computed."""


def columns(**more: str) -> dict[str, str]:
    """The columns of a table of changes with their types; the further columns `more` of a game come before
    the rules."""
    names = dict.fromkeys(("side", "change", "kind", "label"), "str")
    chances = dict.fromkeys(("win", "tie", "loss", "edge", "win_change", "edge_change"), "float64")
    return {**names, **chances, **more, "rules": "str", "reason": "str", "rank": "int64"}


class AnyChange(Protocol):
    """One item more or less for a side: `token` is its notation, `kind` its kind."""

    @property
    def side(self) -> str:
        """The side it is for: "attacker" or "defender"."""
        ...

    @property
    def token(self) -> str:
        """The name of the change in notation."""
        ...

    @property
    def kind(self) -> str:
        """The kind of the change."""
        ...

    def label(self, lang: str = "en") -> str:
        """The change in words."""
        ...


SomeChange = TypeVar("SomeChange", bound=AnyChange)
SomeBattle = TypeVar("SomeBattle")


@attrs.frozen
class ChangeWorth(ABC, Generic[SomeChange, SomeBattle]):
    """One change and what it does.

    `battle` is what the change makes of the battle. `odds` are the chances of the side whose change it is,
    with the change (None where there are none), and `base` those without it, so that a positive `edge_change`
    is good for this side.
    """

    change: SomeChange
    battle: SomeBattle
    odds: Odds | None
    base: Odds

    @property
    def side(self) -> str:
        """The side that changes: "attacker" or "defender"."""
        return self.change.side

    @property
    def win_change(self) -> float:
        """The difference in the side's chance to win; 0 where there are no odds."""
        return difference(self.odds.win, self.base.win) if self.odds else 0.0

    @property
    def edge_change(self) -> float:
        """The difference in the side's chance to win minus its chance to lose; 0 where there are no odds."""
        return difference(self.odds.edge, self.base.edge) if self.odds else 0.0

    @property
    @abstractmethod
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that cause it, or that forbid it."""

    def label(self, lang: str = "en") -> str:
        """The change in words."""
        return self.change.label(lang)

    @abstractmethod
    def reason(self, lang: str = "en") -> str:
        """The reason why the change has its effect, or none, or is impossible."""

    def more_cells(self) -> Mapping[str, object]:
        """The further columns of this game's table."""
        return {}


def difference(chance: float, other: float) -> float:
    """The difference of two chances: 0 where only the computer's rounding differs."""
    return chance - other if abs(chance - other) > EQUAL else 0.0


Row = TypeVar("Row", bound=ChangeWorth[Any, Any])  # of whatever change to whatever battle


Solvable = TypeVar("Solvable")


def ranked(rows: Iterable[Row]) -> list[Row]:
    """The rows, the one that changes most first, those without odds last."""
    return sorted(
        rows,
        key=lambda row: (
            row.odds is None,
            -round(abs(row.edge_change), 12),
            -round(abs(row.win_change), 12),
        ),
    )


def weighed(
    unchanged: Solvable,
    changes: Iterable[tuple[SomeChange, SomeBattle]],
    judge: Callable[[SomeChange, SomeBattle], Solvable | Refused],
    solve: Callable[[Sequence[Solvable]], Sequence[Odds]],
    row: Callable[[SomeChange, SomeBattle, Solvable | Refused, Odds | None, Odds], Row],
) -> list[Row]:
    """The rows of changes with the battles that they make, in the order of `ranked`.

    `judge` returns what has to be solved for a change, as `unchanged` is for the battle as it is, or what
    forbids the change; `solve` the attacker's odds of all that, in one call. `row` makes the row: of the
    change, its battle, what was judged, and the odds with and without the change as its side sees them.
    """
    judged = [(change, battle, judge(change, battle)) for change, battle in changes]
    allowed = [case for _, _, case in judged if not isinstance(case, Refused)]
    base, *solved = solve([unchanged, *allowed])
    bases, left = {role: base.seen_by(role) for role in ROLES}, iter(solved)
    return ranked(
        row(
            change,
            battle,
            case,
            None if isinstance(case, Refused) else next(left).seen_by(change.side),
            bases[change.side],
        )
        for change, battle, case in judged
    )


AnyWorth = ChangeWorth[Any, Any]  # of whatever change to whatever battle


def worth_frame(
    rows: Sequence[AnyWorth], columns: Mapping[str, str], lang: str, **facts: object
) -> pd.DataFrame:
    """Rows (at least one) as a table with these columns and types; needs pandas.

    `rank` counts from 1. `attrs`: what is `facts`, `lang`, `base` (the attacker's win, tie, loss, edge as it
    is) and `refused`: the rows without odds, each with side, change, kind, label, rule and reason.
    """
    refused = [_refused(row, lang) for row in rows if not row.odds]
    cells, about = worth_cells(rows, lang)
    return row_table(cells, columns, **facts, **about, refused=refused)


def worth_cells(rows: Sequence[AnyWorth], lang: str) -> tuple[list[dict[str, object]], dict[str, object]]:
    """The rows and the `lang` and `base` of `worth_frame`, without pandas."""
    cells = [_cells(rank, row, lang) for rank, row in enumerate((row for row in rows if row.odds), 1)]
    return cells, {"lang": lang, "base": rows[0].base.seen_by(rows[0].side).chances}


def _cells(rank: int, row: AnyWorth, lang: str) -> dict[str, object]:
    assert row.odds is not None
    changed = {"win_change": row.win_change, "edge_change": row.edge_change}
    causes = {"rules": " ".join(row.rules), "reason": row.reason(lang), "rank": rank}
    return {**_named(row, lang), **row.odds.chances, **changed, **row.more_cells(), **causes}


def _refused(row: AnyWorth, lang: str) -> dict[str, str]:
    return {**_named(row, lang), "rule": row.rules[0], "reason": row.reason(lang)}


def _named(row: AnyWorth, lang: str) -> dict[str, str]:
    change = row.change
    return {"side": change.side, "change": change.token, "kind": change.kind, "label": row.label(lang)}
