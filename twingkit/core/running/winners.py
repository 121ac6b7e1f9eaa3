"""The sides of a game, who won, and each seat's share of the win: one definition for the whole kit.

Sides: seats that play together are a team (`Start.teams`); every other seat is a side of its own.

Winners: all seats of each side with a winning seat (`winning_seats`). Pages and tables of played games report
and count these.

Share of the win: 1 for each seat of the only winning side, partners included; if several sides won, each of
their seats gets an equal part by side, such as 1/2 for two sides; all others get 0 (`win_share`). Players
that look ahead, reviews, rewards and strengths use this.

Draw: none of several sides has won, or all of them; their shares are equal (`is_drawn`). If all seats are one
side, as in a solo game, a game without a winner is a loss.
"""

from __future__ import annotations

from twingkit.core.running.running_script import RunningScript, player_count

Sides = tuple[tuple[int, ...], ...]
"""The seats (from 0) of each side."""


def teams_of(game: RunningScript) -> Sides:
    """Return the sides of a game (tuples of seats from 0), ordered by first seat; a player without partners
    is a side alone.

    These are the `teams` of its start, and every other seat alone.

    >>> from twingkit import ember
    >>> teams_of(ember.new_game(3, seed=1))
    ((0,), (1,), (2,))
    """
    teams = [tuple(team) for team in getattr(game.start, "teams", ())]
    named = {seat for team in teams for seat in team}
    return tuple(sorted([*teams, *((seat,) for seat in range(player_count(game)) if seat not in named)]))


def team_seats(game: RunningScript, seat: int) -> tuple[int, ...]:
    """Return the seats (from 0) on the side of a seat: its partners and itself."""
    return next(side for side in teams_of(game) if seat in side)


def winning_seats(game: RunningScript) -> tuple[int, ...]:
    """Return the winning seats (from 0) of a finished game, partners included, in order; empty if nobody won.

    A result has `winners` or a `winner`, or is the seat itself; None, True, False and anything else mean
    nobody.

    >>> from twingkit import policies, twing
    >>> winning_seats(policies.play(twing.battle_game("F: F9 vs W: W2", seed=1), ["best", "best"]))
    (0,)
    """
    result = game.result
    winners = getattr(result, "winners", None)
    if winners is None:
        winner = getattr(result, "winner", result)
        winners = (winner,) if isinstance(winner, int) and not isinstance(winner, bool) else ()
    sides = [side for side in teams_of(game) if not set(side).isdisjoint(winners)]
    return tuple(sorted(seat for side in sides for seat in side))


def winning_teams(game: RunningScript) -> Sides:
    """Return the winning sides of a finished game, each a tuple of seats (from 0)."""
    winners = winning_seats(game)
    return tuple(side for side in teams_of(game) if side[0] in winners)


def sole_winner_of(game: RunningScript) -> int | None:
    """Return the seat that won alone; None if nobody did, or several won."""
    winners = winning_seats(game)
    return winners[0] if len(winners) == 1 else None


def is_drawn(game: RunningScript) -> bool:
    """Return True if a finished game with several sides is a draw: either no side has won, or all have."""
    sides = len(teams_of(game))
    return sides > 1 and len(winning_teams(game)) in (0, sides)


def win_share(game: RunningScript, seat: int) -> float:
    """Return how much of the win a seat gets in a finished game, from 0 to 1: winning sides share it equally,
    and in a draw all sides.

    >>> from twingkit import policies, twing
    >>> game = policies.play(twing.new_game(2, seed=1), ["greedy", "greedy"])
    >>> win_share(game, 0) + win_share(game, 1)
    1.0
    """
    if is_drawn(game):
        return 1 / len(teams_of(game))
    return (seat in winning_seats(game)) / max(1, len(winning_teams(game)))
