"""Effects on winning, adjusted for the players: of a seat's possessions, its position, and the variant.

Things that strong players own more often look strong in plain shares. Here all requested effects, the player
and the seat are fitted together: a seat wins with a probability in proportion to the exponential of the sum
of its effects (Luce's model, as for the strengths of players; for two seats this is a logistic regression).
With teams, sides win, and a side has the average effects of its seats. A weak normal prior keeps effects
finite if something always or never won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from statistics import NormalDist
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.arena.runs import Run
from twingkit.analyse.arena.standings import RUNS_ARGUMENT, RunResults, runs_of_one_game, unknown_column_fault
from twingkit.analyse.arena.tallies import TIME_COLUMN
from twingkit.core.arguments import check_arguments, text_or_texts
from twingkit.core.messages import Fault, message
from twingkit.core.running.caller_warnings import warn_caller
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.odds.shares import DEFAULT_CONFIDENCE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

_PRIOR_STANDARD_DEVIATION = 5.0
"""The standard deviation of the prior of each effect; 5 means odds of 148 to 1."""

_MIN_GAMES_PER_PARAMETER = 10
"""The minimum number of games with a winner for each fitted number."""

_MAX_FIT_STEPS = 100
"""A fit usually takes about ten."""

_FIT_TOLERANCE = 1e-9
"""The tolerance of a fit: the part of a column that other columns do not explain, and the gain of a step,
below which both count as zero.
"""

POLICY, SEAT, VARIANT = "policy", "seat", "variant"

_NO_EFFECTS = ("game", "seed", "player", "won", TIME_COLUMN)
"""The columns of the seats that are no effects."""

_MISSING_TEXT = "none"


_EFFECTS_ARGUMENT = text_or_texts("argument.asked_columns", min_length=1)
"""The check of the argument `by`: the name of a requested effect, or several."""


class UnlimitedEffect(UserWarning):
    """A warning that the games limit an effect little or not at all: seats always or never won.

    >>> import warnings
    >>> from twingkit import arena
    >>> played = arena.simulate(40, ["greedy", "random"], variant="short", seed=1, processes=1)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always", arena.UnlimitedEffect)
    ...     effects = played.adjusted_effects("policy")
    >>> print(caught[0].message)
    the games limit an effect too little or not at all: policy greedy, policy random; ...
    """


@attrs.frozen(eq=False)
class _SeatRows:
    """The seats of all games that one side won, with their values in the requested columns."""

    game_by_side: NDArray[np.int64]
    side_by_seat: NDArray[np.int64]
    seat_won: NDArray[np.bool_]
    column_values: dict[str, NDArray[np.generic]]

    def average_by_side(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the average of each column over the seats of each side."""
        import numpy as np

        if len(self.side_by_seat) == len(self.game_by_side):
            return columns
        return np.asarray(
            _sums(columns, self.side_by_seat) / np.bincount(self.side_by_seat)[:, None], dtype=np.float64
        )

    @property
    def sides_won(self) -> NDArray[np.bool_]:
        """An array that says whether each side won."""
        return self.average_by_side(self.seat_won[:, None].astype(float))[:, 0] > 0


@attrs.frozen(eq=False)
class _Term:
    """One term of the fitted model; `indicator_matrix` has a row for each seat and a column for each of the
    term's `names` (0 or 1, or the value of a numeric column).

    `contrast_matrix` turns the fitted numbers into the effects of the names; those of a text have mean 0.
    """

    names: Sequence[str]
    indicator_matrix: NDArray[np.float64]  # a row for each seat, a column for each name
    contrast_matrix: NDArray[np.float64]  # a row for each name, a column for each fitted number

    @property
    def design_matrix(self) -> NDArray[np.float64]:
        """The matrix with a row for each seat and a column for each fitted number."""
        return self.indicator_matrix @ self.contrast_matrix


