"""Many games of Imajica between computer players, reviews of records, and advice in a game."""

from twingkit.analyse.advice_by_playouts import advise_by_playouts
from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(
    many_games.simulate,
    "imajica",
    "simulate",
    example="""
    >>> from twingkit import imajica
    >>> results = imajica.simulate(2, ["random", "random"], seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 4)
    """,
)
review = for_game(
    table.review,
    "imajica",
    "review",
    example="""
    >>> from twingkit import imajica
    >>> game = imajica.new_game(2, seed=1)
    >>> imajica.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """,
)
advise = for_game(
    advise_by_playouts,
    "imajica",
    "advise",
    example="""
    >>> from twingkit import imajica
    >>> line = "imajica: p1 active sartori; p2 active dowd; circle slew; to move p1 ally"
    >>> list(imajica.advise(line, playouts=2).columns)[:2]
    ['option', 'win']
    """,
)
