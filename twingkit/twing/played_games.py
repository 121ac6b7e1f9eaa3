"""Many games of Imperial Twing between computer players, and reviews of records."""

from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(many_games.simulate, "twing", "simulate")
review = for_game(table.review, "twing", "review")
