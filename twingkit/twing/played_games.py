"""Many games of Imperial Twing between computer players, and reviews of records."""

from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(
    many_games.simulate, "twing", many_games.EXAMPLE_OF_GAME, players=2, seats=4, options='variant="short", '
)
review = for_game(table.review, "twing", table.EXAMPLE_OF_GAME, players=2)
