"""The exact odds of many fleet battles as a table, with one error for all bad lines.

`odds_many` is `odds` for a whole column of battles, equal except for the last digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twingkit.analyse.reports.batches import BadBattle, BatchError, odds_frame
from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES, IllegalBattleError, NotationError
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.variants.variant import variant_table_attrs
from twingkit.imperium.battle.custom_units import CUSTOM_UNITS_ARGUMENT, CustomUnits, load_if_path
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chances_many import chances_many
from twingkit.imperium.battle.exact_odds.landings import RULE as INVASION_RULE
from twingkit.imperium.battle.exact_odds.odds import RULE
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY

if TYPE_CHECKING:
    import pandas as pd

    Battles = Iterable[Battle | str] | pd.Series[Any]  # of lines or battles

_OUTCOMES = ("win", "tie", "loss")
_CHANCE_COLUMNS = (*_OUTCOMES, "edge")

_BATTLE_STOPPING_HOOKS = ("no_battle", "no_landing", "leave", "leave_before", "send_away")


@with_column_meanings
@check_arguments(
    positions=list_or_single("argument.battles", str, Battle), custom_units=CUSTOM_UNITS_ARGUMENT
)
@localized
def odds_many(
    positions: Battles | Battle | str,
    *,
    variant: Variant | str | None = None,
    custom_units: CustomUnits | Path | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
    errors: str = "raise",
    lang: Lang | None = None,
) -> pd.DataFrame:
    """Return the odds of many battles: one row for each, in the given order.

    Parameters
    ----------
    positions
        Battles and lines of any kind, mixed; the index of a pandas Series is kept.
    variant
        As in `odds`, for all battles; if it is not the default, `attrs` names it. If battles have their own,
        different variants, a column `variant` names them.
    custom_units
        Custom units, as in `odds`.
    budget
        The maximum of processor seconds for one battle.
    errors
        "raise": one `BatchError` names all bad battles. "column": bad battles keep their row, with the given
        text as `position`, NaN as chances, and the reason in `refused`.
    lang
        The language of `reason` and `refused`.

    Returns
    -------
    pandas.DataFrame
        One row for each position, with the columns

        - `position`: the canonical line, with the policy that `best` stands for,
        - `win`, `tie`, `loss`: the attacker's chances, as in `odds`; they add up to 1,
        - `edge`: win minus loss,
        - `reason`: why a chance is 0, otherwise "",
        - `refused`: why a row has no chances, otherwise "",
        - `variant`: only if the battles have different ones.

        `attrs`: `rules` (those that define the odds), `variant` if it is not the default, `custom_units`.

    Raises
    ------
    BatchError
        If some battles are bad and `errors` is "raise".
    Fault
        For another value of `errors`.
    VariantError, BoxError
        If the variant or the file of units is invalid.
    SlowError
        If a battle takes more than the budget.

    Examples
    --------
    >>> frame = odds_many(["space: 2 cruiser vs 3 destroyer", "ground: 2 infantry vs 1 mech"])
    >>> print(frame[["position", "win", "tie", "loss", "edge"]].round(4).to_string(index=False))
                           position    win    tie   loss    edge
    space: 2 cruiser vs 3 destroyer 0.4377 0.0473 0.5149 -0.0772
       ground: 2 infantry vs 1 mech 0.4094 0.1023 0.4883 -0.0789
    >>> odds_many(["space: 1 cruiser vs 1 flagship"], errors="column").refused[0]
    'The defender’s flagship needs its faction: ... [IM-UNIT-13]'
    """
    import numpy as np
    import pandas as pd

    rules = None if variant is None else Variant.resolve(variant)
    own = load_if_path(custom_units)
    index = positions.index if isinstance(positions, pd.Series) else None
    names, legal, faults = _legal_and_bad(positions, rules, own, budget)
    bad = {fault.index for fault in faults}
    good = [number for number in range(len(names)) if number not in bad]
    if faults and errors == "raise":
        raise BatchError(faults, len(names))

    numbers = np.full((len(names), len(_CHANCE_COLUMNS)), np.nan)
    triples = np.array(chances_many(legal, budget)).reshape(-1, 3)
    numbers[good] = np.column_stack([triples, triples[:, 0] - triples[:, 2]])
    reasons = np.full(len(names), "", dtype=object)
    reasons[good] = [
        _impossible_outcomes_text(battle, triple) if min(triple) < NEGLIGIBLE_PROBABILITY else ""
        for battle, triple in zip(legal, triples.tolist(), strict=True)
    ]
    frame = odds_frame(names, dict(zip(_CHANCE_COLUMNS, numbers.T, strict=True)), reasons, faults, index)
    kinds = {battle.kind == "invasion" for battle in legal}
    frame.attrs = {"rules": [INVASION_RULE if invasion else RULE for invasion in sorted(kinds)]}
    variants = dict.fromkeys(battle.variant for battle in legal)
    if len(variants) > 1:
        frame["variant"] = ""
        frame.iloc[good, -1] = [str(battle.variant) for battle in legal]
    elif variants:
        frame.attrs |= variant_table_attrs(next(iter(variants)))
    if own is not None:
        frame.attrs["custom_units"] = "; ".join(own.record_lines())
    return frame


def resolve_legal_battles(
    battles: Battles,
    variant: Variant | str | None,
    budget: float = DEFAULT_BUDGET_SECONDS,
    custom_units: CustomUnits | Path | str | None = None,
) -> list[Battle]:
    """Return the battles, all checked, with `best` policies resolved. Raises one `BatchError` that lists all
    illegal battles.
    """
    rules = None if variant is None else Variant.resolve(variant)
    names, legal, faults = _legal_and_bad(battles, rules, load_if_path(custom_units), budget)
    if faults:
        raise BatchError(faults, len(names))
    return legal


def _legal_and_bad(
    battles: Battles | Battle | str, rules: Variant | None, own: CustomUnits | None, budget: float
) -> tuple[list[str], list[Battle], list[BadBattle]]:
    """Return all lines, the legal battles with known policies, and the faults of the others."""
    names: list[str] = []
    legal: list[Battle] = []
    faults: list[BadBattle] = []
    for number, one_battle in enumerate([battles] if isinstance(battles, str | Battle) else battles):
        try:
            battle = resolve_best_policy(legal_battle(one_battle, rules, own), budget)
        except (Fault, NotationError, IllegalBattleError) as error:
            faults.append(BadBattle(number, str(one_battle), error))
            names.append(str(one_battle))
        else:
            legal.append(battle)
            names.append(str(battle))
    return names, legal, faults


def _impossible_outcomes_text(battle: Battle, chances: Iterable[float]) -> str:
    """Return a sentence for each of the attacker's chances (win, tie, loss) that is 0; empty if none is.

    >>> from twingkit.imperium.battle.notation.battle_line import legal_battle
    >>> _impossible_outcomes_text(legal_battle("space: 1 cruiser vs 2 pds"), (0.5, 0.5, 0.0))
    'No loss: the defender has no ship in the battle [IM-SPACE-10].'
    """
    zeros = [name for name, chance in zip(_OUTCOMES, chances, strict=True) if chance < NEGLIGIBLE_PROBABILITY]
    return " ".join(_reason(battle, outcome) for outcome in zeros)


def _reason(battle: Battle, outcome: str) -> str:
    never = message(f"never.{outcome}")
    if outcome != "tie" and battle.kind != "invasion":
        side_index = _OUTCOMES.index(outcome) // 2
        if not Fight.from_battle(battle).rosters[side_index].units:
            side = message(f"retreat.{ROLES[side_index]}")
            return message(f"never.nobody_{battle.kind}", never=never, side=side)
    uses = [use for side in battle.sides for use in side.effects if use.effect.hook in _BATTLE_STOPPING_HOOKS]
    if not uses:
        return message("never.rare", never=never)
    words = rulebook().words
    names = words.format_fact([use.effect for use in uses])
    rules = ", ".join(dict.fromkeys(use.effect.rule for use in uses))
    return message("never.stopped", never=never, effects=names, rules=rules)
