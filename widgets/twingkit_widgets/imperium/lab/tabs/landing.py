"""The stages of an invasion in numbers: units left after each, and the chance to get that far."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.slices import Slices, scale_progress
from twingkit.imperium.battle.analysis.fleet_changes import needed_and_total_capacity
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.landings import (
    RULE,
    InvasionOdds,
    Landing,
    ground_odds,
    legal_invasion_odds_in_slices,
)
from twingkit.imperium.battle.exact_odds.odds import chances_after_opening
from twingkit.imperium.battle.notation.battle_line import Battle, Side
from twingkit.imperium.battle.rules.force import Fight, ForcePair
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.odds.odds import Odds

SIDE_TROOP_CLASSES = ((0, "infantry"), (0, "mech"), (1, "infantry"), (1, "mech"), (1, "pds"))
"""The unit classes that matter on the planet, by side."""

_MAX_DEFAULT_ATTACKER_INFANTRY = 4
"""The largest number of infantry added for an attacker without ground forces."""

_DEFAULT_DEFENDER_INFANTRY = 2
"""The number of infantry added for a defender without units on the planet."""


@attrs.frozen
class InvasionStage:
    """One stage of an invasion, such as Space Cannon or the landing, with the attacker's chance to get past
    it.

    `chance_so_far` is the attacker's chance to get past it, `chance_if_reached` the chance after passing the
    stage before, `takes_place` whether anything happens in it.

    `units_before` and `units_after` are mean numbers of units: the attacker's undamaged ships (cannon), the
    defender's ground forces (bombardment), the attacker's (landing), or both sides' (ground).
    """

    name: str
    chance_so_far: float
    chance_if_reached: float
    takes_place: bool = True
    units_before: float = 0.0
    units_after: float = 0.0


@attrs.frozen
class StagedInvasionOdds:
    """The odds of an invasion with all its stages."""

    odds: InvasionOdds
    stages: tuple[InvasionStage, ...]

    @property
    def weakest_stage(self) -> InvasionStage:
        """The stage at which the invasion fails most often."""
        return min(self.stages, key=lambda stage: stage.chance_if_reached)


def troop_name(side: Side, unit_class: str) -> str:
    """Return the name of a side's units of a class: the upgraded version if it has only those."""
    plus = f"{unit_class}+"
    return plus if side.count(plus) and not side.count(unit_class) else unit_class


def troop_count(side: Side, unit_class: str) -> int:
    """Return the number of a side's units of a class, upgraded or not."""
    return side.count(unit_class) + side.count(f"{unit_class}+")


def suggested_invasion(battle: Battle) -> Battle:
    """Return the invasion that a space battle can start: the same ships, and a few infantry for sides without
    ground forces.

    >>> str(suggested_invasion(Battle.parse("space: 1 carrier vs 1 cruiser")))
    'invasion: 1 carrier 4 infantry vs 1 cruiser 2 infantry'
    """
    sides = list(battle.sides)
    for side_index, side in enumerate(sides):
        if has_troops(side):
            continue
        needed, room = needed_and_total_capacity(side)
        count = (
            max(1, min(_MAX_DEFAULT_ATTACKER_INFANTRY, room - needed))
            if side_index == 0
            else _DEFAULT_DEFENDER_INFANTRY
        )
        sides[side_index] = attrs.evolve(side, units={**dict(side.units), "infantry": count})
    return attrs.evolve(battle, kind="invasion", attacker=sides[0], defender=sides[1])


def has_troops(side: Side) -> bool:
    """Return whether a side has ground forces."""
    return any(troop_count(side, name) for name in GROUND_FORCES)


def landing_course_in_slices(battle: Battle) -> Slices[StagedInvasionOdds]:
    """Compute in slices the course of an invasion, or of a ground battle without a battle in space."""
    battle_settled = resolve_best_policy(battle)
    if battle.kind == "ground":
        odds = _invasion_without_space(battle_settled)
        cannon = InvasionStage("cannon", 1.0, 1.0, takes_place=False)
    else:
        odds = yield from scale_progress(legal_invasion_odds_in_slices(battle_settled), 0.0, 0.5)
        cannon = _cannon(Fight.from_battle(battle_settled.space_battle))
    landed = sum(landing.chance for landing in odds.landings if landing.ground_force_count)
    won = odds.landing_chance
    opened = {}
    for n, landing in enumerate(odds.landings):
        yield 0.5 + 0.5 * n / len(odds.landings)
        opened[landing.battle] = chances_after_opening(Fight.from_battle(landing.battle))
    guards = _mean(odds, lambda landing: _standing(landing.battle.defender))
    spared = _mean(odds, lambda landing: _forces_left(opened[landing.battle], 1))
    bombards = any(
        kind.bombardment
        for landing in odds.landings
        for kind, _ in landing.battle.attacker.units_with_counts()
    )
    forces = _mean(odds, lambda landing: landing.ground_force_count)
    ashore = _mean(odds, lambda landing: _forces_left(opened[landing.battle], 0))
    stages = (
        cannon,
        InvasionStage(
            "space", won, won / cannon.chance_so_far if cannon.chance_so_far else 0.0, battle.kind != "ground"
        ),
        InvasionStage("bombardment", won, 1.0, bombards and guards > 0, guards, spared),
        InvasionStage("landing", landed, landed / won if won else 0.0, True, forces, ashore),
        InvasionStage("ground", odds.win, odds.win / landed if landed else 0.0, True, ashore, spared),
    )
    return StagedInvasionOdds(odds, stages)


def _invasion_without_space(battle: Battle) -> InvasionOdds:
    """Return the odds of a ground battle as an invasion whose space battle is already won."""
    odds = ground_odds(battle)
    forces = tuple((name, n) for name, n in battle.attacker.units if name.rstrip("+!") in GROUND_FORCES)
    return InvasionOdds(
        battle,
        odds.odds,
        Odds(1.0, 0.0, 0.0, rule=RULE),
        (Landing(forces, battle, 1.0, odds),),
        (0.0, 0.0),
        odds.attacker_losses,
        odds.defender_losses,
    )


def _cannon(fight: Fight) -> InvasionStage:
    """Return the Space Cannon stage of an invasion, with the mean number of undamaged ships after it."""
    after = chances_after_opening(fight)
    alive = sum(chance for state, chance in after.items() if state[0].size)
    survivors = sum(chance * sum(state[0].fresh) for state, chance in after.items())
    fires = any(kind.space_cannon for roster in fight.rosters for kind, _ in roster.side.units_with_counts())
    return InvasionStage("cannon", alive, alive, fires, float(fight.starting_forces()[0].size), survivors)


def _forces_left(states: Mapping[ForcePair, float], side_index: int) -> float:
    return sum(chance * state[side_index].size for state, chance in states.items())


def _standing(side: Side) -> int:
    return sum(count for kind, count in side.units_with_counts() if kind.is_ground_force)


def _mean(odds: InvasionOdds, value: Callable[[Landing], float]) -> float:
    """Return the mean of a value over all landings, given that the space battle is won."""
    total = sum(landing.chance for landing in odds.landings)
    return sum(landing.chance * value(landing) for landing in odds.landings) / total if total else 0.0
