"""Many games of Imperial Twing between computer players, and reviews of records."""

from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(
    many_games.simulate,
    "twing",
    "simulate",
    example="""
    >>> from twingkit import twing
    >>> results = twing.simulate(2, ["random", "random"], variant="short", seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 4)
    """,
)
review = for_game(
    table.review,
    "twing",
    "review",
    example="""
    >>> from twingkit import twing
    >>> game = twing.new_game(2, seed=1)
    >>> twing.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """,
)
