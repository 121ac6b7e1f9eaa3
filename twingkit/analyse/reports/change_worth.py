"""The worth of single changes of a battle, in any game: the change of the odds with one item more or less.

A game's own analysis says which changes there are, what forbids one, how odds are solved, and why each change
does what it does: its rows are a subclass of `ChangeWorth`, and `weigh_changes` makes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs

from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.tables.row_table import row_table
from twingkit.odds.odds import Odds

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "EQUAL",
    "AnyChange",
    "ChangeWorth",
    "RefusalOrFault",
    "changes_of",
    "columns",
    "rank_changes",
    "weigh_changes",
    "worth_cells",
    "worth_frame",
]

EQUAL = 1e-12
"""Chances that differ by no more are equal: only the computer's rounding tells them apart."""

RefusalOrFault = Refusal | Fault
"""A reason why a change has no odds: the rule that forbids it, or what cannot be computed."""


CHANCES = ("win_before", "edge_before", "win", "tie", "loss", "edge", "win_change", "edge_change")
"""The columns of chances: without the change, with it, and the differences."""


def columns(**more: str) -> dict[str, str]:
    """The columns of a table of changes with their types; the further columns `more` of a game come before
    the rules."""
    names = dict.fromkeys(("line", "side", "change", "kind", "label", "battle"), "str")
    chances = dict.fromkeys(CHANCES, "float64")
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

    def label(self) -> str:
        """The change in words."""
        ...


SomeChange = TypeVar("SomeChange", bound=AnyChange)
SomeBattle = TypeVar("SomeBattle")


@attrs.frozen
class ChangeWorth(ABC, Generic[SomeChange, SomeBattle]):
    """One change and what it does.

    `line` is the battle as it is, `battle` what the change makes of it. `odds` are the chances of the side
    whose change it is, with the change (None where there are none), and `base` those without it, so that a
    positive `edge_change` is good for this side.
    """

    change: SomeChange
    line: SomeBattle
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

    def label(self) -> str:
        """The change in words."""
        return self.change.label()

    @abstractmethod
    def reason(self) -> str:
        """The reason why the change has its effect, or none, or is impossible."""

    def extra_cells(self) -> Mapping[str, object]:
        """The further columns of this game's table."""
        return {}


def difference(chance: float, other: float) -> float:
    """The difference of two chances: 0 where only the computer's rounding differs."""
    return chance - other if abs(chance - other) > EQUAL else 0.0


Row = TypeVar("Row", bound=ChangeWorth[Any, Any])  # of whatever change to whatever battle


Solvable = TypeVar("Solvable")


def rank_changes(rows: Iterable[Row]) -> list[Row]:
    """The rows, the one that changes most first, those without odds last."""
    return sorted(
        rows,
        key=lambda row: (
            row.odds is None,
            -round(abs(row.edge_change), 12),
            -round(abs(row.win_change), 12),
        ),
    )


def changes_of(
    texts: Iterable[str],
    lines: Sequence[SomeBattle],
    sides: Sequence[str],
    parse: Callable[[str, str, SomeBattle], SomeChange],
) -> list[list[SomeChange]]:
    """The changes of each line that these texts name, for each of the sides that can have them.

    `parse` makes a text the change of a side of a line, or raises `Fault` where that side cannot have it. A
    text that no side of any line can have raises the first of these faults.
    """
    found: list[list[SomeChange]] = [[] for _ in lines]
    for text in dict.fromkeys(texts):
        faults = []
        for line, changes in zip(lines, found, strict=True):
            for side in sides:
                try:
                    changes.append(parse(text, side, line))
                except Fault as fault:
                    faults.append(fault)
        if len(faults) == len(lines) * len(sides) > 0:
            raise faults[0]
    return found


def weigh_changes(
    unchanged: Sequence[Solvable],
    changes: Sequence[Iterable[tuple[SomeChange, SomeBattle]]],
    judge: Callable[[int, SomeChange, SomeBattle], Solvable | RefusalOrFault],
    solve: Callable[[Sequence[Solvable]], Sequence[Odds]],
    row: Callable[[int, SomeChange, SomeBattle, Solvable | RefusalOrFault, Odds | None, Odds], Row],
) -> list[list[Row]]:
    """The rows of each line's changes with the battles that they make, each list in the order of
    `rank_changes`.

    `judge` gets the place of the line, the change and its battle. It returns what has to be solved for it, as
    `unchanged` is for each line as it is, or what forbids the change; `solve` the attacker's odds of all
    that, in one call. `row` makes the row: of the place, the change, its battle, what was judged, and the
    odds with and without the change as its side sees them.
    """
    judged = [
        [(change, battle, judge(place, change, battle)) for change, battle in pairs]
        for place, pairs in enumerate(changes)
    ]
    allowed = [case for cases in judged for _, _, case in cases if not isinstance(case, RefusalOrFault)]
    solved = iter(solve([*unchanged, *allowed]))
    bases = [next(solved) for _ in unchanged]
    return [
        rank_changes(
            row(
                place,
                change,
                battle,
                case,
                None if isinstance(case, RefusalOrFault) else next(solved).for_side(change.side),
                bases[place].for_side(change.side),
            )
            for change, battle, case in cases
        )
        for place, cases in enumerate(judged)
    ]


AnyWorth = ChangeWorth[Any, Any]  # of whatever change to whatever battle


def worth_frame(
    tables: Sequence[Sequence[AnyWorth]], columns: Mapping[str, str], **facts: object
) -> pd.DataFrame:
    """The rows of each line as one table with these columns and types; needs pandas.

    `rank` counts from 1 in each line. `attrs`: what is `facts`, `lang`, of a single line `base` (the
    attacker's win, tie, loss, edge as it is), and `refused`: the rows without odds, each with line, side,
    change, kind, label, rule and reason.
    """
    rows = [row for table in tables for row in table]
    refused = [{"line": str(row.line)} | _refused(row) for row in rows if not row.odds]
    cells = []
    for table in tables:
        for rank, row in enumerate((row for row in table if row.odds), 1):
            named = _cells(rank, row)
            cells.append(
                {
                    "line": str(row.line),
                    "battle": str(row.battle),
                    "win_before": row.base.win,
                    "edge_before": row.base.edge,
                    **named,
                }
            )
    about = worth_cells(tables[0])[1] if len(tables) == 1 else {"lang": language()}
    return row_table(cells, columns, **facts, **about, refused=refused)


def worth_cells(rows: Sequence[AnyWorth]) -> tuple[list[dict[str, object]], dict[str, object]]:
    """The rows of a line (at least one) as a figure draws them, and `lang` and `base` of `worth_frame`;
    without pandas."""
    cells = [_cells(rank, row) for rank, row in enumerate((row for row in rows if row.odds), 1)]
    return cells, {"lang": language(), "base": rows[0].base.for_side(rows[0].side).chances}


def _cells(rank: int, row: AnyWorth) -> dict[str, object]:
    assert row.odds is not None
    changed = {"win_change": row.win_change, "edge_change": row.edge_change}
    causes = {"rules": " ".join(row.rules), "reason": row.reason(), "rank": rank}
    return {**_named(row), **row.odds.chances, **changed, **row.extra_cells(), **causes}


def _refused(row: AnyWorth) -> dict[str, str]:
    return {**_named(row), "rule": row.rules[0], "reason": row.reason()}


def _named(row: AnyWorth) -> dict[str, str]:
    change = row.change
    return {"side": change.side, "change": change.token, "kind": change.kind, "label": row.label()}
