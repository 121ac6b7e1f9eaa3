"""The worth of single changes to a battle, in any game: how the odds change with one item more or less.

A game's own analysis lists the possible changes, says what forbids one, solves the odds, and explains the
effect of each change: its rows are a subclass of `ChangeWorth`, and `rate_changes` makes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import nan
from typing import Any, Generic, Protocol, TypeVar

import attrs

from twingkit.core.blanks import with_plain_blanks
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.odds import Odds

ROUNDING_TOLERANCE = 1e-12
"""The difference up to which two probabilities count as equal."""

RefusalOrFault = Refusal | Fault
"""The reason why a change has no odds: the rule that forbids it, or a fault in computing them."""


CHANCES = ("win_before", "edge_before", "win", "tie", "loss", "edge", "win_change", "edge_change")
"""The columns of probabilities: without the change, with it, and the differences."""


def worth_column_types(**more: str) -> dict[str, str]:
    """Return the columns of a table of changes with their types; a game's additional columns `more` come
    before the column `rules`.
    """
    names = dict.fromkeys(("position", "side", "change", "kind", "label", "changed_position"), "str")
    chances = dict.fromkeys(CHANCES, "float64")
    return {**names, **chances, **more, "rules": "object", "reason": "str", "refused": "str", "rank": "int64"}


class AnyItemChange(Protocol):
    """A change of one item for a side: `token` is its notation, `kind` its kind."""

    @property
    def side(self) -> str:
        """The side that changes: "attacker" or "defender"."""
        ...

    @property
    def token(self) -> str:
        """The change in notation."""
        ...

    @property
    def kind(self) -> str:
        """The kind of the change."""
        ...

    def label(self) -> str:
        """Return the change in words."""
        ...


SomeChange = TypeVar("SomeChange", bound=AnyItemChange)
SomeBattle = TypeVar("SomeBattle")


@attrs.frozen
class ChangeWorth(ABC, Generic[SomeChange, SomeBattle]):
    """One change to a battle and its effect on the odds.

    `original_battle` is the battle without the change, `changed_battle` the one with it. `odds` are the odds
    with the change from the point of view of the side that changes (None if there are none), and
    `odds_before` those without it, so that a positive `edge_change` is good for this side.
    """

    change: SomeChange
    original_battle: SomeBattle
    changed_battle: SomeBattle
    odds: Odds | None
    odds_before: Odds

    @property
    def side(self) -> str:
        """The side that changes: "attacker" or "defender"."""
        return self.change.side

    @property
    def win_change(self) -> float:
        """The difference in the side's probability to win; NaN without odds."""
        return chance_difference(self.odds.win, self.odds_before.win) if self.odds else nan

    @property
    def edge_change(self) -> float:
        """The difference in the side's probability to win minus its probability to lose; NaN without odds."""
        return chance_difference(self.odds.edge, self.odds_before.edge) if self.odds else nan

    @property
    @abstractmethod
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that cause the effect, or that forbid the change."""

    def label(self) -> str:
        """Return the change in words."""
        return self.change.label()

    @abstractmethod
    def reason(self) -> str:
        """Return the explanation of the change's effect, of its lack of effect, or of its impossibility."""

    def extra_cells(self) -> Mapping[str, object]:
        """Return the values of the additional columns that this game has in the table."""
        return {}


def chance_difference(chance: float, other: float) -> float:
    """Return the difference of two probabilities; 0 if they differ only by rounding errors."""
    return chance - other if abs(chance - other) > ROUNDING_TOLERANCE else 0.0


Row = TypeVar("Row", bound=ChangeWorth[Any, Any])  # any change to any battle


Solvable = TypeVar("Solvable")


def sort_by_effect_size(rows: Iterable[Row]) -> list[Row]:
    """Return the rows sorted by the size of their effect, good or bad, the largest first; those without odds
    last.
    """
    return sorted(
        rows,
        key=lambda row: (
            (-round(abs(row.edge_change), 12), -round(abs(row.win_change), 12)) if row.odds else (1.0, 1.0)
        ),
    )


class RefusedChangeFault(Fault):
    """The error for a valid change (such as adding a card) that one side of a battle cannot have.

    `kind` and `label` describe the change, `rules` are the ids of the rules that forbid it.
    """

    kind = ""
    label = ""
    rules: Sequence[str] = ()


RefusedCells = dict[str, object]
"""The cells of a row without numbers: the change, and in `refused` the reason."""


def parse_changes(
    texts: Iterable[str],
    battles: Sequence[SomeBattle],
    sides: Sequence[str],
    parse: Callable[[str, str, SomeBattle], SomeChange],
) -> tuple[list[list[SomeChange]], list[list[RefusedCells]]]:
    """Parse each text as a change for every side of every battle. Return the changes of each battle, and rows
    for those that a side cannot have.

    `parse` turns a text into the change of a side in a line. It raises `RefusedChangeFault` if that side
    cannot have it, another `Fault` if the text is no change. Returns for each line its changes, and the rows
    of those that a side cannot have, for `worth_frame`.
    """
    found: list[list[SomeChange]] = [[] for _ in battles]
    refused: list[list[RefusedCells]] = [[] for _ in battles]
    for text in dict.fromkeys(map(with_plain_blanks, texts)):
        for line, changes, rows in zip(battles, found, refused, strict=True):
            for side in sides:
                try:
                    changes.append(parse(text, side, line))
                except RefusedChangeFault as fault:
                    named = {"side": side, "change": text, "kind": fault.kind, "label": fault.label or text}
                    rows.append(_refused_cells(line, named, fault.rules, fault.text()))
    return found, refused


