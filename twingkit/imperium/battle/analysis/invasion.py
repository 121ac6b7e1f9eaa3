"""A whole invasion: the space battle, the landing of its winner, and the fight for the planet (IM-ODDS-6).

    invasion_stage_table("invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds")

Every way to win the space battle is followed to the ground, so the chances are exact. If the attacker does
not win in space, the invasion is lost: no unit lands.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.analysis import invasion_stages
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chances_many import battle_chances_in_slices
from twingkit.imperium.battle.exact_odds.landings import RULE, InvasionOdds, legal_invasion_odds
from twingkit.imperium.battle.exact_odds.odds import check_time_budget
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant
from twingkit.odds.odds import Odds

_LANDING_COLUMNS = {
    "units": "str",
    "forces": "int64",
    **dict.fromkeys(("chance", "win", "tie", "loss"), "float64"),
}


def invasion_odds(
    battle: Battle | str, variant: Variant | str | None = None, budget: float = DEFAULT_BUDGET_SECONDS
) -> InvasionOdds:
    """Return the odds of an invasion, the same as `odds` does. Raises `Fault` for a battle of
    another kind.
    """
    return legal_invasion_odds(_settled_invasion(battle, variant, budget), budget)


def _settled_invasion(battle: Battle | str, variant: Variant | str | None, budget: float) -> Battle:
    """Return a legal invasion with fixed policies. Raises `Fault` for a battle of another kind."""
    read = Battle.parse(battle) if isinstance(battle, str) else battle
    if read.kind != "invasion":
        raise Fault("not_invasion", rulebook(), token=read.kind)
    legal = legal_battle(read, variant)
    check_time_budget(legal, budget)
    return resolve_best_policy(legal, budget)


@with_column_meanings
@check_arguments(position=instance_of("argument.battle", Battle, str))
@localized
def invasion_stage_table(
    position: Battle | str, *, variant: Variant | str | None = None, lang: Lang | None = None
) -> DataFrame:
    """Return a table of the stages of an invasion, one row each, with the attacker's chance to pass each
    stage.

    Columns:

    - `stage`: "cannon" (the attacker has ships left after Space Cannon), "space" (and is left alone in
      space), "bombardment" (which the attacker always passes), "landing" (and has at least one ground force
      to land) or "ground" (and takes the planet); `label` names it in `lang`.
    - `takes_place`: whether anything can happen in this stage.
    - `chance`: the chance to come through this stage; `given`: the same if the stage before was passed.
    - `forces`: the mean number of the attacker's ground forces after this stage, after Space Cannon in the
      landing. Both are NaN if that never happens.
    - `own_lost`, `enemy_lost`: the mean losses of attacker and defender up to the end of this stage, in
      resources, over all courses; units without room on the ships that are left are lost.

    `attrs`: `position`, `win`, `tie`, `loss`. Raises the same errors as `odds`, and `Fault` for a line of
    another kind.

    >>> frame = invasion_stage_table("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry")
    >>> print(frame[["stage", "chance", "given", "forces"]].round(3).to_string(index=False))
          stage  chance  given  forces
         cannon   1.000  1.000   3.000
          space   0.994  0.994   3.000
    bombardment   0.994  1.000   3.000
        landing   0.994  1.000   3.000
         ground   0.976  0.982   2.571
    """
    settled = _settled_invasion(position, variant, DEFAULT_BUDGET_SECONDS)
    return finish(invasion_stages.staged_invasion_odds_in_slices(settled), DEFAULT_BUDGET_SECONDS).frame()


@with_column_meanings
@check_arguments(position=instance_of("argument.battle", Battle, str))
@localized
def landing_force_table(
    position: Battle | str, *, variant: Variant | str | None = None, lang: Lang | None = None
) -> DataFrame:
    """Return a table of all forces that an invasion can land, the most likely first, one row each.

    Columns:

    - `units`: the units that land, in line notation ("" for none); `forces`: their number.
    - `chance`: the chance that the attacker is left alone in space and exactly these units land.
    - `win`, `tie`, `loss`: the chances of the fight for the planet then, whatever ships are left.

    `attrs` and errors are those of `invasion_stage_table`.

    >>> frame = landing_force_table("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry")
    >>> print(frame[["units", "chance", "win"]].round(3).to_string(index=False))
         units  chance   win
    3 infantry   0.994 0.982
    """

    odds = invasion_odds(position, variant=variant)
    rows: dict[str, list[float]] = {}
    for landing in odds.landings:
        text = " ".join(f"{count} {name}" for name, count in landing.units)
        row = rows.setdefault(text, [landing.ground_force_count, 0.0, 0.0, 0.0])
        row[1] += landing.chance
        row[2] += landing.chance * landing.ground_odds.odds.win
        row[3] += landing.chance * landing.ground_odds.odds.tie
    cells = [
        (text, size, chance, win / chance, tie / chance, max(0.0, 1.0 - (win + tie) / chance))
        for text, (size, chance, win, tie) in rows.items()
    ]
    cells.sort(key=lambda row: -row[2])
    return frame_from_rows(cells, _LANDING_COLUMNS, **invasion_stages.invasion_attrs(odds))


def odds_of_legal_battles_in_slices(battles: Sequence[Battle]) -> Slices[list[Odds]]:
    """Compute in interruptible slices the odds of several battles of any kind, in order, if they are known to
    be legal and have fixed policies.

    Equal battles are computed only once.

    >>> from twingkit.core.slices import finish
    >>> lines = ("space: 1 cruiser vs 1 cruiser", "invasion: 1 carrier 1 infantry vs 1 infantry")
    >>> for result in finish(odds_of_legal_battles_in_slices([Battle.parse(line) for line in lines])):
    ...     print(result)
    win 37.5%, tie 25.0%, loss 37.5%
    win 41.2%, tie 17.6%, loss 41.2%
    """
    different = list(dict.fromkeys(battles))
    chances = dict(zip(different, (yield from battle_chances_in_slices(different)), strict=True))
    return [
        Odds(*chances[battle], rule=RULE if battle.kind == "invasion" else "IM-ODDS-1") for battle in battles
    ]
