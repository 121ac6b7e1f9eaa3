"""The arena: many games of computer players, as two tables, on every core, in a folder if it is to last.

    results = arena.play(1000, ["greedy", "random"], variant="short", out="duels", progress=True)
    arena.bots("twing")                                                     # the players of a game
    results.wins(), results.head_to_head(), results.strengths()             # who is stronger
    results.adjusted_effects(["got_hat", "starter"])                        # what goes along with winning
    results.games, results.battles, results.columns("hat")                  # the tables, and their columns
    arena.play(100_000, ["greedy", "random"], out="many", scheduler="tcp://host:8786")  # on a Dask cluster
    arena.play_plan({"two": arena.Condition(1000, ["greedy", "random"]), …}, out="plan")  # many runs as one

What a game is depends on the run's seed and the game's number alone: not on the number of processes, not on
the computers that play, and not on how often a run was stopped. With a folder, memory does not grow with the
number of games until a whole table is requested. What the columns of both tables say is in their `attrs` and
in `results.columns()`. pandas is loaded when games are played, pyarrow when a folder is written or read,
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
