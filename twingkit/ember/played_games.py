"""Many games of Ember between computer players, reviews of records, and advice in a game."""

from twingkit.analyse.advice_by_playouts import advise_by_playouts
from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(
    many_games.simulate,
    "ember",
    "simulate",
    example="""
    >>> from twingkit import ember
    >>> results = ember.simulate(2, ["random", "random"], seed=1, processes=1)
    >>> len(results.games), len(results.seats)
    (2, 4)
    """,
)
review = for_game(
    table.review,
    "ember",
    "review",
    example="""
    >>> from twingkit import ember
    >>> game = ember.new_game(2, seed=1)
    >>> ember.review(game, budget=None).empty  # nobody has decided anything yet
    True
    """,
)
advise = for_game(
    advise_by_playouts,
    "ember",
    "advise",
    example="""
    >>> from twingkit import ember
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> list(ember.advise(line, playouts=2).columns)[:2]
    ['option', 'win']
    """,
)
