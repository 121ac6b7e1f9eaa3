"""How tests play Imajica from a position: answers that matter are given, all others are the quiet ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from twingkit.asking import BadAnswer, Chance, Refusal
from twingkit.imajica.starts import position_game
from twingkit.play import Game
from twingkit.rulebook import Ruling

QUIET = ("pass", "end", "damage none", "hand keep")
"""Answers that do nothing."""


def start(line: str, *, variant: str = "box") -> Game:
    """A game from a position; without `to move` it is the Ally phase of the first Autarch."""
    return position_game(f"imajica: {line}", variant=variant)


def quietly(game: Game) -> None:
    """Answer what is asked as quietly as possible; chance brings its first option."""
    question = game.question
    assert question is not None
    game.answer(next(question.options()))


def give(game: Game, *answers: str) -> Game:
    """Give answers such as `p1: end`; what is asked before, and afterwards of others, is answered quietly.

    Without answers one question is answered quietly.
    """
    if not answers:
        quietly(game)
    for line in answers:
        seat, _, answer = line.partition(": ")
        for _ in range(200):
            question = game.question
            assert question is not None
            if game.start.seat(question.player) == seat and not isinstance(question, Chance):
                try:
                    game.answer(answer)
                    break
                except (BadAnswer, Refusal):
                    first = next(question.options())
                    if first not in QUIET or question.kind in ("ally", "autarch"):
                        raise
            quietly(game)
        else:
            raise AssertionError(f"{line} was never asked for")
    return game


def reach(game: Game, kind: str) -> Game:
    """Answer quietly until a question of this kind is asked."""
    for _ in range(200):
        question = game.question
        assert question is not None
        if question.kind == kind:
            return game
        quietly(game)
    raise AssertionError(f"{kind} was never asked")


def refused(game: Game, answer: str) -> str:
    """The rule that refuses an answer; nothing has changed."""
    before = game.table.key()
    with pytest.raises(Refusal) as no:
        game.answer(answer)
    assert no.value.text("en") != no.value.text("de")
    assert game.table.key() == before
    return no.value.rule


def cited(game: Game) -> Iterable[str]:
    """The rules that have acted so far."""
    return [ruling.rule for ruling in told(game)]


def told(game: Game) -> list[Ruling]:
    """Every ruling so far."""
    return [ruling for entry in game.transcript for ruling in entry.rulings]


def lies(game: Game, token: str) -> Any:
    """A card in play; None if it is not."""
    return game.table.pieces.get(token)
