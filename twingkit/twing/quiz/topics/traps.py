"""Traps: what they take from a battle, which of them wins, whether they may be played."""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import keyed, until
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles import asks, responses, settling
from twingkit.twing.quiz.battles.deals import WON, seat
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.responses import CAT, Try, deal_mixed, rolled, trapped
from twingkit.twing.quiz.battles.staging import Played
from twingkit.twing.quiz.battles.telling import SAY, alone, creature_of, shown, target_of
from twingkit.twing.rules.cards import Creature, Unit

TOPIC = "traps"

BATTLES = Battles(TOPIC, trapped, rules=("TW-BAT-13",))


def left(rng: random.Random) -> Item | None:
    """The question “How many points does a trap leave on the cards?”"""
    sitting = seat(rng)

    def make() -> Item | None:
        played = trapped(rng, sitting)
        return asks.cards_left(played, sitting, BATTLES.known, rng) if played else None

    return until(make)


def fate(rng: random.Random) -> Item | None:
    """The question “What becomes of a creature that was trapped, or that lost its rider or its mount?”"""
    sitting, result, target = seat(rng), rng.choice(WON), rng.choice(("home", "lost"))

    def ask(played: Played, sitting: int) -> Item | None:
        trap = next(play for play in played.staged.plays if play.answer.startswith("trap"))
        sides, whose = played.staged.battle.sides, 1 - trap.seat
        taken = creature_of(sides[whose].lay, trap.answer.removeprefix("trap "))
        unit = next(unit for unit in sides[whose].lay.units if taken in unit.cards)
        every = [creature for side in sides for creature in side.lay.creatures]
        if any(every.count(card) > 1 for card in unit.cards):
            return None
        return keyed(settling.fate(played, sitting, whose, rng.choice(unit.cards), BATTLES.known), target)

    return BATTLES.ended_for(rng, sitting, ask, result)


def best(rng: random.Random) -> Item | None:
    """The question which response wins: a trap, Miromon on a die, or nothing."""
    sitting, goal = seat(rng), rng.choice(("trap", "trap", "own", "other"))

    def make() -> Item | None:
        battle = deal_mixed(rng, traps=True)
        target = _target(rng, battle, 1 - sitting) if battle else None
        if battle is None or target is None:
            return None
        unit, card = target
        staged = rolled(rng, battle).with_side(sitting, traps=1, miromon=1)
        if goal == "trap":  # dice that Miromon gains little from
            for seat in (0, 1):
                staged = staged.with_last(seat, rng.choice((-1, 0, 1, 2)))
        words = SAY("answer.trap_rider" if card is unit.rider else "answer.trap", card=card)
        answers = responses.miromon_or_pass(sitting) | {"trap": (target_of(unit, card), words, shown(card))}
        return asks.best(staged, sitting, answers, BATTLES.known, goal)

    return until(make)


def _target(rng: random.Random, battle: Battle, whose: int) -> tuple[Unit, Creature] | None:
    """A creature card of a side that is named by its element and power alone, with its unit."""
    side = battle.sides[whose]
    unit = rng.choice(side.units) if side.units else None
    card = rng.choice(unit.cards) if unit else None
    return (unit, card) if unit and card and alone(card, side.lay) else None


def may(rng: random.Random) -> Item | None:
    """The question “May a trap be played now?”"""
    target = rng.choice(("yes", "no"))
    return until(lambda: keyed(_may(rng), target))


def _may(rng: random.Random) -> Item | None:
    """A trap on a creature or a spell, a trap or a cat before the roll."""
    sitting, battle = seat(rng), deal_mixed(rng, traps=True)
    target = _target(rng, battle, 1 - sitting) if battle else None
    played = rolled(rng, battle).with_side(sitting, traps=1, cats=1).played() if battle else None
    if battle is None or target is None or played is None:
        return None
    unit, card = target
    attempt = Try(target_of(unit, card), "trap", {"card": card})
    early = rng.random() < 0.5
    if rng.random() < 0.5:
        if early:
            attempt = CAT
        else:
            enemy = battle.sides[1 - sitting]
            spell = rng.choice(enemy.spells)
            if spell.token in [creature.token for creature in enemy.lay.creatures]:
                return None  # the answer would name the creature of the same power
            attempt = Try(f"trap {spell.token}", "trap_spell", {"card": spell})
    window = "before_roll" if early else "respond"
    return responses.may(played, sitting, attempt, "before_roll" if early else "", window)


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "left": left,
        "winner": BATTLES.winner,
        "verdict": BATTLES.verdict,
        "fate": fate,
        "best": best,
        "may": may,
    }
}
"""The makers of this topic, by kind."""
