"""The stages of a battle of fleets: the steps of a round, and the step of each question."""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.imperium.battle.rules.questions import Play, Retreat, Throw
from twingkit.imperium.battle.rules.table import BattleTable

OPENING = {"space": ("cannon", "start"), "ground": ("bombard", "landing")}
"""The stages before the first round."""

ROUND = {"space": ("announce", "roll", "assign"), "ground": ("roll", "assign")}
"""The stages of every round; in space the first may begin with Anti-Fighter Barrage."""

_STAGES = {
    "space_cannon": "cannon",
    "barrage": "barrage",
    "combat": "roll",
    "again": "roll",
    "ambush": "start",
    "courageous": "assign",
}
"""The stage to which a throw belongs."""

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
"""The stage of an effect; others come at the start of their part."""


@attrs.frozen
class Stage:
    """The stages of this part of a battle, and the current one ("" at the end)."""

    stages: tuple[str, ...]
    now: str


def stage_of(question: Question | None, table: BattleTable, last: Throw | None) -> Stage:
    """The stage of a battle with this question; `last` are the dice thrown last, if they are still shown."""
    kind = table.fight.kind
    if question is None:
        return Stage((), "")
    name = _name(question, table, last)
    if table.round == 0:
        stages: tuple[str, ...] = OPENING[kind]
        return Stage(stages, name if name in stages else stages[-1])
    stages = ROUND[kind]
    if kind == "space" and table.round == 1 and _has_barrage(table):
        stages = ("barrage", *stages)
    if name == "after":
        stages = (*stages, name)
    return Stage(stages, name if name in stages else stages[0])


def _has_barrage(table: BattleTable) -> bool:
    return any(unit.barrage for roster in table.rosters for unit in roster.units)


def _name(question: Question, table: BattleTable, last: Throw | None) -> str:
    """The stage to which a question belongs; that of losses is the one of the dice before them."""
    if isinstance(question, Retreat):
        return "announce"
    if isinstance(question, Throw):
        if question.step == "bombardment":
            return "after" if table.round else "bombard"
        stage = _STAGES.get(question.step, "start")
        return "landing" if stage == "cannon" and table.fight.kind == "ground" else stage
    if isinstance(question, Play):
        return _HOOK_STAGES.get(question.use.effect.hook, "start")
    if last is None:
        return "start"
    stage = _name(last, table, None)
    return "assign" if stage == "roll" else stage
