"""Many games of Imajica between computer players, reviews of records, and advice in a game."""

from twingkit.analyse.advice_by_playouts import advise_by_playouts
from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

simulate = for_game(many_games.simulate, "imajica", "simulate")
review = for_game(table.review, "imajica", "review")
advise = for_game(advise_by_playouts, "imajica", "advise")
