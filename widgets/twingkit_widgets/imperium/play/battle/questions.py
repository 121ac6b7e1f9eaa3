"""The questions of a battle as text, in single battles and inside whole games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from twingkit import Question
from twingkit.core.acts import Act
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.crown_rerolls import RerollDice
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.losses.capacity import ExcessUnitRemoval
from twingkit.imperium.battle.rules.questions import (
    AnnounceRetreat,
    AssignHits,
    CombatQuestion,
    PlayEffect,
    RollDice,
)
from twingkit.imperium.battle.rules.target import NO_TARGET, ChooseTarget
from twingkit.imperium.galaxy.table.abilities import UseOrPass
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.trade.transactions import BargainQuestion
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import answer_label, say, unit_name
from twingkit_widgets.imperium.play.battle.losses import ChosenLosses
from twingkit_widgets.imperium.play.words import QUESTION_WORDS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.words import key_for_count

_TITLED_QUESTION_CASES = ("throw", "throw_one", "assign", "remove", "retreat", "play")
"""The cases of questions with a title here; all others use the rulebook's text."""


def battle_question(question: Question | None) -> CombatQuestion | None:
    """Return the combat question that a question is or, in a whole game, contains; None if it is not about a
    battle.
    """
    inner = question.battle_question if isinstance(question, BattleQuestion) else question
    return inner if isinstance(inner, CombatQuestion) else None


def question_title(question: CombatQuestion) -> str:
    """Return the question in a sentence without the name of the player."""
    case, facts = question.case_and_facts()
    if case not in _TITLED_QUESTION_CASES:
        text = question.text()
        return capitalize_first(text.partition(": ")[2] or text)
    n = question.assignments.hits if isinstance(question, AssignHits) else int(str(facts.get("n", 0)))
    effect = rulebook()[question.rule].title() if case == "play" else ""
    return QUESTION_WORDS.say(key_for_count(f"now.{question.kind}.title", n), n=n, effect=effect)


def question_help(question: CombatQuestion) -> str:
    """Return an explanation of a question for newcomers: its own text if there is one, otherwise the text of
    its card, ability or rule.
    """
    for key in (f"now.{question.kind}.{question.rule}", f"now.{question.kind}.text"):
        if key in QUESTION_WORDS:
            return QUESTION_WORDS.say(key)
    return rulebook()[question.rule].text()


def _fired_text(question: FireDecision, act: Act) -> str:
    if not isinstance(act, acts.PlayPart):
        return _effect_text(question, act)
    words, counts = rulebook().words, dict(act.units)
    named = [(counts[group.name], group.words_key) for group in question.guns if group.name in counts]
    return ", ".join(f"{n} × {words.format_fact(name)}" for n, name in named)


def _effect_text(question: PlayEffect, act: Act) -> str:
    return say("answer.not_now") if isinstance(act, acts.Pass) else ""


def _target_text(question: ChooseTarget, index: int) -> str:
    return "" if index == NO_TARGET else capitalize_first(unit_name(question.units[index]))


def _removed_text(question: ExcessUnitRemoval, counts: Sequence[int]) -> str:
    return capitalize_first(rulebook().words.format_fact(question.removed_unit_counts(counts)))


def _losses_text(question: AssignHits, taken: HitLosses) -> str:
    return ChosenLosses.from_taken(taken).text(question.assignments.roster)


def _plain_text(question: CombatQuestion, answer: object) -> str:
    return ""


ANSWER_TEXTS: Mapping[type[CombatQuestion], Callable[..., str]] = {
    AnnounceRetreat: _plain_text,
    AssignHits: _losses_text,
    ChooseTarget: _target_text,
    ExcessUnitRemoval: _removed_text,
    FireDecision: _fired_text,
    PlayEffect: _effect_text,
    RerollDice: _plain_text,
    RollDice: _plain_text,
}
"""For each class of questions of a battle, the text of an answer; "" if its words tell it."""


def answer_text(question: Question | None, answer: str) -> str:
    """Return an answer as readable text; in a battle it names the losses, the unit chosen or the effect
    used.
    """
    asked = battle_question(question)
    if asked is not None:
        return ANSWER_TEXTS[type(asked)](asked, asked.parse_answer(answer)) or answer_label(answer)
    is_use = isinstance(question, UseOrPass | BargainQuestion)  # passing ends no turns there
    return say("answer.not_now") if is_use and answer == acts.Pass.word else answer_label(answer)
