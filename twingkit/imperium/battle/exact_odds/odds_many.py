"""The exact odds of many fleet battles as a table, with one error for all bad lines.

`odds_many` is `odds` for a whole column of battles, equal except for the last digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twingkit.analyse.reports.batches import BadBattle, BatchError, label_rows
from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.variants.variant import variant_attrs
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chances_many import chances_many
from twingkit.imperium.battle.exact_odds.impossible_outcomes import explain_impossible_outcomes
from twingkit.imperium.battle.exact_odds.odds import RULE
from twingkit.imperium.battle.notation.battle_line import Battle, BattleError, NotationError, legal_battle
from twingkit.imperium.battle.own_units import OWN_UNITS_ARGUMENT, OwnUnits, load_if_path
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY

if TYPE_CHECKING:
    import pandas as pd

    Battles = Iterable[Battle | str] | pd.Series[Any]  # of lines or battles

CHANCE_COLUMNS = ("win", "tie", "loss", "edge")
"""The columns of `odds_many` with chances."""


@with_column_meanings
@check_arguments(battles=list_or_single("argument.battles", str, Battle), own_units=OWN_UNITS_ARGUMENT)
@localized
def odds_many(
    battles: Battles | Battle | str,
    errors: str = "raise",
    lang: Lang | None = None,
    *,
    variant: Variant | str | None = None,
    own_units: OwnUnits | Path | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> pd.DataFrame:
    """Return the odds of many battles: one row for each, in the given order.

    Parameters
    ----------
    battles
        Battles and lines, mixed; the index of a pandas Series is kept.
    errors
        "raise": one `BatchError` names all bad battles. "column": bad battles keep their row, with the given
        text as `battle`, NaN as chances, and the reason (in `lang`) in an additional column `problem`, which
        is empty for all others.
    variant
        As in `odds`, for all battles; if it is not the default, `attrs` names it. If battles have their own,
        different variants, a column `variant` names them.
    own_units
        Custom units, as in `odds`.
    budget
        The maximum of processor seconds for one battle.

    Returns
    -------
        Columns: `battle` (the canonical line, with the policy that `best` stands for); the attacker's chances
        `win`, `tie` and `loss` (they add up to 1) and `edge` (win minus loss), as in `odds`; `reason`, why a
        chance is 0 (in `lang`), otherwise empty.

    Raises
    ------
        `BatchError` as said above, `Fault` for another value of `errors`, `VariantError` for an invalid
        variant, `BoxError` for a bad file of units, `SlowError` beyond the budget.

    >>> frame = odds_many(["space: 2 cruiser vs 3 destroyer", "ground: 2 infantry vs 1 mech"])
    >>> print(frame[["battle", "win", "tie", "loss", "edge"]].round(4).to_string(index=False))
                             battle    win    tie   loss    edge
    space: 2 cruiser vs 3 destroyer 0.4377 0.0473 0.5149 -0.0772
       ground: 2 infantry vs 1 mech 0.4094 0.1023 0.4883 -0.0789
    >>> odds_many(["space: 1 cruiser vs 1 flagship"], errors="column").problem[0]
    'The defender’s flagship needs its faction: ... [IM-UNIT-13]'
    """
    import numpy as np
    import pandas as pd

    rules = None if variant is None else Variant.resolve(variant)
    own = load_if_path(own_units)
    index = battles.index if isinstance(battles, pd.Series) else None
    names, legal, faults = _legal_and_bad(battles, rules, own, budget)
    bad = {fault.index for fault in faults}
    good = [number for number in range(len(names)) if number not in bad]
    if faults and errors == "raise":
        raise BatchError(faults, len(names))

    numbers = np.full((len(names), len(CHANCE_COLUMNS)), np.nan)
    triples = np.array(chances_many(legal, budget)).reshape(-1, 3)
    numbers[good] = np.column_stack([triples, triples[:, 0] - triples[:, 2]])
    frame = pd.DataFrame(numbers, columns=list(CHANCE_COLUMNS), index=index)
    reasons = np.full(len(names), "", dtype=object)
    reasons[good] = [
        explain_impossible_outcomes(battle, triple) if min(triple) < NEGLIGIBLE_PROBABILITY else ""
        for battle, triple in zip(legal, triples.tolist(), strict=True)
    ]
    frame["reason"] = reasons
    frame = frame.astype({"reason": "str"})
    label_rows(frame, names, faults if errors == "column" else None)
    frame.attrs = {"rule": RULE}
    variants = dict.fromkeys(battle.variant for battle in legal)
    if len(variants) > 1:
        frame["variant"] = ""
        frame.iloc[good, -1] = [str(battle.variant) for battle in legal]
    elif variants:
        frame.attrs |= variant_attrs(next(iter(variants)))
    if own is not None:
        frame.attrs["own_units"] = "; ".join(own.record_lines())
    return frame


def legal_battles(
    battles: Battles, variant: Variant | str | None, budget: float = DEFAULT_BUDGET_SECONDS
) -> list[Battle]:
    """Return the battles with known policies. Raises one `BatchError` that names all bad ones."""
    rules = None if variant is None else Variant.resolve(variant)
    names, legal, faults = _legal_and_bad(battles, rules, None, budget)
    if faults:
        raise BatchError(faults, len(names))
    return legal


def _legal_and_bad(
    battles: Battles | Battle | str, rules: Variant | None, own: OwnUnits | None, budget: float
) -> tuple[list[str], list[Battle], list[BadBattle]]:
    """Return all lines, the legal battles with known policies, and the faults of the others."""
    names: list[str] = []
    legal: list[Battle] = []
    faults: list[BadBattle] = []
    for number, one_battle in enumerate([battles] if isinstance(battles, str | Battle) else battles):
        try:
            battle = resolve_best_policy(legal_battle(_battle_or_line(one_battle), rules, own), budget)
        except (Fault, NotationError, BattleError) as error:
            faults.append(BadBattle(number, str(one_battle), error))
            names.append(str(one_battle))
        else:
            legal.append(battle)
            names.append(str(battle))
    return names, legal, faults


def _battle_or_line(battle: object) -> Battle | str:
    if isinstance(battle, Battle | str):
        return battle
    raise Fault("batch.kind", found=quote_value(battle))
