"""One unit more: the chance to win of a side with each further unit of a kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from twingkit.arguments import TEXT, items, takes
from twingkit.arguments.kinds import shown
from twingkit.imperium.analysis.fleet_changes import addable, more_of, read, with_units
from twingkit.imperium.analysis.invasion import odds_of
from twingkit.imperium.analysis.needs import MOST_UNITS
from twingkit.imperium.analysis.worth import idle_unit
from twingkit.imperium.box.units import Unit
from twingkit.imperium.notation.battle_line import ROLES, Battle
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.messages import Fault
from twingkit.notation import Role
from twingkit.reports.explained import explained
from twingkit.reports.row_table import row_table
from twingkit.slices import PATIENCE
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

MORE_COLUMNS = {
    "unit": "str",
    "label": "str",
    "n": "int64",
    "cost": "float64",
    "win": "float64",
    "tie": "float64",
    "loss": "float64",
    "edge": "float64",
    "win_change": "float64",
    "edge_change": "float64",
    "per_resource": "float64",
    "reason": "str",
    "battle": "str",
}
"""The columns of `one_more` with their types."""


@explained
@takes(units=items(TEXT))
def one_more(
    battle: Battle | str,
    side: Role,
    units: Iterable[str] | None = None,
    most: int = 1,
    lang: Lang = "en",
    *,
    variant: Variant | str | None = None,
    budget: float = PATIENCE,
) -> pd.DataFrame:
    """Return how a side's chance to win grows with each further unit: one row for each kind and number added.

    `units` are kinds as in a line; without them all that do something here, each class as the side has it
    (`addable`). Of each kind 1 to `most` are added, alone. `win`, `tie`, `loss` and `edge` are those of the
    side then, `win_change` and `edge_change` what all `n` of them change, `per_resource` the first of these
    for each resource they cost (nan for a PDS, which has no cost),
    `reason` why they change nothing. Rows: the kinds in the order of a line.
    `attrs`: `battle`, `side`, `base` (win, tie, loss, edge of the side as it is).

    `variant` and `budget` (of all rows) as in `odds`. Raises as `cheapest` does and `SlowError`, but units
    without cost are allowed.

    >>> frame = one_more("space: 2 cruiser vs 1 dreadnought 2 fighter", "attacker", ["cruiser", "fighter"])
    >>> print(frame[["unit", "win", "win_change", "per_resource"]].round(3).to_string(index=False))
       unit   win  win_change  per_resource
    cruiser 0.257       0.220         0.110
    fighter 0.205       0.168         0.336
    """

    start, index = read(battle, side, variant)
    kinds = _more_kinds(units, start, index)
    if type(most) is not int or not 1 <= most <= MOST_UNITS:
        raise Fault("needs_most", rulebook(), token=shown(most), n=MOST_UNITS)
    own = start.sides[index]
    steps = [
        (kind, n)
        for kind in kinds
        for n in range(1, most + 1)
        if own.count(kind.name) + n <= (1 if kind.unit_class == "flagship" else MOST_UNITS)
    ]
    battles = [with_units(start, index, more_of(own, kind.name, n)) for kind, n in steps]
    base, *changed_odds = (
        odds if index == 0 else odds.flipped() for odds in odds_of([start, *battles], budget)
    )
    rows = []
    for (kind, n), changed, odds in zip(steps, battles, changed_odds, strict=True):
        change = odds.win - base.win
        rows.append(
            {
                "unit": kind.name,
                "label": kind.label(rulebook().words, lang, "many" if n > 1 else ""),
                "n": n,
                "cost": n * kind.cost,
                **odds.chances,
                "win_change": change,
                "edge_change": odds.edge - base.edge,
                "per_resource": change / (n * kind.cost) if kind.cost else float("nan"),
                "reason": "" if change or odds.edge != base.edge else idle_unit(start, index, kind, lang),
                "battle": str(changed),
            }
        )
    facts = {"battle": str(start), "side": side, "base": base.chances, "lang": lang}
    return row_table(rows, MORE_COLUMNS, **facts, **start.conditions)


def _more_kinds(units: Iterable[str] | None, battle: Battle, index: int) -> list[Unit]:
    kinds = []
    for name in addable(battle, index) if units is None else units:
        kind = battle.sides[index].find_unit(str(name))
        if kind is None:
            raise Fault("needs_unit", rulebook(), token=shown(name), side=ROLES[index])
        kinds.append(kind)
    return kinds
