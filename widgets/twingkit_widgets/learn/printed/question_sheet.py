"""Questions of a topic on paper with separate answers; the same seed gives the same sheet."""

from __future__ import annotations

from string import ascii_lowercase

from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.view import box_rules_note_for_item_html
from twingkit_widgets.learn.printed.sheet import WORDS, PrintedSheet
from twingkit_widgets.panel.markup import Markup, el

DEFAULT_QUESTION_COUNT = 8
"""The default number of questions on a sheet."""

LETTERS = ascii_lowercase
"""The letters of the options."""


def question_sheet(game: str, topic: str, seed: int, count: int = DEFAULT_QUESTION_COUNT) -> PrintedSheet:
    """Return `count` practice questions on a topic as a printable sheet. Raises `LookupError` if the game has
    no such topic.

    >>> len(question_sheet("twing", "shield", 7).answers)
    8
    """
    quiz = quiz_of(game)
    items = quiz.closing_check(topic, seed, count)
    title = WORDS.say("questions", topic=quiz.topic(topic).title())
    lead = WORDS.say("questions_lead", count=len(items))
    questions = tuple(question_html(item) for item in items)
    return PrintedSheet(title, lead, questions, tuple(right_answer_html(item) for item in items))


def question_html(item: QuizItem) -> Markup:
    """Render a practice question for print, with its table, its options, and the component texts needed to
    answer it.
    """
    pictures = pictures_of(item.game_id)
    shown, around = pictures.table_pictures(item, answered=False, step=None, rule_act="")
    cards = pictures.thing_pictures(item.cards) if item.cards else ()
    options = [el("li", f"{LETTERS[index]}) {choice.text()}") for index, choice in enumerate(item.choices)]
    return el(
        "div",
        el("p", item.prompt()),
        box_rules_note_for_item_html(item),
        el("div", cards, cls="tk-quiz-cards") if cards else None,
        el("div", shown, around, cls="tk-quiz-table"),
        pictures.reference_html(item),
        el("ul", options, cls="tk-print-options"),
        cls="tk-stack",
    )


def right_answer_html(item: QuizItem) -> Markup:
    """Render the right option of a practice question with the first reason for it, for the answers of a
    sheet.
    """
    letter = LETTERS[item.choices.index(item.right_option)]
    why = item.reasons[0]
    rule = f" [{why.rule}]" if why.rule and why.rule not in why.text() else ""
    return el("div", el("b", f"{letter}) {item.right_option.text()}"), el("p", why.text(), rule))
