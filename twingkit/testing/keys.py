"""Tests of table keys: a key holds everything that still matters, so games with equal keys continue alike."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterator
from itertools import islice

from twingkit.core.play import Game
from twingkit.core.questions import Refusal, kind_and_player
from twingkit.testing.progress import describe_progress
from twingkit.testing.visible import visible_question

_COMPARED_CHANCE_RESULTS = 6

FOLLOWED_ANSWERS = 30
"""The number of further answers for which two games with equal keys are compared."""


def assert_keys_sufficient(
    game: Game, rng: random.Random, steps: int = FOLLOWED_ANSWERS, skipped: Collection[str] = ()
) -> int:
    """Assert that games whose tables have equal keys continue in the same way; return the number of dice
    rolls and card draws that were varied.

    They must ask the same questions with the same options, and the same answers must lead to the same rulings
    and result. Other results are tried for every answer of chance in the record of `game`, which must ask for
    all chance (`rolls="ask"`). One path is followed from each, for `steps` answers: information missing from
    a key is found if it matters there. A view may show past events that no key holds. Kinds of chance listed
    in `skipped` belong to a step whose script remembers more than the table, and are skipped. Fails if
    nothing was tried.
    """
    tried = 0
    for branches in _branches(game, rng, skipped):
        first: dict[Hashable, Game] = {}
        for branch in branches:
            question = branch.question
            state = branch.table.key(), kind_and_player(question)
            other = first.setdefault(state, branch)
            if other is not branch:
                _assert_alike(other.copy(), branch, rng, steps)
            tried += 1
    assert tried, f"{describe_progress(game)}: chance has decided nothing that could be tried"
    return tried


def _branches(game: Game, rng: random.Random, within: Collection[str]) -> Iterator[list[Game]]:
    """Yield, for each dice roll or card draw in a game, the games right after its result and after some other
    results.
    """
    for place, entry in enumerate(game.transcript):
        if not entry.question.is_chance or entry.kind in within:
            continue
        as_it_was = game.what_if(place, entry.answer)
        before = as_it_was.copy()
        before.undo()
        question = before.question
        assert question is not None, f"{describe_progress(before)}: undo() leads to no question"
        texts = [
            question.format_answer(option)
            for option in islice(question.options(), 10 * _COMPARED_CHANCE_RESULTS)
        ]
        others = [text for text in dict.fromkeys(texts) if text != entry.answer]
        chosen = rng.sample(others, min(_COMPARED_CHANCE_RESULTS, len(others)))
        yield [as_it_was, *(before.copy().give_answers(text) for text in chosen)]


def _assert_alike(game: Game, twin: Game, rng: random.Random, steps: int) -> None:
    apart = f"{describe_progress(game)}, or {twin.entries(len(twin) - 1)[0].answer!r}"
    for step in range(steps + 1):
        same = f"{apart}: the tables' keys are equal"
        later = f" {step} answers later ({describe_progress(game)})" if step else ""
        assert twin.table.key() == game.table.key(), f"{same}, but not{later}"
        shown, seen = _question_content(game), _question_content(twin)
        assert shown == seen, f"{same}, but what is asked is not{later}: {shown} or {seen}"
        assert game.result == twin.result, f"{same}, but the result is not{later}"
        question = game.question
        if question is None or step == steps:
            return
        answer = question.format_answer(question.random_answer(rng))
        place, other_place = len(game), len(twin)
        game.give_answers(answer)
        try:
            twin.give_answers(answer)
        except (Refusal, ValueError) as why:
            raise AssertionError(f"{same}, but {answer!r} is refused in one{later}: {why}") from why
        said = [ruling.text() for entry in game.entries(place) for ruling in entry.rulings]
        told = [ruling.text() for entry in twin.entries(other_place) for ruling in entry.rulings]
        assert told == said, f"{same}, but {answer!r} leads to {said} or {told}"


def _question_content(game: Game) -> dict[str, object]:
    """Return everything that the asked seat sees of the question."""
    return {} if game.question is None else visible_question(game, game.question.player)
