"""Many games of Ember between computer players, reviews of records, and advice in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from twingkit.analyse.advice_by_playouts import AdviceSettings, advise_by_playouts
from twingkit.analyse.arena import many_games
from twingkit.analyse.arena.many_games import SimulationSettings
from twingkit.core.arguments import check_arguments, with_parameters_of
from twingkit.learn.reviews import table
from twingkit.learn.reviews.table import RECORD_ARGUMENT, ReviewSettings

if TYPE_CHECKING:
    import pandas as pd

    from twingkit.analyse.arena.results import Results
    from twingkit.core.play import Game


@with_parameters_of(many_games.simulate, without=("game",))
def simulate(
    games: int,
    players: Sequence[str],
    variant: object = "box",
    seed: int = 0,
    **settings: Unpack[SimulationSettings],
) -> Results:
    """Play many games of Ember between computer players and return their tables.

    The parameters and errors are those of `arena.simulate`, without `game`.

    >>> from twingkit import ember
    >>> results = ember.simulate(2, ["random", "random"], seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 4)
    """
    return many_games.simulate(games, players, variant, seed, game="ember", **settings)


@with_parameters_of(table.review)
@check_arguments(record=RECORD_ARGUMENT)
def review(record: str | Game, **settings: Unpack[ReviewSettings]) -> pd.DataFrame:
    """Rate every decision of a recorded game of Ember against the best one.

    The parameters, the table and the errors are those of `twingkit.review`. Raises `Fault` for a record of
    another game.

    >>> from twingkit import ember
    >>> game = ember.new_game(2, seed=1)
    >>> ember.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """
    return table.review_of_game("ember", record, **settings)


@with_parameters_of(advise_by_playouts, without=("game",))
def advise(position: Game | str, **settings: Unpack[AdviceSettings]) -> pd.DataFrame:
    """Rate the legal answers to the pending question of an Ember game by playouts, the best first.

    The parameters, the table and the errors are those of `advise_by_playouts`, without `game`.

    >>> from twingkit import ember
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> list(ember.advise(line, playouts=2).columns)[:2]
    ['option', 'win']
    """
    return advise_by_playouts(position, game="ember", **settings)
