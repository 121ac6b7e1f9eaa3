"""Heat maps: every cell has the odds of a battle with these cards."""

from __future__ import annotations

import pytest
from attrs import evolve
from battles import battles
from hypothesis import assume, given
from hypothesis import strategies as st

from twingkit import twing
from twingkit.messages import Fault
from twingkit.odds import Odds
from twingkit.twing.analysis.grids import AXES, cats_grid, grid, grid_rows, power_grid
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.lay import Lay

LINE = "F: F5 F3 + F4 @ hat & cat vs W: W6 W4 + W3 @ bra & cat"
TRAPS = "F: F5 + F4 & trap vs W: W6 W4 + W3 & trap"
both_modes = pytest.mark.parametrize("responses", ["none", "best"])


def triple(odds: Odds) -> tuple[float, float, float]:
    return odds.win, odds.tie, odds.loss


def repointed(battle: Battle, role: str, points: int) -> Battle:
    """A real battle in which the cards of a side have these points, its spells making up the rest."""
    own = getattr(battle, role)
    first, *others = own.lay.spells
    power = points - own.lay.power + first.power
    lay = Lay([Spell(first.element, power), *others], own.lay.units)
    return evolve(battle, **{role: evolve(own, lay=lay)}).check()


def changed(battle: Battle, axis: str, value: int) -> Battle:
    role, what = axis.split("_")
    if what == "points":
        return repointed(battle, role, value)
    held = getattr(battle, role).held.but(**{what.removesuffix("s"): value})
    return battle.with_side(role, held=held)


@both_modes
@given(battle=battles(most_held=1), axes=st.permutations(AXES), data=st.data())
def test_every_cell_is_the_battle_with_these_cards(responses, battle, axes, data):
    x, y = axes[:2]
    values = {}
    for axis in (x, y):
        role, what = axis.split("_")
        own = getattr(battle, role).lay
        assume(own.spells or what != "points")
        least = own.power - own.spells[0].power + 1 if what == "points" else 0
        values[axis] = data.draw(st.lists(st.integers(least, least + 2), min_size=1, max_size=2, unique=True))
    cells = grid_rows(battle, (x, values[x]), (y, values[y]), responses)
    assert [(cell.x, cell.y) for cell in cells] == [(one, two) for two in values[y] for one in values[x]]
    for cell in cells:
        real = changed(changed(battle, x, cell.x), y, cell.y)
        assert triple(cell.odds) == pytest.approx(triple(twing.odds(real, responses)), abs=1e-12)


@both_modes
def test_the_cell_of_the_battle_itself_has_its_odds(responses):
    battle = Battle.parse(LINE)
    frame = power_grid(LINE, responses=responses)
    own = frame[(frame.x == battle.attacker.lay.power) & (frame.y == battle.defender.lay.power)]
    assert own.win.item() == pytest.approx(twing.odds(LINE, responses).win, abs=1e-12)
    assert len(frame) == 13 * 13
    assert frame.x.min() == battle.attacker.lay.power - 6


def test_for_the_dice_alone_any_points_will_do():
    frame = power_grid(LINE, range(0, 31, 10), [0], "none")
    assert frame.x.tolist() == [0, 10, 20, 30]
    assert frame.win.is_monotonic_increasing
    assert frame.win.iloc[0] == pytest.approx(twing.odds("F: F5 @ hat vs W: W5 @ bra").win)


def test_few_points_start_at_nothing():
    assert power_grid("F: F1 vs W: W2").x.min() == 0


def test_TW_BAT_13_points_that_spells_cannot_make_beside_creatures_that_can_be_trapped_are_left_out():
    frame = power_grid(TRAPS, range(3, 8), range(3, 8), "best")
    assert sorted(set(frame.x)) == [5, 6, 7], "a creature of 4 and one spell: at least 5 points"
    assert sorted(set(frame.y)) == [5, 6, 7], "a creature of 3 and two spells: at least 5 points"
    assert len(power_grid(TRAPS, range(3, 8), range(3, 8), "none")) == 25
    assert len(power_grid(TRAPS.replace(" & trap", ""), range(3, 8), range(3, 8), "best")) == 25


