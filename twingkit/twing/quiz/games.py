"""Whole games: positions from games that were played by chance, and what may be done and follows in them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import attrs

from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.rulebook import LANGUAGES, Texts
from twingkit.twing.cards import CROSS, SUN, face_text, read_card
from twingkit.twing.fight import Fight
from twingkit.twing.game import GameStart
from twingkit.twing.position import Position
from twingkit.twing.quiz.deal import HOMES, Maker, makers
from twingkit.twing.quiz.item import Item
from twingkit.twing.quiz.offers import WORDS, may_action, which_action
from twingkit.twing.quiz.options import (
    Miss,
    ask,
    choices,
    creatures,
    creatures_key,
    creatures_shown,
    dice,
    keen,
    nearby,
    number,
    you,
)
from twingkit.twing.quiz.phrases import Kind, Phrases, Said
from twingkit.twing.quiz.plans import DECIDED, Play, carry_out, ornicles
from twingkit.twing.quiz.tables import EVERY, Tabletop
from twingkit.twing.variant import Value

SAY = Phrases("games")

TOPIC = "whole-game"

FIRST, LAST = 12, 45
"""The turns of a game from which positions are taken."""

NUMBERS = (*range(-4, 5), *range(-2, 4), SUN, CROSS)
"""Faces that bring no event, small numbers more often."""


def deal_game(rng: random.Random, mover: int = 0) -> Tabletop:
    """The table of a game by chance where a seat is asked for the action of its turn.

    A game that ends too early is dealt again.
    """
    while True:
        characters = tuple(rng.sample(EVERY, rng.choice((2, 3, 3, 4))))
        seat = mover % len(characters)
        game = Game(GameStart(characters), seed=rng.randrange(10**9), explain=False)
        first = rng.randint(FIRST, LAST)
        while (question := game.question) is not None:
            at_home = not game.table.players[0].out and question.player == seat
            if question.kind == "act" and at_home and game.table.turn >= first:
                break
            game.draw(rng)
        if game.question is None:
            continue
        try:
            position = Position.of(game.table)
        except Fault:
            continue
        # What is used up goes back into the stacks: nobody has to read it to answer.
        position = attrs.evolve(position, discard=(), used_events=())
        return Tabletop(characters=characters, position=position)


# -- what may be done


def action(rng: random.Random) -> Item | None:
    """Which of these may you do?"""
    return which_action(rng, deal_game(rng))


def may(rng: random.Random) -> Item | None:
    """May you do this?"""
    words = [each for each in WORDS if each not in ("attack", "pass")]
    return may_action(rng, lambda: deal_game(rng), words)


# -- what a battle brings


@attrs.frozen
class Fought:
    """A battle in the middle of a game: seat `one` attacks seat `two`; `plan` is what everybody does."""

    play: Play
    plan: tuple[str, ...]
    one: int
    two: int

    def again(self, supported: bool = True, **switches: Value) -> Play | None:
        """The same battle in a variant, or without those who support."""
        plan = [line for line in self.plan if supported or ": support" not in line]
        return carry_out(self.play.table.under(**switches), *plan)

    def estranged(self) -> list[Play]:
        """The same battle where one of those who fight has a character of another element."""
        plays = [carry_out(self.play.table.foreign(seat), *self.plan) for seat in (self.one, self.two)]
        return [play for play in plays if play]

    def rolled_again(self, rng: random.Random) -> Fought | None:
        """The same battle with other faces."""
        plan = [
            f"{line.partition(': ')[0]}: {_roll(rng)}" if ": roll" in line else line for line in self.plan
        ]
        play = carry_out(self.play.table, *plan)
        if play is None or not play.said(*DECIDED):
            return None
        return attrs.evolve(self, play=play, plan=tuple(plan))

    def said(self) -> Texts:
        """Who attacks whom, who supports, and what the dice show."""
        table, one, two = self.play.table, self.one, self.two
        told = [self._support(line) for line in self.plan if ": support" in line]
        helped = {lang: "".join(f"{text[lang]} " for text in told) for lang in LANGUAGES}
        fight: Fight = self.play.at(self.play.place("roll")).table.fight
        case = "you_attack" if one == 0 else "attack_you" if two == 0 else "others"
        return SAY(
            f"battle.{case}",
            you=Said(you(table)),
            one=table.names[one],
            two=table.names[two],
            helped=Said(helped),
            n=fight.sides[0].cards_power,
            m=fight.sides[1].cards_power,
            rolls=Said(dice(self.play)),
        )

    def _support(self, line: str) -> Texts:
        seat, names = int(line[1]) - 1, self.play.table.names
        _, _, side, named = line.split(" ", 3)
        helped = self.one if side == "attacker" else self.two
        card = read_card(named)
        assert card is not None
        case = "you" if not seat else "other" if helped else "other_you"
        return SAY(f"support.{case}", who=names[seat], side=names[helped], card=Kind(card))


def deal_battle(rng: random.Random, table: Tabletop) -> Fought | None:
    """A battle by chance at a table; the learner attacks, defends, supports or looks on."""
    assert table.position is not None
    one = table.position.to_move
    others = [seat for seat, each in enumerate(table.holdings) if seat != one and not each.out]
    two = rng.choice([0, *others] if one else others)
    plan = [f"p{one + 1}: attack p{two + 1}"]
    game = table.start()
    while (question := game.question) is not None and question.kind in PLAYED:
        answer = REST.get(question.kind)
        if question.kind == "act":
            answer = plan[0].partition(": ")[2]
        elif question.kind == "roll":
            answer = _roll(rng)
        elif answer is None:
            answer = question.write(question.draw(rng))
        if question.kind in ("attack", "defend", "roll", "support") and answer not in ("pass", "retire"):
            plan.append(f"p{question.player + 1}: {answer}")
        game.answer(answer)
    play = carry_out(table, *plan)
    if play is None or not play.said(*DECIDED):
        return None
    return Fought(play, tuple(plan), one, two)


def _roll(rng: random.Random) -> str:
    return f"roll {face_text(rng.choice(NUMBERS))}"


MOVERS = (0, 0, 1, 1, 2)
"""Whose turn it is in a battle, the learner's most often."""

