"""Custom units in the fleet lab: loaded, stored, linked, removed; invalid ones change nothing."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from widgets.imperium.lab.fleets import FleetLab

from twingkit import imperium
from twingkit_widgets.imperium.lab.draft import EXAMPLE
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.site.page import page

FILE = """
format = "imperium units 1"
title = {en = "Mine", de = "Meine"}

[[unit]]
id = "corvette"
unit_class = "destroyer"
cost = 1
combat = 8
barrage = "9 (x2)"

[[unit]]
id = "cruiser"
cost = 2
combat = 6
sustain = true
"""
LINE = "space: 2 corvette 1 cruiser! vs 1 dreadnought"


def taken() -> FleetLab:
    lab = FleetLab()
    lab.do("units", {"text": FILE})
    lab.do("read", {"line": LINE})
    return lab


def test_IM_NOTE_1_a_file_of_units_gives_the_odds_that_python_gives() -> None:
    lab = taken()
    own = imperium.parse_units(FILE)
    assert str(lab.battle) == str(imperium.Battle.parse(LINE, custom_units=own))
    assert lab.odds.win == imperium.odds(imperium.Battle.parse(LINE, custom_units=own)).win
    assert 'data-value="0:corvette"' in lab.html


def test_a_button_adds_one_of_them_and_no_unit_that_no_file_has() -> None:
    lab = taken()
    lab.do("more", "1:corvette")
    assert lab.battle.defender.count("corvette") == 1
    before = str(lab.battle)
    lab.do("more", "1:frigate")
    assert str(lab.battle) == before


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_bad_file_says_every_fault_and_loses_nothing(lang: str) -> None:
    lab = taken()
    lab.lang = lang
    bad = FILE.replace("combat = 8", "combat = 18").replace("cost = 2", "cost = -2")
    with pytest.raises(imperium.BoxError) as caught:
        imperium.parse_units(bad)
    assert len(caught.value.faults) == 2
    before = lab.battle
    lab.do("units", {"text": bad})
    assert lab.battle == before
    assert lab.html.count("-2") >= 1
    assert all(fault.text().split(":")[0] in lab.html for fault in caught.value.faults)
    assert "combat = 18" in lab.html  # the text stays in the field
    lab.do("units", {"text": FILE})
    assert "combat = 18" not in lab.html


def test_what_is_kept_and_what_is_linked_have_the_units() -> None:
    lab = taken()
    again = FleetLab()
    again.restore(lab.state)
    assert again.battle == lab.battle
    address = lab.address()
    query = "&".join(f"{name}={quote(value)}" for name, value in address.items())
    linked = page("imperium-battle", query)[0]
    assert linked.draft.subject() == lab.battle
    assert linked.fault is None


def test_without_the_units_what_they_were_is_taken_away_and_can_be_taken_back() -> None:
    lab = taken()
    before = lab.battle
    lab.do("units", "")
    assert str(lab.battle) == "space: 1 cruiser vs 1 dreadnought"
    assert [str(kind.name) for kind in lab.builder.removed_pieces] == ["corvette"]
    assert "units" not in lab.address()
    lab.do("undo")
    assert lab.battle == before


def test_a_link_with_bad_units_explains_itself() -> None:
    lab = page(
        "imperium-battle", f"battle={quote(LINE)}&units={quote('unit corvette unit_class=boat combat=8')}"
    )[0]
    assert lab.has_broken_link
    assert lab.draft.line() == EXAMPLE
    assert "boat" in lab.fault.text()
    assert "boat" in lab.html


@pytest.mark.parametrize("tab", FLEET_LAB.tab_paths)
def test_every_question_is_answered_with_custom_units(tab: str) -> None:
    lab = taken()
    lab.do("tab", tab)
    assert "corvette" in lab.html.casefold()
