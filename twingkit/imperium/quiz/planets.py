"""A planet: bombardment and its shield, fire on who lands, ground combat, and who has the planet."""

from __future__ import annotations

import random

from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz.deals import battle, side, upgraded
from twingkit.imperium.quiz.forgotten import without
from twingkit.imperium.quiz.staging import (
    asked,
    begun,
    fallen,
    forgets,
    rolled,
    rulings,
    said,
    step,
    throw_of,
    thrown,
    until,
    wrong,
)
from twingkit.imperium.quiz.telling import SAY, DiceSum, Faces, remark, slip, units
from twingkit.imperium.rules.fire import Fire
from twingkit.imperium.rules.questions import Throw
from twingkit.play import Game
from twingkit.quiz.asking import Miss, choices, numbers, yes_no
from twingkit.quiz.item import Item, Reason
from twingkit.quiz.phrases import Said
from twingkit.quiz.staging import answers_of

CONTROL = ("taken", "kept", "again")
"""The possible fates of a planet in a round."""

FOUGHT = ("IM-INV-6", "IM-INV-7")
"""The rules that tell what both sides rolled and lost."""

SHIELD = ("IM-UNIT-warsun", "IM-INV-2", "IM-INV-1")
"""The rules that say whether ships bombard, the decisive one first."""


def _landing(rng: random.Random, *, shield: float = 0.5, warsun: float = 0.3) -> Game:
    """Ships that can bombard, troops that land, troops on the planet and PDS now and then."""
    ships = {"dreadnought": rng.randint(1, 2)}
    if rng.random() < warsun:
        ships["warsun"] = 1
    defenders = {"infantry": rng.randint(1, 3)}
    if rng.random() < shield:
        defenders["pds"] = rng.randint(1, 2)
    attackers = ships | {"infantry": rng.randint(2, 4)}
    return begun(battle("ground", side(attackers), side(upgraded(rng, defenders, 0.2))))


def bombards(rng: random.Random) -> Item | None:
    """The question “Can these ships bombard the planet?”"""
    game = _landing(rng, shield=0.7, warsun=0.35)
    begun_at = game.copy()
    can = isinstance(game.question, Throw) and game.question.step == "bombardment"
    step(game, rng)
    why = sorted(
        (ruling for ruling in rulings(game) if ruling.rule in SHIELD),
        key=lambda ruling: SHIELD.index(ruling.rule),
    )
    why = [*why, *(ruling for ruling in game.opening if ruling.rule in SHIELD and ruling not in why)]
    if not why:
        return None
    why.sort(key=lambda ruling: SHIELD.index(ruling.rule))
    texts = SAY("planet.bombards", side="attacker")
    options = yes_no(can, "" if can else _shield(begun_at))
    told: list[Reason] = [ruling for ruling in why if ruling.rule != "IM-INV-1"]
    if not can:
        told = [remark("why.shielded", "IM-INV-2", units=_bombarding(begun_at))]
    elif not told:
        told = [remark("why.no_shield", "IM-INV-2", units=_bombarding(begun_at))]
    return asked(begun_at, answers_of(game, len(begun_at)), texts, options, told or why, ("IM-UNIT-7",))


def _shield(game: Game) -> str:
    """The rule of the shield, if the ships would fire without it; "" if they would not."""
    twin = without(game, "IM-INV-2")
    question = twin.question if twin is not None else None
    fires = isinstance(question, Fire) or (question and throw_of("bombardment", 0)(question))
    return "IM-INV-2" if fires else ""


def _bombarding(game: Game) -> Said:
    """The attacker's ships with Bombardment."""
    kinds = game.table.fight.battle.attacker.kinds()
    return units([(kind, n) for kind, n in kinds if kind.bombardment])