PLAYED = ("act", "switch", "attack", "defend", "support", "before_roll", "roll", "respond")
"""The questions of a battle without events."""

REST = {"switch": "keep", "before_roll": "pass", "respond": "pass"}


def count(rng: random.Random) -> Item | None:
    """How many Ornicles have you after this battle?"""
    fought = deal_battle(rng, deal_game(rng, rng.choice(MOVERS)))
    if fought is None:
        return None
    play = fought.play
    helps = any(line.startswith("p1: support") for line in fought.plan)
    if 0 not in (fought.one, fought.two) and not helps and rng.random() < 0.8:
        return None
    right, had = ornicles(play.game), play.table.holdings[0].ornicles
    tried = [
        (fought.again(unlimited_bank=True), "TW-TURN-6"),
        (fought.again(shield_stakes=False), "TW-BAT-22"),
        (fought.again(ties="defender"), "TW-BAT-17"),
        (fought.again(supported=helps), "TW-BAT-22"),
    ]
    misses = [Miss(ornicles(each.game), forgot) for each, forgot in tried if each]
    misses += [Miss(ornicles(each.game), "TW-BAT-15") for each in fought.estranged()]
    name = play.table.names[0]
    paid = play.said("TW-TURN-6", "TW-BAT-22", "TW-BAT-18", "TW-BAT-4 no_reward")
    mine = [each for each in paid if each.facts.get("side") == name or each.facts.get("enemy") == name]
    return ask(
        play,
        play.place("roll"),
        texts=SAY("ornicles.ask", battle=Said(fought.said())),
        choices=choices(right, [*misses, *nearby(rng, right, had)], number),
        why=[*mine, *play.said(*DECIDED, "TW-BAT-15 own_element"), *paid],
    )


def lost(rng: random.Random) -> Item | None:
    """Which creatures do you lose in this battle?"""
    wanted = rng.random() < 0.6
    table = deal_game(rng, rng.choice(MOVERS))
    fought: Fought | None = None
    laid: tuple[str, ...] = ()
    for _ in range(8):
        fought = deal_battle(rng, table)
        laid = _laid(fought) if fought else ()
        if laid:
            break
    if fought is None or not laid:
        return None
    for _ in range(12):
        if bool(_lost(fought.play, laid)) is wanted:
            break
        fought = fought.rolled_again(rng) or fought
    play = fought.play
    right = _lost(play, laid)
    tried = [
        (fought.again(own_creatures="battle"), "TW-BAT-21"),
        (fought.again(supporter_home=True), "TW-BAT-21"),
        (fought.again(ties="defender"), "TW-BAT-17"),
        (fought.again(supported=any(line.startswith("p1: support") for line in fought.plan)), "TW-BAT-6"),
    ]
    misses = [Miss(_lost(each, laid), forgot) for each, forgot in tried if each]
    misses += [Miss(_lost(each, laid), "TW-BAT-15") for each in fought.estranged()]
    left = [card.token for card in play.table.holdings[0].entourage if card.token not in laid]
    misses += [Miss(laid), Miss(()), *(Miss((token,)) for token in dict.fromkeys((*laid, *left)))]
    name = play.table.names[0]
    fates = [each for each in play.said("TW-BAT-20", "TW-BAT-21") if each.facts["side"] == name]
    return ask(
        play,
        play.place("roll"),
        texts=SAY("lost.ask", battle=Said(fought.said())),
        choices=choices(right, misses, creatures, key=creatures_key, cards=creatures_shown),
        why=[*fates, *play.said(*DECIDED, "TW-BAT-15 own_element")],
    )


def _laid(fought: Fought) -> tuple[str, ...]:
    """The learner's creatures in the battle, as tokens."""
    for line in fought.plan:
        if line.startswith("p1: lay"):
            units = line.partition("shield ")[2] or line.partition(" + ")[2]
            return tuple(units.replace(">", " ").split())
        if line.startswith("p1: support") and " creature " in line:
            return (line.rpartition(" ")[2],)
    return ()


def _lost(play: Play, laid: Sequence[str]) -> tuple[str, ...]:
    """Which of them are not in the entourage any more."""
    before = [card.token for card in play.table.holdings[0].entourage]
    now = [card.token for card in play.game.table.players[0].entourage]
    return tuple(token for token in laid if now.count(token) < before.count(token))


# -- all rules


def any_topic(rng: random.Random) -> Item | None:
    """A question of any topic of the course."""
    topic = rng.choice([each for each in HOMES if each != TOPIC])
    asked = makers(topic)
    return asked[rng.choice(list(asked))](rng)


KINDS: dict[str, dict[str, Maker]] = {
    TOPIC: {"action": action, "may": may, "count": keen(count, 3), "lost": keen(lost, 3), "any": any_topic}
}
"""The questions of this module, by topic and kind."""
