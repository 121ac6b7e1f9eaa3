"""The functions that a game provides so that its answers can be rated by playouts.

A player does not see everything: before each playout, all that the player cannot know is redealt (`redeal`),
so that no rating, and no player that uses it, depends on a hidden card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import attrs

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.knowledge import resample_outcomes, unknown_outcomes
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Policy, RandomPolicy
from twingkit.core.rulebook import Ruling
from twingkit.core.zones import deals
from twingkit.core.zones.declaration import ZoneTable

Redeal = Callable[[Any, int, random.Random], None]  # the type of the table depends on the game
"""`redeal(table, seat, rng)` redeals, in place, everything that a seat cannot know."""

TRIES = 40
"""The number of deals to try for a game that does not say how to redeal hidden things."""


@attrs.frozen(kw_only=True)
class Lookahead:
    """The functions that a game provides for lookahead; each has a default that works for any game.

    `redeal(table, seat, rng)` redeals, in place, everything that this seat cannot know, using only `rng` and
    what the seat knows; declared tables have one. `player` makes, from a seed, the player that plays the
    playouts for every seat. `horizon` is the number of turns (`turn_number`) after which a playout stops and
    `estimate_win(game, seat)` judges it: the probability to win, from 0 to 1, where a partner's win counts
    too (see `twingkit.core.running.winners`). Without `estimate_win`, playouts run to the end of the game.

    `answers(game)` yields the promising answers to the pending question, the most likely first; by default
    all. `obvious_answer(game)` is the one answer that needs no thought, or None: a review skips a question
    that was answered so. `reason(game, rated, answer)` explains in the game's words why an answer of these
    `Ratings` is good. `find_rating_fault(game)` says why nothing can be redealt at the pending question, or
    why its answers should not be rated; else it returns None.
    """

    redeal: Redeal | None = None
    find_rating_fault: Callable[[Game], Fault | None] | None = None
    player: Callable[[int], Policy] = RandomPolicy
    estimate_win: Callable[[Game, int], float] | None = None
    turn_number: Callable[[Game], int] = len
    horizon: int = 0
    answers: Callable[[Game], Iterable[object]] | None = None
    obvious_answer: Callable[[Game], str | None] | None = None
    reason: Callable[[Game, Any, str], Ruling | None] | None = (
        None  # Any: `Ratings`, whose module imports this one
    )

    def rating_fault(self, game: Game) -> Fault | None:
        """Return why the answers to the pending question cannot be rated; None if they can."""
        return self.find_rating_fault(game) if self.find_rating_fault is not None else None

    def redeal_of(self, game: Game) -> Redeal | None:
        """Return the `redeal` for the table of this game: its own, else that of declared tables; None if
        there is neither.
        """
        return self.redeal or (deals.redeal if isinstance(game.table, ZoneTable) else None)

    def sample_world(self, game: Game, seat: int, seed: int, *, explain: bool = False) -> Game:
        """Return a copy of the game that looks the same to this seat, with hidden things redealt from the
        seed.

        It keeps no rulings unless `explain` is set. Raises `Fault` if there is no such copy, or none is
        found.
        """
        if (why := self.rating_fault(game)) is not None:
            raise why
        redeal = self.redeal_of(game)
        if redeal is not None:
            twin = game.with_change(lambda table: redeal(table, seat, random.Random(seed)), explain=explain)
        else:
            twin = _resampled(game, seat, random.Random(seed)).copy(explain=explain)
        twin.auto = False
        return twin


def _resampled(game: Game, seat: int, rng: random.Random) -> Game:
    """Find, by trying, a game that has looked the same to a seat."""
    places = unknown_outcomes(game, seat)
    if not places:
        return game
    for _ in range(TRIES):
        twin = resample_outcomes(game, seat, places, rng)
        if twin is not None:
            return twin
    raise Fault("lookahead.no_deal", seat=game.start.seat(seat), tries=TRIES)


def lookahead_of(game: Game) -> Lookahead:
    """Return the `Lookahead` of a game; else the default one with the strongest player of that game.

    >>> from twingkit import twing
    >>> lookahead_of(twing.new_game(2, seed=1)).player(1) is not None
    True
    """
    return lookahead_of_entry(game_by_id(game.start.name.partition(".")[0]))


def lookahead_of_entry(entry: GameEntry) -> Lookahead:
    """Return the `Lookahead` in a game's entry; if it names no player, the strongest one plays the
    playouts.
    """
    own: Lookahead = entry.load("lookahead") or Lookahead()
    listed = entry.listed_players()
    if own.player is RandomPolicy and listed:
        return attrs.evolve(own, player=next(iter(listed.values())))
    return own
