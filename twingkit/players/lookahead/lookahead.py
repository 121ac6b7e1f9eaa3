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
from twingkit.core.knowledge import resample_hidden_outcomes, unknown_outcome_indices
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Policy, RandomPolicy
from twingkit.core.rulebook import Ruling
from twingkit.core.zones import deals
from twingkit.core.zones.declaration import ZoneTable

Redeal = Callable[[Any, int, random.Random], None]  # the type of the table depends on the game
"""A function `(table, seat, rng)` that redeals, in place, everything that a seat cannot know."""

_MAX_REDEALS = 40
"""The maximum number of deals to try for a game that does not say how to redeal hidden information."""


@attrs.frozen(kw_only=True)
class LookaheadFunctions:
    """The functions that a game provides for lookahead; each has a default that works for any game.

    `redeal(table, seat, rng)` redeals, in place, everything that this seat cannot know, using only `rng` and
    the seat's knowledge; declared tables have one. `playout_player` creates, from a seed, the player that
    answers for every seat in a playout. `max_playout_turns` is the number of turns (`turn_number`) after
    which a playout stops and `estimate_win(game, seat)` judges it: the probability to win, from 0 to 1, where
    a partner's win counts too (see `twingkit.core.running.winners`). Without `estimate_win`, playouts run to
    the end of the game.

    `adviser` creates, from a seed, the player whose answer a hint prefers; by default the playout player.
    `candidate_answers(game)` yields the promising answers to the pending question, the most likely first; by
    default all. `obvious_answer(game)` is the one answer that needs no thought, or None: a review skips a
    question that was answered so. `explain_rating(game, rated, answer)` explains in the game's words why an
    answer of these `AnswerRatings` is good; `contrast_answers(game, better, worse)` names a fact that tells
    two answers apart. `find_rating_fault(game)` returns why nothing can be redealt at the pending question,
    or why its answers should not be rated; else None.
    """

    redeal: Redeal | None = None
    find_rating_fault: Callable[[Game], Fault | None] | None = None
    playout_player: Callable[[int], Policy] = RandomPolicy
    adviser: Callable[[int], Policy] | None = None
    estimate_win: Callable[[Game, int], float] | None = None
    turn_number: Callable[[Game], int] = len
    max_playout_turns: int = 0
    candidate_answers: Callable[[Game], Iterable[object]] | None = None
    obvious_answer: Callable[[Game], str | None] | None = None
    explain_rating: Callable[[Game, Any, str], Ruling | None] | None = (
        None  # Any: `AnswerRatings`, whose module imports this one
    )
    contrast_answers: Callable[[Game, str, str], Ruling | None] = lambda game, better, worse: None

    def rating_fault(self, game: Game) -> Fault | None:
        """Return why the answers to the pending question cannot be rated; None if they can."""
        return self.find_rating_fault(game) if self.find_rating_fault is not None else None

    def redeal_function(self, game: Game) -> Redeal | None:
        """Return the function that redeals a game's table; None if there is none.

        This is `redeal` or, for declared tables, `deals.redeal`.
        """
        return self.redeal or (deals.redeal if isinstance(game.table, ZoneTable) else None)

    def sample_hidden_information(self, game: Game, seat: int, seed: int, *, explain: bool = False) -> Game:
        """Return a copy of the game that looks the same to a seat, with hidden information redealt at random.

        It keeps no rulings unless `explain` is set. Raises `Fault` if there is no such copy, or none is
        found.
        """
        if (why := self.rating_fault(game)) is not None:
            raise why
        redeal = self.redeal_function(game)
        if redeal is not None:
            twin = game.with_change(lambda table: redeal(table, seat, random.Random(seed)), explain=explain)
        else:
            twin = _resample_hidden(game, seat, random.Random(seed)).copy(explain=explain)
        twin.auto = False
        return twin


def _resample_hidden(game: Game, seat: int, rng: random.Random) -> Game:
    """Return a game that has looked the same to a seat, found by trying other hidden outcomes."""
    places = unknown_outcome_indices(game, seat)
    if not places:
        return game
    for _ in range(_MAX_REDEALS):
        twin = resample_hidden_outcomes(game, seat, places, rng)
        if twin is not None:
            return twin
    raise Fault("lookahead.no_deal", seat=game.start.seat(seat), tries=_MAX_REDEALS)


def lookahead_of(game: Game) -> LookaheadFunctions:
    """Return the `LookaheadFunctions` of a game, by default one that plays out with its strongest player.

    >>> from twingkit import twing
    >>> lookahead_of(twing.new_game(2, seed=1)).playout_player(1) is not None
    True
    """
    return lookahead_of_entry(game_by_id(game.start.name.partition(".")[0]))


def lookahead_of_entry(entry: GameEntry) -> LookaheadFunctions:
    """Return the `LookaheadFunctions` of a game's entry, by default one that plays out with its strongest
    player.
    """
    own: LookaheadFunctions = entry.load("lookahead") or LookaheadFunctions()
    listed = entry.player_factories()
    if own.playout_player is RandomPolicy and listed:
        return attrs.evolve(own, playout_player=next(iter(listed.values())))
    return own
