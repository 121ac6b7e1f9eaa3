"""Helpers for battles: the pending question, and what the dice show."""

from __future__ import annotations

from twingkit import Game

PLAIN = "F: A5 vs W: L5"
"""Nobody fights with their own element or has an object: 5 against 5, so the dice decide."""


def asks(game: Game) -> tuple[str, int]:
    return game.question.kind, game.question.player
