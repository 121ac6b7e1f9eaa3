"""Why a battle never, or almost never, ends in a win, a tie or a loss."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.core.messages import message
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY

OUTCOMES = ("win", "tie", "loss")

_BATTLE_STOPPING_HOOKS = ("no_battle", "no_landing", "leave", "leave_before", "send_away")


def impossible_outcomes_text(battle: Battle, chances: Iterable[float]) -> str:
    """Return a sentence for each of the attacker's chances (win, tie, loss) that is 0; empty if none is.

    >>> from twingkit.imperium.battle.notation.battle_line import legal_battle
    >>> impossible_outcomes_text(legal_battle("space: 1 cruiser vs 2 pds"), (0.5, 0.5, 0.0))
    'No loss: the defender has no ship in the battle [IM-SPACE-10].'
    """
    zeros = [name for name, chance in zip(OUTCOMES, chances, strict=True) if chance < NEGLIGIBLE_PROBABILITY]
    return " ".join(_reason(battle, outcome) for outcome in zeros)


def _reason(battle: Battle, outcome: str) -> str:
    never = message(f"never.{outcome}")
    if outcome != "tie" and battle.kind != "invasion":
        side_index = OUTCOMES.index(outcome) // 2
        if not Fight.from_battle(battle).rosters[side_index].units:
            side = message(f"retreat.{ROLES[side_index]}")
            return message(f"never.nobody_{battle.kind}", never=never, side=side)
    uses = [use for side in battle.sides for use in side.effects if use.effect.hook in _BATTLE_STOPPING_HOOKS]
    if not uses:
        return message("never.rare", never=never)
    words = rulebook().words
    names = words.format_fact([use.effect for use in uses])
    rules = ", ".join(dict.fromkeys(use.effect.rule for use in uses))
    return message("never.stopped", never=never, effects=names, rules=rules)
