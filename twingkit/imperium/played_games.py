"""Many games of Twilight Imperium between computer players, and reviews of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

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
    """Play many games of Twilight Imperium between computer players and return their tables.

    The parameters and errors are those of `arena.simulate`, without `game`.

    >>> from twingkit import imperium
    >>> results = imperium.simulate(2, ["random"] * 3, variant="short", seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 6)
    """
    return many_games.simulate(games, players, variant, seed, game="imperium", **settings)


@with_parameters_of(table.review)
@check_arguments(record=RECORD_ARGUMENT)
def review(record: str | Game, **settings: Unpack[ReviewSettings]) -> pd.DataFrame:
    """Rate every decision of a recorded game of Twilight Imperium against the best one.

    The parameters, the table and the errors are those of `twingkit.review`. Raises `Fault` for a record of
    another game.

    >>> from twingkit import imperium
    >>> game = imperium.new_game(3, seed=1)
    >>> imperium.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """
    return table.review_of_game("imperium", record, **settings)
