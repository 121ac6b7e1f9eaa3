"""A reference implementation for battles without effects, from the rules alone: units in a list, hit after
hit."""

from __future__ import annotations

from functools import cache

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.box.units import Unit

SUSTAINERS = ("carrier", "dreadnought", "flagship", "warsun", "mech")

Ship = tuple[Unit, bool]
"""A unit, and whether it is damaged."""

Fleet = tuple[Ship, ...]
"""Units in the order in which they are lost."""


def count_hits(dice: list[int]) -> list[float]:
    """Return the chances of 0, 1, 2 … hits of dice with these target numbers."""
    chances = [1.0]
    for value in dice:
        hit = (11 - value) / 10
        grown = [0.0] * (len(chances) + 1)
        for n, chance in enumerate(chances):
            grown[n] += chance * (1 - hit)
            grown[n + 1] += chance * hit
        chances = grown
    return chances


def lose(fleet: Fleet, hits: int, rule: str, fighters_only: bool = False) -> Fleet:
    """Apply one hit after the other."""
    units = list(fleet)
    for _ in range(hits):
        open_ = [unit for unit in units if not fighters_only or unit[0].is_fighter]
        if not open_:
            break
        able = [unit for unit in units if unit[0].can_sustain_damage and not unit[1] and rule != "never"]
        able.sort(key=lambda each: SUSTAINERS.index(each[0].unit_class))
        soft = [unit for unit in units if not unit[0].can_sustain_damage]
        if fighters_only:
            units.remove(open_[0])
        elif rule not in ("first", "last", "never", "risk"):
            units = by_class(units, able, rule.split(","))
        elif able and not (rule == "last" and soft):
            units[units.index(able[0])] = (able[0][0], True)
        else:
            units.remove(_first(soft if rule == "last" and soft else units))
    return tuple(units)


def by_class(units: list[Ship], able: list[Ship], named: list[str]) -> list[Ship]:
    """Apply a hit where classes sustain in an order, the others only where the hit would destroy one."""
    willing = sorted(
        (each for each in able if each[0].unit_class in named),
        key=lambda each: named.index(each[0].unit_class),
    )
    kind = units[0][0]
    in_danger = [each for each in able if each[0] == kind]
    sustaining = next(iter([*willing, *in_danger]), None)
    left = list(units)
    if sustaining is None:
        left.remove(_first(left))
    else:
        left[left.index(sustaining)] = (sustaining[0], True)
    return left


def _first(units: list[Ship]) -> Ship:
    """Return the unit that is lost first: of its kind the damaged one."""
    kind = units[0][0]
    return next((unit for unit in units if unit[0] == kind and unit[1]), units[0])


def fleet_of(side: Side, kind: str) -> Fleet:
    """Return the units that fight, in the order of the policy."""
    order = [*side.policy.order, "infantry", "mech"]
    hurt = {unit.name: dict(side.units).get(f"{unit.name}!", 0) for unit, _ in side.units_with_counts()}
    units = [(unit, n < hurt[unit.name]) for unit, count in side.units_with_counts() for n in range(count)]
    there = [each for each in units if (each[0].is_ship if kind == "space" else each[0].is_ground_force)]
    return tuple(sorted(there, key=lambda each: (order.index(each[0].unit_class), each[0].is_upgraded)))


def ability(side: Side, name: str) -> list[int]:
    """Return the dice of an ability of a side's units at the beginning."""
    shots = [(getattr(unit, name), count) for unit, count in side.units_with_counts() if getattr(unit, name)]
    return [each.hits_on for each, count in shots for _ in range(count * each.dice)]


def plain_odds(battle: Battle) -> tuple[float, float, float]:
    """Return win, tie and loss of the attacker in a battle without effects and flagships."""
    rules = [side.policy.sustain for side in battle.sides]

    def shot(states, index, dice, fighters_only=False):
        found = {}
        for fleets, chance in states.items():
            for hits, part in enumerate(count_hits(dice)):
                left = list(fleets)
                left[index] = lose(fleets[index], hits, rules[index], fighters_only)
                found[tuple(left)] = found.get(tuple(left), 0.0) + chance * part
        return found

    attacker, defender = battle.sides
    states = {tuple(fleet_of(side, battle.kind) for side in battle.sides): 1.0}
    if battle.kind == "space":
        states = shot(states, 1, ability(attacker, "space_cannon"))
        states = shot(states, 0, ability(defender, "space_cannon"))
        states = with_room(states, battle)
        states = barrages(states, rules)
    else:
        shielded = any(
            unit.has_planetary_shield for unit, _ in defender.units_with_counts()
        ) and not attacker.count("warsun")
        states = shot(states, 1, [] if shielded else ability(attacker, "bombardment"))
        states = shot(states, 0, ability(defender, "space_cannon"))
    found = [0.0, 0.0, 0.0]
    for (own, other), chance in states.items():
        for at, part in enumerate(rounds(own, other, rules[0], rules[1])):
            found[at] += chance * part
    return found[0], found[1], found[2]


def with_room(states, battle):
    """Remove the cargo of ships that Space Cannon destroyed, except what had no room from the start."""
    starts = [fleet_of(side, "space") for side in battle.sides]
    aboard = [
        sum(count for unit, count in side.units_with_counts() if unit.is_ground_force)
        for side in battle.sides
    ]
    found = {}
    for fleets, chance in states.items():
        left = []
        for fleet, start, ground in zip(fleets, starts, aboard, strict=True):
            ships = list(fleet)
            for _ in range(too_many(fleet, ground) - too_many(start, ground)):
                plain = [ship for ship in ships if ship[0].name == "fighter"]
                if plain:
                    ships.remove(plain[0])
            left.append(tuple(ships))
        found[tuple(left)] = found.get(tuple(left), 0.0) + chance
    return found


def too_many(fleet, ground):
    """Return how many fighters and ground forces have no room."""
    room = sum(unit.capacity for unit, _ in fleet)
    return max(0, ground + sum(unit.name == "fighter" for unit, _ in fleet) - room)


def barrages(states, rules):
    """Apply both barrages at once, if both sides still have ships."""
    found = {}
    for fleets, chance in states.items():
        if not all(fleets):
            found[fleets] = found.get(fleets, 0.0) + chance
            continue
        rolls = [
            count_hits([u.barrage.hits_on for u, _ in fleet if u.barrage for _ in range(u.barrage.dice)])
            for fleet in fleets
        ]
        for first, part in enumerate(rolls[0]):
            for second, share in enumerate(rolls[1]):
                left = lose(fleets[0], second, rules[0], True), lose(fleets[1], first, rules[1], True)
                found[left] = found.get(left, 0.0) + chance * part * share
    return found


@cache
def rounds(own: Fleet, other: Fleet, rule: str, enemy_rule: str) -> tuple[float, float, float]:
    """Return win, tie and loss from here on; a round without a hit is repeated."""
    if not own or not other:
        return float(bool(own)), float(not own and not other), float(bool(other))
    made, taken = (
        count_hits([unit.combat for unit, _ in fleet for _ in range(unit.dice)]) for fleet in (own, other)
    )
    total = [0.0, 0.0, 0.0]
    own_left = [lose(own, hits, rule) for hits in range(len(taken))]
    other_left = [lose(other, hits, enemy_rule) for hits in range(len(made))]
    for first, chance in enumerate(made):
        for second, part in enumerate(taken):
            if first or second:
                left = rounds(own_left[second], other_left[first], rule, enemy_rule)
                for at, share in enumerate(left):
                    total[at] += chance * part * share
    moved = 1 - made[0] * taken[0]
    return total[0] / moved, total[1] / moved, total[2] / moved
