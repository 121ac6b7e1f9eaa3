"""Battles: one attack from laying the cards to the discards (section 4, TW-BAT)."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.play import Script
from twingkit.twing.rules.dice import roll_dice
from twingkit.twing.rules.fight import Fight, FightSide
from twingkit.twing.rules.lay_questions import lay_cards
from twingkit.twing.rules.outcome import BattleResult, decide_pairing, settle_battle
from twingkit.twing.rules.responses import Respond, TrapBeforeRoll
from twingkit.twing.rules.support import offer_support
from twingkit.twing.rules.table import TwingTable
from twingkit.twing.rules.windows import open_response_window


def fight_battle(
    table: TwingTable, attacker: int, defenders: Sequence[int], kind: str = "battle", can_retire: bool = False
) -> Script[list[BattleResult]]:
    """Run one battle against one defender or, in the end game, several, from the lays to the settlement;
    return a result for each defender.

    The order is that of the rulebook: lay, support, trap, roll with events, respond, decide, settle. On a
    copy of a resumable table the battle continues from its current state.
    """
    if table.is_resumable and table.fight:
        fight = table.fight
    else:
        fight = table.fight = Fight(
            _new_side(table, 0, "attacker", attacker),
            *[_new_side(table, number, "defender", seat) for number, seat in enumerate(defenders, 1)],
            kind=kind,
            variant=table.variant,
        )
        yield from lay_cards(table, fight, can_retire)
    open_sides = [side for side in fight.sides if not side.has_retired]
    if len(open_sides) > 1 and not _empty_defence_loses(fight):
        if table.is_whole_game and len(table.players) > 2:
            yield from offer_support(table, fight)
        fight.resumable = True
        if not fight.is_rolled:
            if fight.variant.trap_before_roll:
                yield from open_response_window(table, fight, TrapBeforeRoll)
            yield from roll_dice(table, fight, *[side for side in open_sides if side.lay.spells])
        yield from open_response_window(table, fight, Respond)
    results = [decide_pairing_or_forfeit(table, fight, side) for side in fight.sides[1:]]
    fight.results = list(results)
    settle_battle(table, fight, results)
    return results


def _new_side(table: TwingTable, side_index: int, role: str, seat: int) -> FightSide:
    player = table.players[seat]
    side = FightSide(side_index, role, seat, player, player.name if table.is_whole_game else role)
    side.used_reroll_object = table.is_duel and table.duel_rerolls_used[side_index]
    return side


def _empty_defence_loses(fight: Fight) -> bool:
    return fight.variant.empty_defence == "lost" and not any(
        side.lay.spells or side.lay.units for side in fight.sides[1:]
    )


def decide_pairing_or_forfeit(table: TwingTable, fight: Fight, defence: FightSide) -> BattleResult:
    """Decide the battle between the attacker and one defender by dice and points, and record the rulings; a
    retired defender, or by a variant an empty defence, loses.
    """
    if defence.has_retired:
        table.record_ruling("TW-LEAVE-1", "lost", side=defence.name, enemy=fight.sides[0].name)
        return BattleResult(0, "retired", None)
    if fight.variant.empty_defence == "lost" and not (defence.lay.spells or defence.lay.units):
        table.record_ruling("TW-BAT-4", "lost_empty", side=defence.name, enemy=fight.sides[0].name)
        return BattleResult(0, "points", None)
    return decide_pairing(table, fight, defence)
