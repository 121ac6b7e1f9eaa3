"""Ways to leave a space battle: before it begins, by a card, or by a retreat (IM-SPACE-5, IM-SPACE-9)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.dice.combat_roll import effects_to_use
from twingkit.imperium.battle.rules.force import is_suppressible
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, ask_to_play
from twingkit.imperium.battle.rules.table import BattleTable

RETREATING_NOTE = "retreat"
"""Note of a force: it retreats at the end of this round."""


def call_off_battle(table: BattleTable) -> Script:
    """Play effects of the defender that prevent the battle.

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
            theirs = table.rosters[1 - roster.index].side.all_effect_uses()
            lost = [use.effect for use in theirs if is_suppressible(use.effect)]
            case = "suppresses" if lost else "nothing_to_suppress"
            table.record_ruling(use.effect.rule, case, side=roster.role, effects=lost)


def skilled_retreat(table: BattleTable) -> Script:
    """IM-ACT-s_retreat: let all ships of a side leave at the start of a round; nobody wins.

    The attacker's card comes first.
    """
    for index in (0, 1):
        for use in (
            effects_to_use(table, index, "leave")
            if table.both_sides_remain and table.can_retreat(index, anywhere=True)
            else ()
        ):
            if (yield from ask_to_play(table, index, use)):
                table.retreated[index], table.stopping_rule = True, use.effect.rule
                table.record_ruling(use.effect.rule, "left", side=ROLES[index], enemy=ROLES[1 - index])
                break


def announce_retreat(table: BattleTable) -> Script:
    """IM-SPACE-5: ask the defender, or else the attacker, whether to retreat; Intercept forbids it."""
    for index in (1, 0) if table.both_sides_remain else ():
        if not table.can_announce_retreat(index) or (yield AnnounceRetreat(index)) != "retreat":
            continue
        facts = {"side": ROLES[index], "enemy": ROLES[1 - index]}
        table.record_ruling("IM-SPACE-5", "announced_first" if index else "announced", **facts)
        for use in effects_to_use(table, 1 - index, "bar_retreat"):
            if (yield from ask_to_play(table, 1 - index, use)):
                table.record_ruling(use.effect.rule, "barred", side=ROLES[1 - index], enemy=ROLES[index])
                return
        table.forces[index] = table.forces[index].with_notes((RETREATING_NOTE, 1))
        return


def carry_out_retreat(table: BattleTable) -> Script:
    """IM-SPACE-9: let the side that has announced a retreat leave at the end of the round.

    It stays if the other side is gone.
    """
    yield from ()
    for index in (0, 1):
        if table.forces[index].noted_numbers(RETREATING_NOTE):
            if table.both_sides_remain and table.can_retreat(index):
                table.retreated[index] = True
                table.record_ruling("IM-SPACE-9", "left", side=ROLES[index])
            elif table.forces[index].size and not table.forces[1 - index].size:
                table.record_ruling("IM-SPACE-9", "needless", side=ROLES[index])
