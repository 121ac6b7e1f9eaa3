"""What a battle asks, and what its dice show."""

from __future__ import annotations

from twingkit import Game

PLAIN = "F: A5 vs W: L5"
"""Nobody fights with the own element, nobody has an object: 5 against 5, the dice decide."""


def asks(game: Game) -> tuple[str, int]:
    return game.question.kind, game.question.player
