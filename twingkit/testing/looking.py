"""Tests that reading a game's state changes nothing, and that a question accepts the options it lists."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from twingkit.core.play import Game
from twingkit.core.running.running_script import player_count
from twingkit.core.words import LANGUAGES
from twingkit.testing.progress import describe_progress
from twingkit.testing.visible import MAX_OPTIONS, recent_answers

_TRIED_OPTIONS = 5
"""The number of options to check without answering."""

_COMPARED_RANDOM_ANSWERS = 3
"""The number of random answers to compare with the options of a question."""


_ALTERED_ANSWERS = 12
"""The number of altered options that are tried at a question."""


def assert_looking_changes_nothing(game: Game) -> None:
    """Assert that reading views, questions, options and refusals does not change the game.

    Neither the table's key nor the rulings may change.
    """
    question = game.question
    looks: dict[str, Callable[[], object]] = {
        "view()": lambda: [game.view(seat) for seat in range(player_count(game))]
    }
    if question is not None:
        looks |= {
            "text()": lambda: [question.text(lang) for lang in LANGUAGES],
            "options()": lambda: list(islice(question.options(), MAX_OPTIONS)),
            "draw()": lambda: question.random_answer(random.Random(0)),
            "refusal()": lambda: [
                question.refusal(option) for option in islice(question.options(), _TRIED_OPTIONS)
            ],
        }
    before = _state(game)
    for name, look in looks.items():
        look()
        after = _state(game)
        assert after == before, (
            f"{describe_progress(game)}: {name} of a look changes the table: {before!r} to {after!r}"
        )


def _state(game: Game) -> tuple[object, int]:
    return game.table.key(), len(game.table.rulings or ())


def assert_question_consistent(game: Game, rng: random.Random, tried: Collection[str] = ()) -> None:
    """Assert that the options of the pending question differ, are legal, and survive formatting and parsing.

    Unless the question `has_unlisted_answers`, its random answers are listed, and so is each text that is
    legal now of these: answers to such a question earlier, those in `tried`, and options with a few words
    changed. The words may be listed in another order. Questions with more options than are checked here need
    not list them. Does nothing for a finished game.
    """
    question = game.question
    if question is None:
        return
    place = f"{describe_progress(game)}, question {question.kind!r}"
    listed = list(islice(question.options(), MAX_OPTIONS + 1))
    texts = [question.format_answer(option) for option in listed]
    assert listed, f"{place}: lists no option"
    twice = sorted({text for text in texts if texts.count(text) > 1})
    assert not twice, f"{place}: lists {twice[0]!r} more than once"
    drawn = [question.random_answer(rng) for _ in range(_COMPARED_RANDOM_ANSWERS)]
    for answer, text in [
        *zip(listed, texts, strict=True),
        *((draw, question.format_answer(draw)) for draw in drawn),
    ]:
        try:
            again = question.parse_answer(text)
            refused = question.refusal(answer)
        except ValueError as why:
            raise AssertionError(f"{place}: offers {text!r}, which is no answer: {why}") from why
        assert refused is None, f"{place}: offers {text!r}, which it refuses: {refused}"
        assert again == answer, f"{place}: {text!r} is read as {again!r}, expected {answer!r}"
    if question.has_unlisted_answers or len(listed) > MAX_OPTIONS:
        return
    known = set(map(_sorted_words, texts))
    random_texts = [question.format_answer(draw) for draw in drawn if not question.is_aside(draw)]
    for text in random_texts:
        assert _sorted_words(text) in known, (
            f"{place}: draws {text!r}, which is not among its options {texts}"
        )
    for text in (*recent_answers(game, question.kind), *tried, *_altered_answers(game, texts, rng)):
        if _sorted_words(text) not in known:
            assert not _allowed(game, text), (
                f"{place}: allows {text!r}, which is not among its options {texts}"
            )


def _sorted_words(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.replace(",", " ").split()))


def _altered_answers(game: Game, texts: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Yield options in which a word is left out, replaced or added, with words of other options and of recent
    answers, or a number is changed.
    """
    words = [word for text in (*texts, *recent_answers(game)) for word in text.split()] + list("012345")
    for _ in range(_ALTERED_ANSWERS):
        parts = rng.choice(texts).split()
        place, change = rng.randrange(len(parts)), rng.choice(("leave out", "replace", "add"))
        parts[place : place + (change != "add")] = [] if change == "leave out" else [rng.choice(words)]
        yield " ".join(parts)


def _allowed(game: Game, text: str) -> bool:
    question = game.question
    assert question is not None, f"{describe_progress(game)}: nobody is asked"
    try:
        answer = question.parse_answer(text)
        canonical = question.format_answer(answer) == text and not question.is_aside(answer)
        return canonical and question.refusal(answer) is None
    except Exception:  # any error while parsing means that it is not an answer
        return False
