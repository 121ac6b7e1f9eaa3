"""The questions of a battle in words: the same on its own and inside a whole game."""

from __future__ import annotations

from twingkit import Question
from twingkit.imperium.battle.rules.questions import Assign, CombatQuestion, Play
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import answer_label, say
from twingkit_widgets.imperium.play.battle.choices import answer_label as units_label
from twingkit_widgets.imperium.play.battle.losses import Losses
from twingkit_widgets.imperium.play.words import QUESTIONS
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.words import singular_key

PLAIN = ("throw", "throw_one", "assign", "remove", "retreat", "play")
"""The cases of questions that have a title here; the rulebook, which names more, asks all others."""


def battle_question(question: Question | None) -> CombatQuestion | None:
    """Return the question of a battle, in a single battle or inside a game; None for any other question."""
    inner = question.asked if isinstance(question, BattleQuestion) else question
    return inner if isinstance(inner, CombatQuestion) else None


def title_of(asked: CombatQuestion) -> str:
    """Return the question in a sentence, without the name of the player."""
    case, facts = asked.wording()
    if case not in PLAIN:
        text = asked.text()
        return capitalize_first(text.partition(": ")[2] or text)
    n = asked.assignments.hits if isinstance(asked, Assign) else int(str(facts.get("n", 0)))
    effect = rulebook()[asked.rule].title() if isinstance(asked, Play) else ""
    return QUESTIONS.say(singular_key(f"now.{asked.kind}.title", n), n=n, effect=effect)


def text_of(asked: CombatQuestion) -> str:
    """The facts that a newcomer needs to answer: those of the kind of question, else what the card or the
    ability does that asks."""
    for key in (f"now.{asked.kind}.{asked.rule}", f"now.{asked.kind}.text"):
        if key in QUESTIONS:
            return QUESTIONS.say(key)
    return rulebook()[asked.rule].text()


def answer_text(question: Question | None, answer: str) -> str:
    """An answer to a question of the game in words; in a battle losses, units that are chosen or fire, and
    whether an effect is used."""
    asked = battle_question(question)
    if asked is None:
        return answer_label(answer)
    if isinstance(asked, Assign):
        return Losses.from_taken(asked.parse_answer(answer)).text(asked.assignments.roster)
    if isinstance(asked, Play) and answer == "pass":
        return say("answer.not_now")
    return units_label(asked, answer) or answer_label(answer)
