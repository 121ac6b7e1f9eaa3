"""The decorator that checks the arguments of public functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from twingkit.core.arguments.kinds import (
    ANYTHING,
    BOOLEAN,
    CONFIDENCE,
    LANGUAGE,
    PATH,
    SECONDS,
    SEED,
    ArgumentKind,
    InvalidArgument,
    one_of_words,
    quote_value,
)
from twingkit.core.messages import Fault
from twingkit.core.near_names import nearest_name
from twingkit.core.questions import one_line_excerpt

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])  # any parameters and result

KIND_BY_ARGUMENT_NAME: Mapping[str, ArgumentKind] = {
    "budget": SECONDS,
    "confidence": CONFIDENCE,
    "errors": one_of_words("raise", "column"),
    "exact": BOOLEAN,
    "explain": BOOLEAN,
    "lang": LANGUAGE,
    "path": PATH,
    "progress": BOOLEAN,
    "rolls": one_of_words("auto", "ask"),
    "seed": SEED,
    "side": one_of_words("attacker", "defender"),
}
"""The kinds of arguments whose names mean the same in every function."""


_SHARED_FOLDERS = ("analyse", "core", "learn", "odds", "players", "referee")
"""The folders of the kit that hold what all games share."""

_VARIADIC_PARAMETER_KINDS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class UnknownArgument(Fault, TypeError):
    """The error for an argument that a function does not take, with the names of those that it takes."""


ARGUMENT_FAULT_KEYS = ("argument.wrong", "argument.wrong_in")
"""The keys of the error messages for a wrong argument, and for a wrong value inside one."""


def check_arguments(**kinds: ArgumentKind) -> Callable[[FunctionT], FunctionT]:
    """Decorate a function so that its arguments are checked and converted.

    These are the arguments in `kinds`, those in `KIND_BY_ARGUMENT_NAME`, and booleans.

    Numbers of numpy, alone or in lists and arrays, are converted to Python's own. A default is always valid,
    and so is None if the annotation allows it. Any invalid value raises `Fault`, and a name that the function
    does not take `UnknownArgument`.

    >>> from twingkit.core.arguments import COUNT
    >>> @check_arguments(n=COUNT)
    ... def deal(n: int, seed: int = 0) -> int:
    ...     return n + seed
    >>> deal(3)
    3
    >>> deal(0)
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: ...deal: n must be a whole number of at least 1, not 0
    >>> deal(3, sed=1)
    Traceback (most recent call last):
    ...
    twingkit.core.arguments.checking.UnknownArgument: ...deal has no argument 'sed'; did you mean 'seed'? ...
    """

    def marked(function: FunctionT) -> FunctionT:
        parameters = inspect.signature(function).parameters
        truths = {name: BOOLEAN for name, parameter in parameters.items() if parameter.annotation == "bool"}
        known = {**truths, **KIND_BY_ARGUMENT_NAME, **kinds}
        checks = [
            (place, name, known.get(name, ANYTHING), parameter.default, "None" in str(parameter.annotation))
            for place, (name, parameter) in enumerate(parameters.items())
            if name not in ("self", "cls") and parameter.kind not in _VARIADIC_PARAMETER_KINDS
        ]
        where = _public_name_of(function)
        names = _argument_names(parameters)

        @wraps(function)
        def checked(*given: object, **named: object) -> object:
            if names is not None and not named.keys() <= names.keys():
                raise _unknown_argument(where, named, names)
            for place, name, kind, default, optional in checks:
                if place < len(given):
                    value = given[place]
                elif name in named:
                    value = named[name]
                else:
                    continue
                if value is default or (value is None and optional):
                    continue
                try:
                    fit = kind.validate(value)
                except InvalidArgument as unfit:
                    raise _argument_fault(where, name, unfit, value) from None
                if fit is value:
                    continue
                if place < len(given):
                    given = (*given[:place], fit, *given[place + 1 :])
                else:
                    named[name] = fit
            return function(*given, **named)

        return cast("FunctionT", checked)

    return marked


def require_valid_argument(
    name: str, value: object, kind: ArgumentKind
) -> Any:  # the type depends on the kind
    """Check one value outside a decorated function, and return it converted. Raises `Fault`.

    >>> from twingkit.core.arguments import SEED
    >>> require_valid_argument("seed", 1.5, SEED)
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: seed must be a whole number, not 1.5
    """
    try:
        return kind.validate(value)
    except InvalidArgument as unfit:
        raise Fault(
            "argument.plain", name=name, expected=unfit.expected, found=quote_value(unfit.found)
        ) from None


def _argument_names(parameters: Mapping[str, inspect.Parameter]) -> dict[str, None] | None:
    """Return the names by which a function takes arguments, in order; None if it takes any name."""
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return None
    by_place = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.POSITIONAL_ONLY)
    return {
        name: None
        for name, parameter in parameters.items()
        if name not in ("self", "cls") and parameter.kind not in by_place
    }


def _unknown_argument(where: str, named: Collection[str], names: Collection[str]) -> UnknownArgument:
    """Return the error for the first of the arguments `named` that is not one of `names`."""
    name = next(name for name in named if name not in names)
    near = nearest_name(name, names)
    return UnknownArgument(
        "argument.unknown_near" if near else "argument.unknown",
        where=where,
        name=one_line_excerpt(name, 40),
        near=near,
        names=", ".join(names),
    )


def _argument_fault(where: str, name: str, error: InvalidArgument, value: object) -> Fault:
    """Return the error for an invalid argument, or for an invalid value inside it."""
    key = ARGUMENT_FAULT_KEYS[error.found is not value]
    return Fault(key, where=where, name=name, expected=error.expected, found=quote_value(error.found))


def _public_name_of(function: Callable[..., object]) -> str:
    """Return the name by which users call a function: with its game, or its class.

    What all games share has no prefix: it is called as `twingkit.simulate`, `arena.simulate` or
    `twing.simulate`.
    """
    home, name = function.__module__.split("."), function.__qualname__.removesuffix(".__init__")
    if home[1:2] == ["analyse"]:  # not part of the name: `charts.save_figure`, `twingkit.sweep`
        home = ["twingkit", *home] if home[2] == "sweeps" else home[1:]
    has_prefix = len(home) > 2 and home[1] not in _SHARED_FOLDERS
    return f"{home[1]}.{name}" if has_prefix and "." not in name else name


def for_game(function: FunctionT, game: str, example: str, *, name: str = "", **facts: object) -> FunctionT:
    """Return a function with its argument `game` fixed, under its name or `name` in this game's package.

    `example` is a doctest, which ends the docstring; its gaps are filled with `game` and `facts`.

    >>> def play(games, *, game="", seed=0):
    ...     return f"{games} games of {game}"
    >>> play_coin = for_game(play, "coin", "")
    >>> inspect.signature(play_coin), play_coin(3)
    (<Signature (games, *, seed=0)>, '3 games of coin')
    """
    name = name or function.__name__
    shown = inspect.signature(function)
    kept = {key: value for key, value in shown.parameters.items() if key != "game"}

    @wraps(function)
    def of_game(*given: object, **named: object) -> object:
        if not named.keys() <= kept.keys():
            raise _unknown_argument(f"{game}.{name}", named, kept)
        return function(*given, game=game, **named)

    summary = (inspect.getdoc(function) or "").partition("\n\n")[0]
    same = f"The parameters, the result and the errors are those of `{function.__name__}`, without `game`."
    of_game.__doc__ = f"{summary}\n\n{same}\n\n{example.format(game=game, **facts).strip()}"
    of_game.__module__ = f"twingkit.{game}.played_games"
    of_game.__name__ = of_game.__qualname__ = name
    of_game.__signature__ = shown.replace(parameters=list(kept.values()))  # type: ignore[attr-defined] # inspect reads it
    return cast("FunctionT", of_game)
