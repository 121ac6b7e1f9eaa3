"""Wormholes of tiles, tokens and the Hil Colish: everything that needs a wormhole finds each of them
(IM-MAP-2)."""

import pytest
from imperium.galaxy.game.positions import cases, options, played

from twingkit.imperium.galaxy.tactical.moving_ships import ship_mobility

REST = "p2 cards 1 6, p3 cards 3 7"
GHOSTS = "p2 cards 1 6 notes none, p3 cards 3 7"
IFF = f"galaxy: sol ghost letnev, action p1, p1 cards 2 5 hand ghost_ship notes creuss_iff:p2, {GHOSTS}"
HIL_COLISH = "galaxy: ghost hacan letnev, agenda, speaker p2, custodians gone, at 51 none, at 17 none"


@pytest.mark.parametrize(("number", "hits"), [("26", True), ("38", False)])
def test_IM_TECH_ds_works_in_a_system_with_a_wormhole_only(number, hits):
    line = (
        f"galaxy: ghost sol letnev, action p1, p1 cards 2 5 tech gd ds, {REST}, "
        f"at {number} p2 3 destroyer, at 19 p1 2 cruiser"
    )
    game = played(line, f"activate {number}", "move 19 2 cruiser")
    assert (game.question.kind == "play") is hits
    if hits:
        game.answer("play")
    assert (("IM-TECH-ds", "hit") in cases(game)) is hits


def test_IM_ACT_ghost_ship_goes_to_a_wormhole_token():
    game = played(IFF, "play creuss_iff", "system 38", "wormhole alpha", "play ghost_ship")
    assert "system 38" in options(game)
    assert game.table.wormholes_in(game.table.galaxy.system("38").index) == {"alpha"}


@pytest.mark.parametrize(("start", "bonus"), [("38", 1), ("26", 1), ("27", 0)])
def test_IM_UNIT_slipstream_counts_wormhole_tokens(start, bonus):
    table = played(IFF, "play creuss_iff", "system 38", "wormhole alpha").table
    where = table.galaxy.system
    cruiser = table.players[1].unit_type_on_board("cruiser")
    assert ship_mobility(table, 1, cruiser, where(start).index, where("18").index).move_bonus == bonus


@pytest.mark.parametrize("place", ["25", "30"])
def test_IM_AGENDA_wormhole_research_counts_the_wormhole_of_the_hil_colish(place):
    game = played(f"{HIL_COLISH}, at {place} p1 1 flagship", "draw wormhole_research")
    game.give_answers("abstain", "abstain", "abstain", "decide for")
    assert game.question.player == 0
    assert options(game) == ["research_too yes", "research_too no"]
