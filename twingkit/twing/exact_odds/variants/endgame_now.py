"""The odds of an end-game attack under way on several players (TW-END-3, TW-END-4)."""

from __future__ import annotations

from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.exact_odds.variants.endgame import VariantEndgame
from twingkit.twing.exact_odds.variants.endgame_tables import (
    copy_of_table,
    fight_of,
    results_of,
    tables_after_rolls,
    without_history,
)
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.table import TwingTable


def attack_now(table: TwingTable, responses: Responses) -> Odds:
    """Return the attacker's odds of an attack after all sides have laid.

    `win`: every pairing won; `loss`: at least one lost. Dice on the table count. With "best" the responses
    continue from the present state, under any variant. Raises `EndgameBudgetError` if best play would take
    too long.
    """
    begun = without_history(copy_of_table(table))
    if responses == "none" or fight_of(table).over or not _can_anyone_respond(begun):
        rolls = [(results_of(rolled), chance) for rolled, chance in tables_after_rolls(begun)]
        win = sum(chance for results, chance in rolls if min(results) > 0)
        loss = sum(chance for results, chance in rolls if min(results) < 0)
    else:
        now = fight_of(table)
        *_, win, loss = VariantEndgame([begun]).worth(*((now.passes, now.turn) if now.rolled else (0, 0)))
    rule = DICE_ALONE if responses == "none" else BEST_RESPONSES
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=rule)


def _can_anyone_respond(table: TwingTable) -> bool:
    """Return whether any side can respond."""
    return any(
        side.player.held or side.two_cats or reroll_object(side.role) in side.player.objects
        for side in fight_of(table).sides
        if not side.retired
    )
