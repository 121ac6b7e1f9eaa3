"""Questions on units and their numbers: dice, capacity, and who takes part."""

from __future__ import annotations

import random

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.events import RoomExceeded
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.battles import (
    NON_FIGHTER_SHIPS,
    SampledRoll,
    fleet_capacity,
    new_battle_game,
    sample_fleet,
    upgrade_some,
)
from twingkit.imperium.quiz.question_texts import SAY, UnitsWithTotals, mistake, remark
from twingkit.learn.quiz.item import QuizItem, QuizReason, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import number_options, yes_no_options
from twingkit.learn.quiz.staging import question_at_moment


@question_kind("dice")
def _fleet_dice_count(rng: random.Random) -> QuizItem | None:
    """Make the question “How many dice does a fleet roll in a round?”, with ground forces aboard that do not
    fight.
    """
    units = sample_fleet(rng, ("warsun", *NON_FIGHTER_SHIPS), class_count=3)
    space = fleet_capacity(units) - units.get("fighter", 0)
    if space > 0:
        units["infantry"] = rng.randint(1, min(3, space))
    cast = SampledRoll.sample_first(Battle("space", Side(units), Side(sample_fleet(rng))), rng, "combat", 0)
    game, right = cast.game, cast.roll.volley.count
    force, roster = game.table.forces[0], game.table.rosters[0]
    rows = [
        (unit, force.count(place), force.count(place) * unit.dice)
        for place, unit in enumerate(roster.units)
        if force.count(place) and unit.combat
    ]
    aboard = units.get("infantry", 0)
    mistakes = [mistake(sum(n for _, n, _ in rows), "one_die"), mistake(right + aboard, "aboard")]
    options = number_options(rng, right, mistakes, minimum=1)
    why: list[Reason] = [remark("why.dice", "IM-UNIT-1", dice=UnitsWithTotals(rows), n=right)]
    why += game.rulings_since(0, "IM-SPACE-1 idle")
    why += notes(game.table.fight.battle)
    texts = SAY("dice.ask", side="attacker", round=game.table.round)
    return question_at_moment(game, cast.game_after_roll, texts, options, why)


def _loaded_fleet(rng: random.Random) -> tuple[dict[str, int], int]:
    """Return a fleet with about as many units aboard as it can carry, and the number that are too many."""
    units = {name: rng.randint(1, 2) for name in rng.sample(["carrier", "dreadnought", "cruiser"], 2)}
    units["carrier"] = 1
    units = upgrade_some(rng, units, 0.3)
    space = sum(unit(name).capacity * count for name, count in units.items())
    over = rng.choice((-1, 0, 1, 2, 3))
    load = max(2, space + over)
    infantry = rng.randint(1, min(4, load - 1))
    return units | {"fighter": load - infantry, "infantry": infantry}, load - space


@question_kind("fits")
def _fleet_has_room(rng: random.Random) -> QuizItem | None:
    units, over = _loaded_fleet(rng)
    if rng.random() < 0.5:
        units["fighter+"] = units.pop("fighter")
        over -= units["fighter+"]
    fight = Battle("space", Side(units), Side(sample_fleet(rng, fighter_chance=0)))
    beyond = any(isinstance(note.event, RoomExceeded) for note in notes(fight))
    require(beyond == (over > 0))
    options = yes_no_options(not beyond)
    why = [_room(fight), *([remark("why.fighter2")] if units.get("fighter+") else [])]
    return question_at_moment(new_battle_game(fight), (), SAY("room.fits", side="attacker"), options, why)


def _room(fight: Battle) -> QuizReason:
    """Return a remark that adds up the units that need room and the capacity of the ships that provide it."""
    kinds = fight.attacker.units_with_counts()
    need = [
        (kind, n, n)
        for kind, n in kinds
        if kind.is_ground_force or (kind.is_fighter and not kind.is_upgraded)
    ]
    have = [(kind, n, n * kind.capacity) for kind, n in kinds if kind.capacity]
    load, room = (sum(total for *_, total in totals) for totals in (need, have))
    key = "why.room_aboard" if load <= room else "why.no_room"
    return remark(key, need=UnitsWithTotals(need), have=UnitsWithTotals(have), n=load, m=room)


@question_kind("beyond")
def units_without_room_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How many of the transported units exceed the fleet's capacity?”"""
    units, _ = _loaded_fleet(rng)
    fight = Battle("space", Side(units), Side(sample_fleet(rng, fighter_chance=0)))
    excess = [note.event for note in notes(fight) if isinstance(note.event, RoomExceeded)]
    require(excess)
    load, room = excess[0].n, excess[0].m
    right = load - room
    why = [_room(fight), remark("why.excess", n=load, m=room, k=right)]
    plain = sum(unit(name.removesuffix("+")).capacity * count for name, count in units.items())
    mistakes = [mistake(units["fighter"], "fighters_only"), mistake(load - plain, "plain_ships")]
    options = number_options(rng, right, mistakes, minimum=1, maximum=load)
    return question_at_moment(new_battle_game(fight), (), SAY("room.beyond", side="attacker"), options, why)
