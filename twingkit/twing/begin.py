"""A table from text, to teach, ask and show with: a battle in notation or a typed position, and its answers.

game = begin("F: F5 F3 + F4 vs W: W6 W4")
give(game, ["lay F5 F3 + F4", "lay W6 W4", "-2", "3"])

game = begin("players F W\\np1 hand F5; ornicles 5\\ntable turn 9; to-move p1; display hat,cup")
give(game, ["p1: buy hat", "p1: object socks"])
"""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.asking import Refusal
from twingkit.play import Game
from twingkit.twing.battle import BattleStart
from twingkit.twing.game import GameStart


def begin(table: str) -> Game:
    """A game from a battle in notation, or from the set-up lines of a record (players, variant, position).

    Dice and cards are typed answers. Raises what reading it raises: `NotationError`, `Fault`, `Refusal`.
    """
    if " vs " in table:
        return Game(BattleStart.read([f"battle {table.strip()}"]), rolls="ask")
    return Game(GameStart.read(table.strip().splitlines()), rolls="ask")


def give(game: Game, answers: Iterable[str]) -> Game:
    """Give answers as a record has them, `p1: attack p2` or without the seat; return the game.

    Raises `ValueError` if another seat is asked or the game is over, else what the game raises.
    """
    for line in answers:
        game.answer(asked(game, line))
    return game


def asked(game: Game, line: str) -> str:
    """The answer of a record's line; raises `ValueError` if it names a seat that is not asked now."""
    question = game.question
    if question is None:
        raise ValueError(f"the game was over before {line!r}")
    seat, sign, answer = line.partition(": ")
    if not sign:
        return line
    if game.start.seat(question.player) != seat:
        raise ValueError(f"{line!r}, but this is asked: {question.text()}")
    return answer


def refused(game: Game, line: str) -> Refusal | None:
    """Why the rules forbid this answer now; None if they allow it. Raises as `asked` and reading it do."""
    question = game.question
    given = asked(game, line)
    assert question is not None
    return question.refusal(question.read(given))
