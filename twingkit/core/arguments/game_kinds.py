"""Kinds of arguments related to games: a game, the results of many games, the table of an analysis."""

from __future__ import annotations

from twingkit.core.arguments.kinds import ArgumentKind
from twingkit.core.running.running_script import RunningScript

GAME = ArgumentKind("argument.game", lambda value: isinstance(value, RunningScript))
"""A game in progress."""


def game_with_table(table: type, makers: str) -> ArgumentKind:
    """A game with a table of this class; `makers` names the public functions that create one."""

    def fits(value: object) -> bool:
        return isinstance(value, RunningScript) and isinstance(value.table, table)

    return ArgumentKind("argument.game_made", fits, {"makers": makers})


def is_frame(value: object) -> bool:
    """True for a DataFrame; does not import pandas."""
    return hasattr(value, "columns") and hasattr(value, "attrs") and hasattr(value, "groupby")


def frame_from(maker: str, *columns: str) -> ArgumentKind:
    """A frame with at least these columns, as returned by the function `maker`."""

    def fits(value: object) -> bool:
        return is_frame(value) and set(columns) <= set(getattr(value, "columns", ()))

    return ArgumentKind("argument.frame_of", fits, {"maker": maker, "columns": ", ".join(columns)})


def results_of(game: str, table: str, *columns: str) -> ArgumentKind:
    """The results of a run of a game, or its frame `table` with at least these columns."""

    def fits(value: object) -> bool:
        run = getattr(value, "run", None)
        frame = is_frame(value) and set(columns) <= set(getattr(value, "columns", ()))
        return frame or getattr(run, "game", None) == game

    facts = {"game": game, "table": table, "columns": ", ".join(columns)}
    return ArgumentKind("argument.results_of", fits, facts)
