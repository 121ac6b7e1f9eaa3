"""Results and errors survive another process and a deep copy unchanged."""

from __future__ import annotations

import builtins
import copy
import doctest
import multiprocessing
import pickle
import subprocess
import sys
from contextlib import AbstractContextManager, redirect_stdout
from functools import cache, wraps
from importlib import import_module
from inspect import unwrap
from io import BytesIO, StringIO
from pkgutil import walk_packages
from types import FunctionType, GeneratorType, ModuleType
from typing import Any

import pytest
from crossing import assert_crosses, same
from long_runs import runs

import twingkit
from twingkit import ember, imajica, imperium, twing
from twingkit.core.arguments import ArgumentKind
from twingkit.core.errors import KitError
from twingkit.core.language import in_language
from twingkit.core.questions import RefusalWithRuleId
from twingkit.core.slices import SlowError
from twingkit.imperium.battle.exact_odds.optimum import OptimumBudgetError
from twingkit.learn.first_game.first_game import FirstGameSettings
from twingkit.referee.referee_rules import RefereeRules
from twingkit.twing.notation.duel_line import IllegalDuelError

NO_VALUES = (
    *(GeneratorType, FunctionType, ModuleType, AbstractContextManager, ArgumentKind),
    *(FirstGameSettings, RefereeRules),
)
"""What cannot be sent to another process: work in progress, decorators, and settings made of functions."""


@cache
def modules() -> tuple[ModuleType, ...]:
    """Return the modules of the core, without those that need further packages."""
    names = [module.name for module in walk_packages(twingkit.__path__, "twingkit.")]
    return (twingkit, *(import_module(name) for name in sorted(names) if ".rl" not in name))


def public_functions() -> dict[str, tuple[str, str]]:
    """Return the public functions of the core whose docstrings have examples, each where it is first
    found."""
    found: dict[int, tuple[str, str]] = {}
    for module in modules():
        for name in getattr(module, "__all__", ()):
            function = getattr(module, name)
            if isinstance(function, ModuleType):
                function = getattr(function, name, None)
            if isinstance(unwrap(function), FunctionType) and ">>>" in (function.__doc__ or ""):
                found.setdefault(id(unwrap(function)), (module.__name__, name))
    return {f"{module}.{name}": (module, name) for module, name in found.values()}


FUNCTIONS = public_functions()


def example_results(module: str, name: str, patch: pytest.MonkeyPatch) -> list[object]:
    """Return what a function returns in its docstring's example."""
    home = import_module(module)
    function: Any = getattr(home, name)
    if isinstance(function, ModuleType):
        home, function = function, getattr(function, name)
    results = []

    @wraps(function)
    def noted(*given: object, **named: object) -> object:
        results.append(function(*given, **named))
        return results[-1]

    patch.setattr(home, name, noted)
    known = vars(import_module(unwrap(function).__module__))
    names = {**known, **({name: noted} if name in known else {})}
    for example in doctest.DocTestParser().get_examples(function.__doc__ or ""):
        with redirect_stdout(StringIO()):
            try:
                exec(compile(example.source, name, "single"), names)
            except Exception:
                assert example.exc_msg, example.source
    return results


@pytest.fixture
def _no_last_value():
    """Hide what examples print from the other tests."""
    yield
    builtins.__dict__.pop("_", None)


@pytest.mark.usefixtures("_no_last_value")
@pytest.mark.parametrize("function", runs(list(FUNCTIONS)[::3], list(FUNCTIONS)))
def test_the_result_of_every_example_comes_back_as_it_was(function: str, monkeypatch) -> None:
    for result in example_results(*FUNCTIONS[function], monkeypatch):
        if not isinstance(result, NO_VALUES):
            assert_crosses(result)


def test_there_are_examples_of_most_functions() -> None:
    assert len(FUNCTIONS) > 200
    for game in ("twing", "imperium", "ember", "imajica"):
        assert sum(name.startswith(f"twingkit.{game}.") for name in FUNCTIONS) > 10, game


@cache
def error_classes() -> list[type[Exception]]:
    """Return every class of errors of the core."""
    modules()
    found, waiting = [], [Exception]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith("twingkit."):
                found.append(kind)
    return found


def test_every_error_made_of_something_else_than_its_arguments_is_a_kit_error() -> None:
    assert len(error_classes()) > 30
    for kind in error_classes():
        if issubclass(kind, Warning):
            continue
        own = [base for base in kind.__mro__ if base.__module__.startswith("twingkit.")]
        if any("__init__" in vars(base) for base in own):
            assert issubclass(kind, KitError), kind


