"""A battle without one rule, as somebody expects it who has forgotten the rule.

The engine plays it: the effect or ability of that rule is taken from both sides, and the same answers are
given. Only the result of that may be called the answer of somebody who has forgotten the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

import attrs

from twingkit.core.play import Game
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.force import Fight, Roster
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.units import Unit
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.staging import AnswerPlan, mistakes_by_forgetting, play_plan

AbilityRemover = Callable[[Unit], Unit]
"""A function that returns a unit without an ability."""

ABILITY_REMOVER_BY_RULE: Mapping[str, AbilityRemover] = {
    "IM-UNIT-3": lambda unit: attrs.evolve(unit, can_sustain_damage=False),
    "IM-INV-2": lambda unit: attrs.evolve(unit, has_planetary_shield=False),
    "IM-UNIT-7": lambda unit: attrs.evolve(unit, has_planetary_shield=False),
    "IM-INV-4": lambda unit: attrs.evolve(unit, space_cannon=None),
}
"""For each rule about a unit ability, the function that removes the ability from a unit."""

_ANNOUNCED_RETREAT_RULE = "IM-SPACE-9"
"""The rule by which an announced retreat is carried out; without it everybody stays."""


@attrs.frozen
class _Start(BattleStart):
    """The start of a battle without one rule."""

    missing: str = ""

    def table(self) -> BattleTable:
        """Return the table, with both sides lacking what the missing rule gives them."""
        fight = Fight.from_battle(self.battle)
        attacker, defender = (self._without(roster) for roster in fight.rosters)
        return BattleTable(attrs.evolve(fight, rosters=(attacker, defender)))

    def _without(self, roster: Roster) -> Roster:
        lacking = ABILITY_REMOVER_BY_RULE.get(self.missing)
        uses = tuple(use for use in roster.effect_uses if use.effect.rule != self.missing)
        if lacking is None:
            return attrs.evolve(roster, effect_uses=uses)
        units = tuple(lacking(unit) for unit in roster.units)
        support = tuple((lacking(unit), count) for unit, count in roster.support_units)
        return attrs.evolve(roster, units=units, support_units=support, effect_uses=uses)


def can_leave_out_rule(game: Game, rule: str) -> bool:
    """True if `rule` can be left out of this battle: it belongs to one of its effects or unit abilities, or
    is the retreat rule.
    """
    uses = (use for roster in game.table.rosters for use in roster.effect_uses)
    return (
        rule in ABILITY_REMOVER_BY_RULE
        or rule == _ANNOUNCED_RETREAT_RULE
        or any(use.effect.rule == rule for use in uses)
    )


def replay_without_rule(game: Game, rule: str) -> Game | None:
    """Return the game replayed with the same answers but without one rule; None if the answers are no longer
    possible.

    Raises `ValueError` for a rule that cannot be left out.
    """
    if not can_leave_out_rule(game, rule):
        raise ValueError(f"{rule} cannot be left out of this battle")
    # a retreat question only arises if the other side does not retreat
    plan = AnswerPlan(_QUESTION_KINDS, lambda question, sort: str(acts.STAY) if sort == "retreat" else None)
    for entry in game.transcript:
        leaves = rule == _ANNOUNCED_RETREAT_RULE and isinstance(entry.act, acts.Retreat)
        plan.add(entry.seat, entry.kind, str(acts.STAY) if leaves else entry.answer)
    start = _Start(game.table.fight.battle, missing=rule)
    twin = play_plan(lambda: Game(start, rolls="ask"), plan)
    return twin if {*plan.unused_answers} <= _SKIPPABLE_ANSWERS else None


_QUESTION_KINDS = {kind: kind for kind in ("roll", "assign", "play", "target", "retreat", "fire")}

_SKIPPABLE_ANSWERS = {str(acts.PLAY), str(acts.PASS)}
"""Answers that are skipped in a replay if the question is not asked there."""


def mistakes_without_rule(
    game: Game, rule: str, get_value: Callable[[Game], Hashable | None]
) -> list[Mistake]:
    """Return a list with the wrong answer of a learner who has forgotten `rule`; empty if the game cannot be
    replayed without it.

    It is what `get_value` returns for the game replayed without the rule. The list is empty if the game
    cannot be replayed like that.
    """
    return mistakes_by_forgetting(get_value, [(replay_without_rule(game, rule), rule)])


def hit_counter(faces: Sequence[int]) -> Callable[[Game], int | None]:
    """Return a function that counts how many of these dice hit in the pending roll of a battle.

    Dice that are not rolled there are left out.
    """

    def hits(twin: Game) -> int | None:
        throw = twin.question
        if not isinstance(throw, RollDice) or throw.volley.count > len(faces):
            return None
        return throw.volley.result_of(faces[: throw.volley.count]).hits

    return hits
