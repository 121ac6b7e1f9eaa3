"""A whole landing in numbers: what each stage leaves, and how often the attacker gets that far."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.slices import Slices, scale_progress
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.landings import (
    RULE,
    InvasionOdds,
    Landing,
    ground_odds,
    invasion_odds_in_slices,
)
from twingkit.imperium.battle.exact_odds.odds import odds_after_opening
from twingkit.imperium.battle.notation.battle_line import Battle, Side
from twingkit.imperium.battle.notation.side import DAMAGED
from twingkit.imperium.battle.rules.force import Fight, ForcePair
from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.odds.odds import Odds

STAGES = ("cannon", "space", "bombardment", "landing", "ground")
"""The stages of a landing, in order."""

TROOPS = ((0, "infantry"), (0, "mech"), (1, "infantry"), (1, "mech"), (1, "pds"))
"""The units that decide on the planet, by side."""

ADDED_ATTACKERS = 4
"""The largest number of infantry added to the ships of a side that has none."""

ADDED_DEFENDERS = 2
"""The number of infantry added to the planet of a side that has no units there."""


@attrs.frozen
class Stage:
    """One stage: `so_far` is the chance that the attacker is still in it after it, `given_reached` that
    chance if he came through the one before, `takes_place` whether anything happens in it.

    `before` and `after` are mean numbers of units: the attacker's whole ships (cannon), the defender's ground
    forces (bombardment), the attacker's (landing), and at last those of both sides that fight."""

    name: str
    so_far: float
    given_reached: float
    takes_place: bool = True
    before: float = 0.0
    after: float = 0.0


@attrs.frozen
class LandingCourse:
    """The odds of a landing with all its stages, and the ground forces that had no room on the ships."""

    odds: InvasionOdds
    stages: tuple[Stage, ...]
    no_room: int

    @property
    def weakest(self) -> Stage:
        """The stage in which a landing fails most often."""
        return min(self.stages, key=lambda stage: stage.given_reached)


def troop_name(side: Side, unit_class: str) -> str:
    """Return how a side's units of a class are called: upgraded ones if it has only those."""
    plus = f"{unit_class}+"
    return plus if side.count(plus) and not side.count(unit_class) else unit_class


def troops(side: Side, unit_class: str) -> int:
    """Return how many units of a class a side has, upgraded or not."""
    return side.count(unit_class) + side.count(f"{unit_class}+")


def room_left(side: Side) -> int:
    """The number of further units for which the ships of a side have room."""
    kinds = side.kinds()
    room = sum(kind.capacity * count for kind, count in kinds if kind.ship)
    return room - sum(count for kind, count in kinds if needs_room(kind))


def landing_of(battle: Battle) -> Battle:
    """The whole invasion that a space battle can be turned into: the same ships, and a few infantry for each
    side that has no ground forces.

    >>> str(landing_of(Battle.parse("space: 1 carrier vs 1 cruiser")))
    'invasion: 1 carrier 4 infantry vs 1 cruiser 2 infantry'
    """
    sides = list(battle.sides)
    for index, side in enumerate(sides):
        if has_troops(side):
            continue
        count = max(1, min(ADDED_ATTACKERS, room_left(side))) if index == 0 else ADDED_DEFENDERS
        sides[index] = attrs.evolve(side, units={**dict(side.units), "infantry": count})
    return attrs.evolve(battle, kind="invasion", attacker=sides[0], defender=sides[1])


def has_troops(side: Side) -> bool:
    """Return whether a side has ground forces."""
    return any(troops(side, name) for name in GROUND_FORCES)


def with_troops(battle: Battle, index: int, unit_class: str, count: int) -> Battle:
    """The battle with `count` units of a class for a side, of the kind that it has of them."""
    side = battle.sides[index]
    called = troop_name(side, unit_class)
    units = dict(side.units)
    units.pop(f"{called}+", None)
    units[called] = max(0, count - side.damaged(called))
    units[called + DAMAGED] = min(count, side.damaged(called))
    return battle.with_side(index, units={name: n for name, n in units.items() if n})


def landing_course_in_slices(battle: Battle) -> Slices[LandingCourse]:
    """Work out a landing in slices: an invasion, or a battle on a planet before which nobody fights in
    space."""
    battle_settled = resolve_best_policy(battle)
    if battle.kind == "ground":
        odds, cannon, room = (
            _invasion_without_space(battle_settled),
            Stage("cannon", 1.0, 1.0, takes_place=False),
            0,
        )
    else:
        odds = yield from scale_progress(invasion_odds_in_slices(battle_settled), 0.0, 0.5)
        room = room_left(battle_settled.attacker)
        cannon = _cannon(Fight.from_battle(battle_settled.in_space))
    landed = sum(landing.chance for landing in odds.landings if landing.size)
    won = odds.through
    opened = {}
    for n, landing in enumerate(odds.landings):
        yield 0.5 + 0.5 * n / len(odds.landings)
        opened[landing.battle] = odds_after_opening(Fight.from_battle(landing.battle))
    guards = _mean(odds, lambda landing: _standing(landing.battle.defender))
    spared = _mean(odds, lambda landing: _forces_left(opened[landing.battle], 1))
    bombards = any(
        kind.bombardment for landing in odds.landings for kind, _ in landing.battle.attacker.kinds()
    )
    forces = _mean(odds, lambda landing: landing.size)
    ashore = _mean(odds, lambda landing: _forces_left(opened[landing.battle], 0))
    stages = (
        cannon,
        Stage("space", won, won / cannon.so_far if cannon.so_far else 0.0, battle.kind != "ground"),
        Stage("bombardment", won, 1.0, bombards and guards > 0, guards, spared),
        Stage("landing", landed, landed / won if won else 0.0, True, forces, ashore),
        Stage("ground", odds.win, odds.win / landed if landed else 0.0, True, ashore, spared),
    )
    return LandingCourse(odds, stages, max(0, -room))


def _invasion_without_space(battle: Battle) -> InvasionOdds:
    """A battle on a planet as an invasion of which the battle in space is won already."""
    odds = ground_odds(battle)
    forces = tuple((name, n) for name, n in battle.attacker.units if name.rstrip("+!") in GROUND_FORCES)
    return InvasionOdds(
        battle,
        odds.odds,
        Odds(1.0, 0.0, 0.0, rule=RULE),
        (Landing(forces, battle, 1.0, odds),),
        (0.0, 0.0),
        odds.attacker_lost,
        odds.defender_lost,
    )


def _cannon(fight: Fight) -> Stage:
    """Space Cannon before the space battle, as it hits the attacker's ships: how many are whole after it."""
    after = odds_after_opening(fight)
    alive = sum(chance for state, chance in after.items() if state[0].size)
    survivors = sum(chance * sum(state[0].fresh) for state, chance in after.items())
    fires = any(kind.space_cannon for roster in fight.rosters for kind, _ in roster.side.kinds())
    return Stage("cannon", alive, alive, fires, float(fight.start()[0].size), survivors)


def _forces_left(states: Mapping[ForcePair, float], index: int) -> float:
    """The mean number of units of a side."""
    return sum(chance * state[index].size for state, chance in states.items())


def _standing(side: Side) -> int:
    return sum(count for kind, count in side.kinds() if kind.ground_force)


def _mean(odds: InvasionOdds, value: Callable[[Landing], float]) -> float:
    """The mean of something over all landings, given that the space battle is won."""
    total = sum(landing.chance for landing in odds.landings)
    return sum(landing.chance * value(landing) for landing in odds.landings) / total if total else 0.0
