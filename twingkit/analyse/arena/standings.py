"""Standings of players by played games: each pair of them, and one strength for each, with its error.

Strengths are those of Bradley and Terry, in games of several seats those of Luce: a seat wins with a chance
in proportion to the exponential of its player's strength. They are fitted as a log-linear model of the wins,
in which each line-up of players has a level of its own; that is the same fit, with the same errors. Half a
win is added for each player of a line-up, so that a player who always or never won has a strength, too.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import combinations
from math import exp, nan
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from twingkit.analyse.arena.runs import Run
from twingkit.core.arguments import named_kind, takes
from twingkit.core.messages import Fault
from twingkit.core.tables.explained import explained
from twingkit.core.tables.row_table import row_table
from twingkit.odds.shares import CONFIDENCE, won_share

if TYPE_CHECKING:
    import pandas as pd


@runtime_checkable
class Played(Protocol):
    """The results of a run, as far as standings and effects ask them."""

    run: Run

    def counts(self, column: str, table: str = "games") -> Counter[str]:
        """The number of times that each value of a column occurs."""
        ...

    def parts(self, table: str = "games", columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """A table in pieces, all columns or some."""
        ...


def _played(value: object) -> bool:
    runs = [value] if isinstance(value, Played) else value
    return isinstance(runs, list | tuple) and bool(runs) and all(isinstance(run, Played) for run in runs)


RUNS = named_kind("argument.played", _played)
"""The results of one run, or of several."""

PRIOR = 0.5
"""The wins that each player of a line-up is given before the first game."""


@attrs.frozen
class LineUp:
    """The wins of the players of one line-up: `seats` of each in a game, `won` of the `games`."""

    seats: Counter[str]
    won: Counter[str]
    games: int


def line_ups(results: Played | Iterable[Played]) -> list[LineUp]:
    """The wins of runs by line-up; runs of the same players count together.

    Raises `Fault` for runs of different games.
    """
    runs = [results] if isinstance(results, Played) else list(results)
    played = sorted({run.run.game for run in runs})
    if len(played) > 1:
        raise Fault("arena.several_games", games=", ".join(played))
    by_players: dict[tuple[str, ...], LineUp] = {}
    for run in runs:
        counts = run.counts("winner_policy")
        players = tuple(sorted(run.run.players))
        won = Counter({name: counts[name] for name in players})
        before = by_players.get(players, LineUp(Counter(players), Counter(), 0))
        by_players[players] = LineUp(before.seats, before.won + won, before.games + counts.total())
    return list(by_players.values())


@explained
@takes(results=RUNS)
def head_to_head(results: Played | Sequence[Played], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Each pair of players in both orders: how often one won, how often the other, where both were seated.

    `results` are those of `arena.play`, or several of them of one game. Games that a third player won, or
    nobody, count in `games` alone. Raises `Fault` for runs of different games.

    >>> from twingkit import arena
    >>> played = arena.play(20, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> arena.head_to_head(played)[["policy", "other", "won", "lost"]].values.tolist()
    [['greedy', 'random', 20, 0], ['random', 'greedy', 0, 20]]
    """
    met: dict[tuple[str, str], list[float]] = {}
    for line_up in line_ups(results):
        for pair in combinations(line_up.seats, 2):
            for player, other in (pair, pair[::-1]):
                sums = met.setdefault((player, other), [0, 0, 0, 0.0])
                own = line_up.seats[player] / (line_up.seats[player] + line_up.seats[other])
                new = (line_up.games, line_up.won[player], line_up.won[other], own * line_up.games)
                met[player, other] = [old + more for old, more in zip(sums, new, strict=True)]
    rows = []
    for (player, other), (games, won, lost, own) in sorted(met.items()):
        shares = won_share(int(won), int(won + lost), confidence)
        ends = (shares["share"], shares["low"], shares["high"])
        rows.append((player, other, games, won, lost, *ends, own / games if games else nan))
    types = dict.fromkeys(("policy", "other"), "str") | dict.fromkeys(("games", "won", "lost"), "int64")
    types |= dict.fromkeys(("share", "low", "high", "chance"), "float64")
    return row_table(rows, types, confidence=confidence)


