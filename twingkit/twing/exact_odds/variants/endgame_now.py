"""The odds of an end-game attack under way on several players (TW-END-3, TW-END-4)."""

from __future__ import annotations

from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, DICE_ALONE
from twingkit.twing.exact_odds.terms import Responses
from twingkit.twing.exact_odds.variants.endgame import VariantEndgame
from twingkit.twing.exact_odds.variants.endgame_tables import (
    copy_table,
    current_fight,
    outcome_signs_if_all_pass,
    remove_irrelevant_rolls,
    tables_after_rolls,
)
from twingkit.twing.rules.objects import reroll_object
from twingkit.twing.rules.table import TwingTable


def current_attack_odds(table: TwingTable, responses: Responses) -> Odds:
    """Return the attacker's odds in an end-game attack under way, after all sides have laid.

    `win`: every pairing won; `loss`: at least one lost. Dice on the table count. With "best" the responses
    continue from the present state, under any variant. Raises `EndgameBudgetError` if best play would take
    too long.
    """
    begun = remove_irrelevant_rolls(copy_table(table))
    if responses == "none" or current_fight(table).over or not _can_anyone_respond(begun):
        rolls = [(outcome_signs_if_all_pass(rolled), chance) for rolled, chance in tables_after_rolls(begun)]
        win = sum(chance for results, chance in rolls if min(results) > 0)
        loss = sum(chance for results, chance in rolls if min(results) < 0)
    else:
        now = current_fight(table)
        *_, win, loss = VariantEndgame([begun]).side_values(
            *((now.passes, now.responder_index) if now.is_rolled else (0, 0))
        )
    rule = DICE_ALONE if responses == "none" else BEST_RESPONSES
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=rule)


def _can_anyone_respond(table: TwingTable) -> bool:
    return any(
        side.player.response_cards
        or side.two_cats_due
        or reroll_object(side.role) in side.player.active_objects
        for side in current_fight(table).sides
        if not side.has_retired
    )
