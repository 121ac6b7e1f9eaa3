"""Before the first round in space: Space Cannon and Anti-Fighter Barrage."""

from __future__ import annotations

import random

from twingkit.imperium.box.units import unit
from twingkit.imperium.notation.battle_line import Use
from twingkit.imperium.quiz.deals import battle, fleet, side, upgraded
from twingkit.imperium.quiz.staging import (
    answers,
    asked,
    begun,
    fallen,
    hits,
    rolled,
    rulings,
    said,
    throw_of,
    thrown,
    until,
    wrong,
)
from twingkit.imperium.quiz.telling import SAY, Faces
from twingkit.imperium.rules.volley import Dice
from twingkit.quiz.asking import numbers
from twingkit.quiz.item import Item


def barrage_dice(rng: random.Random) -> Item | None:
    """The question “How many dice does Anti-Fighter Barrage have?”"""
    units = upgraded(rng, {"destroyer": rng.randint(1, 3), "cruiser": rng.randint(1, 2)}, 0.4)
    if rng.random() < 0.5 and "destroyer" in units:
        units["destroyer+"] = rng.randint(1, 2)
    enemy = {"carrier": 1, "fighter": rng.randint(2, 4)}
    game = until(begun(battle("space", side(units), side(enemy))), rng, throw_of("barrage", 0))
    if game is None:
        return None
    throw = thrown(game)
    right = throw.volley.count
    faces = fallen(rng, throw)
    destroyers = sum(count for name, count in units.items() if unit(name).barrage)
    misses = {"IM-UNIT-4": destroyers, "IM-SPACE-4": right + sum(units.values()) - destroyers}
    after = rolled(game, faces)
    why = said(after, "IM-SPACE-4", "rolled", since=len(game))
    options = numbers(rng, right, wrong(right, misses), least=1)
    return asked(game, answers(after, len(game)), SAY("barrage.dice", side="attacker"), options, why)


def barrage_lost(rng: random.Random) -> Item | None:
    """The question “How many ships does a barrage destroy?”"""
    units = upgraded(rng, {"destroyer": rng.randint(1, 3)}, 0.5)
    enemy = {"carrier": 1, "fighter": rng.randint(1, 3), "cruiser": 1}
    game = until(begun(battle("space", side(units), side(enemy))), rng, throw_of("barrage", 0))
    if game is None:
        return None
    throw = thrown(game)
    faces = fallen(rng, throw)
    after = rolled(game, faces)
    right = game.table.forces[1].size - after.table.forces[1].size
    hit_count = throw.volley.thrown(faces).hits
    combat = {kind.key: kind.combat for kind in game.table.rosters[0].units}
    by_combat = hits(throw.volley.dice, faces, lambda group: combat[group.unit])
    misses = wrong(right, {"IM-SPACE-4": hit_count, "IM-UNIT-4": min(by_combat, enemy["fighter"])})
    why = said(after, "IM-SPACE-4", since=len(game))
    texts = SAY("barrage.lost", side="attacker", enemy="defender", dice=Faces(throw, faces))
    return asked(game, answers(after, len(game)), texts, numbers(rng, right, misses), why[::-1])


def cannon(rng: random.Random) -> Item | None:
    """The question “How many hits does Space Cannon make?”, with something that changes its dice."""
    guns = upgraded(rng, {"pds": rng.randint(1, 2)}, 0.5)
    effect = rng.choice(("amd", "ps", ""))
    attacker = side(fleet(rng), [effect] if effect == "amd" else [])
    defender = side(fleet(rng, fighters=0) | guns, [effect] if effect == "ps" else [])
    fight = battle("space", attacker, defender)
    game = until(begun(fight), rng, throw_of("space_cannon", 1))
    if game is None:
        return None
    throw = thrown(game)
    faces = fallen(rng, throw)
    after = rolled(game, faces)
    right = throw.volley.thrown(faces).hits
    printed = {kind.key: kind.space_cannon.hits for kind, _ in defender.kinds() if kind.space_cannon}
    plain = hits(throw.volley.dice, faces, lambda group: printed[group.unit])
    misses = {"IM-UNIT-8": hits(throw.volley.dice, faces, lambda group: group.hits + 1)}
    if effect:
        without = plain if effect == "amd" else hits(throw.volley.dice, (*faces[:-1], 0), _needs)
        misses = {Use(effect).effect.rule: without} | misses
    rules = ("IM-SPACE-2", Use(effect).effect.rule if effect else "")
    why = [ruling for ruling in rulings(after, len(game)) if ruling.rule in rules]
    why += [ruling for ruling in rulings(game) if ruling.rule in rules]
    texts = SAY("cannon.hits", side="defender", dice=Faces(throw, faces))
    options = numbers(rng, right, wrong(right, misses))
    return asked(game, answers(after, len(game)), texts, options, why, ("IM-UNIT-6",))


def _needs(group: Dice) -> int:
    """The face that one die of the group must show."""
    return group.hits
