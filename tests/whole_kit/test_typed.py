"""Users of the kit get types and names: in the completion of editors, in help and docstrings.

What a type checker says of a user's scripts is held where types are checked: `tests/typed/`.
"""

from __future__ import annotations

import builtins
import inspect
import pydoc
import re
from importlib import import_module
from pathlib import Path

import pytest
from fresh_python import printed_by

ROOT = Path(__file__).parents[2]


def test_both_packages_say_that_they_are_typed() -> None:
    assert (ROOT / "twingkit" / "py.typed").exists()
    assert (ROOT / "widgets" / "twingkit_widgets" / "py.typed").exists()


def test_what_is_completed_are_the_public_names_and_the_packages_beside_them() -> None:
    packages = {
        "twingkit": "['ember', 'imajica', 'imperium', 'twing'] True",
        "twingkit.twing": "['charts', 'examples', 'quiz'] True",
        "twingkit.imperium": "['quiz'] True",
        "twingkit.analyse.charts": "[] True",
    }
    script = (
        f"import importlib; modules = [importlib.import_module(name) for name in {list(packages)}];"
        "[getattr(module, name) for module in modules for name in module.__all__];"  # all is loaded now
        "[print(sorted({*dir(module)} - {*module.__all__}), {*module.__all__} <= {*dir(module)})"
        " for module in modules]"
    )
    out = printed_by(script)
    assert dict(zip(packages, out.splitlines(), strict=True)) == packages


@pytest.mark.parametrize("name", ["twing.new_game", "twing.battle_game", "twing.odds", "imperium.odds"])
def test_help_of_a_function_fits_on_a_screen(name: str) -> None:
    game, _, function = name.partition(".")
    out = pydoc.plain(pydoc.render_doc(getattr(import_module(f"twingkit.{game}"), function)))
    lines = out.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 250


@pytest.mark.parametrize(
    "game", ["twingkit.twing", "twingkit.imperium", "twingkit.analyse.charts", "twingkit"]
)
def test_what_docstrings_say_is_raised_can_be_imported(game: str) -> None:
    module = import_module(game)
    homes = (module, import_module("twingkit"), builtins)
    for name in module.__all__:
        for sentence in re.findall(
            r"[Rr]aises (.*?)\.(?:\s|$)", inspect.getdoc(getattr(module, name)) or "", re.S
        ):
            for error in re.findall(r"`([A-Z]\w*[a-z]\w*)`", sentence):
                assert any(hasattr(home, error) for home in homes), f"{game}.{name}: {error}"
