"""Before the first round in space: Space Cannon and Anti-Fighter Barrage."""

from __future__ import annotations

import random

from twingkit.imperium.box.units import unit
from twingkit.imperium.notation.battle_line import Use
from twingkit.imperium.quiz.deals import battle, fleet, side, upgraded
from twingkit.imperium.quiz.forgotten import hits_without
from twingkit.imperium.quiz.staging import (
    asked,
    begun,
    fallen,
    forgets,
    hits,
    rolled,
    rulings,
    said,
    throw_of,
    thrown,
    until,
    wrong,
)
from twingkit.imperium.quiz.telling import SAY, DiceSum, Faces, in_words, remark, slip
from twingkit.quiz.asking import numbers
from twingkit.quiz.item import Item, Reason, Remark
from twingkit.quiz.staging import answers_of


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
    firing = [(unit(name), n, unit(name).barrage) for name, n in units.items()]
    rows = [(kind, n, n * shots.dice) for kind, n, shots in firing if shots]
    destroyers = sum(n for _, n, _ in rows)
    misses = wrong(
        right,
        slip(destroyers, "one_shot", "IM-UNIT-4"),
        slip(right + sum(units.values()) - destroyers, "all_fire", "IM-UNIT-4"),
    )
    after = rolled(game, faces)
    why = [remark("why.dice", "IM-UNIT-4", dice=DiceSum(rows), n=right)]
    options = numbers(rng, right, misses, least=1)
    texts = SAY("barrage.dice", side="attacker")
    return asked(game, answers_of(after, len(game)), texts, options, why, ("IM-SPACE-4",))


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
    misses = wrong(
        right,
        slip(hit_count, "fighters_hit", "IM-SPACE-4", n=hit_count),
        slip(min(by_combat, enemy["fighter"]), "combat_value", "IM-UNIT-4"),
    )
    why = said(after, "IM-SPACE-4", since=len(game))
    texts = SAY("barrage.lost", side="attacker", enemy="defender", dice=Faces(throw, faces))
    options = numbers(rng, right, misses, most=min(throw.volley.count, game.table.forces[1].size))
    return asked(game, answers_of(after, len(game)), texts, options, why)


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
    above = slip(hits(throw.volley.dice, faces, lambda group: group.hits + 1), "above", "IM-UNIT-8")
    rule = Use(effect).effect.rule if effect else ""
    misses = wrong(right, forgets(rule, hits_without(game, rule, faces)) if rule else None, above)
    told = said(after, "IM-SPACE-2", "rolled", since=len(game))
    why: list[Reason] = [Remark(in_words(ruling), "IM-UNIT-6") for ruling in told]
    if effect == "amd":
        why += [_worse(group.unit, group.hits) for group in throw.volley.dice]
    elif effect:
        cited = [*rulings(after, len(game)), *rulings(game), *game.opening]
        why += [ruling for ruling in cited if ruling.rule == rule]
    texts = SAY("cannon.hits", side="defender", dice=Faces(throw, faces))
    options = numbers(rng, right, misses, most=throw.volley.count)
    return asked(game, answers_of(after, len(game)), texts, options, why, ("IM-SPACE-2",))


def _worse(name: str, now: int) -> Remark:
    """The face that a die of Space Cannon needs, without and with Antimass Deflectors."""
    shots = unit(name).space_cannon
    assert shots is not None
    facts = {"unit": name, "m": shots.hits, "change": shots.hits - now, "n": now}
    return remark("why.needs", Use("amd").effect.rule, effect=Use("amd").effect, **facts)