@explained
@takes(results=RUNS)
def strengths(results: Played | Sequence[Played], confidence: float = CONFIDENCE) -> pd.DataFrame:
    """One strength for each player (Bradley and Terry, for several seats Luce), with its interval, the
    strongest first.

    `results` are those of `arena.play`, or several of them of one game: players who never met are compared
    through those whom both met. Strengths have the mean 0; a difference of 1 are odds of 2.7 to 1 in a game
    of two. Needs statsmodels. Raises `Fault` without it, for a single player, for runs of different games,
    and for players whom no chain of games joins.

    >>> from twingkit import arena
    >>> played = arena.play(20, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> arena.strengths(played)[["policy", "strength"]].round(2).values.tolist()
    [['greedy', 1.86], ['random', -1.86]]
    """
    met = line_ups(results)
    names = sorted({name for line_up in met for name in line_up.seats})
    if len(names) < 2:
        raise Fault("arena.one_player", name=", ".join(names))
    if apart := _apart(met, names):
        raise Fault("arena.apart", names=", ".join(apart))
    if find_spec("statsmodels") is None:
        raise Fault("arena.statsmodels")
    values, errors, ends = _fitted(met, names, confidence)
    rows = [
        (
            name,
            sum(line_up.games for line_up in met if name in line_up.seats),
            sum(line_up.won[name] for line_up in met),
            *(values[place], *ends[place], errors[place], 1 / (1 + exp(-values[place]))),
        )
        for place, name in enumerate(names)
    ]
    types = {"policy": "str", "games": "int64", "won": "int64"}
    types |= dict.fromkeys(("strength", "low", "high", "error", "win"), "float64")
    ordered = sorted(rows, key=lambda row: -row[3])
    return row_table(ordered, types, confidence=confidence)


def _apart(met: Sequence[LineUp], names: Sequence[str]) -> list[str]:
    """The players whom no chain of games joins with the first."""
    joined = {names[0]}
    while more := {
        name for line_up in met if joined & set(line_up.seats) for name in line_up.seats if name not in joined
    }:
        joined |= more
    return [name for name in names if name not in joined]


def _fitted(
    met: Sequence[LineUp], names: Sequence[str], confidence: float
) -> tuple[list[float], list[float], list[tuple[float, float]]]:
    """The strengths of players with their errors and intervals."""
    import numpy as np
    import statsmodels.api as sm
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    cells = [(level, name) for level, line_up in enumerate(met) for name in sorted(line_up.seats)]
    won = [met[level].won[name] + PRIOR for level, name in cells]
    offset = [np.log(met[level].seats[name]) for level, name in cells]
    design = np.zeros((len(cells), len(met) + len(names) - 1))
    for row, (level, name) in enumerate(cells):
        design[row, level] = 1
        if place := names.index(name):
            design[row, len(met) + place - 1] = 1
    begin = np.zeros(design.shape[1])
    for level in range(len(met)):
        begin[level] = np.log(sum(won[row] for row, cell in enumerate(cells) if cell[0] == level))
    with warnings.catch_warnings():  # of one line-up alone each player has a parameter: all fits exactly
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        fit = sm.Poisson(won, design, offset=offset).fit(start_params=begin, disp=False)
    among = np.vstack([np.zeros(len(names) - 1), np.eye(len(names) - 1)])
    centred = np.hstack([np.zeros((len(names), len(met))), among - among.mean(axis=0)])
    test = fit.t_test(centred)
    ends = [(float(low), float(high)) for low, high in test.conf_int(alpha=1 - confidence)]
    return [float(value) for value in test.effect], [float(sd) for sd in np.ravel(test.sd)], ends
