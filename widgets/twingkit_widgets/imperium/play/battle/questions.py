"""The questions of a battle as text, in single battles and inside whole games."""

from __future__ import annotations

from twingkit import Question
from twingkit.imperium.battle.rules.fire import ALL, NONE, FireDecision
from twingkit.imperium.battle.rules.losses.capacity import ExcessUnitRemoval
from twingkit.imperium.battle.rules.questions import AssignHits, CombatQuestion, PlayEffect
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.galaxy.table import acts
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
    effect = rulebook()[question.rule].title() if isinstance(question, PlayEffect) else ""
    return QUESTION_WORDS.say(key_for_count(f"now.{question.kind}.title", n), n=n, effect=effect)


def question_help(question: CombatQuestion) -> str:
    """Return an explanation of a question for newcomers: its own text if there is one, otherwise the text of
    its card, ability or rule.
    """
    for key in (f"now.{question.kind}.{question.rule}", f"now.{question.kind}.text"):
        if key in QUESTION_WORDS:
            return QUESTION_WORDS.say(key)
    return rulebook()[question.rule].text()


def _unit_choice_label(question: Question, answer: str) -> str:
    """Return the text of an answer that chooses, fires or removes units; "" for all other answers."""
    if isinstance(question, ChooseTarget):
        units = question.table.rosters[question.side_index].units
        return capitalize_first(unit_name(units[question.parse_answer(answer)]))
    if isinstance(question, ExcessUnitRemoval):
        return capitalize_first(
            rulebook().words.format_fact(question.removed_unit_counts(question.parse_answer(answer)))
        )
    if not isinstance(question, FireDecision) or answer in (ALL, NONE):
        return ""
    words, counts = rulebook().words, question.firing_counts(answer)
    named = [
        (n, words.format_fact(group.words_key)) for group in question.guns if (n := counts.get(group.name))
    ]
    return ", ".join(f"{n} × {name}" for n, name in named)


def answer_text(question: Question | None, answer: str) -> str:
    """Return an answer as readable text; in a battle it names the losses, the unit chosen or the effect
    used.
    """
    asked = battle_question(question)
    if asked is None:
        is_use = isinstance(question, UseOrPass | BargainQuestion)  # passing ends no turns there
        return say("answer.not_now") if is_use and answer == acts.Pass.word else answer_label(answer)
    if isinstance(asked, AssignHits):
        return ChosenLosses.from_taken(asked.parse_answer(answer)).text(asked.assignments.roster)
    if isinstance(asked, PlayEffect) and answer == acts.Pass.word:
        return say("answer.not_now")
    return _unit_choice_label(asked, answer) or answer_label(answer)
