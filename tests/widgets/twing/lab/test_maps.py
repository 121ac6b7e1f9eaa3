"""The maps of the battle lab: every cell is a battle with these points or cats, in the panel and in
Python."""

from __future__ import annotations

import pytest

from twingkit import sweep, twing
from twingkit_widgets.twing.lab.odds_maps import odds_map_cells, sweep_arguments_code

LINES = [
    "F: F5 F3 + F4 & cat trap vs W: W6 W4 + W2 & cat trap",
    "F: F5 vs W: shield W4M>W2 @ teddy & trap",
    "F: F2 F2 vs W: W6 & miromon",
]


@pytest.mark.parametrize("line", LINES)
def test_every_cell_of_cats_is_the_battle_with_so_many(line: str) -> None:
    call = sweep_arguments_code(twing.Battle.parse(line), "cats")
    text, over = eval(call)
    frame = sweep(twing.odds, text, over, responses="best").set_index(["attack", "defence"])["win"]
    cells = odds_map_cells(line, "cats", 4, twing.BOX)
    assert len(cells) == len(frame) == 25
    for cell in cells:
        assert cell.odds.win == pytest.approx(frame[cell.x, cell.y], abs=1e-12)


@pytest.mark.parametrize("line", LINES)
def test_every_cell_of_points_is_a_battle_that_the_rules_allow(line: str) -> None:
    battle = twing.Battle.parse(line)
    cells = {(cell.x, cell.y): cell.odds for cell in odds_map_cells(line, "points", 4, twing.BOX)}
    own, enemy = (side.lay.power for side in battle.sides)
    assert cells[own, enemy].win == pytest.approx(twing.odds(battle, responses="best").win, abs=1e-12)
    stronger = twing.with_change(battle, "+2", side="attacker")
    assert cells[own + 2, enemy].win == pytest.approx(twing.odds(stronger, responses="best").win, abs=1e-12)
    weaker = twing.with_change(battle, "-1", side="defender")
    assert cells[own, enemy - 1].win == pytest.approx(twing.odds(weaker, responses="best").win, abs=1e-12)


def test_points_that_one_card_cannot_lose_are_lost_by_the_next() -> None:
    cells = odds_map_cells("F: F2 F2 vs W: W6", "points", 4, twing.BOX)
    assert sorted({cell.x for cell in cells}) == [2, 3, 4, 5, 6, 7, 8], "two spells have at least 2 points"
    found = next(cell.odds for cell in cells if (cell.x, cell.y) == (2, 6))
    assert found.win == pytest.approx(twing.odds("F: F1 F1 vs W: W6", responses="best").win, abs=1e-12)
