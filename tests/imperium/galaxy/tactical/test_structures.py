"""The number of structures on a planet is defined once, and everything else follows it (IM-PROD-6)."""

from __future__ import annotations

import pytest

from twingkit.imperium.galaxy.phases.set_up import set_up_faction
from twingkit.imperium.galaxy.starts import SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.game_table import MAX_STRUCTURES_ON_PLANET, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.laws import enact_law, remove_law
from twingkit.imperium.galaxy.table.position_checks import position_refusal
from twingkit.imperium.galaxy.table.reinforcements import possible_structure_planets


def crowded(pds: int) -> GameTable:
    """Return the short game's table, with this many PDS on Jord."""
    table = GameStart(SHORT_FACTIONS, True).table()
    for seat in range(len(table.players)):
        set_up_faction(table, seat)
    table.remove_units(0, "jord", "pds", table.units_on_planet(0, "jord")["pds"])
    table.put_units(0, "jord", "pds", pds)
    return table


@pytest.mark.parametrize("most", [1, 2, 3])
def test_IM_PROD_6_the_limit_of_a_planet_holds_wherever_structures_are_counted(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setitem(MAX_STRUCTURES_ON_PLANET, "pds", most)
    full, beyond = crowded(most), crowded(most + 1)
    assert "jord" not in possible_structure_planets(full, 0, "pds")
    assert "jord" in possible_structure_planets(crowded(most - 1), 0, "pds")
    allowed, refused = position_refusal(full), position_refusal(beyond)
    assert allowed is None or allowed.rule != "IM-PROD-6"
    assert refused is not None
    assert refused.rule == "IM-PROD-6"


def test_IM_AGENDA_defense_act_any_number_of_pds_stands_until_the_law_ends() -> None:
    table = crowded(4)
    enact_law(table, Law("defense_act", ""))
    assert table.max_structures_on_planet("pds") > 100
    assert "jord" in possible_structure_planets(table, 0, "pds")
    allowed = position_refusal(table)
    assert allowed is None or allowed.rule != "IM-PROD-6"
    remove_law(table, "defense_act")
    assert table.units_on_planet(0, "jord")["pds"] == MAX_STRUCTURES_ON_PLANET["pds"]