def test_TW_BAT_13_the_points_of_a_shield_that_can_be_trapped_do_not_change_alone():
    line = "F: F5 & trap vs W: shield W4 W2"
    with pytest.raises(Fault, match="the defender shields") as bad:
        power_grid(line, responses="best")
    assert "Schild" in bad.value.text("de")
    assert len(grid(line, "attacker_points", "attacker_cats")) == 12 * 5
    assert len(power_grid(line, responses="none")) > 0
    assert len(power_grid(line.replace(" & trap", ""), responses="best")) > 0


def test_cats_are_counted_along_both_axes():
    frame = cats_grid(LINE)
    assert frame[["x", "y"]].to_numpy().tolist() == [[x, y] for y in range(5) for x in range(5)]
    table = frame.pivot(index="y", columns="x", values="edge")
    assert (table.diff(axis=1).iloc[:, 1:] >= -1e-12).all(axis=None), "a cat more never hurts"
    assert (table.diff(axis=0).iloc[1:] <= 1e-12).all(axis=None)


def test_TW_POW_socks_cats_that_may_not_be_played_change_nothing():
    frame = cats_grid("F: F5 vs W: W6 @ socks", range(3), [0])
    assert frame.win.nunique() == 1


def test_TW_BAT_13_traps_beyond_the_creatures_change_nothing():
    frame = grid("F: F5 vs W: W3 + W4", ("attacker_traps", range(4)), ("attacker_cats", [0]))
    assert frame.win.iloc[0] < frame.win.iloc[1] == frame.win.iloc[2] == frame.win.iloc[3]


def test_the_frame_says_what_its_axes_are():
    frame = grid(LINE, "defender_traps", ("attacker_points", [9, 10]), "best", "de")
    assert list(frame.columns) == ["x", "y", "win", "tie", "loss", "edge", "reason"]
    assert frame.attrs.pop("columns")
    assert frame.attrs == {
        "battle": LINE,
        "responses": "best",
        "x": "defender_traps",
        "y": "attacker_points",
        "x_label": "Fallen des Verteidigers",
        "y_label": "Punkte auf den Karten des Angreifers",
    }
    assert (frame.win - frame.loss).tolist() == pytest.approx(frame.edge.tolist())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_axis_has_a_label_of_its_own(lang):
    labels = {
        grid(LINE, axis, other, "none", lang).attrs["x_label"]
        for axis, other in zip(AXES, AXES[::-1], strict=True)
    }
    assert len(labels) == len(AXES)


@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        ("cats", "attacker_cats", "no axis 'cats'; expected one of attacker_points"),
        ("attacker_cats", ("attacker_cats", [1]), "both axes are attacker_cats"),
        (("attacker_cats", []), "defender_cats", "no values for attacker_cats"),
        (("attacker_cats", [1, -1]), "defender_cats", "-1 is no value for attacker_cats; .* 0 to 99"),
        (("attacker_cats", [100]), "defender_cats", "100 is no value"),
        (("attacker_points", [1000]), "defender_cats", "0 to 999"),
        (("attacker_points", [1.5]), "defender_cats", "1.5 is no value"),
        (("attacker_points", [True]), "defender_cats", "True is no value"),
    ],
)
def test_bad_axes_are_named(x, y, said):
    with pytest.raises(Fault, match=said) as bad:
        grid(LINE, x, y)
    assert bad.value.text("de") != bad.value.text("en")


def test_bad_battles_and_battles_beyond_the_budget_are_refused():
    with pytest.raises(twing.BattleError, match="TW-BAT-1"):
        power_grid("F: F5 W5 vs W: W6")
    with pytest.raises(twing.BudgetError, match="99 cats"):
        cats_grid(LINE, [1, 99], [99])
    with pytest.raises(ValueError, match="'none' or 'best'"):
        grid(LINE, responses="worst")
