"""Battles after their dice, and where the answers lead."""

from __future__ import annotations

from twingkit import Game, twing
from twingkit.twing.rules.responses import MiromonBeforeEvent, TrapBeforeRoll

SMALL = "F: F5 + F4M>F2 & cat trap vs W: W6 + W3 @ hat & miromon"


def at(battle: twing.Battle | str, path: tuple[str, ...]) -> Game:
    """The game at a place, with a pass wherever the odds leave a response out."""
    game = twing.battle_game(battle)

    def passes() -> None:
        while isinstance(game.question, TrapBeforeRoll | MiromonBeforeEvent):
            game.answer("pass")

    for side in game.start.battle.sides:
        game.answer(side.lay)
    passes()
    for answer in path:
        game.answer(answer)
        passes()
    return game


def outcome(result: object) -> int:
    return {0: 1, None: 0, 1: -1}[result.winner]
