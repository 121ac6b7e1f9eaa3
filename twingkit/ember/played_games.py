"""Many games of Ember between computer players, reviews of records, and advice in a game."""

from twingkit.analyse import advice_by_playouts
from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

LINE = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"

simulate = for_game(many_games.simulate, "ember", many_games.EXAMPLE_OF_GAME, players=2, seats=4, options="")
review = for_game(table.review, "ember", table.EXAMPLE_OF_GAME, players=2)
advise = for_game(
    advice_by_playouts.advise_by_playouts,
    "ember",
    advice_by_playouts.EXAMPLE_OF_GAME,
    name="advise",
    line=LINE,
)
