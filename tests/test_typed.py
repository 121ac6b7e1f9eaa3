"""What a type checker says about the script of somebody who uses the kit (`mypy --strict`)."""

from __future__ import annotations

import builtins
import inspect
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

RIGHT = """
import pandas as pd
from twingkit import Fault, Game, Odds, arena, charts, imperium, twing

line = "F: F5 F3 + F4 vs W: W6 W4"
odds: Odds = twing.odds(line, responses="best", variant="german")
frame: pd.DataFrame = twing.odds_many([line])
charts.odds(frame, lang="de")
game: Game = twing.new_game(2, seed=1)
plan = imperium.retreat_odds("space: 3 cruiser vs 2 dreadnought", side="attacker", below=0.1)
saved: float = plan.saved
wins: pd.DataFrame = arena.play(10, ["random", "random"]).wins()
try:
    twing.what_if(line, responses="none")
except Fault as fault:
    print(fault.text("de"))
"""

WRONG = """
from twingkit import charts, imperium, nonsense, twing

twing.nonsense
twing.odds("F: F5 vs W: W6", responses="bset")
imperium.retreat_odds("space: 3 cruiser vs 2 dreadnought", side="attak", below=0.1)
imperium.odds("space: 3 cruiser vs 2 dreadnought").wins
charts.odd([])
twing.odds_many("F: F5 vs W: W6", response="best")
"""


def faults(place: Path, **scripts: str) -> list[tuple[str, int]]:
    """What mypy finds fault with: script and line."""
    for name, script in scripts.items():
        (place / f"{name}.py").write_text(script, encoding="utf-8")
    files = [str(place / f"{name}.py") for name in scripts]
    told = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            f"--cache-dir={place / 'cache'}",
            *files,
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": f"{ROOT}:{ROOT / 'widgets'}"},
    )
    assert told.returncode in (0, 1), told.stderr
    found = re.findall(r"(\w+)\.py:(\d+): error", told.stdout)
    return [(name, int(line)) for name, line in found if name in scripts]


@pytest.mark.slow
def test_types_say_what_is_wrong_in_a_users_script_and_nothing_of_one_that_is_right(tmp_path: Path) -> None:
    found = set(faults(tmp_path, right=RIGHT, wrong=WRONG))
    assert found == {("wrong", line) for line in (2, 4, 5, 6, 7, 8, 9)}


def test_both_packages_say_that_they_are_typed() -> None:
    assert (ROOT / "twingkit" / "py.typed").exists()
    assert (ROOT / "widgets" / "twingkit_widgets" / "py.typed").exists()


@pytest.mark.parametrize("module", ["twingkit", "twingkit.twing", "twingkit.imperium", "twingkit.charts"])
def test_what_is_completed_are_the_public_names_and_the_packages_beside_them(module: str) -> None:
    script = (
        f"import importlib, types; module = importlib.import_module({module!r});"
        "names = [getattr(module, name) for name in module.__all__];"  # everything is loaded now
        "print(sorted({*dir(module)} - {*module.__all__}), {*module.__all__} <= {*dir(module)})"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    packages = {
        "twingkit": "['arena', 'charts', 'imperium', 'policies', 'quiz', 'rl', 'twing'] True",
        "twingkit.twing": "['charts', 'examples', 'quiz'] True",
        "twingkit.imperium": "['charts', 'quiz'] True",
        "twingkit.charts": "[] True",
    }
    assert out.strip() == packages[module]


@pytest.mark.parametrize("name", ["twing.new_game", "twing.battle_game", "twing.odds", "imperium.odds"])
def test_help_of_a_function_fits_on_a_screen(name: str) -> None:
    script = (
        f"import pydoc; from twingkit import imperium, twing; print(pydoc.plain(pydoc.render_doc({name})))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    lines = out.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 240


@pytest.mark.parametrize("game", ["twingkit.twing", "twingkit.imperium", "twingkit.charts", "twingkit"])
def test_what_docstrings_say_is_raised_can_be_imported(game: str) -> None:
    module = import_module(game)
    homes = (module, import_module("twingkit"), builtins)
    for name in module.__all__:
        for sentence in re.findall(
            r"[Rr]aises (.*?)\.(?:\s|$)", inspect.getdoc(getattr(module, name)) or "", re.S
        ):
            for error in re.findall(r"`([A-Z]\w*[a-z]\w*)`", sentence):
                assert any(hasattr(home, error) for home in homes), f"{game}.{name}: {error}"
