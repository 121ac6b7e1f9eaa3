"""Black cats and Miromon: what they do to a die, which of them wins, whether they may be played."""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import keyed, until
from twingkit.twing.quiz.battles import asks, responses
from twingkit.twing.quiz.battles.deals import NUMBERS, deal_battle, face, seat
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.responses import CAT, Try, deal_mixed, rolled, sensible
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.rules.cards import FACES, SPIRAL

TOPIC = "cats-and-miromon"


def _battle(rng: random.Random, sitting: int) -> Played | None:
    """A battle in which cats and Miromon were played by players who mean to win."""
    scene = responses.scene(rng, sitting)
    return sensible(scene[0].played()) if scene else None


BATTLES = Battles(TOPIC, _battle, rules=("TW-BAT-11", "TW-BAT-12"))


def worth(rng: random.Random) -> Item | None:
    """The question “What does the die count that was touched last?”"""
    sitting = seat(rng)

    def make() -> Item | None:
        scene = responses.scene(rng, sitting)
        played = sensible(scene[0].played()) if scene else None
        return asks.worth(played, sitting, scene[1], BATTLES.known) if scene and played else None

    return until(make)


def best(rng: random.Random) -> Item | None:
    """The question which response wins: Miromon on either die, or nothing."""
    sitting, target = seat(rng), rng.choice(("pass", "own", "other"))

    def make() -> Item | None:
        battle = deal_mixed(rng)
        if battle is None:
            return None
        staged = rolled(rng, battle).with_side(sitting, miromon=1)
        return asks.best(staged, sitting, responses.miromon_or_pass(sitting), BATTLES.known, target)

    return until(make)


def least(rng: random.Random) -> Item | None:
    """The question “Which number must the cat's new roll reach?”"""
    sitting = seat(rng)

    def make() -> Item | None:
        staged = _numbers(rng)
        if staged is None:
            return None
        staged = staged.with_last(sitting, face(rng)).with_play(sitting, "cat", 0).with_side(sitting, cats=1)
        return asks.least(staged, sitting, BATTLES.known, rng)

    return until(make)


def _numbers(rng: random.Random) -> Staged | None:
    """A battle with numbers on the dice."""
    battle = deal_mixed(rng)
    return Staged.rolled(battle, rng.choice(NUMBERS), rng.choice(NUMBERS)) if battle else None


# -- may it be played?


def may(rng: random.Random) -> Item | None:
    """The question “May a cat or Miromon be played now?”"""
    target = rng.choice(("yes", "no"))
    scenes = (_behind_shield, _behind_shield, _at_spiral)
    make = rng.choice((*scenes, _second_cat) if target == "yes" else scenes)
    return until(lambda: keyed(make(rng), target))


def _behind_shield(rng: random.Random) -> Item | None:
    """Behind a shield there is no die to roll again or to turn, but the attacker's can be turned."""
    battle = deal_battle(rng, own=(0.25, 0.25), shield=True)
    attempt = rng.choice((CAT, Try.miromon(1, True), Try.miromon(1, False), Try.miromon(1, False)))
    if battle is None:
        return None
    cats = 1 if attempt is CAT else rng.randint(0, 1)
    played = rolled(rng, battle).with_side(1, cats=cats, miromon=1).played()
    return responses.may(played, 1, attempt) if played else None


def _at_spiral(rng: random.Random) -> Item | None:
    """Before the event of a Spiral only Miromon can be played on it."""
    sitting, staged = seat(rng), _numbers(rng)
    if staged is None:
        return None
    played = staged.with_last(1 - sitting, SPIRAL).with_side(sitting, cats=1, miromon=1).played()
    attempt = rng.choice((CAT, Try.miromon(sitting, False)))
    return responses.may(played, sitting, attempt, "spiral", "interrupt") if played else None


def _second_cat(rng: random.Random) -> Item | None:
    """A cat can follow a cat."""
    sitting, battle = seat(rng), deal_mixed(rng)
    if battle is None:
        return None
    again = rng.choice([face for face in FACES if face != SPIRAL])
    played = rolled(rng, battle).with_play(sitting, "cat", again).with_side(sitting, cats=2).played()
    return responses.may(played, sitting, Try("cat", "cat_again"), "cat_played") if played else None


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "worth": worth,
        "winner": BATTLES.winner,
        "verdict": BATTLES.verdict,
        "best": best,
        "least": least,
        "may": may,
    }
}
"""The makers of this topic, by kind."""
