"""Combat rolls: what a die must show, how many hits that is, and what changes it."""

from __future__ import annotations

import random

import attrs

from twingkit.imperium.notation.battle_line import Battle, Use
from twingkit.imperium.quiz.deals import HEAVY, battle, fleet, side, upgraded
from twingkit.imperium.quiz.staging import (
    asked,
    begun,
    fallen,
    hits,
    rolled,
    rulings,
    throw_of,
    thrown,
    until,
    wrong,
)
from twingkit.imperium.quiz.telling import SAY, Faces
from twingkit.imperium.rules.questions import Throw
from twingkit.play import Game
from twingkit.quiz.asking import numbers
from twingkit.quiz.item import Item
from twingkit.rulebook import Ruling

BONUS = (("", "nebula"), ("jolnar", "fragile"), ("sardakk", "unrelenting"), ("", "mb"))
"""A faction or "" and what changes its combat rolls."""


def _bonus(rng: random.Random) -> tuple[Battle, int, str]:
    """A battle in which one side's combat rolls are changed, whose, and by what."""
    faction, effect = rng.choice(BONUS)
    player = 1 if effect == "nebula" else rng.randint(0, 1)
    uses = [Use(effect)] if not faction else []
    changed = attrs.evolve(side(fleet(rng, HEAVY, kinds=2)), faction=faction, effects=uses)
    other = side(fleet(rng, HEAVY))
    return battle("space", *((changed, other) if player == 0 else (other, changed))), player, effect


def _plain(game: Game, throw: Throw) -> dict[str, int]:
    """The unchanged face that a die of each kind of unit needs."""
    roster = game.table.rosters[throw.player]
    return {unit.key: unit.combat for unit in roster.units}


def count(rng: random.Random) -> Item | None:
    """The question “How many hits do these dice make?”"""
    units = upgraded(rng, fleet(rng, ("warsun", *HEAVY), kinds=2, most=2))
    fight = battle("space", side(units), side(fleet(rng)))
    game = until(begun(fight), rng, throw_of("combat", 0))
    return _hits(rng, game, "") if game else None


def changed(rng: random.Random) -> Item | None:
    """The question “How many hits do these dice make?”, where something changes the face they need."""
    fight, player, effect = _bonus(rng)
    game = until(begun(fight), rng, throw_of("combat", player))
    if game is None:
        return None
    item = _hits(rng, game, _rule(effect))
    return item if item and any(choice.forgot == _rule(effect) for choice in item.choices) else None


def needs(rng: random.Random) -> Item | None:
    """The question “What must a die show?”, where something changes it."""
    fight, player, effect = _bonus(rng)
    game = until(begun(fight), rng, throw_of("combat", player))
    if game is None:
        return None
    throw = thrown(game)
    group = rng.choice(throw.volley.dice)
    printed = _plain(game, throw)[group.unit]
    if group.hits == printed or not 1 <= group.hits <= 10:
        return None
    faces = fallen(rng, throw)
    after = rolled(game, faces)
    misses = {_rule(effect): printed, "IM-UNIT-8": 2 * printed - group.hits}
    why = _reasons(after, _rule(effect))
    options = numbers(rng, group.hits, wrong(group.hits, misses), least=1)
    role = game.start.seat(player)
    texts = SAY("dice.needs", side=role, unit=group.unit)
    return asked(game, [f"roll {' '.join(map(str, faces))}"], texts, options, why, ("IM-UNIT-1",))


def _hits(rng: random.Random, game: Game, rule: str) -> Item | None:
    """The question how many of the dice of this throw hit; the option that forgets `rule` takes the printed
    values."""
    throw = thrown(game)
    faces = fallen(rng, throw)
    after = rolled(game, faces)
    right = throw.volley.thrown(faces).hits
    groups, printed = throw.volley.dice, _plain(game, throw)
    misses = {"IM-UNIT-8": hits(groups, faces, lambda group: group.hits + 1)}
    if rule:
        misses = {rule: hits(groups, faces, lambda group: printed[group.unit])} | misses
    else:
        one = min(groups, key=lambda group: group.hits)
        misses["IM-UNIT-1"] = hits(groups, faces, lambda group: one.hits)
    texts = SAY("dice.hits", side=game.start.seat(throw.player), dice=Faces(throw, faces))
    why = _reasons(after, rule)
    options = numbers(rng, right, wrong(right, misses))
    return asked(game, [f"roll {' '.join(map(str, faces))}"], texts, options, why, ("IM-UNIT-1",))


def _reasons(after: Game, rule: str) -> list[Ruling]:
    """The rulings on the last throw, and those that change it."""
    count = len(after)
    throw = [ruling for ruling in rulings(after, count - 1) if ruling.rule == "IM-SPACE-6"]
    return throw + [ruling for ruling in rulings(after) if ruling.rule == rule]


def _rule(effect: str) -> str:
    return Use(effect).effect.rule
