"""Whole games: positions from games played at random, and what may be done and what follows in them."""

from __future__ import annotations

import random

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.rulebook import Texts
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import prefer_known_mistakes, require
from twingkit.learn.quiz.staging import wrong_values
from twingkit.twing.notation.position import Position
from twingkit.twing.quiz.asking import Mistake, rulings_for
from twingkit.twing.quiz.deal import TOPICS, makers
from twingkit.twing.quiz.games import telling
from twingkit.twing.quiz.games.offers import ACTION_WORDS, may_do_action, which_action
from twingkit.twing.quiz.games.plans import Play, Tabletop, play_plan
from twingkit.twing.quiz.phrases import CardPhrase, Phrases, join_texts
from twingkit.twing.quiz.supply import ALL_ELEMENTS
from twingkit.twing.rules.cards import CROSS, SUN, face_text, parse_card
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.starts import GameStart

SAY = Phrases("games")

TOPIC = "whole-game"

FIRST, LAST = 12, 45
"""The turns of a game from which positions are taken."""

NUMBERS = (*range(-4, 5), *range(-2, 4), SUN, CROSS)
"""Faces that cause no event, small numbers more often."""


def deal_game(rng: random.Random, mover: int = 0) -> Tabletop:
    """Deal the table of a random game at a point where a seat has to choose the action of its turn.

    A game that ends too early is dealt again.
    """
    while True:
        characters = tuple(rng.sample(ALL_ELEMENTS, rng.choice((2, 3, 3, 4))))
        seat = mover % len(characters)
        game = Game(GameStart(characters), seed=rng.randrange(10**9), explain=False)
        first = rng.randint(FIRST, LAST)
        while (question := game.question) is not None:
            at_home = not game.table.players[0].out and question.player == seat
            if question.kind == "act" and at_home and game.table.turn >= first:
                break
            game.answer_randomly(rng)
        if game.question is None:
            continue
        try:
            position = Position.from_table(game.table)
        except Fault:
            continue
        # Used cards go back into the stacks: they do not matter for the answer.
        position = attrs.evolve(position, discard=(), used_events=())
        return Tabletop(characters=characters, position=position)


# -- what may be done


def action(rng: random.Random) -> Item | None:
    """Make the question “Which of these may you do?”"""
    return which_action(rng, deal_game(rng))


def may_act(rng: random.Random) -> Item | None:
    """Make the question “May you do this?”"""
    words = [word for word in ACTION_WORDS if word not in ("attack", "pass")]
    return may_do_action(rng, lambda: deal_game(rng), words)


# -- the results of a battle


@attrs.frozen
class BattleScene:
    """A battle in the middle of a game: seat `one` attacks seat `two`; `plan` is what everybody does."""

    play: Play
    plan: tuple[str, ...]
    one: int
    two: int

    def unsupported(self) -> Play | None:
        """Play the battle without the supporters, unless the learner is one of them."""
        return play_plan(
            self.play.table, *(line for line in self.plan if self.learner_supports or ": support" not in line)
        )

    @property
    def learner_supports(self) -> bool:
        """Return True if the learner supports a side."""
        return any(line.startswith("p1: support") for line in self.plan)

    def rolled_again(self, rng: random.Random) -> BattleScene | None:
        """Return the same battle with other faces."""
        plan = [
            f"{line.partition(': ')[0]}: {_roll(rng)}" if ": roll" in line else line for line in self.plan
        ]
        play = play_plan(self.play.table, *plan)
        if play is None or not play.cited_rulings(*DECIDING_RULES):
            return None
        return attrs.evolve(self, play=play, plan=tuple(plan))

    def description(self) -> Texts:
        """Return the text of a battle: the attack, the supporters, and the dice."""
        play, sides = self.play, (self.one, self.two)
        helped = [self._support(line) for line in self.plan if ": support" in line]
        return join_texts(
            telling.attack_sentence(play.table, *sides),
            *helped,
            telling.points_text(play, *sides),
            telling.dice_texts(play),
        )

    def _support(self, line: str) -> Texts:
        seat, names = int(line[1]) - 1, self.play.table.names
        _, _, side, named = line.split(" ", 3)
        helped = self.one if side == "attacker" else self.two
        card = parse_card(named)
        assert card is not None
        case = "you" if not seat else "other" if helped else "other_you"
        return SAY(f"support.{case}", who=names[seat], side=names[helped], card=CardPhrase(card))