@with_column_meanings
@check_arguments(results=RUNS_ARGUMENT, by=_EFFECTS_ARGUMENT)
def adjusted_effects(
    results: RunResults | Sequence[RunResults],
    by: str | Sequence[str],
    confidence: float = DEFAULT_CONFIDENCE,
) -> pd.DataFrame:
    """Return a table of how much each requested thing (a card, a faction, a policy …) changes the strength of
    its player, adjusted for the players, the seats and the other requested effects.

    `results` come from `arena.simulate`; several results must be of the same game. `by` is one or several of

    - a column of the seats: `got_hat`, `character`, `deck`, `faction`, `first_strategy_card`, `starter` … A
      word has a row for each value, relative to the average; a column that may be missing (`got_hat`: never)
      has a row for having it, relative to not having it; a number has a row for one more;
    - `policy` and `seat`, which are always fitted: each relative to their average;
    - `variant`: for runs under several variants, how much stronger each player is under each than on average.

    An effect is a logarithm of odds, as in `strengths`. It shows an association with winning, not its cause:
    a player who is winning also acquires more. Games without a winner, or with several winning sides, are
    left out. If all seats with a thing (or all of a player) won or lost, the games do not limit its effect:
    `reason` says so, and an `UnlimitedEffect` warning names it. Raises `Fault` for a name that is not such a
    column, for something that is the same for all seats of a game or cannot be separated from the players or
    seats, and for fewer than 10 games with a winner for each fitted number.

    >>> from twingkit import arena
    >>> played = arena.simulate(40, ["greedy", "greedy"], variant="short", seed=1, processes=1)
    >>> frame = arena.adjusted_effects(played, ["got_hat", "starter"])
    >>> frame[["by", "effect", "raw"]].round(2).values.tolist()
    [['got_hat', 4.76, 4.37], ['starter', -0.35, -0.3]]
    """
    runs = runs_of_one_game(results)
    requested = [by] if isinstance(by, str) else list(dict.fromkeys(by))
    seats = _seats(runs, requested)
    if not len(seats.seat_won):
        raise Fault(
            "arena.too_few", games=0, unknown=len(requested), needed=_MIN_GAMES_PER_PARAMETER * len(requested)
        )
    fixed = [name for name in (POLICY, SEAT) if name not in requested]
    terms = {name: _term(seats, name) for name in (*fixed, *requested)}
    kept = _identifiable(seats, terms, requested)
    games, unknown = int(seats.sides_won.sum()), sum(map(len, kept.values()))
    if games < _MIN_GAMES_PER_PARAMETER * unknown:
        raise Fault("arena.too_few", games=games, unknown=unknown, needed=_MIN_GAMES_PER_PARAMETER * unknown)
    fitted = _fit(seats, terms, kept)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rows = []
    unlimited = [
        label if label == name else f"{name} {label}"
        for name, term in terms.items()
        for place, label in enumerate(term.names if kept[name] else ())
        if _one_sided_reason(seats.seat_won, term.indicator_matrix[:, place])
    ]
    for name in requested:
        raw = _fit(seats, {name: terms[name]}, kept)[name]
        for place, label in enumerate(terms[name].names):
            effect, error = fitted[name][place]
            indicator = terms[name].indicator_matrix[:, place]
            having = indicator != 0
            count, won = int(having.sum()), int((seats.seat_won & having).sum())
            win = 1 / (1 + exp(-effect))
            ends = (effect - z * error, effect + z * error, error, win, raw[place][0])
            reason = _one_sided_reason(seats.seat_won, indicator)
            if not reason and _is_mostly_assumed(terms[name].contrast_matrix[place], error):
                reason = message("arena.little_known")
                unlimited.append(label if label == name else f"{name} {label}")
            rows.append((name, label, effect, *ends, count, won, won / count, reason))
    if unlimited:
        warn_caller(UnlimitedEffect(message("arena.one_sided_warning", names=", ".join(unlimited))))
    types = {"by": "str", "name": "str"}
    types |= dict.fromkeys(("effect", "low", "high", "error", "win", "raw"), "float64")
    types |= {"seats": "int64", "won": "int64", "share": "float64", "reason": "str"}
    return frame_from_rows(rows, types, confidence=confidence, games=games)


