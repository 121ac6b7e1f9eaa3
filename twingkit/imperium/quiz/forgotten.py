"""A battle as it would go without one rule: what somebody expects who has forgotten it.

The engine plays it: the effect or the ability of that rule is taken from both sides, and the same answers are
given. Only what it comes to then may be called the answer of somebody who has forgotten that rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from twingkit.asking import BadAnswer, Refusal
from twingkit.imperium.box.units import Unit
from twingkit.imperium.rules.force import Fight, Roster
from twingkit.imperium.rules.questions import Play, Retreat, Throw
from twingkit.imperium.rules.table import BattleTable
from twingkit.imperium.starts import BattleStart
from twingkit.play import Game

Lacking = Callable[[Unit], Unit]
"""A unit without an ability."""

ABILITIES: Mapping[str, Lacking] = {
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
        fight = Fight.of(self.battle)
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


def leaves_out(game: Game, rule: str) -> bool:
    """True if this battle can be played without that rule and would be another one."""
    uses = (use for roster in game.table.rosters for use in roster.uses)
    return rule in ABILITIES or rule == ANNOUNCED or any(use.effect.rule == rule for use in uses)


def without(game: Game, rule: str, more: Sequence[str] = ()) -> Game | None:
    """The battle without that rule after the same answers and `more`; None if they do not fit there.

    Raises `ValueError` for a rule that cannot be left out.
    """
    if not leaves_out(game, rule):
        raise ValueError(f"{rule} cannot be left out of this battle")
    twin = Game(_Start(game.table.fight.battle, missing=rule), rolls="ask")
    given = [entry.answer for entry in game.transcript] + [*more]
    if rule == ANNOUNCED:
        given = ["stay" if answer == "retreat" else answer for answer in given]
    try:
        for answer in given:
            if answer in ("play", "pass") and not isinstance(twin.question, Play):
                continue  # nobody is asked to use what is not there
            while isinstance(twin.question, Retreat) and answer not in ("retreat", "stay"):
                twin.answer("stay")  # asked only where the other side has not announced one
            twin.answer(answer)
    except (BadAnswer, Refusal):
        return None
    return twin


def hits_without(game: Game, rule: str, faces: Sequence[int]) -> int | None:
    """The hits of these dice without that rule, its dice left away; None if no dice are thrown then."""
    twin = without(game, rule)
    question = twin.question if twin is not None else None
    if not isinstance(question, Throw) or question.volley.count > len(faces):
        return None
    return question.volley.thrown(faces[: question.volley.count]).hits
