"""Everything that a seat sees of the pending question, for tests that compare two games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal, kind_and_player
from twingkit.core.words import LANGUAGES

MAX_OPTIONS = 200
"""The maximum number of options to compare."""

MAX_TRIED_ANSWERS = 40
"""The maximum number of recent answers to try when comparing refusals."""


def visible_question(game: Game, seat: int) -> dict[str, object]:
    """Return everything that a seat sees of the pending question, as a dict: who is asked, the texts and the
    options.

    This is the asked seat, the text in every language, and the options if this seat is asked. Empty if the
    game is over.

    >>> shown = visible_question(Game.begin("F: F5 vs W: W6"), 0)
    >>> shown["question en"], shown["options"]
    ('The attacker: which spells and creatures do you lay?', ['lay F5'])
    """
    question = game.question
    if question is None:
        return {}
    parts: dict[str, object] = {"question": kind_and_player(question)}
    parts |= {f"question {lang}": question.text(lang) for lang in LANGUAGES}
    if is_deciding(game, seat):
        parts["options"] = [
            question.format_answer(option) for option in islice(question.options(), MAX_OPTIONS)
        ]
    return parts


def visible_refusals(game: Game, seat: int, tried: Iterable[str]) -> Mapping[str, object]:
    """Return, for each answer in `tried`, the error message that a seat would get for it now, in every
    language.

    Legal answers have no messages. Empty if the seat is not asked.

    >>> shown = visible_refusals(Game.begin("F: F5 vs W: W6"), 0, ["lay F5", "lay F6"])
    >>> shown["the answer to 'lay F5'"], shown["the answer to 'lay F6'"][0]
    ((), 'The hand has no spell Fire 6 or too few copies of it. [TW-BAT-1]')
    """
    question = game.question
    if question is None or not is_deciding(game, seat):
        return {}
    return {f"the answer to {text!r}": _refusal_texts(question, text) for text in tried}


def _refusal_texts(question: Question, text: str) -> tuple[str, ...]:
    try:
        refused = question.refusal(question.parse_answer(text))
    except Fault as fault:
        return tuple(fault.text(lang) for lang in LANGUAGES)
    except (Refusal, ValueError) as why:
        return (str(why),)
    return () if refused is None else tuple(f"{refused.text(lang)} [{refused.rule}]" for lang in LANGUAGES)


def observable_state(game: Game, seat: int) -> tuple[object, ...]:
    """Return everything that a seat sees of a game except messages: its view, the pending question and the
    result.

    This is its view, the question, and the result.
    """
    return game.view(seat), visible_question(game, seat), game.result


def recent_answers(game: Game, kind: str = "") -> list[str]:
    """Return the distinct answers among the last `MAX_TRIED_ANSWERS` of a game, optionally only those to one
    kind of question.
    """
    last = game.entries(max(0, len(game) - MAX_TRIED_ANSWERS))
    return list(dict.fromkeys(entry.answer for entry in last if kind in ("", entry.kind)))


def is_deciding(game: Game, seat: int) -> bool:
    """True if this seat is asked for a decision now."""
    question = game.question
    return question is not None and question.player == seat and not question.is_chance