def _one_sided_reason(won: NDArray[np.bool_], indicator: NDArray[np.float64]) -> str:
    """Return why the games do not limit an effect: the seats with it, or without it, won always or never.

    The values of a number, which are not only 0 and 1, have no such reason.
    """
    having = indicator == 1
    if not (having | (indicator == 0)).all():
        return ""
    if not won[having].any() or won[~having].all():
        return message("arena.one_sided")
    if won[having].all() or not won[~having].any():
        return message("arena.one_sided_always")
    return ""


def _is_mostly_assumed(contrasts: NDArray[np.float64], error: float) -> bool:
    """True if the assumed limit says more about an effect than the games do."""
    assumed_variance = _PRIOR_STANDARD_DEVIATION**2 * float(contrasts @ contrasts)
    return error**2 > assumed_variance / 2


def _effect_column_names(run: Run) -> tuple[str, ...]:
    types = run.columns_by_table["seats"]
    return tuple(name for name, kind in types.items() if name not in _NO_EFFECTS and kind != "str")


def _seats(runs: Sequence[RunResults], requested: Sequence[str]) -> _SeatRows:
    """Return the seats of all games that one side won, with the requested columns."""
    import numpy as np
    import pandas as pd

    parts: list[pd.DataFrame] = []
    before = 0
    for run in runs:
        known = _effect_column_names(run.run)
        for name in requested:
            if name not in (*known, VARIANT):
                raise unknown_column_fault("arena.no_effect", name, (*known, VARIANT))
        columns = list(dict.fromkeys([POLICY, *(name for name in requested if name in known)]))
        needed = list(dict.fromkeys(["game", SEAT, "player", "won", *columns]))
        seats = pd.concat(run.table_parts("seats", needed), ignore_index=True)
        side_of = {seat: number for number, side in enumerate(run.run.teams) for seat in side}
        sides = seats[SEAT].map(side_of).astype("int64")
        winning = seats["won"].eq(1).groupby([seats["game"], sides]).any()
        alone = winning.groupby(level=0).sum() == 1
        decided = seats["game"].map(alone).to_numpy(dtype=bool)
        own = pd.DataFrame({name: _values_or_presence(seats, name) for name in columns if name != SEAT})
        own = own.assign(game=before + seats["game"], won=seats["won"] == 1, side=sides)
        own = own.assign(seat=seats["player"].astype(str), variant=run.run.variant)
        parts.append(own[decided])
        before += len(seats) and int(seats["game"].max()) + 1
    rows = pd.concat(parts, ignore_index=True).sort_values("game", kind="stable")
    _, number = np.unique(rows["game"], return_inverse=True)
    sided = number * (1 + rows["side"].max()) + rows["side"].to_numpy()
    _, first, side = np.unique(sided, return_index=True, return_inverse=True)
    had = {str(name): rows[name].to_numpy() for name in rows}
    return _SeatRows(number[first], side, rows["won"].to_numpy(dtype=bool), had)


def _values_or_presence(seats: pd.DataFrame, column: str) -> NDArray[np.generic]:
    """Return the values of a column; for an integer column with missing values, return whether each seat has
    a value.
    """
    cells = seats[column]
    if str(cells.dtype).startswith("Int"):
        return cells.notna().to_numpy()
    if cells.dtype == "category":
        return cells.astype("object").where(cells.notna(), _MISSING_TEXT).to_numpy()
    return cells.to_numpy()


def _term(seats: _SeatRows, name: str) -> _Term:
    import numpy as np

    if name == VARIANT:
        policy, variant = (_levels(seats.column_values[column]) for column in (POLICY, VARIANT))
        labels = [f"{player}, {rules}" for player in policy.names for rules in variant.names]
        having = (policy.indicator_matrix[:, :, None] * variant.indicator_matrix[:, None, :]).reshape(
            -1, len(labels)
        )
        rows = np.asarray(np.kron(policy.contrast_matrix, variant.contrast_matrix), dtype=np.float64)
        return _Term(labels, having, rows)
    cells = seats.column_values[name]
    if cells.dtype.kind not in "biuf":
        return _levels(cells)
    return _Term([name], cells.astype(float)[:, None], np.ones((1, 1)))


