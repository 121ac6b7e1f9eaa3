"""The winners of a game, whatever its result is."""

from __future__ import annotations

from twingkit.core.running.running_script import RunningScript


def winners_of(game: RunningScript) -> tuple[int, ...]:
    """The seats (from 0) that have won a game that is over, in no sure order; none where nobody has.

    A result has `winners`, or a `winner`, or is the seat itself; None, True, False and all else is nobody.

    >>> from twingkit import policies, twing
    >>> winners_of(policies.play(twing.battle_game("F: F9 vs W: W2", seed=1), ["best", "best"]))
    (0,)
    """
    result = game.result
    winners = getattr(result, "winners", None)
    if winners is not None:
        return tuple(winners)
    winner = getattr(result, "winner", result)
    return (winner,) if isinstance(winner, int) and not isinstance(winner, bool) else ()


def winner_of(game: RunningScript) -> int | None:
    """The seat that has won alone; None where nobody has, or several share the win."""
    winners = winners_of(game)
    return winners[0] if len(winners) == 1 else None