def errors() -> list[Exception]:
    """Return errors of the classes that need the most arguments."""
    game = twing.battle_game("F: F5 vs W: W6")
    refusal = game.refusal("lay F6")
    assert refusal is not None
    book = imperium.rulebook()
    made: list[Exception] = [
        refusal,
        RefusalWithRuleId(refusal.rule, refusal.case, refusal.ruling.facts, refusal.ruling.book),
        refusal.for_reader({"attacker": "you"}),
        twingkit.IllegalBattleError([refusal]),
        IllegalDuelError([refusal], [1]),
        SlowError(90.0, 60.0),
        OptimumBudgetError((3, 4), 12, 10),
    ]
    for call in (
        lambda: twing.odds("F: F5 F3 W1 vs W: W6"),
        lambda: twing.odds("F: F5 vs W: W0"),
        lambda: twing.odds("space: 3 cruiser vs 2 dreadnought"),
        lambda: twing.odds("F: F5 vs W: W6", variant="prise=3"),
        lambda: twing.odds(7),
        lambda: twing.odds("F: F5 & cat*99 vs W: W6 & cat*99", responses="best"),
        lambda: imperium.odds("space: 3 cruiser vs 2 dreadnoughts"),
        lambda: imperium.odds("space: 3 dreadnought @ da vs 3 dreadnought @ da,dh", max_walks=20),
        lambda: book["IM-1"],
        lambda: ember.new_game(2, pool="nobody"),
        lambda: ember.conjurable_creatures("A6 E66"),
        lambda: ember.odds("A6 E6"),
        lambda: imajica.odds("imajica: p1; p2"),
        lambda: imajica.can_they_stop("imajica: p1; p2", "seize slew"),
        lambda: game.give_answers("lay F5", "lay W6", "roll 9"),
        lambda: twingkit.Game.replay(f"{game.record}attacker: lay F6"),
    ):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - which errors, is looked at below
            call()
        assert type(caught.value).__module__.startswith("twingkit."), repr(caught.value)
        made.append(caught.value)
    return made


def test_every_error_comes_back_as_it_was() -> None:
    for error in errors():
        assert_crosses(error)
        back = pickle.loads(pickle.dumps(error))
        if hasattr(error, "text"):
            assert back.text("de") == error.text("de")
        assert set(vars(back)) == set(vars(error))


def test_an_error_has_its_text_where_its_game_was_never_imported() -> None:
    """Each error is opened in a process of its own, a fork of one that has imported nothing."""
    made = errors()
    code = """
import os, pickle, sys
for sent in pickle.load(sys.stdin.buffer):
    if os.fork() == 0:
        error = pickle.loads(sent)
        texts = [str(error), *(error.text(lang) for lang in ("en", "de") if hasattr(error, "text"))]
        sys.stdout.buffer.write(pickle.dumps(texts))
        sys.stdout.flush()
        os._exit(0)
    assert os.wait()[1] == 0
"""
    sent = pickle.dumps([pickle.dumps(error) for error in made])
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    opened = BytesIO(done.stdout)
    for error in made:
        texts = [error.text(lang) for lang in ("en", "de")] if hasattr(error, "text") else []
        assert pickle.load(opened) == [str(error), *texts]


def test_a_refused_line_in_a_pool_of_processes_raises_its_error() -> None:
    with multiprocessing.Pool(1) as pool:
        work = pool.map_async(twing.odds, ["F: F5 vs W: W6", "F: F5 W3 vs W: W6"])
        with pytest.raises(twingkit.IllegalBattleError, match="same element"):
            work.get(timeout=60)
        fought = pool.map_async(imperium.odds, ["space: 3 cruiser vs 2 dreadnought"]).get(timeout=60)
    assert same(fought, [imperium.odds("space: 3 cruiser vs 2 dreadnought")])


def test_the_rest_of_what_odds_say_crosses_with_them() -> None:
    odds = imperium.odds("space: 2 cruiser vs 1 dreadnought")
    back = pickle.loads(pickle.dumps(odds))
    assert back.forces_left("attacker") == odds.forces_left("attacker")
    assert (back.mean_rounds, back.mean_resource_losses, back.standoff_chance) == (
        odds.mean_rounds,
        odds.mean_resource_losses,
        odds.standoff_chance,
    )
    dice = twing.odds("F: F5 vs W: W6").for_defender()
    assert pickle.loads(pickle.dumps(dice)).margin == dice.margin
    ways = imperium.ways_to_pay({"jord": 4, "vefutii": 2}, goods=2, cost=5)
    with in_language("de"):
        assert same(pickle.loads(pickle.dumps(ways)), ways)


def test_a_rulebook_is_pickled_by_its_name() -> None:
    for game in (twing, imperium, ember, imajica):
        book = game.rulebook()
        assert pickle.loads(pickle.dumps(book)) is book
        assert copy.deepcopy(book.for_reader({"p1": "you"})) is book.for_reader({"p1": "you"})
        assert len(pickle.dumps(book)) < 200
