"""Users of the kit get types and names: in the completion of editors, in help and docstrings.

What a type checker says of a user's scripts, and of the examples in the documents, is held where types are
checked: `tests/typed/check.py`.
"""

from __future__ import annotations

import builtins
import inspect
import pydoc
import re
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

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


def check_script() -> ModuleType:
    """Return the script that checks the types."""
    spec = spec_from_file_location("check_types", ROOT / "tests/typed/check.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_examples_of_a_document_are_checked_on_their_lines() -> None:
    check = check_script()
    source = check.module_of(ROOT / "docs/clusters.md").splitlines()
    document = (ROOT / "docs/clusters.md").read_text(encoding="utf-8").splitlines()
    at = document.index("from twingkit import arena")
    assert source[at] == document[at]
    (line,) = [line for line in source if "results.wins()" in line]
    assert line.startswith("def _on_line_")
    found = [text for _, text in check.expressions(ROOT / "docs/analysts.md")]
    assert 'imperium.odds(line).losses("attacker", winner="attacker")' in found
    assert "results.battles" in found
    assert len(found) > 70
    assert [text for _, text in check.expressions(ROOT / "docs/publishing.md")] == [
        "twingkit.core.links.to_link_value",
        "twingkit.core.links.pack_text",
    ]