def bombard_dice(rng: random.Random) -> Item | None:
    """The question “How many dice does the bombardment have?”"""
    game = until(_landing(rng, shield=0.4, warsun=0.6), rng, throw_of("bombardment", 0))
    if game is None:
        return None
    throw = thrown(game)
    right = throw.volley.count
    ships = game.table.fight.battle.attacker
    fighting = sum(count for name, count in ships.units if unit(name).ship)
    cited = (*game.opening, *rulings(game))
    lifted = [ruling for ruling in cited if (ruling.rule, ruling.case) == ("IM-UNIT-warsun", "lifted")][:1]
    bare = Miss(0, because=tuple(lifted)) if lifted else None
    misses = wrong(
        right,
        bare,
        slip(fighting, "one_shot", "IM-UNIT-5"),
        slip(right + ships.count("infantry"), "landing_fires", "IM-INV-1"),
    )
    after = rolled(game, fallen(rng, throw))
    rows = [(kind, n, n * kind.bombardment.dice) for kind, n in ships.kinds() if kind.bombardment]
    why: list[Reason] = [remark("why.dice", "IM-UNIT-5", dice=DiceSum(rows), n=right), *lifted]
    options = numbers(rng, right, misses, least=0 if lifted else 1)
    texts = SAY("planet.dice", side="attacker")
    return asked(game, answers_of(after, len(game)), texts, options, why, ("IM-INV-1",))


def landed(rng: random.Random) -> Item | None:
    """The question “How many ground forces are left to fight after the PDS have fired?”"""
    attackers = {"carrier": 1, "infantry": rng.randint(2, 4)}
    defenders = upgraded(rng, {"infantry": rng.randint(1, 2), "pds": rng.randint(1, 2)}, 0.3)
    game = until(begun(battle("ground", side(attackers), side(defenders))), rng, throw_of("space_cannon", 1))
    if game is None:
        return None
    throw = thrown(game)
    faces = fallen(rng, throw)
    after = rolled(game, faces)
    right = after.table.forces[0].size
    infantry, twin = attackers["infantry"], without(game, "IM-INV-4")
    all_hit = max(0, infantry - throw.volley.count)
    misses = wrong(
        right,
        forgets("IM-INV-4", twin.table.forces[0].size if twin is not None else None),
        slip(all_hit, "every_die", "IM-UNIT-6"),
    )
    why: list[Reason] = list(said(after, "IM-INV-4", since=len(game)))
    why.append(remark("why.left", "IM-INV-4", n=infantry, m=right))
    texts = SAY("planet.landed", side="attacker", enemy="defender", dice=Faces(throw, faces))
    options = numbers(rng, right, misses, least=all_hit, most=infantry)
    return asked(game, answers_of(after, len(game)), texts, options, why, ("IM-UNIT-6",))


def control(rng: random.Random) -> Item | None:
    """The question “Who has the planet?”, with the dice of both sides shown."""
    attackers = {"carrier": 1, "infantry": rng.randint(1, 2)}
    defenders = {"infantry": rng.randint(1, 2)}
    game = until(begun(battle("ground", side(attackers), side(defenders))), rng, throw_of("combat", 0))
    if game is None:
        return None
    first = thrown(game)
    faces = fallen(rng, first)
    middle = rolled(game, faces)
    if not throw_of("combat", 1)(middle.question) if middle.question else True:
        return None
    second = thrown(middle)
    others = fallen(rng, second)
    after = rolled(middle, others)
    while not after.over and not isinstance(after.question, Throw):
        step(after, rng)
    cited = said(after, "IM-INV-8", since=len(game)) or said(after, "IM-INV-5", "round", since=len(game))
    if not cited:
        return None
    right = (
        "again" if cited[0].rule == "IM-INV-5" else "taken" if cited[0].case.startswith("taken") else "kept"
    )
    nobody = (remark("slip.nobody", "IM-INV-8"),) if cited[0].case == "nobody" else ()
    misses = [Miss(name, because=nobody if name == "taken" else ()) for name in CONTROL if name != right]
    options = choices(right, misses, lambda name: SAY(f"control.{name}"))
    texts = SAY("planet.control", dice=Faces(first, faces), others=Faces(second, others))
    why = [*(ruling for ruling in rulings(after, len(game)) if ruling.rule in FOUGHT), *cited]
    return asked(game, answers_of(after, len(game)), texts, options, why)
