"""Units and their numbers: dice, what they carry, who takes part."""

from __future__ import annotations

import random

from twingkit.imperium.box.units import unit
from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.notation.notes import notes
from twingkit.imperium.quiz.deals import HEAVY, battle, fleet, room, side, upgraded
from twingkit.imperium.quiz.staging import asked, begun, fallen, rolled, said, throw_of, thrown, until, wrong
from twingkit.imperium.quiz.telling import SAY
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.quiz.asking import numbers, yes_no
from twingkit.quiz.item import Item
from twingkit.rulebook import Ruling


def dice(rng: random.Random) -> Item | None:
    """The question “How many dice does a fleet roll in a round?”, with ground forces aboard that do not
    fight."""
    units = fleet(rng, ("warsun", *HEAVY), kinds=3)
    space = room(units) - units.get("fighter", 0)
    if space > 0:
        units["infantry"] = rng.randint(1, min(3, space))
    game = until(begun(battle("space", side(units), side(fleet(rng)))), rng, throw_of("combat", 0))
    if game is None:
        return None
    throw = thrown(game)
    right = throw.volley.count
    force = game.table.forces[0]
    misses = {
        "IM-UNIT-1": sum(force.count(index) for index in range(len(force.fresh))),
        "IM-SPACE-1": right + units.get("infantry", 0),
    }
    faces = fallen(rng, throw)
    after = rolled(game, faces)
    options = numbers(rng, right, wrong(right, misses), least=1)
    why = [*said(after, "IM-SPACE-6", since=len(game)), *said(game, "IM-SPACE-1", "idle")]
    why += notes(game.table.fight.battle)
    answers = [f"roll {' '.join(map(str, faces))}"]
    return asked(game, answers, SAY("dice.ask", side="attacker"), options, why, ("IM-UNIT-1",))


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
    fight = battle("space", side(units), enemy)
    beyond = [note for note in notes(fight) if note.rule == "IM-UNIT-11"]
    if bool(beyond) != (over > 0):
        return None
    options = yes_no(not beyond, "IM-UNIT-11")
    why = beyond or [_room(fight)]
    return asked(begun(fight), (), SAY("room.fits", side="attacker"), options, why)


def _room(fight: Battle) -> Ruling:
    """The ruling that all units aboard have room, with the numbers."""
    kinds = fight.attacker.kinds()
    space = sum(kind.capacity * count for kind, count in kinds)
    need = [(kind, n) for kind, n in kinds if kind.ground_force or (kind.fighter and not kind.upgraded)]
    facts = {"side": "attacker", "n": sum(count for _, count in need), "m": space}
    return Ruling("IM-UNIT-11", "room", facts, rulebook())


def beyond(rng: random.Random) -> Item | None:
    """The question “How many of the units aboard find no room?”"""
    units, _ = _loaded(rng)
    fight = battle("space", side(units), side(fleet(rng, fighters=0)))
    rulings = [note for note in notes(fight) if note.rule == "IM-UNIT-11"]
    if not rulings:
        return None
    right = rulings[0].facts["n"] - rulings[0].facts["m"]
    plain = sum(unit(name.removesuffix("+")).capacity * count for name, count in units.items())
    misses = {"IM-UNIT-11": units["fighter"], "IM-UNIT-2": rulings[0].facts["n"] - plain}
    return asked(
        begun(fight),
        (),
        SAY("room.beyond", side="attacker"),
        numbers(rng, right, wrong(right, misses)),
        rulings,
        ("IM-UNIT-1",),
    )
