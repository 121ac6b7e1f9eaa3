"""Cats, Miromon and traps: what they do to a die and to cards, which of them wins, whether they may be
played.
"""

from __future__ import annotations

import random

from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import balanced, first_result, if_right, require, with_aims
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import responses
from twingkit.twing.quiz.battles.kinds import BattleMakers
from twingkit.twing.quiz.battles.responses import (
    CAT,
    Attempt,
    deal_mixed,
    deal_trapped,
    if_sensible,
    roll_both_dice,
)
from twingkit.twing.quiz.battles.staging import (
    NUMBERS,
    WON,
    Played,
    Staged,
    deal_battle,
    random_face,
    random_seat,
)
from twingkit.twing.quiz.battles.telling import SAY, cards_notation, creature_of, is_unambiguous, target_of
from twingkit.twing.rules.cards import FACES, SPIRAL, Creature, Unit

# -- cats and Miromon


def _scene(rng: random.Random, sitting: int) -> tuple[Played, int] | None:
    """Deal a battle in which cats and Miromon are played by players who want to win; return also whose die
    was changed last.
    """
    scene = responses.deal_scene(rng, sitting)
    played = if_sensible(scene[0].played()) if scene else None
    return (played, scene[1]) if scene and played else None


def _battle(rng: random.Random, sitting: int) -> Played | None:
    scene = _scene(rng, sitting)
    return scene[0] if scene else None


CATS = BattleMakers("cats-and-miromon", _battle, rules=("TW-BAT-11", "TW-BAT-12"))


@with_aims(random_seat)
def worth(rng: random.Random, sitting: int) -> Item | None:
    """Make the question “What does the die count that was changed last?”"""
    scene = _scene(rng, sitting)
    return asks.worth(scene[0], sitting, scene[1], CATS.known) if scene else None


@with_aims(random_seat, ("pass", "own", "other"))
def best(rng: random.Random, sitting: int, target: str) -> Item | None:
    """Make the question which response wins: Miromon on either die, or nothing."""
    battle = require(deal_mixed(rng))
    staged = roll_both_dice(rng, battle).with_held(sitting, miromon=1)
    return asks.winning_response(staged, sitting, responses.miromon_or_pass(sitting), CATS.known, target)


@with_aims(random_seat)
def least(rng: random.Random, sitting: int) -> Item | None:
    """Make the question “Which number must the cat's re-roll reach?”"""
    staged = require(_numbers(rng))
    staged = (
        staged.with_last(sitting, random_face(rng)).with_play(sitting, "cat", 0).with_held(sitting, cat=1)
    )
    return asks.lowest_winning_roll(staged, sitting, CATS.known, rng)


def _numbers(rng: random.Random) -> Staged | None:
    """Deal a battle with numbers on the dice."""
    battle = deal_mixed(rng)
    return Staged.with_one_roll_each(battle, rng.choice(NUMBERS), rng.choice(NUMBERS)) if battle else None


def may_play(rng: random.Random) -> Item | None:
    """Make the question “May a cat or Miromon be played now?”"""
    target = rng.choice(("yes", "no"))
    scenes = (_behind_shield, _behind_shield, _at_spiral)
    make = rng.choice((*scenes, _second_cat) if target == "yes" else scenes)
    return first_result(lambda: if_right(make(rng), target))


def _behind_shield(rng: random.Random) -> Item | None:
    """A shield has no die to re-roll or to turn, but the attacker's die can be turned."""
    battle = deal_battle(rng, own=(0.25, 0.25), shield=True)
    attempt = rng.choice(
        (CAT, Attempt.miromon(1, True), Attempt.miromon(1, False), Attempt.miromon(1, False))
    )
    if battle is None:
        return None
    cats = 1 if attempt is CAT else rng.randint(0, 1)
    return responses.may_play(
        roll_both_dice(rng, battle).with_held(1, cat=cats, miromon=1).played(), 1, attempt
    )


def _at_spiral(rng: random.Random) -> Item | None:
    """Before the event of a Spiral only Miromon can be played on it."""
    sitting, staged = random_seat(rng), _numbers(rng)
    if staged is None:
        return None
    played = staged.with_last(1 - sitting, SPIRAL).with_held(sitting, cat=1, miromon=1).played()
    attempt = rng.choice((CAT, Attempt.miromon(sitting, False)))
    return responses.may_play(played, sitting, attempt, "spiral", "interrupt")


