"""Questions about cats, Miromon and traps: their effects, the winning play, and legal plays."""

from __future__ import annotations

import random
from functools import partial

from twingkit.learn.quiz import makers
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import battle_wording, responses, staging
from twingkit.twing.quiz.battles.kinds import BattleItemMakers
from twingkit.twing.quiz.battles.responses import (
    CAT_ATTEMPT,
    ResponseAttempt,
    deal_battle_with_trap,
    deal_mixed_element_battle,
    plan_random_rolls,
    require_sensible_plays,
)
from twingkit.twing.rules.cards import FACES, SPIRAL, Creature, Unit

# -- cats and Miromon


def _deal_battle_with_changed_die(rng: random.Random, learner_seat: int) -> tuple[staging.PlayedBattle, int]:
    """Deal a battle with sensible cats and Miromon; return it with the side whose die was changed last."""
    staged, changed_side = responses.deal_cats_and_miromon_battle(rng, learner_seat)
    return require_sensible_plays(staged.play_out()), changed_side


def _battle(rng: random.Random, learner_seat: int) -> staging.PlayedBattle:
    return _deal_battle_with_changed_die(rng, learner_seat)[0]


_CAT_MAKERS = BattleItemMakers("cats-and-miromon", _battle, rules=("TW-BAT-11", "TW-BAT-12"))


@makers.question_kind("worth", topic="cats-and-miromon")
@makers.draw_arguments_once(staging.random_learner_seat)
def die_value_item(rng: random.Random, learner_seat: int) -> QuizItem | None:
    """Make the quiz question “What does this die count?” about the die that a cat or Miromon changed last."""
    played, changed_side = _deal_battle_with_changed_die(rng, learner_seat)
    return asks.die_value_item(played, learner_seat, changed_side, _CAT_MAKERS.known_rules)


_CAT_MAKERS.register("winner", "verdict")


@makers.question_kind("best", topic="cats-and-miromon")
@makers.draw_arguments_once(staging.random_learner_seat, ("pass", "own", "other"))
def best_miromon_item(rng: random.Random, learner_seat: int, wanted_answer: str) -> QuizItem | None:
    """Make the quiz question “Which response wins?”, with Miromon on either die and no response as
    options.
    """
    staged = plan_random_rolls(rng, deal_mixed_element_battle(rng)).with_response_cards(
        learner_seat, miromon=1
    )
    answers = responses.miromon_or_pass_options(learner_seat)
    return asks.winning_response_item(staged, learner_seat, answers, wanted_answer)


@makers.question_kind("least", topic="cats-and-miromon")
@makers.draw_arguments_once(staging.random_learner_seat)
def needed_reroll_item(rng: random.Random, learner_seat: int) -> QuizItem | None:
    """Make the question “Which number must the cat's reroll reach?”"""
    staged = (
        _numbers(rng)
        .with_last_face(learner_seat, staging.random_face(rng))
        .with_play(learner_seat, "cat", 0)
        .with_response_cards(learner_seat, cat=1)
    )
    return asks.lowest_winning_roll_item(staged, learner_seat, _CAT_MAKERS.known_rules, rng)


def _numbers(rng: random.Random) -> staging.PlannedBattle:
    battle = deal_mixed_element_battle(rng)
    return staging.PlannedBattle.with_one_roll_each(
        battle, rng.choice(staging.NUMBER_FACES), rng.choice(staging.NUMBER_FACES)
    )


