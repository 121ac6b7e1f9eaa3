"""The fleet lab under a variant: every answer uses the chosen switches; no change of the battle drops
them."""

from __future__ import annotations

import pytest
from widgets.imperium.lab.fleets import FleetLab

from twingkit import imperium
from twingkit.core.games import game_by_id
from twingkit.core.links import to_link_value
from twingkit_widgets.imperium.lab.tabs.invasion import suggested_invasion
from twingkit_widgets.imperium.pages import fleet_lab_page
from twingkit_widgets.panel.address.query import Query

LINE = "space: 1 destroyer @ letnev,munitions vs 2 fighter"
RULES = "box munitions_barrage=yes"


def win(line: str, rules: str = RULES) -> float:
    """Return the attacker's chance under these rules."""
    return imperium.odds(line, variant=rules).win


def test_IM_VAR_3_the_odds_of_the_lab_are_those_of_the_rules_chosen():
    lab = FleetLab(LINE, variant=RULES)
    assert lab.odds.win == win(LINE) != win(LINE, "box")
    assert RULES in lab.html
    assert lab.address()["variant"] == RULES


CHANGES = [
    ("more", "0:cruiser"),
    ("fewer", "1:fighter"),
    ("upgrade", "0:cruiser"),
    ("drag", "new:fighter>1"),
    ("faction", {"1": "sol"}),
    ("order", {"0": "carriers-first"}),
    ("sustain", {"0": "last"}),
    ("effect", "1:amd"),
    ("nebula", None),
    ("swap", None),
    ("clear", "1"),
    ("empty", None),
    ("kind", "invasion"),
    ("line", {"line": "space: 3 cruiser vs 1 warsun"}),
]


@pytest.mark.parametrize(("act", "value"), CHANGES)
def test_no_change_of_the_battle_drops_the_rules(act, value):
    lab = FleetLab(LINE, variant=RULES)
    lab.do(act, value)
    assert lab.error is None
    assert str(lab.battle.variant) == RULES


def test_a_landing_keeps_the_rules():
    battle = imperium.Battle.parse("space: 1 carrier vs 1 cruiser", RULES)
    assert suggested_invasion(battle).variant == battle.variant


def test_steps_and_the_link_to_them_hold_the_rules():
    lab = FleetLab(LINE, view="steps", variant=RULES)
    lab.do("steps_next")
    assert str(lab.open_tab.steps.match.game.table.fight.variant) == RULES
    address = lab.address()
    again = FleetLab(LINE, view="steps", variant=address["variant"], game=address["game"])
    assert again.open_tab.saved_state() == lab.open_tab.saved_state() != ""
    kept = FleetLab()
    kept.restore(lab.state)
    assert kept.open_tab.saved_state() == lab.open_tab.saved_state()


def test_a_record_of_other_rules_brings_them_along():
    lab = FleetLab(LINE, view="steps", variant=RULES)
    lab.do("steps_next")
    other = FleetLab(LINE, view="steps")
    other.do("steps_load", {"text": lab.open_tab.saved_state()})
    assert str(other.battle.variant) == RULES


def test_an_address_names_the_rules():
    opened = fleet_lab_page(
        Query(f"battle={to_link_value(LINE)}&variant=munitions_barrage%3Dyes"), game_by_id("imperium")
    )
    assert str(opened.panel.draft.variant) == RULES
