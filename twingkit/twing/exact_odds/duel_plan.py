"""The best order of the three lays in a duel, each order with the worst reply to it."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import DataFrame, frame_from_rows
from twingkit.core.variants.variant import variant_table_attrs
from twingkit.twing.exact_odds.duel_odds import duel_odds
from twingkit.twing.exact_odds.terms import DUEL_RESPONSES_ARGUMENT, DuelResponses
from twingkit.twing.notation.duel_line import Duel, Duellist, as_duel
from twingkit.twing.rules.duel import BATTLES_PER_DUEL
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant


@with_column_meanings
@check_arguments(responses=DUEL_RESPONSES_ARGUMENT, position=instance_of("argument.line", Duel, str))
def ranked_duel_plans(
    position: Duel | str,
    *,
    side: Role = "attacker",
    responses: DuelResponses = "each",
    variant: Variant | str = BOX,
) -> DataFrame:
    """Return a table of every order of one side's three lays in a duel with the odds of the duel, the best
    order first.

    `side` is "attacker" (the challenger) or "defender". Columns: `option`, the three lays in order;
    `win`, `tie`, `loss` and `edge` of that side in the duel if the other side keeps its order from the
    notation; `reply`, the other side's order that is worst for it, and `reply_edge`, the edge against that
    order; `rank` by `edge`, then `reply_edge`. Equal orders appear once. 36 duels are solved. Arguments and
    errors as for `odds`.

    >>> plan = ranked_duel_plans("duel F: F6 F5 / F4 / F1 vs W: W6 / W4 / W2", responses="none")
    >>> plan.loc[0, "option"], round(float(plan.loc[0, "edge"]), 3)
    ('F6 F5 / F1 / F4', 0.383)
    """
    rules = as_variant(variant)
    parsed = as_duel(position, rules)
    own = ROLES.index(side)
    plans: dict[str, dict[str, Any]] = {}
    for mine in _orders(parsed.sides[own]):
        text = " / ".join(map(str, mine.lays))
        against = {}
        for theirs in _orders(parsed.sides[1 - own]):
            pair = (theirs, mine) if own else (mine, theirs)
            odds = duel_odds(Duel(*pair), responses=responses, variant=rules)
            against[theirs] = odds.for_defender() if own else odds
        stated = against[parsed.sides[1 - own]]
        reply = min(against, key=lambda order: against[order].edge)
        plans[text] = {
            "option": text,
            **stated.chances,
            "reply": " / ".join(map(str, reply.lays)),
            "reply_edge": against[reply].edge,
        }
    ranked = sorted(plans.values(), key=lambda plan: (-plan["edge"], -plan["reply_edge"], plan["option"]))
    return frame_from_rows(
        [{**plan, "rank": rank} for rank, plan in enumerate(ranked, 1)],
        position=str(parsed),
        responses=responses,
        side=side,
        **variant_table_attrs(rules),
    )


def _orders(side: Duellist) -> list[Duellist]:
    return list(dict.fromkeys(side.with_lay_order(order) for order in permutations(range(BATTLES_PER_DUEL))))
