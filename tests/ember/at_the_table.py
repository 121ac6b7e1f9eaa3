"""A table in the tests: from a line, with the cards that will come, answered as a record has it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from twingkit.core.play import Game
from twingkit.core.questions import Chance, Refusal
from twingkit.ember.players.redeal import redeal
from twingkit.ember.starts import position_game


def start(line: str, *, cards: str = "", variant: str = "box") -> Game:
    """A game from a position; cards that are drawn come in this order, then any."""
    game = position_game(f"ember: {line}", variant=variant)
    game.draws = cards.split()  # type: ignore[attr-defined]
    return deal(game)


def deal(game: Game) -> Game:
    """Let the listed cards come wherever chance is asked."""
    while isinstance(game.question, Chance):
        draws = game.draws  # type: ignore[attr-defined]
        game.answer(draws.pop(0) if draws else next(iter(game.question.options())))
    return game


def dealt(game: Game, seat: int, seed: int) -> Game:
    """The same game with other cards where a seat cannot look."""
    return game.with_change(lambda table: redeal(table, seat, random.Random(seed)))


def give(game: Game, *answers: str) -> Game:
    """Answers as a record has them; whoever is asked in between and is not named passes."""
    for line in answers:
        seat, _, answer = line.partition(": ")
        while game.question is not None and game.start.seat(game.question.player) != seat:
            game.answer("pass")
            deal(game)
        game.answer(answer)
        deal(game)
    return game


def passed(game: Game, *kinds: str) -> Game:
    """Everybody does nothing until a question of one of the kinds, or until the end."""
    while game.question is not None and game.question.kind not in kinds:
        quiet = [answer for answer in game.question.options() if answer in ("pass", "stay", "done")]
        assert quiet, f"nothing to leave out at {game.question.kind}"
        game.answer(quiet[0])
        deal(game)
    return game


def refused(game: Game, answer: str) -> str:
    """The rule that refuses an answer; nothing has changed."""
    before = game.table.key()
    with pytest.raises(Refusal) as no:
        game.answer(answer)
    assert no.value.text("en") != no.value.text("de")
    assert game.table.key() == before
    return no.value.rule


def asked(game: Game) -> tuple[str, str]:
    """Who is asked, and what kind of question."""
    assert game.question is not None
    return game.start.seat(game.question.player), game.question.kind


def can(game: Game) -> list[str]:
    """What the one who is asked may answer."""
    assert game.question is not None
    return list(game.question.options())


def hand(game: Game, seat: int) -> set[str]:
    """The cards in a player's hand, in no order."""
    return set(game.table.players[seat].hand)


def lies(game: Game, seat: int) -> dict[str, bool]:
    """The creatures of a player, and whether they lie face up."""
    return {owned.id: owned.is_face_up for owned in game.table.players[seat].owned}


def cited(game: Game) -> Iterator[str]:
    """The rules that the game has named so far."""
    return (ruling.rule for ruling in game.rulings)
