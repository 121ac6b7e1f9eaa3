"""A lab that is used from Python: what does not work raises one clear error."""

from __future__ import annotations

import pytest

from twingkit.core.games import games
from twingkit.core.messages import Fault
from twingkit.core.notation import NotationError
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.lab.labs_of_game import labs_of
from twingkit_widgets.lab.tab import LabFault

DESIGNS = [(game.id, number) for game in games() for number in range(len(labs_of(game.id)))]


def made(game: str, number: int) -> LabPanel:
    return LabPanel(labs_of(game)[number])


@pytest.mark.parametrize(("game", "number"), DESIGNS)
def test_setting_the_line_raises_and_changes_nothing(game: str, number: int) -> None:
    lab = made(game, number)
    with pytest.raises(LabFault, match=r'cannot set the line .*lab\.do\("line"'):
        lab.line = lab.design.example_line
    assert lab.line == lab.draft.line()


@pytest.mark.parametrize(("game", "number"), DESIGNS)
@pytest.mark.parametrize("value", ["no battle", 5, None])
def test_what_is_no_battle_cannot_be_taken(game: str, number: int, value: object) -> None:
    lab = made(game, number)
    before = lab.draft
    with pytest.raises(LabFault, match="not a battle of this lab"):
        lab.set_battle(value)
    assert lab.draft == before


@pytest.mark.parametrize(("game", "number"), DESIGNS)
def test_a_line_that_cannot_be_read_raises_what_the_panel_shows(game: str, number: int) -> None:
    lab = made(game, number)
    before = lab.draft
    with pytest.raises((NotationError, Fault)) as raised:
        lab.do("line", "no such line")
    assert raised.value is lab.fault
    assert lab.draft == before
    lab.do("line", lab.design.example_line)
    assert lab.fault is None
