"""Questions on the time before the first round in space: Space Cannon and Anti-Fighter Barrage."""

from __future__ import annotations

import random

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.box.units import unit
from twingkit.imperium.quiz import question_texts
from twingkit.imperium.quiz.battles import SampledRoll, sample_fleet, upgrade_some
from twingkit.imperium.quiz.forgotten_rule import hit_counter, mistakes_without_rule
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.options import number_options
from twingkit.learn.quiz.staging import question_at_moment


@question_kind("barrage-dice")
def barrage_dice_count_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How many dice does Anti-Fighter Barrage roll?”"""
    units = upgrade_some(rng, {"destroyer": rng.randint(1, 3), "cruiser": rng.randint(1, 2)}, 0.4)
    if rng.random() < 0.5 and "destroyer" in units:
        units["destroyer+"] = rng.randint(1, 2)
    enemy = {"carrier": 1, "fighter": rng.randint(2, 4)}
    cast = SampledRoll.sample_first(Battle("space", Side(units), Side(enemy)), rng, "barrage", 0)
    right = cast.roll.volley.count
    firing = [(unit(name), n, unit(name).barrage) for name, n in units.items()]
    rows = [(kind, n, n * shots.dice) for kind, n, shots in firing if shots]
    destroyers = sum(n for _, n, _ in rows)
    mistakes = [
        question_texts.mistake(destroyers, "one_shot", "IM-UNIT-4"),
        question_texts.mistake(right + sum(units.values()) - destroyers, "all_fire"),
    ]
    why = [question_texts.remark("why.dice", "IM-UNIT-4", dice=question_texts.UnitsWithTotals(rows), n=right)]
    options = number_options(rng, right, mistakes, minimum=1)
    texts = question_texts.SAY("barrage.dice", side="attacker")
    return question_at_moment(cast.game, cast.game_after_roll, texts, options, why, ("IM-SPACE-4",))


@question_kind("barrage-lost")
def _ships_lost_to_barrage(rng: random.Random) -> QuizItem | None:
    units = upgrade_some(rng, {"destroyer": rng.randint(1, 3)}, 0.5)
    enemy = {"carrier": 1, "fighter": rng.randint(1, 3), "cruiser": 1}
    cast = SampledRoll.sample_first(Battle("space", Side(units), Side(enemy)), rng, "barrage", 0)
    ships = cast.game.table.forces[1].size
    right = ships - cast.game_after_roll.table.forces[1].size
    combat = {kind.words_key: kind.combat for kind in cast.game.table.rosters[0].units}
    by_combat = cast.count_hits_if(lambda group: combat[group.unit])
    mistakes = [
        question_texts.mistake(cast.hits, "fighters_hit", n=cast.hits),
        question_texts.mistake(min(by_combat, enemy["fighter"]), "combat_value"),
    ]
    why = cast.game_after_roll.rulings_since(len(cast.game), "IM-SPACE-4")
    texts = question_texts.SAY("barrage.lost", side="attacker", enemy="defender", dice=cast.shown_dice)
    options = number_options(rng, right, mistakes, maximum=min(cast.roll.volley.count, ships))
    return question_at_moment(cast.game, cast.game_after_roll, texts, options, why)


@question_kind("cannon")
def _space_cannon_hits(rng: random.Random) -> QuizItem | None:
    """Make the question “How many hits does Space Cannon make?”, with an effect that changes its dice."""
    guns = upgrade_some(rng, {"pds": rng.randint(1, 2)}, 0.5)
    effect = rng.choice(("amd", "ps", ""))
    uses = [EffectUse(effect)] if effect else []
    attacker = Side(sample_fleet(rng), effects=uses if effect == "amd" else [])
    defender = Side(sample_fleet(rng, fighter_chance=0) | guns, effects=uses if effect == "ps" else [])
    cast = SampledRoll.sample_first(Battle("space", attacker, defender), rng, "space_cannon", 1)
    game, after, throw = cast.game, cast.game_after_roll, cast.roll
    rule = EffectUse(effect).effect.rule if effect else ""
    above = question_texts.mistake(cast.count_hits_if(lambda group: group.hits_on + 1), "above")
    mistakes = [*(mistakes_without_rule(game, rule, hit_counter(cast.faces)) if rule else ()), above]
    why = question_texts.reasons_from_rulings(
        "IM-UNIT-6", after.rulings_since(len(game), "IM-SPACE-2 rolled")
    )
    if effect == "amd":
        shots = [(group, unit(group.unit).space_cannon) for group in throw.volley.groups]
        why += [
            question_texts.modified_face_remark(effect, group.unit, gun.hits_on, group.hits_on)
            for group, gun in shots
            if gun
        ]
    elif effect:
        why += [*after.rulings_since(len(game), rule), *game.rulings_since(0, rule)]
        why += [ruling for ruling in game.opening_rulings if ruling.rule == rule]
    texts = question_texts.SAY("cannon.hits", side="defender", dice=cast.shown_dice)
    options = number_options(rng, cast.hits, mistakes, maximum=throw.volley.count)
    return question_at_moment(cast.game, cast.game_after_roll, texts, options, why, ("IM-SPACE-2",))
