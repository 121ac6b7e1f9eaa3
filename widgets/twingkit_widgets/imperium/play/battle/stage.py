"""The stages of a battle: the steps of a round, and the step of each question."""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect, RollDice
from twingkit.imperium.battle.rules.table import BattleTable

_OPENING_STAGES = {"space": ("cannon", "start"), "ground": ("bombard", "landing")}

_ROUND_STAGES = {"space": ("announce", "roll", "assign"), "ground": ("roll", "assign")}
"""The stages of every round; in space the first may begin with Anti-Fighter Barrage."""

_STAGES = {
    "space_cannon": "cannon",
    "barrage": "barrage",
    "combat": "roll",
    "again": "roll",
    "ambush": "start",
    "courageous": "assign",
}
"""The stage of each roll."""

_HOOK_STAGES = {
    "cancel_cannon_hit": "cannon",
    "space_cannon": "cannon",
    "bombardment": "bombard",
    "harrow": "after",
    "kill_infantry": "bombard",
    "disable": "bombard",
    "bombardment_penalty": "bombard",
    "no_landing": "landing",
    "send_away": "landing",
    "swap_infantry": "landing",
    "hit_at_start": "landing",
    "roll_anew": "roll",
    "reroll_misses": "roll",
    "reroll_or_die": "roll",
    "cancel_hits": "assign",
    "destroy_sustained": "assign",
    "last_shot": "assign",
    "devotion": "after",
    "sacrifice_dreadnought": "after",
}
"""The stage of each effect; others belong to the start of their part."""


@attrs.frozen
class BattleStages:
    """The steps of the current part of a battle (opening or round) in order, and the current step ("" at the
    end).
    """

    stages: tuple[str, ...]
    current_stage: str


def battle_stages(question: Question | None, table: BattleTable, last: RollDice | None) -> BattleStages:
    """Return the steps of the current part of a battle and the step of this question; `last` is the latest
    roll, if its dice are still shown.
    """
    kind = table.fight.kind
    if question is None:
        return BattleStages((), "")
    name = _name(question, table, last)
    if table.round == 0:
        stages: tuple[str, ...] = _OPENING_STAGES[kind]
        return BattleStages(stages, name if name in stages else stages[-1])
    stages = _ROUND_STAGES[kind]
    if kind == "space" and table.round == 1 and _has_barrage(table):
        stages = ("barrage", *stages)
    if name == "after":
        stages = (*stages, name)
    return BattleStages(stages, name if name in stages else stages[0])


def _has_barrage(table: BattleTable) -> bool:
    return any(unit.barrage for roster in table.rosters for unit in roster.units)


def _name(question: Question, table: BattleTable, last: RollDice | None) -> str:
    """Return the name of the battle step to which a question belongs; a question about losses belongs to the
    step of its dice.
    """
    if isinstance(question, AnnounceRetreat):
        return "announce"
    if isinstance(question, RollDice):
        if question.step == "bombardment":
            return "after" if table.round else "bombard"
        stage = _STAGES.get(question.step, "start")
        return "landing" if stage == "cannon" and table.fight.kind == "ground" else stage
    if isinstance(question, PlayEffect):
        return _HOOK_STAGES.get(question.use.effect.hook, "start")
    if last is None:
        return "start"
    stage = _name(last, table, None)
    return "assign" if stage == "roll" else stage
