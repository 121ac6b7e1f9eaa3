"""Questions about positions of random whole games: legal actions and their consequences."""

from __future__ import annotations

import random

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import prefer_forgotten_rule_options, question_kind, require_value
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import mistakes_by_forgetting, pending
from twingkit.twing.notation.position import Position
from twingkit.twing.quiz.deal import TOPICS, makers
from twingkit.twing.quiz.games import game_wording
from twingkit.twing.quiz.games.offers import ACTION_WORDS, may_do_action_item, which_action_item
from twingkit.twing.quiz.games.plans import PlayedTable, QuizTable, play_plan
from twingkit.twing.quiz.options import drop_no_ornicles_rulings
from twingkit.twing.quiz.phrases import CardPhrase, Phrases
from twingkit.twing.quiz.supply import ALL_ELEMENTS
from twingkit.twing.rules.cards import CROSS, SUN, face_text, parse_card
from twingkit.twing.rules.outcome import DECIDING_RULES
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.starts import GameStart

PHRASES = Phrases("games")

TOPIC = "whole-game"

FIRST, LAST = 12, 45
"""The first and the last turn of a game from which positions are taken."""

_FACES_WITHOUT_EVENTS = (*range(-4, 5), *range(-2, 4), SUN, CROSS)
"""Weighted towards small numbers."""


def _deal_game_table(rng: random.Random, mover: int = 0) -> QuizTable:
    """Deal the table of a random game, not yet over, at the moment when a seat chooses its action."""
    while True:
        characters = tuple(rng.sample(ALL_ELEMENTS, rng.choice((2, 3, 3, 4))))
        seat = mover % len(characters)
        game = Game(GameStart(characters), seed=rng.randrange(10**9), explain=False)
        first = rng.randint(FIRST, LAST)
        while not game.over:
            at_home = not game.table.players[0].has_left and pending(game, ChooseAction, seat)
            if at_home and game.table.turn_number >= first:
                break
            game.answer_randomly(rng)
        if game.over:
            continue
        try:
            position = Position.from_table(game.table)
        except Fault:
            continue
        # Used cards go back into the stacks: they do not matter for the answer.
        position = attrs.evolve(position, discard=(), used_events=())
        return QuizTable(characters=characters, position=position)


# -- what may be done


@question_kind("action")
def allowed_action_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “Which of these actions may you take?” in the middle of a whole game."""
    return which_action_item(rng, _deal_game_table(rng))


@question_kind("may")
def may_act_item(rng: random.Random) -> QuizItem | None:
    """Make the quiz question “May you take this action?” in the middle of a whole game, about actions other
    than attack and pass.
    """
    words = [word for word in ACTION_WORDS if word not in ("attack", "pass")]
    return may_do_action_item(rng, lambda: _deal_game_table(rng), words)


# -- the results of a battle


@attrs.frozen
class PlannedBattle:
    """A played battle from the middle of a game, with the plan of all players' answers and the seats of both
    sides.
    """

    play: PlayedTable
    plan: tuple[str, ...]
    attacker_seat: int
    defender_seat: int

    def play_without_other_support(self) -> PlayedTable | None:
        """Play the battle without supporters, except the learner; return None if that is impossible."""
        return play_plan(
            self.play.table, *(line for line in self.plan if self.learner_supports or ": support" not in line)
        )

    @property
    def learner_supports(self) -> bool:
        """True if the learner supports a side."""
        return any(line.startswith("p1: support") for line in self.plan)

    def with_other_faces(self, rng: random.Random) -> PlannedBattle | None:
        """Return the same battle with other random faces; None if dice and points do not decide it."""
        plan = [
            f"{line.partition(': ')[0]}: {_roll(rng)}" if ": roll" in line else line for line in self.plan
        ]
        play = play_plan(self.play.table, *plan)
        if play is None or not play.cited_rulings(*DECIDING_RULES):
            return None
        return attrs.evolve(self, play=play, plan=tuple(plan))

    def description(self) -> TextByLanguage:
        """Return the text about the battle: the attack, the supporters, and the dice."""
        play, sides = self.play, (self.attacker_seat, self.defender_seat)
        helped = [self._support(line) for line in self.plan if ": support" in line]
        return join_texts(
            game_wording.who_attacks_whom_texts(play.table, *sides),
            *helped,
            game_wording.card_points_texts(play, *sides),
            game_wording.dice_texts(play),
        )

    def _support(self, line: str) -> TextByLanguage:
        seat, names = int(line[1]) - 1, self.play.table.character_name_keys
        _, _, side, named = line.split(" ", 3)
        helped = self.attacker_seat if side == "attacker" else self.defender_seat
        card = parse_card(named)
        assert card is not None
        case = "you" if not seat else "other" if helped else "other_you"
        return PHRASES(f"support.{case}", who=names[seat], side=names[helped], card=CardPhrase(card))


def _deal_battle_scene(rng: random.Random, table: QuizTable) -> PlannedBattle | None:
    """Deal a battle, with the learner in any role; None if dice and points do not decide it."""
    assert table.position is not None
    attacker = table.position.to_move
    others = [seat for seat, holding in enumerate(table.holdings) if seat != attacker and not holding.out]
    defender = rng.choice([0, *others] if attacker else others)
    plan = [f"p{attacker + 1}: attack p{defender + 1}"]
    game = table.start_game()
    while (question := game.question) is not None and question.kind in BATTLE_QUESTION_KINDS:
        kind = question.kind
        answer = DEFAULT_ANSWERS.get(kind)
        if kind == "act":
            answer = plan[0].partition(": ")[2]
        elif kind == "roll":
            answer = _roll(rng)
        elif answer is None:
            answer = question.format_answer(question.random_answer(rng))
        if kind in ("attack", "defend", "roll", "support") and answer not in ("pass", "retire"):
            plan.append(f"p{question.player + 1}: {answer}")
        game.answer(answer)
    play = play_plan(table, *plan)
    if play is None or not play.cited_rulings(*DECIDING_RULES):
        return None
    return PlannedBattle(play, tuple(plan), attacker, defender)


def _roll(rng: random.Random) -> str:
    return f"roll {face_text(rng.choice(_FACES_WITHOUT_EVENTS))}"


_ACTIVE_SEATS = (0, 0, 1, 1, 2)
"""The possible active seats in a battle, the learner's listed most often."""