def _refused_cells(line: object, named: Mapping[str, str], rules: Iterable[str], why: str) -> RefusedCells:
    lacking: RefusedCells = {"changed_position": "", **dict.fromkeys(CHANCES, nan)}
    return {"position": str(line), **named, **lacking, "rules": list(rules), "reason": "", "refused": why}


def rate_changes(
    unchanged: Sequence[Solvable],
    changes: Sequence[Iterable[tuple[SomeChange, SomeBattle]]],
    problem_or_refusal: Callable[[int, SomeChange, SomeBattle], Solvable | RefusalOrFault],
    solve: Callable[[Sequence[Solvable]], Sequence[Odds]],
    make_row: Callable[[int, SomeChange, SomeBattle, Solvable | RefusalOrFault, Odds | None, Odds], Row],
) -> list[list[Row]]:
    """Compute how each change to a battle affects its odds. Return one list of rows for each battle, the
    largest effects first.

    `problem_or_refusal` receives the index of the line, the change and its battle. It returns the problem to
    solve (like those in `unchanged`, one for each line without a change), or the reason why the change is not
    possible. `solve` returns the attacker's odds of all problems in one call. `make_row` makes a row from the
    index, the change, its battle, the result of `problem_or_refusal`, and the odds with and without the
    change from the side's point of view.
    """
    judged = [
        [(change, battle, problem_or_refusal(place, change, battle)) for change, battle in pairs]
        for place, pairs in enumerate(changes)
    ]
    allowed = [case for cases in judged for _, _, case in cases if not isinstance(case, RefusalOrFault)]
    solved = iter(solve([*unchanged, *allowed]))
    bases = [next(solved) for _ in unchanged]
    return [
        sort_by_effect_size(
            make_row(
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


AnyWorth = ChangeWorth[Any, Any]  # any change to any battle


def worth_frame(
    tables: Sequence[Sequence[AnyWorth]],
    columns: Mapping[str, str],
    refused: Sequence[Sequence[RefusedCells]] | None = None,
    **facts: object,
) -> DataFrame:
    """Return the rated changes of all battles as one DataFrame with these columns and types; needs pandas.

    With `refused` (for each line, from `parse_changes`) a line ends with its changes without odds, each with
    a sentence in the column `refused`; otherwise these are left out. `rank` counts from 1 in each line.
    `attrs`: the `facts`, `lang`, and for a single line with rows `base` (the attacker's win, tie, loss and
    edge without a change).
    """
    cells: list[dict[str, object]] = []
    for place, table in enumerate(tables):
        for rank, row in enumerate((row for row in table if row.odds), 1):
            cells.append(
                {
                    "position": str(row.original_battle),
                    "changed_position": str(row.changed_battle),
                    "win_before": row.odds_before.win,
                    "edge_before": row.odds_before.edge,
                    **_cells(rank, row),
                }
            )
        if refused is not None:
            forbidden = [
                _refused_cells(row.original_battle, _named(row), row.rules, row.reason())
                for row in table
                if not row.odds
            ]
            first = 1 + len(table) - len(forbidden)
            empty = {name: nan if kind == "float64" else "" for name, kind in columns.items()}
            for rank, without in enumerate([*forbidden, *refused[place]], first):
                cells.append({**empty, **without, "rank": rank})
    single = len(tables) == 1 and tables[0]
    about = worth_figure_rows(tables[0])[1] if single else {"lang": language()}
    return frame_from_rows(cells, columns, **facts, **about)


def worth_figure_rows(rows: Sequence[AnyWorth]) -> tuple[list[dict[str, object]], dict[str, object]]:
    """Return the rated changes of one battle (at least one) as rows for a figure, with the `attrs` `lang` and
    `base`; works without pandas.
    """
    cells = [_cells(rank, row) for rank, row in enumerate((row for row in rows if row.odds), 1)]
    return cells, {"lang": language(), "base": rows[0].odds_before.for_side(rows[0].side).chances}


def _cells(rank: int, row: AnyWorth) -> dict[str, object]:
    assert row.odds is not None
    changed = {"win_change": row.win_change, "edge_change": row.edge_change}
    causes = {"rules": list(row.rules), "reason": row.reason(), "refused": "", "rank": rank}
    return {**_named(row), **row.odds.chances, **changed, **row.extra_cells(), **causes}


def _named(row: AnyWorth) -> dict[str, str]:
    change = row.change
    return {"side": change.side, "change": change.token, "kind": change.kind, "label": row.label()}
