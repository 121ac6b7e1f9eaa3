"""The stages of a battle: the steps of a round, and the step of each question."""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs

from twingkit import Question
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect, RollDice
from twingkit.imperium.battle.rules.table import BattleTable

_STAGES = tomllib.loads(Path(__file__).with_name("stages.toml").read_text(encoding="utf-8"))
"""The stages of the opening and of every round, and the stages of rolls and effects."""


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
        stages: tuple[str, ...] = tuple(_STAGES["opening"][kind])
        return BattleStages(stages, name if name in stages else stages[-1])
    stages = tuple(_STAGES["round"][kind])
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
    match question:
        case AnnounceRetreat():
            return "announce"
        case RollDice(step="bombardment"):
            return "after" if table.round else "bombard"
        case RollDice(step=step):
            stage: str = _STAGES["roll"].get(step, "start")
            return "landing" if stage == "cannon" and table.fight.kind == "ground" else stage
        case PlayEffect():
            return str(_STAGES["effect"].get(question.use.effect.hook, "start"))
    stage = _name(last, table, None) if last else "start"
    return "assign" if stage == "roll" else stage
