"""Helpers for tables in tests: begin at a line with the cards to come, and answer as records do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Refusal
from twingkit.ember.players.lookahead import redeal
from twingkit.ember.starts import position_game


def start(line: str, *, cards: str = "", variant: str = "box") -> Game:
    """Return a game from a position; cards are drawn in this order, then at random."""
    game = position_game(f"ember: {line}", variant=variant)
    game.draws = cards.split()  # type: ignore[attr-defined]
    return deal(game)


def deal(game: Game) -> Game:
    """Let the listed cards come wherever chance decides."""
    while isinstance(game.question, ChanceQuestion):
        draws = game.draws  # type: ignore[attr-defined]
        game.answer(draws.pop(0) if draws else next(iter(map(str, game.question.options()))))
    return game


def dealt(game: Game, seat: int, seed: int) -> Game:
    """Return the same game with other cards where a seat cannot look."""
    return game.with_change(lambda table: redeal(table, seat, random.Random(seed)))


def give(game: Game, *answers: str) -> Game:
    """Give answers as in a record; players whose question comes in between and who are not named pass."""
    for line in answers:
        seat, _, answer = line.partition(": ")
        while game.question is not None and game.start.seat(game.question.player) != seat:
            game.answer("pass")
            deal(game)
        game.answer(answer)
        deal(game)
    return game


def pass_until(game: Game, *kinds: str) -> Game:
    """Pass for everybody until a question of one of the kinds, or until the end."""
    while game.question is not None and game.question.kind not in kinds:
        quiet = [answer for answer in map(str, game.question.options()) if answer in ("pass", "stay", "done")]
        assert quiet, f"nothing to leave out at {game.question.kind}"
        game.answer(quiet[0])
        deal(game)
    return game


def refused(game: Game, answer: str) -> str:
    """Return the rule that refuses an answer; check that nothing has changed."""
    before = game.table.key()
    with pytest.raises(Refusal) as no:
        game.answer(answer)
    assert no.value.text("en") != no.value.text("de")
    assert game.table.key() == before
    return no.value.rule


def pending_question(game: Game) -> tuple[str, str]:
    """Return the seat that must answer, and the kind of the question."""
    assert game.question is not None
    return game.start.seat(game.question.player), game.question.kind


def allowed_answers(game: Game) -> list[str]:
    """Return the options of the pending question."""
    assert game.question is not None
    return list(map(str, game.question.options()))


def hand(game: Game, seat: int) -> set[str]:
    """Return the cards in a player's hand, in no order."""
    return set(game.table.players[seat].hand)


def creatures_of(game: Game, seat: int) -> dict[str, bool]:
    """Return the creatures of a player, and whether they are face up."""
    return {owned.id: owned.is_face_up for owned in game.table.players[seat].owned}


def cited(game: Game) -> Iterator[str]:
    """Return the rules cited so far."""
    return (ruling.rule for ruling in game.rulings)
