"""Questions on landings: bombardment, fire at landing units, ground combat, and control."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz import battles
from twingkit.imperium.quiz.forgotten_rule import mistakes_without_rule, replay_without_rule
from twingkit.imperium.quiz.question_texts import SAY, UnitsWithTotals, mistake, plain, remark
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import Mistake, number_options, yes_no_options
from twingkit.learn.quiz.staging import pending, question_at_moment, rulings_of_rules, value_question

_CONTROL_OUTCOMES = ("taken", "kept", "again")
"""The possible results of a ground combat round for the planet: taken, kept, or another round."""

GROUND_COMBAT_RULES = ("IM-INV-6", "IM-INV-7")
"""The rules whose rulings describe both sides' rolls and losses in ground combat."""

_BOMBARDMENT_RULES = ("IM-UNIT-warsun", "IM-INV-2", "IM-INV-1")
"""The rules that decide whether ships bombard, the decisive one first."""


def _landing(rng: random.Random, *, shield: float, warsun: float) -> Battle:
    """Return a battle with ships that can bombard, landing troops, troops on the planet and sometimes PDS."""
    ships = {"dreadnought": rng.randint(1, 2)}
    if rng.random() < warsun:
        ships["warsun"] = 1
    defenders = {"infantry": rng.randint(1, 3)}
    if rng.random() < shield:
        defenders["pds"] = rng.randint(1, 2)
    attackers = ships | {"infantry": rng.randint(2, 4)}
    return Battle("ground", Side(attackers), Side(battles.upgrade_some(rng, defenders, 0.2)))


@question_kind("bombards")
def _is_bombardment_possible(rng: random.Random) -> QuizItem | None:
    game = battles.new_battle_game(_landing(rng, shield=0.7, warsun=0.35))
    begun_at = game.copy()
    can = battles.pending_roll(game, "bombardment", 0) is not None
    battles.answer_by_policy(game, rng)
    why = rulings_of_rules(game.rulings_since(0), *_BOMBARDMENT_RULES)
    why = [
        *why,
        *(
            ruling
            for ruling in game.opening_rulings
            if ruling.rule in _BOMBARDMENT_RULES and ruling not in why
        ),
    ]
    require(why)
    why.sort(key=lambda ruling: _BOMBARDMENT_RULES.index(ruling.rule))
    texts = SAY("planet.bombards", side="attacker")
    options = yes_no_options(can, "" if can else _deciding_shield_rule(begun_at))
    reasons: list[Reason] = [ruling for ruling in why if ruling.rule != "IM-INV-1"]
    if not can:
        reasons = [remark("why.shielded", units=_bombarding(begun_at))]
    elif not reasons:
        reasons = [remark("why.no_shield", units=_bombarding(begun_at))]
    if can and not any(reason.rule == "IM-INV-2" for reason in reasons):
        reasons.append(remark("why.may_bombard", units=_bombarding(begun_at)))
    return question_at_moment(begun_at, game, texts, options, reasons or why, ("IM-UNIT-7",))


def _deciding_shield_rule(game: Game) -> str:
    """Return the id of the rule of the Planetary Shield that keeps the ships from bombarding; "" if no shield
    does.
    """
    twin = replay_without_rule(game, "IM-INV-2")
    fires = twin is not None and (pending(twin, FireDecision) or battles.pending_roll(twin, "bombardment", 0))
    return "IM-INV-2" if fires else ""


def _bombarding(game: Game) -> TextByLanguage:
    kinds = game.table.fight.battle.attacker.units_with_counts()
    return plain(tuple(UnitCount(kind, n) for kind, n in kinds if kind.bombardment))


@question_kind("dice")
def _bombard_dice(rng: random.Random) -> QuizItem | None:
    cast = battles.SampledRoll.sample_first(_landing(rng, shield=0.4, warsun=0.6), rng, "bombardment", 0)
    game, right = cast.game, cast.roll.volley.count
    ships = game.table.fight.battle.attacker
    fighting = sum(count for name, count in ships.units if unit(name).is_ship)
    lifted = rulings_of_rules([*game.opening_rulings, *game.rulings_since(0)], "IM-UNIT-warsun lifted")[:1]
    mistakes = [
        *([Mistake(0, reasons=tuple(lifted))] if lifted else []),
        mistake(fighting, "one_shot", "IM-UNIT-5"),
        mistake(right + ships.count("infantry"), "landing_fires"),
    ]
    rows = [(kind, n, n * kind.bombardment.dice) for kind, n in ships.units_with_counts() if kind.bombardment]
    why: list[Reason] = [remark("why.dice", "IM-UNIT-5", dice=UnitsWithTotals(rows), n=right), *lifted]
    options = number_options(rng, right, mistakes, minimum=0 if lifted else 1)
    texts = SAY("planet.dice", side="attacker")
    return question_at_moment(game, cast.game_after_roll, texts, options, why, ("IM-INV-1",))


@question_kind("landed")
def _ground_forces_after_cannon(rng: random.Random) -> QuizItem | None:
    attackers = {"carrier": 1, "infantry": rng.randint(2, 4)}
    defenders = battles.upgrade_some(rng, {"infantry": rng.randint(1, 2), "pds": rng.randint(1, 2)}, 0.3)
    cast = battles.SampledRoll.sample_first(
        Battle("ground", Side(attackers), Side(defenders)), rng, "space_cannon", 1
    )
    game, infantry = cast.game, attackers["infantry"]
    right = cast.game_after_roll.table.forces[0].size
    all_hit = max(0, infantry - cast.roll.volley.count)
    mistakes = [
        *mistakes_without_rule(game, "IM-INV-4", lambda twin: int(twin.table.forces[0].size)),
        mistake(all_hit, "every_die"),
    ]
    why: list[Reason] = list(cast.game_after_roll.rulings_since(len(game), "IM-INV-4"))
    why.append(remark("why.left", n=infantry, m=right))
    texts = SAY("planet.landed", side="attacker", enemy="defender", dice=cast.shown_dice)
    options = number_options(rng, right, mistakes, minimum=all_hit, maximum=infantry)
    return question_at_moment(game, cast.game_after_roll, texts, options, why, ("IM-UNIT-6",))


@question_kind("control")
def _planet_control_after_combat(rng: random.Random) -> QuizItem | None:
    """Make the question “Who controls the planet?” after one combat round, showing the dice of both sides."""
    attackers = {"carrier": 1, "infantry": rng.randint(1, 2)}
    defenders = {"infantry": rng.randint(1, 2)}
    first = battles.SampledRoll.sample_first(
        Battle("ground", Side(attackers), Side(defenders)), rng, "combat", 0
    )
    second = battles.SampledRoll.sample_due_roll(first.game_after_roll, rng, "combat", 1)
    game, after = first.game, battles.play_round_out(second.game_after_roll, rng)
    cited = after.rulings_since(len(game), "IM-INV-8") or after.rulings_since(len(game), "IM-INV-5 round")
    require(cited)
    right = (
        "again" if cited[0].rule == "IM-INV-5" else "taken" if cited[0].case.startswith("taken") else "kept"
    )
    nobody = (remark("mistake.nobody"),) if cited[0].case == "nobody" else ()
    wrong = {name: nobody if name == "taken" else () for name in _CONTROL_OUTCOMES if name != right}
    texts = SAY("planet.control", dice=first.shown_dice, others=second.shown_dice)
    why: list[Reason] = [*after.rulings_since(len(game), *GROUND_COMBAT_RULES), *cited]
    why.append(remark(f"why.control_{right}"))
    return value_question(game, after, texts, right, wrong, lambda name: SAY(f"control.{name}"), why)
