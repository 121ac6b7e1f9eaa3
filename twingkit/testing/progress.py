"""Describe the state of a game in words, for the beginning of test messages."""

from __future__ import annotations

from twingkit.core.play import Game


def describe_progress(game: Game) -> str:
    """Return the name of a game and its last answer: `twing.battle, after answer 1 (attacker: lay F5)`.

    >>> describe_progress(Game.begin("F: F5 vs W: W6").give_answers("lay F5"))
    'twing.battle, after answer 1 (attacker: lay F5)'
    """
    if not len(game):
        return f"{game.start.name}, before the first answer"
    (last,) = game.entries(len(game) - 1)
    return f"{game.start.name}, after answer {len(game)} ({last.seat}: {last.answer})"


def seat_name(game: Game, seat: int) -> str:
    """Return the name of a seat as records write it, such as `attacker` or `p2`; `seat -1` for a negative
    number.
    """
    return game.start.seat(seat) if seat >= 0 else f"seat {seat}"
