"""The benchmarks: each can be started, those of `make bench` are short, and the output of two versions can be
compared."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType

import pytest

SHARED = ("failing_connection", "learner", "site_server", "timing")
"""Modules that several benchmarks import."""

LONG = {
    "class_day": "an hour, in real browsers",
    "compare": "two versions, one of which has to be named",
    "many_games": "a million games",
}
"""The benchmarks that `make bench` leaves out, with the reason."""

ROOT = Path(__file__).parents[2]
FILES = [path for path in sorted((ROOT / "benchmarks").glob("*.py")) if path.stem not in SHARED]
FITS = [path for path in sorted((ROOT / "benchmarks/fits").glob("*.py")) if path.stem != "maximum_likelihood"]
"""Programs that fit the parameters of computer players to many games."""


def loaded(path: Path) -> ModuleType:
    """Return the module of a benchmark."""
    spec = importlib.util.spec_from_file_location(f"benchmark_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its data classes look up names
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", [*FILES, *FITS], ids=lambda path: path.stem)
def test_a_benchmark_can_be_started_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(path.parent)  # like Python does with a script
    module = loaded(path)
    inspect.signature(module.main).bind()
    assert module.__doc__
    assert f"python {path.relative_to(ROOT).as_posix()}" in module.__doc__, "it says how it is run"


def test_make_bench_starts_every_short_benchmark_with_words_that_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    short = loaded(ROOT / ".ci" / "check.py").SHORT_BENCHMARKS
    names = [name for name, *_ in short]
    assert sorted([*names, *LONG]) == [path.stem for path in FILES]
    for name, *words in short:
        main = inspect.signature(loaded(ROOT / "benchmarks" / f"{name}.py").main)
        if main.parameters:
            main.bind(*words)
        else:
            assert len(words) == 0, name


def test_what_benchmarks_print_is_read_as_figures() -> None:
    compare = loaded(next(path for path in FILES if path.stem == "compare"))
    printed = "\n".join(
        (
            "random play, per second          answers   of players   answers / Uno",
            "Twing, 2 players      12,500 (11,000 to 13,000)   9,000",
            "",
            "odds none, from a battle                 12.5 µs        1,000 x faster than the walk",
            "lab: a card more, a card less      7.4 ms   slowest     11.0 ms",
        )
    )
    assert compare.figures(printed) == {
        "per second: Twing, 2 players": 12500.0,
        "odds none, from a battle": 12.5,
        "lab: a card more, a card less": 7.4,
    }
