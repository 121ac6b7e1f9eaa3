"""Many games of Imajica between computer players, reviews of records, and advice in a game."""

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
    """Play many games of Imajica between computer players and return the result tables.

    The parameters and errors are those of `arena.simulate`, without `game`.

    >>> from twingkit import imajica
    >>> results = imajica.simulate(2, ["random", "random"], seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 4)
    """
    return many_games.simulate(games, players, variant, seed, game="imajica", **settings)


@with_parameters_of(table.review)
@check_arguments(record=RECORD_ARGUMENT)
def review(record: str | Game, **settings: Unpack[ReviewSettings]) -> pd.DataFrame:
    """Rate every decision of a recorded game of Imajica against the best one.

    The parameters, the table and the errors are those of `twingkit.review`. Raises `Fault` for a record of
    another game.

    >>> from twingkit import imajica
    >>> game = imajica.new_game(2, seed=1)
    >>> imajica.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """
    return table.review_of_game("imajica", record, **settings)


@with_parameters_of(advise_by_playouts, without=("game",))
def advise(position: Game | str, **settings: Unpack[AdviceSettings]) -> pd.DataFrame:
    """Rate the answers to the pending question of a game of Imajica by playouts: play the game on from each
    answer many times. The best answer comes first.

    The parameters, the table and the errors are those of `advise_by_playouts`, without `game`.

    >>> from twingkit import imajica
    >>> line = "imajica: p1 active sartori; p2 active dowd; circle slew; to move p1 ally"
    >>> list(imajica.advise(line, playouts=2).columns)[:2]
    ['option', 'win']
    """
    return advise_by_playouts(position, game="imajica", **settings)
