"""The slow twin of a battle's odds: its script, walked through every die and, if wanted, every response."""

from __future__ import annotations

from twingkit import Odds, twing
from twingkit.asking import Question
from twingkit.play import Game
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.responses import BeforeRoll, Interrupt
from twingkit.walk import walk


def laid_game(battle: Battle) -> Game:
    """The script with both sides laid, before the dice roll; nobody plays a trap before."""
    game = twing.battle_game(battle)
    for side in battle.sides:
        while isinstance(game.question, BeforeRoll):
            game.answer("pass")
        game.answer(side.lay)
    while isinstance(game.question, BeforeRoll):
        game.answer("pass")
    return game


def walked(game: Game, *, respond: bool) -> Odds:
    """What the script says from here on: with `respond` both sides try all responses after the roll."""

    def choices(question: Question) -> list[str]:
        if respond and not isinstance(question, BeforeRoll | Interrupt):
            return list(question.options())
        return ["pass"]

    return walk(game, lambda result: {0: 1, None: 0, 1: -1}[result.winner], choices)


def walked_odds(battle: Battle, *, respond: bool) -> Odds:
    """What the script says about a battle."""
    return walked(laid_game(battle), respond=respond)
