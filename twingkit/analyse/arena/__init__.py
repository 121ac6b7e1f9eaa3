"""The arena: play many games between computer players on every core, and get two tables, kept in a folder if
requested.

    results = arena.play(1000, ["greedy", "random"], variant="short", out="duels", progress=True)
    arena.bots("twing")                                                     # the players of a game
    results.wins(), results.head_to_head(), results.strengths()             # who is stronger
    results.adjusted_effects(["got_hat", "starter"])                        # effects associated with winning
    results.games, results.battles, results.column_meanings("hat")          # the tables, and their columns
    arena.play(100_000, ["greedy", "random"], out="many", scheduler="tcp://host:8786")  # on a Dask cluster
    arena.play_plan({"two": arena.Condition(1000, ["greedy", "random"]), …}, out="plan")  # many runs as one

A game depends only on the run's seed and the game's number: not on the number of processes, the computers
that play, or how often a run was stopped. With a folder, memory does not grow with the number of games until
a whole table is requested. The meanings of all columns are in the tables' `attrs` and in
`results.column_meanings()`. pandas is loaded when games are played, pyarrow when a folder is written or read,
statsmodels when strengths are fitted.
"""

from twingkit.analyse.arena.adjusted import adjusted_effects
from twingkit.analyse.arena.many_games import bots, load, play
from twingkit.analyse.arena.plans import Condition, play_plan
from twingkit.analyse.arena.results import DamagedPart, PlanResults, Results, Stopped
from twingkit.analyse.arena.runs import Run
from twingkit.analyse.arena.standings import head_to_head, strengths
from twingkit.analyse.arena.workers import GameFailed

__all__ = [
    "Condition",
    "DamagedPart",
    "GameFailed",
    "PlanResults",
    "Results",
    "Run",
    "Stopped",
    "adjusted_effects",
    "bots",
    "head_to_head",
    "load",
    "play",
    "play_plan",
    "strengths",
]
