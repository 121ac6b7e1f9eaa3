"""Many games of Twilight Imperium between computer players, and reviews of records."""

from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(many_games.simulate, "imperium", "simulate")
review = for_game(table.review, "imperium", "review")
