"""Kinds of arguments related to games: a game, the results of many games, the table of an analysis."""

from __future__ import annotations

from twingkit.core.arguments.kinds import ArgumentKind
from twingkit.core.running.running_script import RunningScript
from twingkit.core.tables.row_table import is_dataframe

GAME = ArgumentKind("argument.game", lambda value: isinstance(value, RunningScript))
"""The kind of a game in progress."""


def game_kind(table_class: type, makers: str) -> ArgumentKind:
    """Return the argument kind that accepts a running game whose table is an instance of `table_class`.

    `makers` names the public functions that create such a game.
    """

    def fits(value: object) -> bool:
        return isinstance(value, RunningScript) and isinstance(value.table, table_class)

    return ArgumentKind("argument.game_made", fits, {"makers": makers})


def frame_kind(maker: str, *columns: str) -> ArgumentKind:
    """Return the argument kind that accepts a DataFrame with at least these columns, such as `maker`
    returns.
    """

    def fits(value: object) -> bool:
        return is_dataframe(value) and set(columns) <= set(getattr(value, "columns", ()))

    return ArgumentKind("argument.frame_of", fits, {"maker": maker, "columns": ", ".join(columns)})


def results_or_frame_kind(game: str, table_name: str, *columns: str) -> ArgumentKind:
    """Return the argument kind that accepts a game's arena results, or their DataFrame `table_name` with at
    least these columns.
    """

    def fits(value: object) -> bool:
        run = getattr(value, "run", None)
        frame = is_dataframe(value) and set(columns) <= set(getattr(value, "columns", ()))
        return frame or getattr(run, "game", None) == game

    facts = {"game": game, "table": table_name, "columns": ", ".join(columns)}
    return ArgumentKind("argument.results_of", fits, facts)