def _second_cat(rng: random.Random) -> Item | None:
    """A cat can follow a cat."""
    sitting, battle = random_seat(rng), deal_mixed(rng)
    if battle is None:
        return None
    again = rng.choice([face for face in FACES if face != SPIRAL])
    played = roll_both_dice(rng, battle).with_play(sitting, "cat", again).with_held(sitting, cat=2).played()
    return responses.may_play(played, sitting, Attempt("cat", "cat_again"), "cat_played")


# -- traps


TRAPS = BattleMakers("traps", deal_trapped, rules=("TW-BAT-13",))


@with_aims(random_seat)
def left(rng: random.Random, sitting: int) -> Item | None:
    """Make the question “How many points does a trap leave on the cards?”"""
    played = deal_trapped(rng, sitting)
    return asks.points_after_trap(played, sitting, TRAPS.known, rng) if played else None


def fate(rng: random.Random) -> Item | None:
    """Make the question “What happens to a creature that was trapped, or that lost its rider or its
    mount?”"""
    sitting, result, target = random_seat(rng), rng.choice(WON), rng.choice(("home", "lost"))

    def ask(played: Played, sitting: int) -> Item | None:
        trap = next(play for play in played.staged.plays if play.answer.startswith("trap"))
        sides, whose = played.staged.battle.sides, 1 - trap.seat
        taken = creature_of(sides[whose].lay, trap.answer.removeprefix("trap "))
        unit = next(unit for unit in sides[whose].lay.units if taken in unit.cards)
        every = [creature for side in sides for creature in side.lay.creatures]
        if any(every.count(card) > 1 for card in unit.cards):
            return None
        return if_right(asks.fate(played, sitting, whose, rng.choice(unit.cards), TRAPS.known), target)

    return TRAPS.ended_for(rng, sitting, ask, result)


@with_aims(random_seat, ("trap", "trap", "own", "other"))
def best_with_trap(rng: random.Random, sitting: int, goal: str) -> Item | None:
    """Make the question which response wins: a trap, Miromon on a die, or nothing."""
    battle = deal_mixed(rng, traps=True)
    target = _target(rng, battle, 1 - sitting) if battle else None
    if battle is None or target is None:
        return None
    unit, card = target
    staged = roll_both_dice(rng, battle).with_held(sitting, trap=1, miromon=1)
    if goal == "trap":  # dice that Miromon hardly improves
        for side in (0, 1):
            staged = staged.with_last(side, rng.choice((-1, 0, 1, 2)))
    words = SAY("answer.trap_rider" if card is unit.rider else "answer.trap", card=card)
    answers = responses.miromon_or_pass(sitting) | {
        "trap": (target_of(unit, card), words, cards_notation(card))
    }
    return asks.winning_response(staged, sitting, answers, TRAPS.known, goal)


def _target(rng: random.Random, battle: Battle, whose: int) -> tuple[Unit, Creature] | None:
    """Return a creature card of a side that its element and power alone identify, with its unit."""
    side = battle.sides[whose]
    unit = rng.choice(side.units) if side.units else None
    card = rng.choice(unit.cards) if unit else None
    return (unit, card) if unit and card and is_unambiguous(card, side.lay) else None


def may_trap(rng: random.Random) -> Item | None:
    """Make the question “May a trap be played now?”: on a creature or a spell, a trap or a cat before the
    roll.
    """
    sitting, battle = random_seat(rng), deal_mixed(rng, traps=True)
    target = _target(rng, battle, 1 - sitting) if battle else None
    played = roll_both_dice(rng, battle).with_held(sitting, trap=1, cat=1).played() if battle else None
    if battle is None or target is None or played is None:
        return None
    unit, card = target
    attempt = Attempt(target_of(unit, card), "trap", {"card": card})
    early = rng.random() < 0.5
    if rng.random() < 0.5:
        if early:
            attempt = CAT
        else:
            enemy = battle.sides[1 - sitting]
            spell = rng.choice(enemy.spells)
            if spell.token in [creature.token for creature in enemy.lay.creatures]:
                return None  # the answer would name the creature of the same power
            attempt = Attempt(f"trap {spell.token}", "trap_spell", {"card": spell})
    return responses.may_play_in_time(played, sitting, attempt, early)


KINDS = {
    "cats-and-miromon": {
        "worth": worth,
        **CATS.kinds("winner", "verdict"),
        "best": best,
        "least": least,
        "may": may_play,
    },
    "traps": {
        "left": left,
        **TRAPS.kinds("winner", "verdict"),
        "fate": fate,
        "best": best_with_trap,
        "may": balanced(may_trap),
    },
}
"""The makers of these topics, by kind."""
