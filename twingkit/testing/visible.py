"""Everything that a seat is shown of the pending question; tests that compare two worlds compare this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question, Refusal
from twingkit.core.words import LANGUAGES

MAX_OPTIONS = 200
"""The maximum number of options to compare."""

MAX_TRIED = 40
"""The maximum number of recent answers to try in order to compare refusals."""


def visible_question(game: Game, seat: int) -> dict[str, object]:
    """Return everything that a seat is shown of the pending question, by name: who is asked what, its text in
    every language, and its options if this seat is asked. Empty if the game is over.

    >>> shown = visible_question(Game.begin("F: F5 vs W: W6"), 0)
    >>> shown["question en"], shown["options"]
    ('The attacker: which spells and creatures do you lay?', ['lay F5'])
    """
    question = game.question
    if question is None:
        return {}
    parts: dict[str, object] = {"question": (question.kind, question.player)}
    parts |= {f"question {lang}": question.text(lang) for lang in LANGUAGES}
    if is_deciding(game, seat):
        parts["options"] = [
            question.format_answer(option) for option in islice(question.options(), MAX_OPTIONS)
        ]
    return parts


def visible_refusals(game: Game, seat: int, tried: Iterable[str]) -> Mapping[str, object]:
    """Return what a seat is told about each of these answers, in every language, if it is asked now.

    That is why a rule forbids it, or that it is not an answer; empty texts if it is legal. Empty if another
    seat is asked.

    >>> shown = visible_refusals(Game.begin("F: F5 vs W: W6"), 0, ["lay F5", "lay F6"])
    >>> shown["the answer to 'lay F5'"], shown["the answer to 'lay F6'"][0]
    ((), 'The spell Fire 6 is not in the hand (or not that often). [TW-BAT-1]')
    """
    question = game.question
    if question is None or not is_deciding(game, seat):
        return {}
    return {f"the answer to {text!r}": _refusal_texts(question, text) for text in tried}


def _refusal_texts(asked: Question, text: str) -> tuple[str, ...]:
    try:
        refused = asked.refusal(asked.parse_answer(text))
    except Fault as fault:
        return tuple(fault.text(lang) for lang in LANGUAGES)
    except (Refusal, ValueError) as why:
        return (str(why),)
    return () if refused is None else tuple(f"{refused.text(lang)} [{refused.rule}]" for lang in LANGUAGES)


def observable_state(game: Game, seat: int) -> tuple[object, ...]:
    """Return everything that a seat notices of a game besides messages: its view, the question, and the
    result.
    """
    return game.view(seat), visible_question(game, seat), game.result


def answers_given(game: Game, kind: str = "") -> list[str]:
    """Return the latest answers of a game, or those to questions of a kind, each once: a seat may try them
    again.
    """
    last = game.entries(max(0, len(game) - MAX_TRIED))
    return list(dict.fromkeys(entry.answer for entry in last if kind in ("", entry.kind)))


def is_deciding(game: Game, seat: int) -> bool:
    """True if this seat must now make a decision."""
    question = game.question
    return question is not None and question.player == seat and not isinstance(question, Chance)