BATTLE_QUESTION_KINDS = ("act", "switch", "attack", "defend", "support", "before_roll", "roll", "respond")
"""The kinds of questions in a battle without events."""

DEFAULT_ANSWERS = {"switch": "keep", "before_roll": "pass", "respond": "pass"}


@question_kind("count")
@prefer_forgotten_rule_options(3)
def ornicle_count_item(rng: random.Random) -> QuizItem | None:
    """Make the question “How many Ornicles do you have after this battle?”"""
    fought = require_value(_deal_battle_scene(rng, _deal_game_table(rng, rng.choice(_ACTIVE_SEATS))))
    play = fought.play
    if (
        0 not in (fought.attacker_seat, fought.defender_seat)
        and not fought.learner_supports
        and rng.random() < 0.8
    ):
        return None
    forgotten = [
        *play.plays_without_rules("TW-TURN-6", "TW-BAT-22/shield", "TW-BAT-17/ties"),
        (fought.play_without_other_support(), "TW-BAT-22"),
        *play.plays_without_own_element(fought.attacker_seat, fought.defender_seat),
    ]
    name = play.table.character_name_keys[0]
    paid = drop_no_ornicles_rulings(
        play.cited_rulings("TW-TURN-6", "TW-BAT-22", "TW-BAT-18", "TW-BAT-4 no_reward"), name
    )
    mine = [ruling for ruling in paid if name in (ruling.facts.get("side"), ruling.facts.get("enemy"))]
    texts = join_texts(fought.description(), game_wording.PHRASES("ask.ornicles"))
    why = [*mine, *play.cited_rulings(*DECIDING_RULES, "TW-BAT-15 own_element"), *paid]
    return play.make_item(
        "roll", texts, play.final_count_options(rng, forgotten), play.with_count(why, "roll")
    )


@question_kind("lost")
@prefer_forgotten_rule_options(3)
def lost_creatures_item(rng: random.Random) -> QuizItem | None:
    """Make the question “Which creatures do you lose in this battle?”"""
    fought = require_value(
        _deal_creature_battle(
            rng, _deal_game_table(rng, rng.choice(_ACTIVE_SEATS)), is_any_lost=rng.random() < 0.6
        )
    )
    play, own_cards = fought.play, _cards_laid(fought)
    forgotten = [
        *play.plays_without_rules("TW-BAT-21/attack", "TW-BAT-21/supporter", "TW-BAT-17/ties"),
        (fought.play_without_other_support(), "TW-BAT-6"),
        *play.plays_without_own_element(fought.attacker_seat, fought.defender_seat),
    ]
    left = [card.token for card in play.table.holdings[0].entourage if card.token not in own_cards]
    others = [own_cards, (), *((token,) for token in dict.fromkeys((*own_cards, *left)))]
    mistakes = [
        *mistakes_by_forgetting(lambda changed: changed.lost_creatures(own_cards), forgotten),
        *map(Mistake, others),
    ]
    options = game_wording.creature_answer_options(play.lost_creatures(own_cards), mistakes)
    why = [
        *play.rulings_about_learner("TW-BAT-20", "TW-BAT-21"),
        *play.cited_rulings(*DECIDING_RULES, "TW-BAT-15 own_element"),
    ]
    return play.make_item("roll", join_texts(fought.description(), PHRASES("ask.lost")), options, why)


def _deal_creature_battle(rng: random.Random, table: QuizTable, is_any_lost: bool) -> PlannedBattle | None:
    """Deal a battle in which the learner has creatures and, if `is_any_lost`, loses some."""
    for _ in range(8):
        fought = _deal_battle_scene(rng, table)
        if fought and _cards_laid(fought):
            for _ in range(12):
                if bool(fought.play.lost_creatures(_cards_laid(fought))) is is_any_lost:
                    break
                fought = fought.with_other_faces(rng) or fought
            return fought
    return None


def _cards_laid(fought: PlannedBattle) -> tuple[str, ...]:
    for line in fought.plan:
        if line.startswith("p1: lay"):
            units = line.partition("shield ")[2] or line.partition(" + ")[2]
            return tuple(units.replace(">", " ").split())
        if line.startswith("p1: support") and " creature " in line:
            return (line.rpartition(" ")[2],)
    return ()


# -- all rules


@question_kind("any")
def _any_topic_item(rng: random.Random) -> QuizItem | None:
    topic = rng.choice([topic for topic in TOPICS if topic != TOPIC])
    kinds = makers(topic)
    return kinds[rng.choice(list(kinds))](rng)
