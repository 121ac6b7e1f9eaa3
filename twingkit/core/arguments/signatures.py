"""Functions that pass their arguments on to another function, and show its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from twingkit.core.arguments.checking import (
    FunctionT,
    argument_names,
    public_name_of,
    unknown_argument,
)


def with_parameters_of(
    model: Callable[..., Any], *, without: tuple[str, ...] = ()
) -> Callable[[FunctionT], FunctionT]:
    """Decorate a function so that `help`, completion and `inspect.signature` show another one's parameters.

    The decorated function passes `**settings` on to `model` and itself decides the parameters in `without`.
    Another name raises `UnknownArgument`.

    >>> def model(games, *, game="", seed=0): ...
    >>> @with_parameters_of(model, without=("game",))
    ... def passing_on(games, **settings): ...
    >>> inspect.signature(passing_on)
    <Signature (games, *, seed=0)>
    """

    def marked(function: FunctionT) -> FunctionT:
        shown = inspect.signature(model)
        kept = [value for name, value in shown.parameters.items() if name not in without]
        names = argument_names({value.name: value for value in kept})
        where = public_name_of(function)

        @wraps(function)
        def passing(*given: object, **named: object) -> object:
            if names is not None and not named.keys() <= names.keys():
                raise unknown_argument(where, named, names)
            return function(*given, **named)

        passing.__signature__ = shown.replace(parameters=kept)  # type: ignore[attr-defined] # inspect reads it
        return cast("FunctionT", passing)

    return marked