@makers.question_kind("may", topic="cats-and-miromon")
def may_play_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question whether a cat or Miromon may be played at a given moment."""
    target = rng.choice(("yes", "no"))
    scenes = (_behind_shield, _behind_shield, _at_spiral)
    make = rng.choice((*scenes, _second_cat) if target == "yes" else scenes)
    return makers.first_result(lambda: makers.item_if_right(make(rng), target))


def _behind_shield(rng: random.Random) -> QuizItem | None:
    """Ask about responses against a shield, which has no die to reroll or to invert."""
    dealt = make_or_none(partial(staging.deal_battle, rng, element_chances=(0.25, 0.25), shield=True))
    response = rng.choice(
        (
            CAT_ATTEMPT,
            ResponseAttempt.miromon(1, True),
            ResponseAttempt.miromon(1, False),
            ResponseAttempt.miromon(1, False),
        )
    )
    battle = makers.require_value(dealt)
    cats = 1 if response is CAT_ATTEMPT else rng.randint(0, 1)
    return responses.may_play_item(
        plan_random_rolls(rng, battle).with_response_cards(1, cat=cats, miromon=1).play_out(), 1, response
    )


def _at_spiral(rng: random.Random) -> QuizItem | None:
    """Ask about responses before the event of a Spiral, where only Miromon on it is allowed."""
    learner_seat = staging.random_learner_seat(rng)
    played = (
        _numbers(rng)
        .with_last_face(1 - learner_seat, SPIRAL)
        .with_response_cards(learner_seat, cat=1, miromon=1)
        .play_out()
    )
    response = rng.choice((CAT_ATTEMPT, ResponseAttempt.miromon(learner_seat, False)))
    return responses.may_play_item(played, learner_seat, response, "spiral", "interrupt")


def _second_cat(rng: random.Random) -> QuizItem | None:
    """Ask about a cat after a cat, which is allowed."""
    learner_seat, battle = staging.random_learner_seat(rng), deal_mixed_element_battle(rng)
    again = rng.choice([face for face in FACES if face != SPIRAL])
    played = (
        plan_random_rolls(rng, battle)
        .with_play(learner_seat, "cat", again)
        .with_response_cards(learner_seat, cat=2)
        .play_out()
    )
    return responses.may_play_item(played, learner_seat, ResponseAttempt("cat", "cat_again"), "cat_played")


# -- traps


_TRAP_MAKERS = BattleItemMakers("traps", deal_battle_with_trap, rules=("TW-BAT-13",))


@makers.question_kind("left", topic="traps")
@makers.draw_arguments_once(staging.random_learner_seat)
def card_points_after_trap_item(rng: random.Random, learner_seat: int) -> QuizItem | None:
    """Make the quiz question “How many card points does a side have left after a trap?”"""
    played = deal_battle_with_trap(rng, learner_seat)
    return asks.card_points_after_trap_item(played, learner_seat, _TRAP_MAKERS.known_rules, rng)


_TRAP_MAKERS.register("winner", "verdict")


@makers.question_kind("fate", topic="traps")
def creature_fate_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “What happens to this creature?” after a trap has taken it, its rider or its
    mount.
    """
    learner_seat, result, target = (
        staging.random_learner_seat(rng),
        rng.choice(staging.DECIDED_RESULTS),
        rng.choice(("home", "lost")),
    )

    def ask(played: staging.PlayedBattle, learner_seat: int) -> QuizItem | None:
        trap = next(play for play in played.staged.plays if play.answer.startswith("trap"))
        sides, whose = played.staged.battle.sides, 1 - trap.seat
        taken = battle_wording.trap_target_creature(sides[whose].lay, trap.answer.removeprefix("trap "))
        unit = next(unit for unit in sides[whose].lay.units if taken in unit.cards)
        every = [creature for side in sides for creature in side.lay.creatures]
        makers.require(not any(every.count(card) > 1 for card in unit.cards))
        return makers.item_if_right(
            asks.creature_fate_item(
                played, learner_seat, whose, rng.choice(unit.cards), _TRAP_MAKERS.known_rules
            ),
            target,
        )

    return _TRAP_MAKERS.make_item_with_result(rng, learner_seat, ask, result)


@makers.question_kind("best", topic="traps")
@makers.draw_arguments_once(staging.random_learner_seat, ("trap", "trap", "own", "other"))
def best_with_trap_item(rng: random.Random, learner_seat: int, wanted_answer: str) -> QuizItem | None:
    """Make the quiz question “Which response wins?”, with a trap, Miromon on either die and no response as
    options.
    """
    battle = deal_mixed_element_battle(rng, both_have_creatures=True)
    unit, card = _target(rng, battle, 1 - learner_seat)
    staged = plan_random_rolls(rng, battle).with_response_cards(learner_seat, trap=1, miromon=1)
    if wanted_answer == "trap":  # dice that Miromon hardly improves
        for side in (0, 1):
            staged = staged.with_last_face(side, rng.choice((-1, 0, 1, 2)))
    words = battle_wording.PHRASES("answer.trap_rider" if card is unit.rider else "answer.trap", card=card)
    answers = responses.miromon_or_pass_options(learner_seat) | {
        "trap": (battle_wording.trap_answer(unit, card), words, battle_wording.cards_notation(card))
    }
    return asks.winning_response_item(staged, learner_seat, answers, wanted_answer)


def _target(rng: random.Random, battle: Battle, whose: int) -> tuple[Unit, Creature]:
    """Return a creature of a side that its element and power identify, with its unit."""
    side = battle.sides[whose]
    unit = rng.choice(makers.require_value(side.units or None))
    card = rng.choice(unit.cards)
    makers.require(side.lay.creatures.count(card) <= 1)
    return unit, card


@makers.question_kind("may", topic="traps", balanced=True)
def _may_trap_item(rng: random.Random) -> QuizItem | None:
    """Make the question “May a trap be played now?” about a creature or a spell, before or after the roll."""
    learner_seat, battle = (
        staging.random_learner_seat(rng),
        deal_mixed_element_battle(rng, both_have_creatures=True),
    )
    target = make_or_none(_target, rng, battle, 1 - learner_seat)
    played = plan_random_rolls(rng, battle).with_response_cards(learner_seat, trap=1, cat=1).play_out()
    unit, card = makers.require_value(target)
    response = ResponseAttempt(battle_wording.trap_answer(unit, card), "trap", {"card": card})
    early = rng.random() < 0.5
    if rng.random() < 0.5:
        if early:
            response = CAT_ATTEMPT
        else:
            enemy = battle.sides[1 - learner_seat]
            spell = rng.choice(enemy.spells)
            # otherwise the answer would name the creature of the same power
            makers.require(spell.token not in [creature.token for creature in enemy.lay.creatures])
            response = ResponseAttempt(f"trap {spell.token}", "trap_spell", {"card": spell})
    return responses.play_in_time_item(makers.require_value(played), learner_seat, response, early)
