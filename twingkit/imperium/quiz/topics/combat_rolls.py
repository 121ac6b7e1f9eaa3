"""Combat rolls: what a die must show, how many hits that is, and what changes it."""

from __future__ import annotations

import random

import attrs

from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle, Use
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.quiz.battles import HEAVY, Cast, begun, fallen, fleet, side, throw_of, until, upgraded
from twingkit.imperium.quiz.forgotten import forgets, hits_of
from twingkit.imperium.quiz.telling import SAY, mistake, on_rule, remark
from twingkit.learn.quiz.asking import numbers
from twingkit.learn.quiz.item import Item, Reason, Remark
from twingkit.learn.quiz.staging import asked, said

BONUS = (("", "nebula"), ("jolnar", "fragile"), ("sardakk", "unrelenting"), ("", "mb"))
"""A faction or "" and what changes its combat rolls."""


def _bonus(rng: random.Random) -> tuple[Battle, int, str]:
    """A battle in which one side's combat rolls are changed, whose, and by what."""
    faction, effect = rng.choice(BONUS)
    player = 1 if effect == "nebula" else rng.randint(0, 1)
    uses = [Use(effect)] if not faction else []
    changed = attrs.evolve(side(fleet(rng, HEAVY, kinds=2)), faction=faction, effects=uses)
    other = side(fleet(rng, HEAVY))
    return Battle("space", *((changed, other) if player == 0 else (other, changed))), player, effect


def _plain(game: Game, throw: Throw) -> dict[str, int]:
    """The unchanged face that a die of each kind of unit needs."""
    roster = game.table.rosters[throw.player]
    return {unit.key: unit.combat for unit in roster.units}


def count(rng: random.Random) -> Item | None:
    """The question “How many hits do these dice make?”"""
    units = upgraded(rng, fleet(rng, ("warsun", *HEAVY), kinds=2, most=2))
    fight = Battle("space", side(units), side(fleet(rng)))
    cast = Cast.reached(fight, rng, "combat", 0)
    return _hits(rng, cast, "")


def changed(rng: random.Random) -> Item | None:
    """The question “How many hits do these dice make?”, where something changes the face they need."""
    fight, player, effect = _bonus(rng)
    cast = Cast.reached(fight, rng, "combat", player)
    item = _hits(rng, cast, effect)
    return item if item and any(choice.forgot == _rule(effect) for choice in item.choices) else None


def needs(rng: random.Random) -> Item | None:
    """The question “What must a die show?”, where something changes it."""
    fight, player, effect = _bonus(rng)
    game = until(begun(fight), rng, throw_of("combat", player))
    throw = game.question
    assert isinstance(throw, Throw)
    group = rng.choice(throw.volley.dice)
    printed = _plain(game, throw)[group.unit]
    if group.hits == printed or not 1 <= group.hits <= 10:
        return None
    faces = fallen(rng, throw)
    mistakes = [
        *forgets(game, _rule(effect), lambda twin: _needed(twin, group.unit)),
        mistake(2 * printed - group.hits, "wrong_way", "IM-UNIT-8", n=printed - group.hits),
    ]
    why = [_shift(effect, group.unit, printed, group.hits)]
    options = numbers(rng, group.hits, mistakes, least=1, most=10)
    role = game.start.seat(player)
    texts = SAY("dice.needs", side=role, unit=group.unit, round=game.table.round)
    return asked(game, [f"roll {' '.join(map(str, faces))}"], texts, options, why)


def _needed(twin: Game, unit: str) -> int | None:
    """The face that a die of this kind of unit must show in this throw; None if it is not thrown."""
    question = twin.question
    if not isinstance(question, Throw):
        return None
    return next((group.hits for group in question.volley.dice if group.unit == unit), None)


def _shift(effect: str, unit: str, printed: int, now: int) -> Remark:
    """The face that a die needs by the unit’s number, what changes it, and what it needs then."""
    facts = {"unit": unit, "m": printed, "change": printed - now, "n": now}
    return remark("why.needs", _rule(effect), effect=Use(effect).effect, **facts)


def _hits(rng: random.Random, cast: Cast, effect: str) -> Item | None:
    """The question how many of the dice of this throw hit; one option forgets the rule of `effect`."""
    game, throw, faces = cast.game, cast.throw, cast.faces
    groups, rule = throw.volley.dice, _rule(effect) if effect else ""
    above = mistake(cast.would_hit(lambda group: group.hits + 1), "above", "IM-UNIT-8")
    if rule:
        mistakes = [*forgets(game, rule, hits_of(faces)), above]
    else:
        easiest = min(groups, key=lambda group: group.hits)
        mistakes = [
            above,
            mistake(cast.would_hit(lambda group: easiest.hits), "alike", "IM-UNIT-1", n=easiest.hits),
        ]
    role = game.start.seat(throw.player)
    texts = SAY("dice.hits", side=role, dice=cast.told, round=game.table.round)
    why = _told(cast)
    if rule:
        printed = _plain(game, throw)
        why += [_shift(effect, group.unit, printed[group.unit], group.hits) for group in groups]
    options = numbers(rng, cast.hits, mistakes, most=throw.volley.count)
    return asked(game, cast.after, texts, options, why, ("IM-SPACE-6",))


def _told(cast: Cast) -> list[Reason]:
    """The throw and its hits, with the rule that has the units’ numbers."""
    return on_rule("IM-UNIT-1", said(cast.after, len(cast.after) - 1, "IM-SPACE-6"))


def _rule(effect: str) -> str:
    return Use(effect).effect.rule


KINDS = {"hits": count, "changed": changed, "needs": needs}
"""The makers of this topic, by kind."""
