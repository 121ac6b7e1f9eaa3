"""A player that plays a typed battle out: the lays of its line, then best responses (TW-ODDS-2)."""

from __future__ import annotations

from typing import Any

from twingkit.play import Game
from twingkit.twing.battle import BattleStart, LayCards
from twingkit.twing.chances import best_response
from twingkit.twing.responses import BeforeRoll, Interrupt


def best_answer(game: Game) -> Any:
    """The answer to the pending question of a battle: the line's own lay, a pass before the roll, the best
    response after it. Raises `BudgetError` where best play would take too long."""
    question = game.question
    if isinstance(question, LayCards):
        assert isinstance(game.start, BattleStart)
        return game.start.battle.sides[question.player].lay
    if isinstance(question, BeforeRoll | Interrupt):
        return "pass"
    return best_response(game.table.fight, question.player if question else 0)
