"""A player that plays a typed battle out: the lays of its line, then best responses (TW-ODDS-2)."""

from __future__ import annotations

from typing import Any

from twingkit.asking import BadAnswer
from twingkit.play import Game
from twingkit.twing.battle import BattleStart, LayCards
from twingkit.twing.chances import best_response
from twingkit.twing.responses import BeforeRoll, Interrupt, Respond


def best_answer(game: Game) -> Any:
    """The answer to the pending question of a battle: the line's own lay, a pass before the roll, the best
    response after it. Raises `BudgetError` where best play would take too long,
    `BadAnswer` when no player is asked."""
    question = game.question
    if isinstance(question, LayCards):
        assert isinstance(game.start, BattleStart)
        return game.start.battle.sides[question.side.index].lay
    if isinstance(question, BeforeRoll | Interrupt):
        return "pass"
    if not isinstance(question, Respond):
        raise BadAnswer("play.over")
    return best_response(question.fight, question.side.index)
