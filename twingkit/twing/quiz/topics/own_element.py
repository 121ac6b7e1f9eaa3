"""Fighting with the own element: a minus counts 0, and creatures come home from a lost attack."""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.quiz.asking import Miss, choices
from twingkit.twing.quiz.battles import lays
from twingkit.twing.quiz.battles.deals import (
    NUMBERS,
    RESULTS,
    SYMBOLS,
    WON,
    another,
    characters,
    deal_battle,
    deal_lay,
)
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.lays import Cards, Laying
from twingkit.twing.quiz.battles.misses import missed
from twingkit.twing.quiz.battles.reads import counted, worth_of
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.quiz.battles.telling import SAY, role
from twingkit.twing.quiz.phrases import joined
from twingkit.twing.quiz.supply import Supply
from twingkit.twing.rules.cards import ELEMENTS, FACE_FACTS, FACES
from twingkit.twing.rules.lay import Lay

TOPIC = "own-element"


def _dealt(rng: random.Random, sitting: int, units: float) -> Battle | None:
    """One side or both fight with the own element, the learner's more often."""
    own = (0.7, 0.5) if sitting == 0 else (0.5, 0.7)
    return deal_battle(rng, own=own, units=(units, units))


def _minus(rng: random.Random) -> int:
    """A number, most often below 0."""
    return rng.choice((-4, -3, -2, -1)) if rng.random() < 0.65 else rng.choice(FACES)


def _battle(rng: random.Random, sitting: int, units: float = 0.3) -> Played | None:
    battle = _dealt(rng, sitting, units)
    return Staged.rolled(battle, _minus(rng), _minus(rng)).played() if battle else None


def _creatures(rng: random.Random, sitting: int) -> Played | None:
    """Creatures on both sides."""
    return _battle(rng, sitting, 1.0)


def _any_face(rng: random.Random, sitting: int) -> Played | None:
    """Creatures on both sides, and symbols on the dice as often as numbers."""
    battle = _dealt(rng, sitting, 1.0)
    faces = [rng.choice(SYMBOLS) if rng.random() < 0.5 else rng.choice(NUMBERS) for _ in range(2)]
    return Staged.rolled(battle, *faces).played() if battle else None


BATTLES = Battles(TOPIC, _battle, rules=("TW-BAT-15",))
_LOST = Battles(TOPIC, _any_face)


def home(rng: random.Random) -> Item | None:
    """The question “What becomes of a creature, where the own element may bring it home?”"""
    sitting = int(rng.random() < 0.3)
    whose = sitting if rng.random() < 0.8 else 1 - sitting
    lost = "other" if whose == sitting else "you"
    return _LOST.fate_of(rng, sitting, whose, lost if rng.random() < 0.8 else rng.choice(RESULTS))


def attack(rng: random.Random) -> Item | None:
    """The question “With which attack does a minus count 0?”"""
    supply, (mine, theirs) = Supply(rng), characters(rng)
    face = rng.choice((-4, -3, -2, -1))
    defence = deal_lay(rng, supply, another(rng, theirs))
    elements = [mine, *rng.sample([element for element in ELEMENTS if element != mine], 2)]
    battles = {}
    for element in elements:
        lay = deal_lay(rng, supply, element, 0.4)
        played = Staged.rolled(Battle(Side(mine, lay), Side(theirs, defence)), face, 0).played()
        if played is not None:
            battles[lay] = played
    hand = [card for lay in battles for card in lay.spells]
    cards = Cards.shuffled(rng, mine, hand, [card for lay in battles for card in lay.creatures])
    return _attack_item(Laying(cards, Cards(theirs, defence.spells)), battles, face)


def _attack_item(laying: Laying, battles: dict[Lay, Played], face: int) -> Item | None:
    """The question which of the attacks makes this face count 0; None unless exactly one does."""
    right = [lay for lay, played in battles.items() if worth_of(played, 0) == 0]
    ruling = counted(battles[right[0]], 0) if len(right) == 1 else None
    if ruling is None:
        return None
    misses = [
        Miss(lay, missed(played, BATTLES.known, lambda battle: worth_of(battle, 0)).get(0, ""))
        for lay, played in battles.items()
    ]
    options = choices(right[0], misses, lays.lay_said, cards=str)
    texts = joined(role(0), SAY("ask.own_attack", face=FACE_FACTS[face]))
    return laying.ask(right[0], texts, options, [ruling])


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "worth": BATTLES.worth,
        "winner": BATTLES.winner,
        "verdict": BATTLES.verdict,
        "home": home,
        "gone": Battles(TOPIC, _creatures, results=WON).gone,
        "attack": attack,
    }
}
"""The makers of this topic, by kind."""
