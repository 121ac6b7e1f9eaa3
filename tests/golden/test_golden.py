"""Golden scenes: readable turns with all their rulings; a change of a rule or a sentence shows here.

`python tests/golden/scenes.py` writes them anew; look at the difference before you keep it.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from twingkit import Game

FOLDER = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("golden_scenes", FOLDER / "scenes.py")
assert _spec is not None
assert _spec.loader is not None
scenes = importlib.util.module_from_spec(_spec)
sys.modules["golden_scenes"] = scenes
_spec.loader.exec_module(scenes)

FILES = sorted(FOLDER.glob("*.record"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_scene_is_ruled_as_it_was(path):
    text = path.read_text(encoding="utf-8")
    assert scenes.told(text) == text


def test_there_is_a_scene_for_every_action_object_event_and_end():
    assert {path.stem for path in FILES} == {*scenes.WANTED, *scenes.TYPED}


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.stem in scenes.WANTED], ids=lambda path: path.stem
)
def test_a_scene_holds_what_its_name_says(path):
    game = Game.replay(path.read_text(encoding="utf-8"))
    lines = game.record.splitlines()
    rulings = (*game.opening, *(ruling for entry in game.transcript for ruling in entry.rulings))
    turn = scenes.Turn(tuple(lines[len(lines) - len(game) :]), rulings, game.over)
    assert scenes.WANTED[path.stem](turn)
