"""Units and their numbers: dice, what they carry, who takes part."""

from __future__ import annotations

import random
from collections.abc import Mapping

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.battles import HEAVY, Cast, begun, fleet, room, side, upgraded
from twingkit.imperium.quiz.telling import SAY, DiceSum, mistake, remark
from twingkit.learn.quiz.asking import numbers, yes_no
from twingkit.learn.quiz.item import Item, Reason, Remark
from twingkit.learn.quiz.staging import asked, said


def dice(rng: random.Random) -> Item | None:
    """The question “How many dice does a fleet roll in a round?”, with ground forces aboard that do not
    fight."""
    units = fleet(rng, ("warsun", *HEAVY), kinds=3)
    space = room(units) - units.get("fighter", 0)
    if space > 0:
        units["infantry"] = rng.randint(1, min(3, space))
    cast = Cast.reached(Battle("space", side(units), side(fleet(rng))), rng, "combat", 0)
    game, right = cast.game, cast.throw.volley.count
    force, roster = game.table.forces[0], game.table.rosters[0]
    rows = [
        (unit, force.count(place), force.count(place) * unit.dice)
        for place, unit in enumerate(roster.units)
        if force.count(place) and unit.combat
    ]
    aboard = units.get("infantry", 0)
    mistakes = [
        mistake(sum(n for _, n, _ in rows), "one_die", "IM-UNIT-1"),
        mistake(right + aboard, "aboard", "IM-SPACE-1"),
    ]
    options = numbers(rng, right, mistakes, least=1)
    why: list[Reason] = [remark("why.dice", "IM-UNIT-1", dice=DiceSum(rows), n=right)]
    why += said(game, 0, "IM-SPACE-1 idle")
    why += notes(game.table.fight.battle)
    texts = SAY("dice.ask", side="attacker", round=game.table.round)
    return asked(game, cast.after, texts, options, why)


def _loaded(rng: random.Random) -> tuple[dict[str, int], int]:
    """A fleet with about as much aboard as it can carry, and how much that is too many."""
    units = {name: rng.randint(1, 2) for name in rng.sample(["carrier", "dreadnought", "cruiser"], 2)}
    units["carrier"] = 1
    units = upgraded(rng, units, 0.3)
    space = sum(unit(name).capacity * count for name, count in units.items())
    over = rng.choice((-1, 0, 1, 2, 3))
    load = max(2, space + over)
    infantry = rng.randint(1, min(4, load - 1))
    return units | {"fighter": load - infantry, "infantry": infantry}, load - space


def fits(rng: random.Random) -> Item | None:
    """The question “Is there room for all that a fleet carries?”"""
    units, over = _loaded(rng)
    if rng.random() < 0.5:
        units["fighter+"] = units.pop("fighter")
        over -= units["fighter+"]
    enemy = side(fleet(rng, fighters=0))
    fight = Battle("space", side(units), enemy)
    beyond = [note for note in notes(fight) if note.rule == "IM-UNIT-11"]
    if bool(beyond) != (over > 0):
        return None
    options = yes_no(not beyond)
    why = [_room(fight), *_apart(units)]
    return asked(begun(fight), (), SAY("room.fits", side="attacker"), options, why)


def _room(fight: Battle) -> Remark:
    """The units that need room and those that have it, added up."""
    kinds = fight.attacker.kinds()
    need = [(kind, n, n) for kind, n in kinds if kind.ground_force or (kind.fighter and not kind.upgraded)]
    have = [(kind, n, n * kind.capacity) for kind, n in kinds if kind.capacity]
    facts = {"n": sum(n for _, n, _ in need), "m": sum(dice for *_, dice in have)}
    key = "why.room_aboard" if facts["n"] <= facts["m"] else "why.no_room"
    return remark(key, "IM-UNIT-11", need=DiceSum(need), have=DiceSum(have), **facts)


def _apart(units: Mapping[str, int]) -> list[Remark]:
    """That Fighter II need no room, where there are some."""
    return [remark("why.fighter2", "IM-UNIT-11")] if units.get("fighter+") else []


def beyond(rng: random.Random) -> Item | None:
    """The question “How many of the units aboard find no room?”"""
    units, _ = _loaded(rng)
    fight = Battle("space", side(units), side(fleet(rng, fighters=0)))
    excess = [note for note in notes(fight) if note.rule == "IM-UNIT-11"]
    if not excess:
        return None
    load = excess[0].facts["n"]
    right = load - excess[0].facts["m"]
    plain = sum(unit(name.removesuffix("+")).capacity * count for name, count in units.items())
    mistakes = [
        mistake(units["fighter"], "fighters_only", "IM-UNIT-11"),
        mistake(load - plain, "plain_ships", "IM-UNIT-2"),
    ]
    options = numbers(rng, right, mistakes, least=1, most=load)
    return asked(begun(fight), (), SAY("room.beyond", side="attacker"), options, [_room(fight)])


KINDS = {"dice": dice, "fits": fits, "beyond": beyond}
"""The makers of this topic, by kind."""