def deal_battle(rng: random.Random, table: Tabletop) -> BattleScene | None:
    """Deal a random battle at a table; the learner attacks, defends, supports or watches."""
    assert table.position is not None
    attacker = table.position.to_move
    others = [seat for seat, holding in enumerate(table.holdings) if seat != attacker and not holding.out]
    defender = rng.choice([0, *others] if attacker else others)
    plan = [f"p{attacker + 1}: attack p{defender + 1}"]
    game = table.start()
    while (question := game.question) is not None and question.kind in PLAYED:
        answer = REST.get(question.kind)
        if question.kind == "act":
            answer = plan[0].partition(": ")[2]
        elif question.kind == "roll":
            answer = _roll(rng)
        elif answer is None:
            answer = question.format_answer(question.random_answer(rng))
        if question.kind in ("attack", "defend", "roll", "support") and answer not in ("pass", "retire"):
            plan.append(f"p{question.player + 1}: {answer}")
        game.answer(answer)
    play = play_plan(table, *plan)
    if play is None or not play.cited_rulings(*DECIDING_RULES):
        return None
    return BattleScene(play, tuple(plan), attacker, defender)


def _roll(rng: random.Random) -> str:
    return f"roll {face_text(rng.choice(NUMBERS))}"


MOVERS = (0, 0, 1, 1, 2)
"""The seats whose turn it is in a battle, the learner's most often."""

PLAYED = ("act", "switch", "attack", "defend", "support", "before_roll", "roll", "respond")
"""The kinds of questions in a battle without events."""

REST = {"switch": "keep", "before_roll": "pass", "respond": "pass"}


def count(rng: random.Random) -> Item | None:
    """Make the question “How many Ornicles do you have after this battle?”"""
    fought = require(deal_battle(rng, deal_game(rng, rng.choice(MOVERS))))
    play = fought.play
    if 0 not in (fought.one, fought.two) and not fought.learner_supports and rng.random() < 0.8:
        return None
    forgotten = [
        *play.without_rules("TW-TURN-6", "TW-BAT-22/shield", "TW-BAT-17/ties"),
        (fought.unsupported(), "TW-BAT-22"),
        *play.without_own_element(fought.one, fought.two),
    ]
    name = play.table.names[0]
    paid = rulings_for(play.cited_rulings("TW-TURN-6", "TW-BAT-22", "TW-BAT-18", "TW-BAT-4 no_reward"), name)
    mine = [ruling for ruling in paid if name in (ruling.facts.get("side"), ruling.facts.get("enemy"))]
    texts = join_texts(fought.description(), telling.SAY("ask.ornicles"))
    why = [*mine, *play.cited_rulings(*DECIDING_RULES, "TW-BAT-15 own_element"), *paid]
    return play.make_item("roll", texts, play.count_options(rng, forgotten), why)


def lost(rng: random.Random) -> Item | None:
    """Make the question “Which creatures do you lose in this battle?”"""
    fought = require(_with_creatures(rng, deal_game(rng, rng.choice(MOVERS)), target=rng.random() < 0.6))
    play, own_cards = fought.play, _cards_laid(fought)
    forgotten = [
        *play.without_rules("TW-BAT-21/attack", "TW-BAT-21/supporter", "TW-BAT-17/ties"),
        (fought.unsupported(), "TW-BAT-6"),
        *play.without_own_element(fought.one, fought.two),
    ]
    left = [card.token for card in play.table.holdings[0].entourage if card.token not in own_cards]
    others = [own_cards, (), *((token,) for token in dict.fromkeys((*own_cards, *left)))]
    mistakes = [
        *wrong_values(lambda changed: changed.lost_creatures(own_cards), forgotten),
        *map(Mistake, others),
    ]
    options = telling.creature_choices(play.lost_creatures(own_cards), mistakes)
    why = [
        *play.about_you("TW-BAT-20", "TW-BAT-21"),
        *play.cited_rulings(*DECIDING_RULES, "TW-BAT-15 own_element"),
    ]
    return play.make_item("roll", join_texts(fought.description(), SAY("ask.lost")), options, why)


def _with_creatures(rng: random.Random, table: Tabletop, target: bool) -> BattleScene | None:
    """Deal a battle at this table in which the learner has creatures, and loses some if that is `target`."""
    for _ in range(8):
        fought = deal_battle(rng, table)
        if fought and _cards_laid(fought):
            for _ in range(12):
                if bool(fought.play.lost_creatures(_cards_laid(fought))) is target:
                    break
                fought = fought.rolled_again(rng) or fought
            return fought
    return None


def _cards_laid(fought: BattleScene) -> tuple[str, ...]:
    """Return the learner's creatures in the battle, as tokens."""
    for line in fought.plan:
        if line.startswith("p1: lay"):
            units = line.partition("shield ")[2] or line.partition(" + ")[2]
            return tuple(units.replace(">", " ").split())
        if line.startswith("p1: support") and " creature " in line:
            return (line.rpartition(" ")[2],)
    return ()


# -- all rules


def any_topic(rng: random.Random) -> Item | None:
    """Make a question of any topic of the course."""
    topic = rng.choice([topic for topic in TOPICS if topic != TOPIC])
    kinds = makers(topic)
    return kinds[rng.choice(list(kinds))](rng)


KINDS = {
    TOPIC: {
        "action": action,
        "may": may_act,
        "count": prefer_known_mistakes(count, 3),
        "lost": prefer_known_mistakes(lost, 3),
        "any": any_topic,
    }
}
"""The makers of this topic, by kind."""
