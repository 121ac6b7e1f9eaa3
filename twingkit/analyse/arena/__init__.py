"""The arena: play many games between computer players on every core, and get three tables, in a folder if
requested.

    results = arena.simulate(1000, ["greedy", "random"], variant="short", out="duels", progress=True)
    arena.bots("twing")                                                     # the players of a game
    results.wins(), results.head_to_head(), results.strengths()             # who is stronger
    results.wins(by="seat"), results.wins(by="character")                   # and what else goes with winning
    results.adjusted_effects(["got_hat", "starter"])                        # the same, adjusted for players
    results.seats, results.games, results.battles                           # the tables
    results.column_meanings("hat", table="seats")                           # what their columns mean
    results.time_per_game()                                                 # how long games take
    arena.simulate(100_000, players, out="many", scheduler="tcp://host:8786")  # on a Dask cluster
    arena.simulate_plan({"two": arena.Condition(1000, players), …}, out="plan")  # many runs as one

`twing.simulate`, `imperium.simulate` and so on are the same for one game. `results.seats` begins with the
same columns in every game; what follows is what decides in that game.

A game depends only on the run's seed and the game's number: not on the number of processes, the computers
that play, or how often a run was stopped. Therefore all tables are equal in every repetition, except for the
column `seconds` of the seats, the time that a game took. With a folder, memory does not grow with the number
of games until a whole table is requested. The meanings of all columns are in the tables' `attrs` and in
`results.column_meanings()`. pandas is loaded when games are played, pyarrow when a folder is written or read,
statsmodels when strengths are fitted.
"""

from twingkit.analyse.arena.adjusted import UnlimitedEffect, adjusted_effects
from twingkit.analyse.arena.many_games import Condition, bots, load_run, simulate, simulate_plan
from twingkit.analyse.arena.results import ArenaInterrupted, DamagedPart, PlanResults, Results
from twingkit.analyse.arena.runs import Run
from twingkit.analyse.arena.standings import head_to_head, player_strengths
from twingkit.analyse.arena.workers import GameFailed
from twingkit.core.running.processes import OneProcessWarning

__all__ = [
    "ArenaInterrupted",
    "Condition",
    "DamagedPart",
    "GameFailed",
    "OneProcessWarning",
    "PlanResults",
    "Results",
    "Run",
    "UnlimitedEffect",
    "adjusted_effects",
    "bots",
    "head_to_head",
    "load_run",
    "player_strengths",
    "simulate",
    "simulate_plan",
]
