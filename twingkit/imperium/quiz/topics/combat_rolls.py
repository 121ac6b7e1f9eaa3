"""Questions on combat rolls: what a die needs, how many hits that makes, and what changes it."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.quiz import battles
from twingkit.imperium.quiz.forgotten_rule import hit_counter, mistakes_without_rule
from twingkit.imperium.quiz.question_texts import SAY, mistake, modified_face_remark, reasons_from_rulings
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.options import number_options
from twingkit.learn.quiz.staging import pending, question_at_moment

_COMBAT_BONUS_EFFECTS = (("", "nebula"), ("jolnar", "fragile"), ("sardakk", "unrelenting"), ("", "mb"))
"""Effects that change combat rolls, each with the faction that has it ("" for any)."""


def _battle_with_bonus(rng: random.Random) -> tuple[Battle, int, str]:
    """Return a battle in which one side's combat rolls are changed, that side, and the effect."""
    faction, effect = rng.choice(_COMBAT_BONUS_EFFECTS)
    player = 1 if effect == "nebula" else rng.randint(0, 1)
    uses = [EffectUse(effect)] if not faction else []
    changed = Side(
        battles.sample_fleet(rng, battles.NON_FIGHTER_SHIPS, class_count=2), faction=faction, effects=uses
    )
    other = Side(battles.sample_fleet(rng, battles.NON_FIGHTER_SHIPS))
    return Battle("space", *((changed, other) if player == 0 else (other, changed))), player, effect


def _unmodified_faces(game: Game, throw: RollDice) -> dict[str, int]:
    """Return the face that a die of each kind of unit needs without changes."""
    roster = game.table.rosters[throw.player]
    return {unit.words_key: unit.combat for unit in roster.units}


@question_kind("hits")
def _count_roll_hits(rng: random.Random) -> QuizItem | None:
    units = battles.upgrade_some(
        rng, battles.sample_fleet(rng, ("warsun", *battles.NON_FIGHTER_SHIPS), class_count=2, max_count=2)
    )
    fight = Battle("space", Side(units), Side(battles.sample_fleet(rng)))
    return _hits(rng, battles.SampledRoll.sample_first(fight, rng, "combat", 0), "")


@question_kind("changed")
def _hits_with_modifier(rng: random.Random) -> QuizItem | None:
    fight, player, effect = _battle_with_bonus(rng)
    item = _hits(rng, battles.SampledRoll.sample_first(fight, rng, "combat", player), effect)
    return item if item and any(choice.forgotten_rule == _rule(effect) for choice in item.choices) else None


@question_kind("needs")
def _face_needed_to_hit(rng: random.Random) -> QuizItem | None:
    """Make the question “What must a die show to hit?” for a side whose rolls are modified."""
    fight, player, effect = _battle_with_bonus(rng)
    game = battles.play_until_roll(battles.new_battle_game(fight), rng, "combat", player)
    throw = require_value(pending(game, RollDice))
    group = rng.choice(throw.volley.groups)
    printed = _unmodified_faces(game, throw)[group.unit]
    require(group.hits_on != printed and 1 <= group.hits_on <= 10)
    faces = battles.sample_close_faces(rng, throw)
    mistakes = [
        *mistakes_without_rule(game, _rule(effect), lambda twin: _face_needed(twin, group.unit)),
        mistake(2 * printed - group.hits_on, "wrong_way", n=printed - group.hits_on),
    ]
    why = [modified_face_remark(effect, group.unit, printed, group.hits_on)]
    options = number_options(rng, group.hits_on, mistakes, minimum=1, maximum=10)
    role = game.start.seat(player)
    texts = SAY("dice.needs", side=role, unit=group.unit, round=game.table.round)
    return question_at_moment(game, [f"roll {' '.join(map(str, faces))}"], texts, options, why)


def _face_needed(twin: Game, unit: str) -> int | None:
    """Return the face that a die of this kind of unit needs in this roll; None if it is not rolled."""
    roll = pending(twin, RollDice)
    if roll is None:
        return None
    return next((group.hits_on for group in roll.volley.groups if group.unit == unit), None)


def _hits(rng: random.Random, cast: battles.SampledRoll, effect: str) -> QuizItem | None:
    """Make a question about how many dice of this roll hit; one option forgets the rule of `effect`."""
    game, throw, faces = cast.game, cast.roll, cast.faces
    groups, rule = throw.volley.groups, _rule(effect) if effect else ""
    above = mistake(cast.count_hits_if(lambda group: group.hits_on + 1), "above")
    if rule:
        mistakes = [*mistakes_without_rule(game, rule, hit_counter(faces)), above]
    else:
        easiest = min(groups, key=lambda group: group.hits_on)
        mistakes = [
            above,
            mistake(cast.count_hits_if(lambda group: easiest.hits_on), "alike", n=easiest.hits_on),
        ]
    role = game.start.seat(throw.player)
    texts = SAY("dice.hits", side=role, dice=cast.shown_dice, round=game.table.round)
    throws = cast.game_after_roll.rulings_since(len(cast.game_after_roll) - 1, "IM-SPACE-6")
    why = reasons_from_rulings("IM-UNIT-1", throws)
    if rule:
        printed = _unmodified_faces(game, throw)
        why += [
            modified_face_remark(effect, group.unit, printed[group.unit], group.hits_on) for group in groups
        ]
    options = number_options(rng, cast.hits, mistakes, maximum=throw.volley.count)
    return question_at_moment(game, cast.game_after_roll, texts, options, why, ("IM-SPACE-6",))


def _rule(effect: str) -> str:
    return EffectUse(effect).effect.rule
