"""Standings of players from finished games: each pair of players compared, and a strength for each player.

Strengths follow Bradley and Terry, in games of several seats Luce: a seat wins with a probability in
proportion to the exponential of its player's strength; with teams, sides win, and a side's strength is the
average of its players. A win shared by several sides counts for each with its part. The fit is a log-linear
model of the wins with a separate level for each line-up of sides, which gives the same strengths and errors.
Half a win is added for each side of a line-up, so that players who always or never won have a strength too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import permutations
from math import exp, nan
from typing import Any, Protocol, runtime_checkable

import attrs

from twingkit.analyse.arena.runs import Run
from twingkit.core.arguments import check_arguments, custom_argument_kind
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE, won_share_cells


@runtime_checkable
class RunResults(Protocol):
    """The interface of a run's results that the functions for standings and effects use."""

    run: Run

    def value_counts(self, column: str, table: str = "games") -> Counter[str]:
        """Count how often each value occurs in a column of a table."""
        ...

    def table_parts(self, table: str = "games", columns: Sequence[str] | None = None) -> Iterator[DataFrame]:
        """Yield the rows of a table of the run in parts, with all columns or only `columns`."""
        ...


def _played(value: object) -> bool:
    runs = [value] if isinstance(value, RunResults) else value
    return isinstance(runs, list | tuple) and bool(runs) and all(isinstance(run, RunResults) for run in runs)


RUNS_ARGUMENT = custom_argument_kind("argument.played", _played)
"""The check of an argument that must be the results of one run or of several."""

_PRIOR_WINS = 0.5
"""The number of wins added for each side of a line-up, so that strengths stay finite."""


Side = tuple[str, ...]
"""The players of one side; a single player in a game without teams."""


@attrs.frozen
class LineUpResults:
    """The games of one line-up: `side_counts` says how often each side plays in a game, `winner_counts` how
    often each set of sides won.
    """

    side_counts: Counter[Side]
    winner_counts: Counter[tuple[Side, ...]]

    @property
    def games(self) -> int:
        """The number of games of this line-up."""
        return self.winner_counts.total()

    @property
    def names(self) -> list[str]:
        """The names of the players in this line-up."""
        return sorted({name for side in self.side_counts for name in side})

    def count_teams_with(self, name: str, without: str = "") -> int:
        """Count the sides that include the player `name` but not the player `without`."""
        return sum(count for side, count in self.side_counts.items() if name in side and without not in side)

    def count_wins(self, name: str, against: str = "") -> int:
        """Count the games that a player won, alone or with others; with `against`, only the games that this
        other player did not win.

        A side with both players wins against neither.
        """
        return sum(
            count
            for sides, count in self.winner_counts.items()
            if any(name in side and against not in side for side in sides)
            and not (against and any(against in side and name not in side for side in sides))
        )

    def fractional_wins(self, side: Side) -> float:
        """Return the number of wins of a side; a win shared by n sides counts 1/n."""
        return sum(
            count * sides.count(side) / len(sides) for sides, count in self.winner_counts.items() if sides
        )


_SIDE_COLUMNS = ("character", "faction", "deck")
"""Columns of which a game has the one that names its sides."""


def unknown_column_fault(key: str, name: object, known: Sequence[str]) -> Fault:
    """Return the error for a name that is not one of these columns of the seats, with the nearest one."""
    own = next((column for column in _SIDE_COLUMNS if column in known), None)
    synonyms = {} if own is None else dict.fromkeys(_SIDE_COLUMNS, own)
    near = NearestName(name, tuple(known), synonyms)
    return Fault(key, found=one_line_excerpt(str(name), 40), known=", ".join(known), near=near)


def runs_of_one_game(results: RunResults | Iterable[RunResults]) -> list[RunResults]:
    """Return one or several results as a list. Raises `Fault` for runs of different games."""
    runs = [results] if isinstance(results, RunResults) else list(results)
    played = sorted({run.run.game for run in runs})
    if len(played) > 1:
        raise Fault("arena.several_games", games=", ".join(played))
    return runs


