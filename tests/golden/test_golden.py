"""Snapshot scenes: readable pieces of games with their rulings; any change of a rule or a sentence shows
here.

`python tests/golden/scenes.py` writes them anew; look at the difference before you keep it.
"""

from __future__ import annotations

import re

import pytest
from golden.scenes import GAMES, annotated_record, scenes_of, written_of

from twingkit import Game, imperium

SCENES = [(game, name) for game in GAMES for name in sorted(written_of(game))]


@pytest.mark.parametrize(("game", "name"), SCENES)
def test_a_scene_is_ruled_as_it_was(game, name):
    text = written_of(game)[name]
    assert annotated_record(text, scenes_of(game)) == text


@pytest.mark.parametrize("game", GAMES)
def test_the_scenes_are_those_that_are_wanted(game):
    assert set(written_of(game)) == scenes_of(game).scene_names()


@pytest.mark.parametrize(("game", "name"), SCENES)
def test_a_scene_holds_what_its_name_says(game, name):
    assert scenes_of(game).contains_scene(name, Game.replay(written_of(game)[name]))


def rules(pattern):
    """Return the rules of the second game that its battle scenes cite and that match a pattern."""
    battles = [text for name, text in written_of("imperium").items() if not name.startswith("game-")]
    all_battles = "".join(battles)
    return set(re.findall(rf"\[({pattern})\]", all_battles))


def test_the_scenes_of_battles_cite_every_step_and_every_flagship():
    book = imperium.rulebook()
    steps = {rule.id for rule in book if rule.chapter in ("space", "invasion")}
    steps -= {"IM-SPACE-3"}  # there the effects are named instead
    assert rules("IM-(?:SPACE|INV)-[0-9]+") & steps == steps
    flagships = {f"IM-UNIT-{name}" for name in imperium.effects_by_id() if name.endswith("_flagship")}
    assert rules("IM-UNIT-[a-z0-9]+_flagship") == flagships