def _levels(cells: NDArray[np.generic]) -> _Term:
    import numpy as np

    texts = cells.astype(str)
    names = sorted(set(texts.tolist()))
    having = np.array([texts == name for name in names], dtype=float).T
    rows = np.vstack([np.eye(len(names) - 1), np.full((1, len(names) - 1), -1.0)])
    return _Term(names, having, rows)


def _identifiable(
    seats: _SeatRows, terms: Mapping[str, _Term], requested: Sequence[str]
) -> dict[str, list[int]]:
    """Return the fitted numbers that the games determine. Raises `Fault` if a requested one is not."""
    import numpy as np

    columns = seats.average_by_side(np.hstack([term.design_matrix for term in terms.values()]))
    within = (
        columns
        - _sums(columns, seats.game_by_side)[seats.game_by_side]
        / np.bincount(seats.game_by_side)[seats.game_by_side, None]
    )
    together = within.T @ within
    taken: list[int] = []
    kept: dict[str, list[int]] = {}
    place = 0
    for name, term in terms.items():
        kept[name] = []
        if name in requested and not term.contrast_matrix.shape[1]:
            raise Fault("arena.never_differs", name=name)
        for column in range(term.contrast_matrix.shape[1]):
            own = together[place, place]
            if name in requested and not own:
                raise Fault("arena.never_differs", name=name)
            before = together[taken, place]
            left = own - before @ np.linalg.solve(together[np.ix_(taken, taken)], before) if taken else own
            if left > _FIT_TOLERANCE * own:
                taken.append(place)
                kept[name].append(column)
            elif name in requested:
                raise Fault(
                    "arena.not_apart", name=name, others=", ".join(other for other in terms if other != name)
                )
            place += 1
    return kept


def _sums(columns: NDArray[np.float64], group: NDArray[np.int64]) -> NDArray[np.float64]:
    import numpy as np

    sums = np.zeros((int(group.max()) + 1, columns.shape[1]))
    np.add.at(sums, group, columns)
    return sums


def _fit(
    seats: _SeatRows, terms: Mapping[str, _Term], kept: Mapping[str, list[int]]
) -> dict[str, list[tuple[float, float]]]:
    """Fit the model to the games and return the effect and the error of each name, by term."""
    import numpy as np

    rows = {name: term.contrast_matrix[:, kept[name]] for name, term in terms.items()}
    columns = seats.average_by_side(
        np.hstack([term.indicator_matrix @ rows[name] for name, term in terms.items()])
    )
    values, spread = _fit_maximum_likelihood(columns, seats.sides_won, seats.game_by_side)
    effects, place = {}, 0
    for name, own in rows.items():
        here = slice(place, place + own.shape[1])
        place = here.stop
        variance = np.einsum("ij,jk,ik->i", own, spread[here, here], own)
        effects[name] = list(zip((own @ values[here]).tolist(), np.sqrt(variance).tolist(), strict=True))
    return effects


def _fit_maximum_likelihood(
    columns: NDArray[np.float64], won: NDArray[np.bool_], game: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the fitted numbers with maximum likelihood, and their covariances (Newton's method)."""
    import numpy as np

    values: NDArray[np.float64] = np.zeros(columns.shape[1])
    prior = np.eye(len(values)) / _PRIOR_STANDARD_DEVIATION**2

    def chances(values: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        level = columns @ values
        highest = np.full(game[-1] + 1, -np.inf)
        np.maximum.at(highest, game, level)
        weight = np.exp(level - highest[game])
        chance = weight / np.bincount(game, weight)[game]
        return float(np.log(chance[won]).sum() - values @ prior @ values / 2), chance

    likely, chance = chances(values)
    for _ in range(_MAX_FIT_STEPS):
        slope = columns.T @ (won - chance) - prior @ values
        mean = _sums(columns * chance[:, None], game)
        bend = (columns * chance[:, None]).T @ columns - mean.T @ mean + prior
        step = np.linalg.solve(bend, slope)
        if slope @ step < _FIT_TOLERANCE:
            break
        while (trial := chances(values + step))[0] < likely:
            step = step / 2
        values, (likely, chance) = values + step, trial
    return values, np.asarray(np.linalg.inv(bend), dtype=np.float64)
