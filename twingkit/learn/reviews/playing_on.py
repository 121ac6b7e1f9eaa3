"""The chance to win at a place of a game, for every seat: the game is played on from there as it lies.

Unlike the rating of an answer, which uses what its seat could know, this looks back at the whole table: it
is for the curve of the game and for luck, after the fact. What chance decides later is drawn anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from twingkit.core.asking import Chance
from twingkit.core.games import game_named
from twingkit.core.play import Game
from twingkit.core.running.running_script import seats_of
from twingkit.odds.odds import Odds
from twingkit.players.lookahead import Lookahead, share_of

ExactOdds = Callable[[Game], Odds | None]
"""The exact odds of the first seat, both playing best; None where a game has none."""


def exact_of(game: Game) -> ExactOdds | None:
    """The exact odds that the game of this start has (`GameEntry.exact`); None if it has none."""
    own: ExactOdds | None = game_named(game.start.name.partition(".")[0]).load("exact")
    return own


def exact_worth(game: Game, seat: int) -> float | None:
    """The exact chance to win of a seat, a tie counting half; None where there is none.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6").give("lay F5", "lay W6")
    >>> exact_worth(game, 0) + exact_worth(game, 1)
    1.0
    """
    if game.over:
        return share_of(game, seat)
    exact = exact_of(game)
    odds = exact(game) if exact else None
    if odds is None:
        return None
    return (odds.win if seat == 0 else odds.loss) + odds.tie / 2


def played_on(game: Game, lookahead: Lookahead, seed: int) -> tuple[float, ...]:
    """The share of the win of each seat in one game that is played on from here; they add up to 1."""
    seats = range(seats_of(game))
    rng, twin = random.Random(seed), game.copy(explain=False)
    twin.auto = False
    players = [lookahead.player(seed + seat) for seat in seats]
    worth, turn = lookahead.worth, lookahead.turn
    last = turn(twin) + lookahead.horizon
    while (asked := twin.question) is not None:
        if isinstance(asked, Chance):
            twin.draw(rng)
        elif worth is not None and turn(twin) >= last:
            chances = [worth(twin, seat) for seat in seats]
            total = sum(chances)
            return tuple(chance / total if total else 1 / len(seats) for chance in chances)
        else:
            answer = players[asked.player](twin)
            twin.follow(asked.read(answer) if isinstance(answer, str) else answer)
    return tuple(share_of(twin, seat) for seat in seats)
