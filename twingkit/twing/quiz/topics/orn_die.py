"""The Orn die: Sun, Cross and Spiral. No player fights with the own element yet."""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import until
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.quiz.battles import asks
from twingkit.twing.quiz.battles.deals import NUMBERS, SYMBOLS, deal_battle
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.rules.cards import FACES, SPIRAL

TOPIC = "orn-die"


def _dealt(rng: random.Random) -> Battle | None:
    """Both sides with spells, some with creatures, none of the own element."""
    return deal_battle(rng, units=(0.4, 0.4), close=6)


def _symbols(rng: random.Random, sitting: int) -> Played | None:
    """A battle with a symbol on one die at least."""
    battle = _dealt(rng)
    faces = [rng.choice(SYMBOLS) if rng.random() < 0.5 else rng.choice(NUMBERS) for _ in range(2)]
    if battle is None or not set(faces) & set(SYMBOLS):
        return None
    return Staged.rolled(battle, *faces).played()


def _creatures(rng: random.Random, sitting: int) -> Played | None:
    """The same, with creatures."""
    played = _symbols(rng, sitting)
    return played if played and any(side.units for side in played.staged.battle.sides) else None


def _spirals(rng: random.Random, sitting: int) -> Played | None:
    """A battle with Spirals and numbers."""
    battle = _dealt(rng)
    faces = [SPIRAL if rng.random() < 0.6 else rng.choice(NUMBERS) for _ in range(2)]
    return Staged.rolled(battle, *faces).played() if battle else None


BATTLES = Battles(TOPIC, _symbols, sharp=0.8)


def level(rng: random.Random) -> Item | None:
    """The question “With which roll does the defender reach a tie, symbols included?”"""

    def make() -> Item | None:
        battle = _dealt(rng)
        if battle is None:
            return None
        faces = (*rng.sample(SYMBOLS, 2), *rng.sample(NUMBERS, 2))
        return asks.level(Staged.rolled(battle, rng.choice(FACES), 0), 1, faces, BATTLES.known)

    return until(make)


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "winner": BATTLES.winner,
        "verdict": BATTLES.verdict,
        "level": level,
        "points": Battles(TOPIC, _spirals).points,
        "gone": Battles(TOPIC, _creatures).gone,
    }
}
"""The makers of this topic, by kind."""
