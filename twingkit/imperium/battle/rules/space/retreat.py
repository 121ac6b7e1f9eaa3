"""Ways to leave a space battle: before it begins, by a card, or by a retreat (IM-SPACE-5, IM-SPACE-9)."""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.combat_roll import due_effects
from twingkit.imperium.battle.rules.force import is_greyfire_suppressible
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, ask_to_play
from twingkit.imperium.battle.rules.table import BattleTable

_RETREATING_NOTE = "retreat"
"""Note of a force: it retreats at the end of this round."""


def play_effects_preventing_battle(table: BattleTable) -> Script:
    """Let the defender use effects that prevent the battle: the attacker's turn ends, or ships leave.

    By them the attacker's turn ends, or the ships leave.

    An effect that suppresses effects of the other side is cited before everything else.
    """
    if table.rulings is not None:
        _cite_suppressed(table)
    for use in table.rosters[1].effects_with_hook("no_battle"):
        if table.stopping_rule:
            table.record_ruling(use.effect.rule, "nothing_no_battle", side=ROLES[1])
        elif (yield from ask_to_play(table, 1, use)):
            table.stopping_rule = use.effect.rule
            table.record_ruling(use.effect.rule, "no_battle", side=ROLES[1], enemy=ROLES[0])
    for use in table.rosters[1].effects_with_hook("leave_before"):
        if table.stopping_rule:
            table.record_ruling(use.effect.rule, "nothing_no_battle", side=ROLES[1])
        elif not table.forces[1].size:
            table.record_ruling(use.effect.rule, "nothing_no_ship", side=ROLES[1])
        elif (yield from ask_to_play(table, 1, use)):
            table.retreated[1] = True
            table.record_ruling(use.effect.rule, "left", side=ROLES[1], enemy=ROLES[0])


def _cite_suppressed(table: BattleTable) -> None:
    """IM-TRADE-greyfire: cite the other side's faction effects that it cannot use in this battle."""
    for roster in table.rosters:
        for use in roster.effects_with_hook("suppress"):
            theirs = table.rosters[1 - roster.side_index].side.all_effect_uses()
            lost = [use.effect for use in theirs if is_greyfire_suppressible(use.effect)]
            case = "suppresses" if lost else "nothing_to_suppress"
            table.record_ruling(use.effect.rule, case, side=roster.role, effects=lost)


def announce_retreat(table: BattleTable) -> Script:
    """Ask the defender, or if it declines the attacker, whether to announce a retreat, unless Intercept
    forbids it (IM-SPACE-5).
    """
    for side_index in (1, 0) if table.both_sides_remain else ():
        if not table.can_announce_retreat(side_index):
            continue
        if not isinstance((yield AnnounceRetreat(side_index)), acts.Retreat):
            continue
        facts = {"side": ROLES[side_index], "enemy": ROLES[1 - side_index]}
        table.record_ruling("IM-SPACE-5", "announced_first" if side_index else "announced", **facts)
        for use in due_effects(table, 1 - side_index, "bar_retreat"):
            if (yield from ask_to_play(table, 1 - side_index, use)):
                table.record_ruling(
                    use.effect.rule, "barred", side=ROLES[1 - side_index], enemy=ROLES[side_index]
                )
                return
        table.forces[side_index] = table.forces[side_index].with_notes((_RETREATING_NOTE, 1))
        return


def carry_out_retreat(table: BattleTable) -> Script:
    """Let the side that has announced a retreat leave at the end of the round (IM-SPACE-9).

    It stays if the other side is gone.
    """
    yield from ()
    for side_index in (0, 1):
        if table.forces[side_index].noted_numbers(_RETREATING_NOTE):
            if table.both_sides_remain and table.can_retreat(side_index):
                table.retreated[side_index] = True
                table.record_ruling("IM-SPACE-9", "left", side=ROLES[side_index])
            elif table.forces[side_index].size and not table.forces[1 - side_index].size:
                table.record_ruling("IM-SPACE-9", "needless", side=ROLES[side_index])
