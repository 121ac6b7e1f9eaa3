"""Many games of Twilight Imperium between computer players, and reviews of records."""

from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(
    many_games.simulate,
    "imperium",
    many_games.EXAMPLE_OF_GAME,
    players=3,
    seats=6,
    options='variant="short", ',
)
review = for_game(table.review, "imperium", table.EXAMPLE_OF_GAME, players=3)
