"""Battles that the learner may support: dealt by chance, and what could be tried in them."""

from __future__ import annotations

import random

import attrs

from twingkit.asking import Refusal
from twingkit.rulebook import Texts
from twingkit.twing.notation.holding import Holding
from twingkit.twing.quiz.games.plans import Play, carry_out
from twingkit.twing.quiz.games.tables import Tabletop
from twingkit.twing.quiz.phrases import Phrases, kinds
from twingkit.twing.quiz.supply import EVERY, Supply
from twingkit.twing.rules.cards import Creature, Spell, card_text, face_text, read_card
from twingkit.twing.rules.support import JoinIn

SAY = Phrases("supports")

PLAIN = ("boots", "puppet", "cup", "socks")
"""Objects that change nothing in these questions."""


@attrs.frozen
class Clash:
    """A battle between the seats 2 and 3 that the learner watches: what is laid and rolled there."""

    table: Tabletop
    plan: tuple[str, ...]

    def play(self, *more: str) -> Play | None:
        """The battle with some more answers."""
        return carry_out(self.table, *self.plan, *more)


def deal_clash(rng: random.Random, shields: float = 0.25, own: bool = False) -> Clash:
    """Seat 1 attacks seat 2; the learner, seat 0, has cards that fit and cards that do not. `own`: the attack
    has the element of the learner's character."""
    supply = Supply(rng)
    one, two = rng.choice(EVERY), rng.choice(EVERY)
    shield = rng.random() < shields
    attack = supply.spells(rng.choice((1, 1, 2)), one)
    wall = supply.creatures(2, two, least=2)
    defence = supply.spells(1, two)
    third = next(element for element in EVERY if element not in (one, two))
    helper = Holding(
        hand=[*supply.spells(1, one), *supply.spells(1, two), *supply.spells(1, third)],
        entourage=[*supply.creatures(1, one), *supply.creatures(1, two), *supply.creatures(1, third)],
        objects=supply.objects(rng.randint(0, 1)),
        ornicles=rng.randint(1, 4),
    )
    characters = [one, *rng.sample(EVERY.replace(one, ""), 2)] if own else rng.sample(EVERY, 3)
    table = Tabletop.deal(
        rng,
        [
            helper,
            Holding(hand=[*attack, *supply.spells(1, third)], ornicles=rng.randint(0, 3)),
            Holding(hand=[*defence, *supply.spells(1, third)], entourage=wall, ornicles=rng.randint(0, 3)),
        ],
        characters,
        to_move=1,
    )
    faces = rng.randint(-3, 4), rng.randint(-3, 4)
    answer = f"shield {' '.join(card.token for card in wall)}" if shield else defence[0].token
    plan = ["p2: attack p3", f"p2: lay {' '.join(card.token for card in attack)}", f"p3: lay {answer}"]
    plan += [f"p2: roll {face_text(faces[0])}"] + ([] if shield else [f"p3: roll {face_text(faces[1])}"])
    return Clash(table, tuple(plan))


def join_in(clash: Clash) -> tuple[Play, JoinIn] | None:
    """The battle before the learner is asked to support."""
    play = clash.play()
    if play is None or "support" not in play.kinds:
        return None
    question = play.at(play.place("support")).question
    return (play, question) if isinstance(question, JoinIn) and question.player == 0 else None


def tries(question: JoinIn) -> list[tuple[str, Refusal | None]]:
    """The answers that the learner could try with these cards: every single card, and two at once."""
    cards: list[Spell | Creature] = [*question.owner.hand, *question.owner.entourage]
    named = [card_text(card) for card in cards]
    tries = []
    for side in ("attacker", "defender"):
        tries += [f"support {side} {card}" for card in named]
        fits = [card for card in named if question.refusal(f"support {side} {card}") is None]
        if len(fits) > 1:
            tries.append(f"support {side} {fits[0]} + {fits[-1]}")
    return [(answer, question.refusal(answer)) for answer in tries]


def said(table: Tabletop, answer: str) -> Texts:
    """A support in words."""
    _, side, named = answer.split(" ", 2)
    cards = [card for part in named.split(" + ") if (card := read_card(part)) is not None]
    return SAY("which.add", side=table.names[1 if side == "attacker" else 2], cards=kinds(cards))


def shown(answer: str) -> str:
    """The cards of a support, to be shown: spells first, a creature alone like a shield."""
    cards = [read_card(part) for part in answer.split(" ", 2)[2].split(" + ")]
    spells = [card.token for card in cards if isinstance(card, Spell)]
    creatures = [card.token for card in cards if isinstance(card, Creature)]
    cards_text = " ".join(spells) if spells else "shield"
    return (
        f"{cards_text} + {' '.join(creatures)}"
        if spells and creatures
        else " ".join([cards_text, *creatures])
    )
