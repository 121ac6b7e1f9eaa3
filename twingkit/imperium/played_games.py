"""Many games of Twilight Imperium between computer players, and reviews of records."""

from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(
    many_games.simulate,
    "imperium",
    "simulate",
    example="""
    >>> from twingkit import imperium
    >>> results = imperium.simulate(2, ["random"] * 3, variant="short", seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 6)
    """,
)
review = for_game(
    table.review,
    "imperium",
    "review",
    example="""
    >>> from twingkit import imperium
    >>> game = imperium.new_game(3, seed=1)
    >>> imperium.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """,
)
