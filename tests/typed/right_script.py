"""A user's script in which a type checker finds nothing wrong."""

import pandas as pd

from twingkit import Fault, Game, Odds, arena, charts, imperium, twing

line = "F: F5 F3 + F4 vs W: W6 W4"
odds: Odds = twing.odds(line, responses="best", variant="german")
frame: pd.DataFrame = twing.odds_many([line])
charts.odds(frame, lang="de")
game: Game = twing.new_game(2, seed=1)
plan = imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", side="attacker", below=0.1)
saved: float = plan.saved
landing = imperium.odds("invasion: 1 carrier 2 infantry vs 1 infantry")
left: pd.DataFrame = landing.survivors("attacker", winner="attacker")
hits: float = landing.hits_distribution("defender", "taken").mean()
wins: pd.DataFrame = arena.simulate(10, ["random", "random"]).wins()
try:
    twing.worth(line, responses="none")
except Fault as fault:
    print(fault.text("de"))
