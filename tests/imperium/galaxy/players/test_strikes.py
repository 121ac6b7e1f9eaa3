"""The actions that the computer considers: also those of the one ship that uses Gravity Drive."""

from __future__ import annotations

import pytest

from twingkit import imperium
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption, tactical_options
from twingkit.imperium.galaxy.tactical.movement_plan import Move

LINE = "galaxy: short, action p1, p1 {}cards 1 5, p2 cards 2 6, p3 cards 3 7, {}"


def considered_strikes(
    tech: str, units: str, target: str, *, presence: bool = False
) -> dict[str, TacticalOption]:
    """Return the strikes of p1 at a system, by answer; check that the rules allow each."""
    table = imperium.position_game(LINE.format(tech, units)).table
    system = table.galaxy.system(target).index
    move = Move(table, 0, system)
    found = {
        move.format_plan(one.plan): one for one in tactical_options(table, 0, system, with_presence=presence)
    }
    assert [plan for plan in found if move.refusal(move.parse_answer(plan)) is not None] == []
    return found


def test_IM_TECH_gd_ships_that_come_only_with_the_drive_join_an_attack_one_at_a_time() -> None:
    units = "at 18 p1 2 carrier, at 42 p2 1 destroyer"
    slow, fast = considered_strikes("", units, "42"), considered_strikes("tech gd ", units, "42")
    assert set(slow) < set(fast)
    added = set(fast) - set(slow)
    assert all("18" in plan or "01" in plan for plan in added)
    assert max(one.win_probability for one in fast.values()) > max(
        one.win_probability for one in slow.values()
    )


def test_IM_TECH_gd_a_free_planet_is_taken_by_a_ship_that_has_the_drive() -> None:
    units = "at 47 p1 1 carrier 2 infantry"
    plan = "move 47 1 carrier, 2 infantry"
    assert plan not in considered_strikes("", units, "23")
    assert considered_strikes("tech gd ", units, "23")[plan].gained_planets == ("saudor",)


@pytest.mark.parametrize("tech", ["", "tech gd "])
def test_IM_TECH_gd_a_ship_that_has_the_drive_is_sent_alone(tech: str) -> None:
    found = considered_strikes(tech, "at 47 p1 1 carrier", "42", presence=True)
    assert ("move 47 1 carrier" in found) == bool(tech)
