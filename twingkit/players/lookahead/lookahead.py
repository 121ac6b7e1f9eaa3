"""The functions that a game provides so that its answers can be rated by playouts.

A player does not see everything: before each playout, all that the player cannot know is redealt (`redeal`),
so that no rating, and no player that uses it, depends on a hidden card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.knowledge import resample_hidden_outcomes, unknown_outcome_indices
from twingkit.core.messages import Fault
from twingkit.core.play import Game, Policy, RandomPolicy
from twingkit.core.rulebook import Ruling
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import team_seats, win_share
from twingkit.core.words import SentenceCatalogue
from twingkit.core.zones import deals
from twingkit.core.zones.declaration import ZoneTable
from twingkit.players.lookahead.strength import Parts, Strengths, estimated_win

Redeal = Callable[[Any, int, random.Random], None]  # the type of the table depends on the game
"""A function `(table, seat, rng)` that redeals, in place, everything that a seat cannot know."""

_MAX_REDEALS = 40
"""The maximum number of deals to try for a game that does not say how to redeal hidden information."""


class FightResult(NamedTuple):
    """The result of a battle or contest for a seat: the key of its name, the seat's share of the win, and a
    function that names in the reader's language what it was about (by default nothing).
    """

    kind: str
    share: float
    target: Callable[[], str] = str


@attrs.frozen(kw_only=True, slots=False)
class LookaheadFunctions:
    """The functions that a game provides for lookahead; each has a default that works for any game.

    `redeal(table, seat, rng)` redeals, in place, everything that this seat cannot know, using only `rng` and
    the seat's knowledge; declared tables have one. `playout_player` creates, from a seed, the player that
    answers for every seat in a playout. `max_playout_turns` is the number of turns (`turn_number`) after
    which a playout stops and is judged by the strengths of all seats: `strength(table, seat, viewer)` returns
    the parts of a seat's strength that `viewer` can see, or None if the seat can no longer win. Without
    `strength`, playouts run to the end of the game. `checking_player` creates the stronger, slower player of
    the playouts that check the best two answers. `quantity_file` has the sentences about the parts of a
    strength: a TOML file with `when` (the time at which playouts are judged) and, for each part that can be a
    reason, `own` and `other` (or `own_share` and `other_share`, if it is there or not), with `{n}` after the
    answer, `{m}` after the other one, and `{who}`.

    `current_fight(table)` is the battle or contest under way, which the adviser plays on all sides, and
    `fight_result(table, fight, seat)` its result.

    `adviser` creates, from a seed, the player whose answer a hint prefers; by default the playout player.
    `candidate_answers(game)` yields the promising answers to the pending question, the most likely first; by
    default all. `obvious_answer(game)` is the one answer that needs no thought, or None: a review skips a
    question that was answered so. `exact_reason(game, rated, answer)` states exact odds or facts that speak
    for an answer of these `AnswerRatings`. `find_rating_fault(game)` returns why nothing can be redealt at
    the pending question, or why its answers should not be rated; else None.
    """

    redeal: Redeal | None = None
    find_rating_fault: Callable[[Game], Fault | None] | None = None
    playout_player: Callable[[int], Policy] = RandomPolicy
    adviser: Callable[[int], Policy] | None = None
    checking_player: Callable[[int], Policy] | None = None
    strength: Callable[[Any, int, int], Parts | None] | None = None  # Any: as for `Redeal`
    quantity_file: Path | None = None
    current_fight: Callable[[Any], object | None] = lambda table: None
    fight_result: Callable[[Any, Any, int], FightResult | None] = lambda table, fight, seat: None
    turn_number: Callable[[Game], int] = len
    max_playout_turns: int = 0
    candidate_answers: Callable[[Game], Iterable[object]] | None = None
    obvious_answer: Callable[[Game], str | None] | None = None
    exact_reason: Callable[[Game, Any, str], Ruling | None] | None = (
        None  # Any: `AnswerRatings`, whose module imports this one
    )

    def strengths(self, game: Game, viewer: int) -> Strengths:
        """Return the strengths of all seats that can still win, as far as `viewer` can see them."""
        assert self.strength is not None
        found = ((seat, self.strength(game.table, seat, viewer)) for seat in range(player_count(game)))
        return {seat: parts for seat, parts in found if parts is not None}

    def estimate_win(self, game: Game, seat: int) -> float:
        """Return the estimated probability (0 to 1) that a seat wins; after the game, its share of the win. A
        partner's win counts too (see `twingkit.core.running.winners`).
        """
        if game.over:
            return win_share(game, seat)
        return self.share_of_strengths(game, self.strengths(game, seat), seat)

    def share_of_strengths(self, game: Game, strengths: Strengths, seat: int) -> float:
        """Return the estimated probability that the side of a seat wins, from the strengths that it sees."""
        return sum(estimated_win(strengths, other) for other in team_seats(game, seat))

    @cached_property
    def quantity_words(self) -> SentenceCatalogue | None:
        """The sentences about the parts of a strength; None if the game has none."""
        return SentenceCatalogue(self.quantity_file) if self.quantity_file else None

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