def line_up_results(results: RunResults | Iterable[RunResults]) -> list[LineUpResults]:
    """Return the pooled results of each line-up in one or several runs; games with the same sides in any
    order form one line-up.

    Raises `Fault` for runs of different games.
    """
    by_sides: dict[tuple[Side, ...], Counter[tuple[Side, ...]]] = {}
    for run in runs_of_one_game(results):
        for sides, won, count in _outcomes(run):
            by_sides.setdefault(tuple(sorted(sides)), Counter())[tuple(sorted(won))] += count
    return [LineUpResults(Counter(sides), won) for sides, won in by_sides.items()]


def _outcomes(results: RunResults) -> Iterator[tuple[list[Side], list[Side], int]]:
    """Yield each outcome: the sides of a game, the sides that won, and the number of games with this
    outcome.
    """
    run, types = results.run, results.run.columns_by_table["games"]

    def sides_of(names: Sequence[str]) -> list[Side]:
        return [tuple(sorted(names[seat] for seat in side)) for side in run.teams]

    yield sides_of(run.players), [], 0
    seats = [name.removeprefix("policy_") for name in types if name.startswith("policy_")]
    requested = [f"{column}_{seat}" for column in ("policy", "winner") for seat in seats]
    if requested[-1] not in types:  # no teams, and at most one winner
        for name, count in results.value_counts("winner_policy").items():
            yield sides_of(run.players), [] if name is None else [(name,)], count
        return
    for part in results.table_parts("games", requested):
        counts: Any = part.groupby(
            requested, observed=True
        ).size()  # keyed by names of players and whether they won
        for cells, count in counts.items():
            sides, won = sides_of(cells[: len(seats)]), cells[len(seats) :]
            winning = [side for side, at in zip(sides, run.teams, strict=True) if won[at[0]]]
            yield sides, winning, int(count)


@with_column_meanings
@check_arguments(results=RUNS_ARGUMENT)
def head_to_head(
    results: RunResults | Sequence[RunResults], confidence: float = DEFAULT_CONFIDENCE
) -> DataFrame:
    """Compare each pair of players, in both orders: how often each won in games where both played.

    `results` come from `arena.simulate`; several results must be of the same game. Games won by a third
    player, by nobody or by both count only in `games`; games in which the two are only partners do not count.
    Raises `Fault` for runs of different games.

    >>> from twingkit import arena
    >>> played = arena.simulate(20, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> arena.head_to_head(played)[["policy", "other", "won", "lost"]].values.tolist()
    [['greedy', 'random', 20, 0], ['random', 'greedy', 0, 20]]
    """
    met: dict[tuple[str, str], list[float]] = {}
    for line_up in line_up_results(results):
        for player, other in permutations(line_up.names, 2):
            sides, others = line_up.count_teams_with(player, other), line_up.count_teams_with(other, player)
            if not sides or not others:
                continue
            sums = met.setdefault((player, other), [0.0] * 4)
            wins = line_up.count_wins(player, other), line_up.count_wins(other, player)
            new = (line_up.games, *wins, sides / (sides + others) * line_up.games)
            met[player, other] = [old + more for old, more in zip(sums, new, strict=True)]
    rows = []
    for (player, other), (games, won, lost, own) in sorted(met.items()):
        shares = won_share_cells(int(won), int(won + lost), confidence)
        ends = (shares["share"], shares["low"], shares["high"])
        rows.append((player, other, games, won, lost, *ends, own / games if games else nan))
    types = dict.fromkeys(("policy", "other"), "str") | dict.fromkeys(("games", "won", "lost"), "int64")
    types |= dict.fromkeys(("share", "low", "high", "fair_share"), "float64")
    return frame_from_rows(rows, types, confidence=confidence)


