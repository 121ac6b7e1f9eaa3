"""The worth of the own element: negative numbers count as 0, and an attacker's creatures return.

`own_element_odds` computes it for every lead on the cards, also in points; `creature_points_lost` computes
how many points of creatures a battle costs; `own_element_win_rates` counts it in arena games. For given
battles, use `worth` with the changes `own:` and `other:`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from twingkit.analyse.arena.results import Results
from twingkit.core.arguments import INTEGER, check_arguments, list_of, list_or_single
from twingkit.core.arguments.game_kinds import results_or_frame_kind
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.notation import ROLES
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, won_share_cells
from twingkit.twing.analysis.lay_table import single_lay_class
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN, BattleEnd, battle_ends
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text
from twingkit.twing.exact_odds.odds_many import ODDS_COLUMNS, contest_odds, legal_battles
from twingkit.twing.exact_odds.terms import RESPONSES_ARGUMENT, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

DEFAULT_LEADS = range(-8, 9)
"""The attacker's leads in card points that a die can still reverse."""

OWN_ELEMENT_SIDES = ("neither", "attacker", "defender", "both")
"""The possible answers to which sides play spells of their own element."""


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, leads=list_of(INTEGER))
@localized
def own_element_odds(
    leads: Iterable[int] = DEFAULT_LEADS,
    *,
    responses: Responses = "none",
    variant: Variant | str = BOX,
    cats_each: int = 0,
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table of a battle's odds for each lead of the attacker in card points, depending on which
    sides lay spells of their character's own element (TW-BAT-15).

    One row for each answer to who plays their own element (`own`) and each lead, for `charts.curves`.
    Columns: `x` (the lead), `own`, `series` (`own` in words), `win`, `tie`, `loss`, `edge` (the attacker's),
    `points`, `reason` (for each chance of 0). If one side alone plays its own element, `points` is the number
    of extra points that would give the same edge without it, interpolated between integers; NaN if no lead
    gives that edge. Both sides roll and hold `cats_each` cats each, which matter if `responses` is "best".
    `variant` is a `Variant`, a preset's name or a line of switches. `attrs`: `responses`, `cats_each`,
    `title`, `x_label`. Raises `Fault` if a lead is not an integer from -90 to 90, or `cats_each` not one from
    0 to 99.

    >>> frame = own_element_odds()
    >>> print(frame.loc[frame.x == 0, ["own", "win", "loss", "points"]].round(3).to_string(index=False))
         own   win  loss  points
     neither 0.451 0.451     NaN
    attacker 0.521 0.354   1.105
    defender 0.354 0.521   1.105
        both 0.354 0.354     NaN
    """
    rules = as_variant(variant)
    all_leads = list(leads)
    for lead in all_leads:
        if type(lead) is not int or not -90 <= lead <= 90:
            raise Fault("own_element.lead", found=str(lead)[:24])
    if type(cats_each) is not int or not 0 <= cats_each <= 99:
        raise Fault("own_element.cats", found=repr(cats_each)[:24])
    cats_text = f" & cat*{cats_each}" if cats_each > 1 else " & cat" * cats_each
    cases = [(own, lead) for own in OWN_ELEMENT_SIDES for lead in all_leads]
    contests = []
    for own, lead in cases:
        attacker = "F" if own in ("attacker", "both") else "L"
        defender = "W" if own in ("defender", "both") else "A"
        attack, defence = 1 + max(lead, 0), 1 + max(-lead, 0)
        line = f"{attacker}: F{attack}{cats_text} vs {defender}: W{defence}{cats_text}"
        contests.append(battle_contest(Battle.parse(line).check(rules), rules))
    solved = contest_odds(contests, responses)
    edges = {case: odds.edge for case, odds in zip(cases, solved, strict=True)}
    plain = [(lead, edges[OWN_ELEMENT_SIDES[0], lead]) for lead in sorted(set(all_leads))]
    rows = [
        {
            "x": lead,
            "own": own,
            "series": message(f"own_element.{own}"),
            **odds.chances,
            "points": _points_worth_own_element(plain, own, lead, odds.edge),
            "reason": impossible_outcomes_text(contest, odds, responses),
        }
        for (own, lead), contest, odds in zip(cases, contests, solved, strict=True)
    ]
    return frame_from_rows(
        rows,
        ("x", "own", "series", *ODDS_COLUMNS, "points", "reason"),
        responses=responses,
        cats_each=cats_each,
        title=message("own_element.title"),
        x_label=message("own_element.axis"),
        **variant_table_attrs(rules),
    )


def _points_worth_own_element(plain: Sequence[tuple[int, float]], own: str, lead: int, edge: float) -> float:
    """Return how many extra points would give the side `own` the same edge without the own element; NaN if
    none would.
    """
    if own in ROLES:
        for (left, low), (right, high) in pairwise(plain):
            if low <= edge < high:
                crossing = left + (edge - low) / (high - low) * (right - left)
                return (1 if own == ROLES[0] else -1) * (crossing - lead)
    return float("nan")


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, positions=list_or_single("argument.battles", str, Battle))
def creature_points_lost(
    positions: Iterable[Battle | str] | Battle | str,
    *,
    responses: Responses = "best",
    variant: Variant | str = BOX,
) -> DataFrame:
    """Return the mean points of creatures that each side of each battle loses, one row for each side.

    Columns: `position`, `side`, `lost`. Counted are creatures taken by traps (TW-BAT-13) and those of the
    loser; an attacker's return if its spells are of its own element (TW-BAT-21). The result is exact.
    `variant` is a `Variant`, a preset's name or a line of switches. Raises `BatchError` naming every invalid
    battle, `BudgetError` if best play would take too long.

    >>> lines = ["A: F5 + F4 vs W: W6 + W3", "F: F5 + F4 vs W: W6 + W3"]
    >>> frame = creature_points_lost(lines, responses="none")
    >>> frame[["side", "lost"]].round(3).values.tolist()
    [['attacker', 2.083], ['defender', 1.063], ['attacker', 0.0], ['defender', 1.063]]
    """
    rules = as_variant(variant)
    legal = legal_battles(positions, rules)
    contests = [battle_contest(battle, rules) for battle in legal]
    different = list(dict.fromkeys(contests))
    ended: dict[Contest, list[BattleEnd]] = dict(
        zip(different, battle_ends(different, responses), strict=True)
    )
    rows = [
        (str(battle), role, _lost(battle, role, contest, ended[contest], rules))
        for battle, contest in zip(legal, contests, strict=True)
        for role in ROLES
    ]
    return frame_from_rows(
        rows, ("position", "side", "lost"), responses=responses, **variant_table_attrs(rules)
    )


@with_column_meanings
@check_arguments(
    results=results_or_frame_kind("twing", "battles", "attack_spells", "defence_spells", "winner")
)
@localized
def own_element_win_rates(
    results: Results | DataFrame, *, confidence: float = DEFAULT_CONFIDENCE, lang: Lang | None = None
) -> DataFrame:
    """Return how often own-element spells were laid in arena battles, and how often those sides won.

    `results` are those of `arena.simulate`, or its frame of battles. One row for attack and defence, with the
    own element and with another. Columns: `label`, `side`, `own`, `games` (battles), `part` (of this side's
    battles with spells), `won`, `share`, `low`, `high` (Wilson interval of the share won), `lead` (mean of
    the side's points on cards minus the other's: a side with more points wins more often, whatever the
    element).

    >>> from twingkit import arena
    >>> results = arena.simulate(2, ["greedy", "greedy"], seed=1, processes=1)
    >>> frame = own_element_win_rates(results)
    >>> int(frame["games"].sum()) <= 2 * len(results.battles), frame["side"].tolist()[::2]
    (True, ['attacker', 'defender'])
    """
    battles = results.battles if isinstance(results, Results) else results
    rows = []
    for side, role in (("attack", "attacker"), ("defence", "defender")):
        with_spells = battles[battles[f"{side}_spells"] > 0]
        owned = with_spells[f"{side}_element"].astype("object") == with_spells[f"{role}_character"].astype(
            "object"
        )
        for own in (True, False):
            mine = with_spells[owned == own]
            won = int((mine["winner"] == role).sum())
            lead = (mine["attack_power"].astype(float) - mine["defence_power"].astype(float)).mean()
            rows.append(
                {
                    "label": message(f"own_element.{side}_{'own' if own else 'other'}"),
                    "side": role,
                    "own": own,
                    "games": len(mine),
                    "part": len(mine) / len(with_spells) if len(with_spells) else float("nan"),
                    **won_share_cells(won, len(mine), confidence),
                    "lead": float(lead if side == "attack" else -lead),
                }
            )
    return frame_from_rows(rows, confidence=confidence)


def _lost(battle: Battle, role: str, contest: Contest, ends: Sequence[BattleEnd], variant: Variant) -> float:
    side_index = ROLES.index(role)
    side, most = battle.sides[side_index], len(contest.trap_losses[side_index]) - 1
    lay = single_lay_class(side.lay, role, side.character, most, variant)
    return sum(
        end.chance
        * lay.numbers.creature_losses(
            end.successful_traps[1 - side_index], end.outcome == (LOSS, WIN)[side_index]
        )[1]
        for end in ends
    )
