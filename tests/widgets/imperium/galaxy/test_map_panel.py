"""The panel of the map: what it shows of a system, and its refusals."""

from __future__ import annotations

import pytest

from twingkit import Fault, Refusal
from twingkit.core.links import line_from_link_value
from twingkit.imperium.galaxy.map.boards import preset_board
from twingkit_widgets.imperium.galaxy.map_panel import MapFault, MapPanel


def test_a_press_on_a_system_says_what_is_there_and_marks_what_a_ship_reaches() -> None:
    panel = MapPanel()
    mecatol = panel.galaxy.system("mr").index
    panel.do("system", str(mecatol))
    assert "Mecatol Rex: resources 1, influence 6; no trait" in panel.html.replace("</strong>", "").replace(
        "<strong>", ""
    )
    assert panel.html.count("tk-hex-reached") == 13
    panel.do("move", "1")
    assert panel.html.count("tk-hex-reached") == 4  # two of the six neighbours are asteroid fields
    panel.do("asteroids")
    assert panel.html.count("tk-hex-reached") == 6


def test_every_system_is_in_the_list_for_who_does_not_see_the_drawing() -> None:
    panel = MapPanel(lang="de")
    assert panel.html.count('data-key="list:') == len(preset_board(6).galaxy.systems)
    assert 'aria-hidden="true"' in panel.html


def test_IM_SET_6_a_map_that_cannot_be_played_on_is_shown_with_its_faults() -> None:
    panel = MapPanel()
    panel.do("map", {"map": "19 19 0 0 0"})
    assert "Tile 19 lies on the map more than once." in panel.html
    assert panel.status == "Tile 19 lies on the map more than once."


def test_IM_MAP_1_an_invalid_map_is_refused_and_the_old_map_stays() -> None:
    panel = MapPanel()
    before = panel.galaxy
    for text in ("19 60", "x", "{", "1 " * 99, "<b>"):
        panel.do("map", {"map": text})
        assert isinstance(panel.error, (Fault, Refusal))
        assert panel.galaxy is before
    assert "<b>" not in panel.html


@pytest.mark.parametrize(
    ("act", "value"),
    [("system", "999"), ("system", "-1"), ("system", None), ("board", "7"), ("move", "0"), ("move", "²")],
)
def test_what_no_browser_sends_is_refused(act: str, value: object) -> None:
    panel = MapPanel(system="22")
    chosen, move = panel.chosen, panel.move
    panel.do(act, value)
    assert isinstance(panel.error, MapFault)
    assert (panel.chosen, panel.move) == (chosen, move)


def test_the_address_of_the_panel_opens_it_again() -> None:
    panel = MapPanel("22 44 19 0 0 0", system="19", move=3)
    address = panel.address()
    assert address == {"map": "22_44_19_0_0_0", "system": "19", "move": "3"}
    assert line_from_link_value(address["map"]) == str(panel.galaxy)
    assert MapPanel().address() == {}