@with_column_meanings
@check_arguments(results=RUNS_ARGUMENT)
def player_strengths(
    results: RunResults | Sequence[RunResults], confidence: float = DEFAULT_CONFIDENCE
) -> DataFrame:
    """Return one strength for each player (Bradley and Terry; Luce for several seats) with its interval,
    strongest first.

    `results` come from `arena.simulate`; several results must be of the same game: players who never met are
    compared through common opponents. Strengths have mean 0; a difference of 1 means odds of 2.7 to 1 in a
    game of two. Needs statsmodels. Raises `Fault` without it, for a single player, for runs of different
    games, and for players whom no chain of games connects.

    >>> from twingkit import arena
    >>> played = arena.simulate(20, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> arena.player_strengths(played)[["policy", "strength"]].round(2).values.tolist()
    [['greedy', 1.86], ['random', -1.86]]
    """
    met = line_up_results(results)
    names = sorted({name for line_up in met for name in line_up.names})
    if len(names) < 2:
        raise Fault("arena.one_player", name=", ".join(names))
    if apart := _unconnected(met, names):
        raise Fault("arena.apart", names=", ".join(apart))
    if find_spec("statsmodels") is None:
        raise Fault("arena.statsmodels")
    values, errors, ends = _fit(met, names, confidence)
    rows = [
        (
            name,
            sum(line_up.games for line_up in met if line_up.count_teams_with(name)),
            sum(line_up.count_wins(name) for line_up in met),
            *(values[place], *ends[place], errors[place], 1 / (1 + exp(-values[place]))),
        )
        for place, name in enumerate(names)
    ]
    types = {"policy": "str", "games": "int64", "won": "int64"}
    types |= dict.fromkeys(("strength", "low", "high", "error", "win"), "float64")
    ordered = sorted(rows, key=lambda row: -row[3])
    return frame_from_rows(ordered, types, confidence=confidence)


def _unconnected(met: Sequence[LineUpResults], names: Sequence[str]) -> list[str]:
    import numpy as np

    known = np.array(
        [
            np.subtract(_player_shares(side, names), _player_shares(first, names))
            for line_up in met
            for first, *others in [list(line_up.side_counts)]
            for side in (first, *others)
        ]
    )
    rank = np.linalg.matrix_rank(known)
    apart = [np.subtract(_player_shares((name,), names), _player_shares(names[:1], names)) for name in names]
    return [
        name
        for name, row in zip(names, apart, strict=True)
        if np.linalg.matrix_rank(np.vstack([known, row])) > rank
    ]


def _player_shares(side: Sequence[str], names: Sequence[str]) -> list[float]:
    return [side.count(name) / len(side) for name in names]


def _fit(
    met: Sequence[LineUpResults], names: Sequence[str], confidence: float
) -> tuple[list[float], list[float], list[tuple[float, float]]]:
    """Return the players' strengths, the standard errors, and the ends of the confidence intervals."""
    import numpy as np
    import statsmodels.api as sm

    cells = [(level, side) for level, line_up in enumerate(met) for side in sorted(line_up.side_counts)]
    won = [met[level].fractional_wins(side) + _PRIOR_WINS for level, side in cells]
    offset = [np.log(met[level].side_counts[side]) for level, side in cells]
    design = np.zeros((len(cells), len(met) + len(names) - 1))
    for row, (level, side) in enumerate(cells):
        design[row, level] = 1
        design[row, len(met) :] = _player_shares(side, names)[1:]
    begin = np.zeros(design.shape[1])
    for level in range(len(met)):
        begin[level] = np.log(sum(won[row] for row, cell in enumerate(cells) if cell[0] == level))
    # A single line-up has a parameter for each player and fits exactly; the default callback would warn.
    model = sm.Poisson(won, design, offset=offset)
    fit = model.fit(start_params=begin, disp=False, callback=lambda *_: None)
    among = np.vstack([np.zeros(len(names) - 1), np.eye(len(names) - 1)])
    centred = np.hstack([np.zeros((len(names), len(met))), among - among.mean(axis=0)])
    test = fit.t_test(centred)
    ends = [(float(low), float(high)) for low, high in test.conf_int(alpha=1 - confidence)]
    return [float(value) for value in test.effect], [float(sd) for sd in np.ravel(test.sd)], ends
