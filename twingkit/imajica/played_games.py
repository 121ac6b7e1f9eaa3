"""Many games of Imajica between computer players, reviews of records, and advice in a game."""

from twingkit.analyse import advice_by_playouts
from twingkit.analyse.arena import many_games
from twingkit.core.arguments import for_game
from twingkit.learn.reviews import table

LINE = "imajica: p1 active sartori; p2 active dowd; circle slew; to move p1 ally"

simulate = for_game(
    many_games.simulate, "imajica", many_games.EXAMPLE_OF_GAME, players=2, seats=4, options=""
)
review = for_game(table.review, "imajica", table.EXAMPLE_OF_GAME, players=2)
advise = for_game(
    advice_by_playouts.advise_by_playouts,
    "imajica",
    advice_by_playouts.EXAMPLE_OF_GAME,
    name="advise",
    line=LINE,
)
