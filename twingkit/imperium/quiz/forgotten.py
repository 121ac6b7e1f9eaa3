"""A battle as it would go without one rule: what somebody expects who has forgotten it.

The engine plays it: the effect or the ability of that rule is taken from both sides, and the same answers are
given. Only what it comes to then may be called the answer of somebody who has forgotten that rule.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.force import Fight, Roster
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.units import Unit
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.staging import Plan, play_plan, wrong_values

WithoutAbility = Callable[[Unit], Unit]
"""A unit without an ability."""

ABILITIES: Mapping[str, WithoutAbility] = {
    "IM-UNIT-3": lambda unit: attrs.evolve(unit, sustain=False),
    "IM-INV-2": lambda unit: attrs.evolve(unit, shield=False),
    "IM-UNIT-7": lambda unit: attrs.evolve(unit, shield=False),
    "IM-INV-4": lambda unit: attrs.evolve(unit, space_cannon=None),
}
"""The rules that are an ability of units, and how a unit is without it."""

ANNOUNCED = "IM-SPACE-9"
"""The rule by which an announced retreat takes place: without it everybody stays."""


@attrs.frozen
class _Start(BattleStart):
    """The start of a battle in which a rule is missing."""

    missing: str = ""

    def table(self) -> BattleTable:
        """The table, both sides without what the missing rule gives them."""
        fight = Fight.from_battle(self.battle)
        attacker, defender = (self._without(roster) for roster in fight.rosters)
        return BattleTable(attrs.evolve(fight, rosters=(attacker, defender)))

    def _without(self, roster: Roster) -> Roster:
        lacking = ABILITIES.get(self.missing)
        uses = tuple(use for use in roster.uses if use.effect.rule != self.missing)
        if lacking is None:
            return attrs.evolve(roster, uses=uses)
        units = tuple(lacking(unit) for unit in roster.units)
        support = tuple((lacking(unit), count) for unit, count in roster.support)
        return attrs.evolve(roster, units=units, support=support, uses=uses)


def can_leave_out(game: Game, rule: str) -> bool:
    """True if this battle can be played without that rule and would be another one."""
    uses = (use for roster in game.table.rosters for use in roster.uses)
    return rule in ABILITIES or rule == ANNOUNCED or any(use.effect.rule == rule for use in uses)


def replay_without(game: Game, rule: str) -> Game | None:
    """The battle without that rule after the same answers; None if they do not fit there.

    Raises `ValueError` for a rule that cannot be left out.
    """
    if not can_leave_out(game, rule):
        raise ValueError(f"{rule} cannot be left out of this battle")
    plan = Plan(SORTS, _rest)
    for entry in game.transcript:
        leaves = rule == ANNOUNCED and entry.answer == "retreat"
        plan.add(entry.seat, entry.kind, "stay" if leaves else entry.answer)
    start = _Start(game.table.fight.battle, missing=rule)
    twin = play_plan(lambda: Game(start, rolls="ask"), plan)
    return twin if {*plan.unused_answers} <= SKIPPABLE else None


SORTS = {kind: kind for kind in ("roll", "assign", "play", "target", "retreat", "fire")}
"""The kinds of questions of a battle."""

SKIPPABLE = {"play", "pass"}
"""The answers that nobody gives where there is nothing to use."""


def _rest(question: Question, sort: str) -> str | None:
    """A side is asked to retreat only where the other one has not announced it: then it stays."""
    return "stay" if sort == "retreat" else None


def mistakes_without_rule(game: Game, rule: str, read: Callable[[Game], Hashable | None]) -> list[Mistake]:
    """The outcome that is read off the battle by somebody who has forgotten that rule, if anything."""
    return wrong_values(read, [(replay_without(game, rule), rule)])


def hit_counter(faces: Sequence[int]) -> Callable[[Game], int | None]:
    """Reads off a battle how many of these dice hit, those left away that are not thrown there."""

    def hits(twin: Game) -> int | None:
        throw = twin.question
        if not isinstance(throw, Throw) or throw.volley.count > len(faces):
            return None
        return throw.volley.result_of(faces[: throw.volley.count]).hits

    return hits
