"""The effects after a battle, in space and on the ground (IM-SPACE-10, IM-INV-8)."""

from __future__ import annotations

from twingkit.imperium.notation.battle_line import Use

NEEDS_COMBAT = ("so", "antivirus")
"""Effects that a combat brings, whoever wins it."""

NOT_DRAWN = "so"
"""The effect that needs a combat won or lost: a draw brings nothing (IM-TECH-so)."""

KEPT = "shard_of_the_throne"
"""The effect that its owner loses only to an opponent who wins the battle."""


def after_case(use: Use, own: bool, other: bool, fought: bool) -> str:
    """The case of an effect after the battle: `own` and `other` tell which side has won a combat, `fought`
    whether there was one.

    >>> from twingkit.imperium.notation.battle_line import Use
    >>> after_case(Use("salvage"), own=False, other=False, fought=True)
    'after_not_won'
    >>> after_case(Use("so"), own=False, other=False, fought=True)
    'nothing_drawn'
    """
    if use.id in NEEDS_COMBAT and not fought:
        return "nothing_no_battle"
    if use.id == NOT_DRAWN and not own and not other:
        return "nothing_drawn"
    won = not other if use.id == KEPT else own
    return "after_won" if won else "after_not_won"
