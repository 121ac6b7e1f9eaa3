"""The parts that a game fills in so that its answers can be rated by playing on.

A player does not see everything: before a copy is played on, what the player cannot know is dealt anew
(`redeal`), so that no rating and no player that uses them depends on a card that is hidden.
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

Redeal = Callable[[Any, int, random.Random], None]  # each game has its table
"""`redeal(table, seat, rng)` deals anew, in place, all that a seat cannot know."""

TRIES = 40
"""The number of deals that are tried in a game that does not say how hidden things are dealt anew."""


@attrs.frozen(kw_only=True)
class Lookahead:
    """The parts that a game fills in; everything has a default that any game can use.

    `redeal(table, seat, rng)` deals anew, in place, all that this seat cannot know, and draws from `rng` and
    from what the seat knows alone; a table that is declared with zones has one. `player` makes of a seed the
    player that plays on for every seat. `horizon` is the number of turns (of `turn_number`) after which a
    copy is not played on but judged by `estimate_win(game, seat)`, the chance to win from 0 to 1, that of a
    partner being one's own (see `twingkit.core.running.winners`); without a `estimate_win` copies are played
    to their end. `answers(game)` are those of the pending question that are worth a look, the likeliest
    first; all, if it is not given. `obvious_answer(game)` is the one answer that goes without saying, or
    None: a review passes over a question where it was given. `reason(game, rated, answer)` says in the words
    of the game why an answer of these `Ratings` is good. `find_rating_fault(game)` says why nothing can be
    dealt anew at the pending question, or why its answers are not to be rated; else None.
    """

    redeal: Redeal | None = None
    find_rating_fault: Callable[[Game], Fault | None] | None = None
    player: Callable[[int], Policy] = RandomPolicy
    estimate_win: Callable[[Game, int], float] | None = None
    turn_number: Callable[[Game], int] = len
    horizon: int = 0
    answers: Callable[[Game], Iterable[object]] | None = None
    obvious_answer: Callable[[Game], str | None] | None = None
    reason: Callable[[Game, Any, str], Ruling | None] | None = None  # Any: `Ratings`, which stand on this

    def rating_fault(self, game: Game) -> Fault | None:
        """The reason why the answers to the pending question cannot be rated; None where they can."""
        return self.find_rating_fault(game) if self.find_rating_fault is not None else None

    def redeal_of(self, game: Game) -> Redeal | None:
        """The `redeal` for the table of this game: its own, else that of declared tables; None where there is
        none."""
        return self.redeal or (deals.redeal if isinstance(game.table, ZoneTable) else None)

    def sample_world(self, game: Game, seat: int, seed: int, *, explain: bool = False) -> Game:
        """A copy of the game that looks the same to this seat, what is hidden dealt anew by the seed; without
        rulings, unless it is to `explain`. Raises `Fault` if there is none, or none is found."""
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
    """A game that has looked the same to a seat, found by trying."""
    places = unknown_outcomes(game, seat)
    if not places:
        return game
    for _ in range(TRIES):
        twin = resample_outcomes(game, seat, places, rng)
        if twin is not None:
            return twin
    raise Fault("lookahead.no_deal", seat=game.start.seat(seat), tries=TRIES)


def lookahead_of(game: Game) -> Lookahead:
    """The `Lookahead` of the game of this start; else the default, with the strongest player that it lists.

    >>> from twingkit import twing
    >>> lookahead_of(twing.new_game(2, seed=1)).player(1) is not None
    True
    """
    return lookahead_of_entry(game_by_id(game.start.name.partition(".")[0]))


def lookahead_of_entry(entry: GameEntry) -> Lookahead:
    """The `Lookahead` that a game fills in; where it names no player, the strongest one plays on."""
    own: Lookahead = entry.load("lookahead") or Lookahead()
    listed = entry.listed_players()
    if own.player is RandomPolicy and listed:
        return attrs.evolve(own, player=next(iter(listed.values())))
    return own
