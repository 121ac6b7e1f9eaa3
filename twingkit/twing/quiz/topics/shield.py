"""The shield: what may be one, how it fares against the dice, who is paid, what is lost."""

from __future__ import annotations

import random

from twingkit.quiz.deal import Maker
from twingkit.quiz.item import Item
from twingkit.quiz.making import keyed, until
from twingkit.twing.quiz.battles import lays
from twingkit.twing.quiz.battles.deals import WON, characters, deal_battle, face
from twingkit.twing.quiz.battles.kinds import Battles
from twingkit.twing.quiz.battles.lays import Cards, Laying
from twingkit.twing.quiz.battles.staging import Played, Staged
from twingkit.twing.quiz.supply import EVERY, Supply

TOPIC = "shield"

LAID = {"TW-BAT-2", "TW-BAT-3", "TW-BAT-5"}
"""The rules that can forbid a shield."""


def _sits(rng: random.Random) -> int:
    """The learner raises the shield more often."""
    return int(rng.random() < 0.65)


def _battle(rng: random.Random, sitting: int) -> Played | None:
    """An attack against a shield, both of the own element now and then."""
    battle = deal_battle(rng, own=(0.4, 0.5), units=(0.4, 0.0), pairs=0.4, shield=True)
    return Staged.rolled(battle, face(rng, 0.4), 0).played() if battle else None


BATTLES = Battles(TOPIC, _battle, sits=_sits, sharp=0.8)


def fate(rng: random.Random) -> Item | None:
    """The question “What becomes of a creature of the shield?”"""
    return BATTLES.fate_of(rng, _sits(rng), 1, rng.choice(WON))


def may(rng: random.Random) -> Item | None:
    """The question “May this be a shield?”"""
    target = rng.choice(("yes", "no"))

    def make() -> Item | None:
        laying = _laying(rng)
        lay = lays.some_shield(rng, laying.mine)
        single = laying.faults(lay) < 2  # forbidden for one reason, not for two
        return keyed(lays.may(laying, lay, LAID, "may_shield"), target) if single else None

    return until(make)


def which(rng: random.Random) -> Item | None:
    """The question “Which of these may be a shield?”"""
    return lays.which(rng, _laying(rng), LAID, "shield", lays.some_shield, lambda lay: len(lay.units) > 1)


def _laying(rng: random.Random) -> Laying:
    """An entourage of two elements, with a mount, that is attacked."""
    supply, (theirs, mine) = Supply(rng), characters(rng)
    one, two = rng.sample(EVERY, 2)
    cards = Cards.shuffled(rng, mine, supply.spells(2, one), lays.deal_entourage(rng, supply, one, two, 4))
    return lays.attacked(rng, supply, cards, theirs, two)


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {
        "may": may,
        "which": which,
        "winner": BATTLES.winner,
        "verdict": BATTLES.verdict,
        "ornicle": Battles(TOPIC, _battle, sits=_sits, results=WON).ornicle,
        "fate": fate,
        "gone": BATTLES.gone,
    }
}
"""The makers of this topic, by kind."""
