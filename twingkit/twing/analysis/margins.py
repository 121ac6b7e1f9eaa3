"""The margins of battles: the difference in points by dice alone."""

from __future__ import annotations

from typing import Any

from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import DataFrame, frame_from_rows
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.odds_many import CRITICAL_COLUMNS, Battles, contest_odds, legal_battles
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, legal_battle
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant


def margin_rows(
    battles: Battles | Battle | str, variant: Variant | str = BOX
) -> tuple[list[dict[str, Any]], dict[str, Odds]]:
    """Return the rows of `margins` as dicts, and the odds of each battle by its notation."""
    rules = as_variant(variant)
    if isinstance(battles, Battle | str):
        battles = [legal_battle(battles, rules)]
    different = {str(battle): battle_contest(battle, rules) for battle in legal_battles(battles, rules)}
    odds = dict(zip(different, contest_odds(list(different.values()), "none"), strict=True))
    rows = [
        {"position": line, "margin": int(points), "chance": chance}
        for line, result in odds.items()
        if result.margin is not None
        for points, chance in result.margin.items()
    ]
    return rows, odds


@with_column_meanings
@check_arguments(positions=list_or_single("argument.battles", str, Battle))
def margins(positions: Battles | Battle | str, *, variant: Variant | str = BOX) -> DataFrame:
    """Return a table of the probability of each margin (attacker's points minus defender's) by dice alone
    (TW-ODDS-1).

    Columns: `position` (the battle's notation), `margin` (the attacker's points minus the defender's),
    `chance` (0 to 1). These are the rolls without a deciding critical result. The others are in
    `attrs["criticals"]`: for each battle, the attacker's chances `win`, `tie`, `loss` by a critical result
    (TW-BAT-16); for a single battle also in `attrs["critical_win"]`, `critical_tie` and `critical_loss`. For
    each battle they all add up to 1. Equal battles are listed once. `variant` is a `Variant`, a preset's name
    or a line of switches; a battle that an empty defence has lost (a variant of TW-BAT-4) has no margin.
    Raises the errors of `twing.odds` for one battle, `BatchError` for many.

    >>> frame = margins("F: F5 vs W: shield W5")
    >>> print(frame[frame.margin > 2].round(4).to_string(index=False))
                 position  margin  chance
    F: F5 vs W: shield W5       3  0.0833
    F: F5 vs W: shield W5       4  0.0833
    >>> round(frame.attrs["criticals"]["F: F5 vs W: shield W5"]["win"], 4)
    0.0833
    """

    rules = as_variant(variant)
    rows, odds = margin_rows(positions, rules)
    criticals = {
        line: {"win": result.critical_win, "tie": result.critical_tie, "loss": result.critical_loss}
        for line, result in odds.items()
    }
    columns = {"position": "str", "margin": "int64", "chance": "float64"}
    frame = frame_from_rows(
        rows, columns, responses="none", criticals=criticals, **variant_table_attrs(rules)
    )
    if len(odds) == 1:
        ((line, only),) = odds.items()
        frame.attrs |= {"position": line, **{name: getattr(only, name) for name in CRITICAL_COLUMNS}}
    return frame
