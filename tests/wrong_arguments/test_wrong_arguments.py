"""Wrong calls of the public functions: each is refused with one error of the kit that names the mistake.

The calls of each game are in the text files beside this one, a line each: the call as somebody types it,
` | `, and a word that the error has to say. What the calls speak of (`TWING`, `RESULTS` …) is made here.
"""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache
from math import inf, nan
from pathlib import Path

import pandas as pd
import pytest

import twingkit
from twingkit import arena, charts, ember, imajica, imperium, policies, quiz, twing
from twingkit.core.arguments import UnknownArgument
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.ember import charts as ember_charts
from twingkit.imajica import charts as imajica_charts
from twingkit.imperium.battle import charts as imperium_charts
from twingkit.twing import charts as twing_charts

UNITS = """
format = "imperium units 1"
title = {en = "Corvettes", de = "Korvetten"}
[[unit]]
id = "corvette"
unit_class = "destroyer"
combat = 8
"""

HERE = Path(__file__).parent


def calls() -> Iterator[tuple[str, str]]:
    """Return every wrong call, and the word that its error must contain."""
    for file in sorted(HERE.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            call, _, word = line.rpartition(" | ") if " | " in line else (line.rstrip("| "), "", "")
            yield call, word


CALLS = list(calls())


@cache
def spoken_of() -> dict[str, object]:
    """Return the objects that the calls name."""
    results = arena.simulate(6, ["steady", "random"], game="twing", processes=1)
    odds = twing.odds_many(["F: F5 vs W: W6", "F: F4 vs W: W6"])
    begun = twing.battle_game("F: F5 vs W: W6", seed=1).give_answers("lay F5", "lay W6")

    return {
        "twingkit": twingkit,
        "twing": twing,
        "imperium": imperium,
        "ember": ember,
        "imajica": imajica,
        "arena": arena,
        "charts": charts,
        "policies": policies,
        "quiz": quiz,
        "twing_charts": twing_charts,
        "imperium_charts": imperium_charts,
        "ember_charts": ember_charts,
        "imajica_charts": imajica_charts,
        "nan": nan,
        "inf": inf,
        "RESULTS": results,
        "TWING": twing.battle_game("F: F5 vs W: W6"),
        "BATTLE": imperium.battle_game("space: 3 cruiser vs 2 dreadnought"),
        "GALAXY": imperium.new_game(3, seed=1),
        "SYSTEM": "18",
        "EMBER": ember.new_game(2, seed=1),
        "IMAJICA": imajica.new_game(2, seed=1),
        "SLEW": "imajica: p1 active sartori; p2 active dowd; circle slew",
        "FIGHT": "imajica: p1 active sartori; p2 active dowd; circle slew",
        "HANDS": twing.Situation.parse("F: hand F5 vs W: hand W2 + W4 W3"),
        "ODDS": odds,
        "MEANS": twing.mean_by_run({"a": results}),
        "WORTH": twing.worth("F: F5 vs W: W6 & cat"),
        "ADVICE": twing.advise("F: F5 F3 vs W: W6"),
        "TREE": twing.response_tree("F: F5 vs W: W6 & cat"),
        "EMPTY": pd.DataFrame(),
        "FIGURE": charts.odds(odds),
        "RECORD": begun.record,
        "UNITS": imperium.parse_units(UNITS),
    }


def test_there_are_wrong_calls_of_every_game() -> None:
    assert len(CALLS) >= 900
    assert len(CALLS) == len({call for call, _ in CALLS})
    for game in ("twing.", "imperium.", "ember.", "imajica.", "arena.", "charts."):
        assert sum(call.startswith(game) for call, _ in CALLS) >= 25, game


@pytest.mark.parametrize(("call", "word"), CALLS, ids=[call for call, _ in CALLS])
def test_a_wrong_call_is_refused_by_an_error_that_names_it(call: str, word: str, tmp_path: Path) -> None:
    names = {**spoken_of(), "FOLDER": tmp_path}
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which errors may be, is looked at below
        done(eval(call, names))
    error = caught.value
    kits = type(error).__module__.startswith("twingkit.")
    assert kits or isinstance(error, OSError), f"{call}: {error!r}"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    said = normalized(str(error))
    assert word.casefold() in said, said
    if not isinstance(error, OSError | UnknownRule):
        german = normalized(error.text("de"))
        assert german
        assert not re.search(r"\{[a-z_]+\}", german)
        assert isinstance(error, twingkit.Refusal) or word.casefold() in german or word.isalpha(), german


@pytest.mark.parametrize(
    ("call", "begins"),
    [
        (
            'imperium.odds_with_retreat("space: 1 cruiser vs 1 cruiser", "attacker", below="x")',
            "'x' is not a probability",
        ),
        (
            'imperium.odds_with_retreat("space: 1 cruiser vs 1 cruiser", "attacker", below=nan)',
            "nan is not a probability",
        ),
        ('ember.new_game("x")', "'x' players cannot play"),
        ('imajica.new_game("x")', "'x' players are not possible"),
        ("twing.new_game(None)", "None names no players"),
    ],
)
def test_a_wrong_argument_stays_as_it_is_at_the_beginning_of_a_sentence(call: str, begins: str) -> None:
    with pytest.raises(twingkit.Fault) as caught:
        eval(call, spoken_of())
    assert str(caught.value).startswith(begins)


@pytest.mark.parametrize(
    ("call", "near"),
    [
        ('RESULTS.wins(by=["faction"])', "character"),
        ('RESULTS.wins(by="polcy")', "policy"),
        ('RESULTS.column_meanings(table="seat")', "seats"),
        ('arena.adjusted_effects(RESULTS, ["charcter"])', "character"),
        ('twing.simulate(2, ["gredy", "random"])', "greedy"),
        ('twingkit.simulate(2, ["greedy", "random"], game="twng")', "twing"),
        ('twingkit.sweep(twing.odds, "F: F5 vs W: W6", {"respnses": ["best"]})', "responses"),
        ('twing.quiz.deal("sheild", seed=1)', "shield"),
        ('charts.odds(ODDS, theme="drak")', "dark"),
    ],
)
def test_an_unknown_name_is_named_with_the_nearest_one(call: str, near: str) -> None:
    with pytest.raises(twingkit.Fault) as caught:
        eval(call, spoken_of())
    assert str(caught.value).endswith(f"; did you mean '{near}'?")
    assert caught.value.text("de").endswith(f"; meintest du „{near}“?")


def done(value: object) -> None:
    """Read everything that is made, one item after the other."""
    if isinstance(value, Iterator):
        list(value)


def normalized(text: str) -> str:
    """Return an error's text on one line, in lower case, with the minus that is typed."""
    return " ".join(text.replace("\N{MINUS SIGN}", "-").casefold().split())


def kinds_of_parameters(value: object) -> set[object]:
    """Return the kinds of the parameters of a function; none of another object."""
    shown = inspect.signature(value).parameters.values() if inspect.isfunction(value) else ()
    return {parameter.kind for parameter in shown}


FUNCTIONS = [
    (f"{module.__name__}.{name}", getattr(module, name))
    for module in (twingkit, twing, imperium, ember, imajica, arena, charts)
    for name in module.__all__
    if inspect.Parameter.KEYWORD_ONLY in (kinds := kinds_of_parameters(getattr(module, name)))
    and inspect.Parameter.VAR_KEYWORD not in kinds
]


@pytest.mark.parametrize(("name", "function"), FUNCTIONS, ids=[name for name, _ in FUNCTIONS])
def test_a_name_that_a_function_does_not_take_is_refused_with_those_that_it_takes(
    name: str, function: Callable[..., object]
) -> None:
    named = [
        parameter.name
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    with pytest.raises(UnknownArgument) as caught:
        function(**{named[-1] + "_": 1})
    assert isinstance(caught.value, TypeError)
    assert f"did you mean '{named[-1]}'? It takes {', '.join(named)}" in str(caught.value)
    assert f"ist „{named[-1]}“ gemeint?" in caught.value.text("de")
