"""Questions about the legal actions of a turn at any table: the engine allows one option and refuses the
others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import attrs

from twingkit.core.acts import Act
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import first_result, require, require_value
from twingkit.learn.quiz.options import MAX_OPTIONS, Mistake, sort_refused_by_variety, yes_no_options
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import pending
from twingkit.twing.quiz.games.plans import PlayedTable, QuizTable, play_plan
from twingkit.twing.quiz.options import answer_options
from twingkit.twing.quiz.phrases import Phrases
from twingkit.twing.rules.cards import parse_card
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.rules.turns import acts
from twingkit.twing.rules.turns.actions import RITUAL_CATS, ChooseAction, rules_against_action

PHRASES = Phrases("offers")

ACTION_WORDS = ("attack", "duel", "buy", "capture", "ritual", "endgame", "pass")
"""The first words of the actions."""

_KEEP_COMMON_PROBABILITY = 0.6
"""The probability of keeping a pass or an attack among the options if there are other actions."""


@attrs.frozen
class _ActionAttempt:
    """An action to try, and its refusal (None if it is allowed)."""

    action: str
    refusal: Refusal | None

    @property
    def action_word(self) -> str:
        """The first word of the action, one of `ACTION_WORDS`."""
        return self.action.partition(" ")[0]


def _action_attempts(
    rng: random.Random, play: PlayedTable, words: Sequence[str] = ACTION_WORDS
) -> list[_ActionAttempt]:
    """Return the actions that the player to move could try, in random order.

    Among them are attacks on eliminated players, and purchases of objects that are not in the display.
    """
    question = require_value(pending(play.game, ChooseAction))
    table = question.table
    actions = [
        str(action)
        for action in question.unchecked_answers()
        if _is_worth_asking(action, words, question.owner)
    ]
    actions += [
        f"attack p{player.seat + 1}" for player in table.players if player.has_left and "attack" in words
    ]
    if "buy" in words:
        closed = [name for player in table.players for name in player.owned_objects] or list(OBJECTS)
        actions.append(f"buy {rng.choice(closed)}")
    rng.shuffle(actions)
    return [
        _ActionAttempt(action, question.refusal(question.parse_answer(action)))
        for action in dict.fromkeys(actions)
    ]


def _action_refusals(play: PlayedTable, action: str) -> tuple[Refusal, ...]:
    question = require_value(pending(play.game, ChooseAction))
    return tuple(
        rule_refusal(*denial[:2], **denial[2])
        for denial in rules_against_action(question.table, question.owner, question.parse_answer(action))
    )


def _refused_option(play: PlayedTable, action: str) -> Mistake:
    reasons = _action_refusals(play, action)
    return Mistake(action, reasons[0].rule if len(reasons) == 1 else "", reasons)


def _is_worth_asking(action: Act, words: Sequence[str], player: Player) -> bool:
    """Return whether an action is worth a question: it begins with one of these words, and cats nearly
    suffice for a Ritual.
    """
    if isinstance(action, acts.Ritual):
        near = player.cats + player.miromon >= RITUAL_CATS - 1
        return "ritual" in words and near and action.with_miromon is bool(player.miromon)
    return action.word in words


def action_texts(table: QuizTable, action: str) -> TextByLanguage:
    """Return the text of an answer option for an action of the turn, such as an attack or a purchase."""
    word, _, target = action.partition(" ")
    seat, _, token = target.partition(" ")
    if word in ("attack", "duel"):
        return PHRASES(f"act.{word}", side=table.character_name_keys[int(seat[1:]) - 1])
    if word == "capture":
        return PHRASES(
            "act.capture",
            side=table.character_name_keys[int(seat[1:]) - 1],
            card=parse_card(f"creature {token}"),
        )
    if word == "buy":
        return PHRASES("act.buy", object=target)
    if action == "ritual miromon":
        return PHRASES("act.ritual_miromon")
    return PHRASES("act.endgame_again" if word == "endgame" and table.holdings[0].endgame else f"act.{word}")


def _action_texts(table: QuizTable, ask: str, **facts: object) -> TextByLanguage:
    """Return the question, preceded by a note if the object stack is empty, which no picture shows."""
    note = [PHRASES("ask.no_stack")] if len(table.visible_objects) == len(OBJECTS) else []
    return join_texts(*note, PHRASES(f"ask.{ask}", **facts))


def which_action_item(
    rng: random.Random, table: QuizTable, words: Sequence[str] = ACTION_WORDS
) -> QuizItem | None:
    """Make the quiz question “Which of these actions may you take?”

    One option is allowed; the others are refused for different reasons.
    """
    play = require_value(play_plan(table))
    every = _action_attempts(rng, play, words)
    allowed = [offer for offer in every if offer.refusal is None]
    kinds = sorted({offer.action_word for offer in allowed})
    require(kinds)
    for usual in ("pass", "attack"):  # nearly always allowed: it should be the answer less often
        if len(kinds) > 1 and rng.random() < _KEEP_COMMON_PROBABILITY:
            kinds = [kind for kind in kinds if kind != usual]
    word = rng.choice(kinds)
    right = next(offer for offer in allowed if offer.action_word == word)
    # each for a different reason
    refused = [(offer.action, offer.refusal) for offer in every if offer.refusal]
    cases = len({(refusal.rule, refusal.case) for _, refusal in refused})
    wrong = sort_refused_by_variety(refused)[: min(MAX_OPTIONS - 1, cases)]
    after = require_value(play_plan(table, f"p1: {right.action}"))
    options = answer_options(
        right.action,
        [_refused_option(play, action) for action, _ in wrong],
        lambda action: action_texts(table, action),
        key=lambda action: str(action).replace(" ", "-"),
    )
    return after.make_item(0, _action_texts(table, "which"), options, after.rulings()[:1])


def may_do_action_item(
    rng: random.Random, deal: Callable[[], QuizTable], words: Sequence[str]
) -> QuizItem | None:
    """Make the quiz question “May you take this action?”, with yes and no equally often.

    Tables are dealt until one fits.
    """
    wanted_answer = rng.random() < 0.5
    return first_result(lambda: _may_do_action(rng, deal(), words, wanted_answer))


def _may_do_action(
    rng: random.Random, table: QuizTable, words: Sequence[str], wanted_answer: bool
) -> QuizItem | None:
    play = require_value(play_plan(table))
    matching = [
        offer for offer in _action_attempts(rng, play, words) if (offer.refusal is None) is wanted_answer
    ]
    require(matching)
    word = rng.choice(sorted({offer.action_word for offer in matching}))
    offer = next(candidate for candidate in matching if candidate.action_word == word)
    after = require_value(play if offer.refusal else play_plan(table, f"p1: {offer.action}"))
    why: Reason = offer.refusal if offer.refusal else after.rulings()[0]
    texts = _action_texts(table, "may", action=action_texts(table, offer.action))
    alone = offer.refusal is not None and len(_action_refusals(play, offer.action)) == 1
    return after.make_item(0, texts, yes_no_options(wanted_answer, why.rule if alone else ""), [why])
