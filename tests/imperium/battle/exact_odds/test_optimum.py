"""The optimum of small battles: against enumeration, against policies, and its limits."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.imperium import Battle, odds
from twingkit.imperium.battle.exact_odds.best_order import distinct_policies
from twingkit.imperium.battle.exact_odds.matrix_game import solve_matrix_game
from twingkit.imperium.battle.exact_odds.optimum import OptimumBudgetError, optimal_odds

LINES = (
    "space: 1 cruiser 1 carrier vs 2 destroyer",
    "space: 1 fighter 1 dreadnought vs 1 cruiser 1 carrier",
    "space: 1 cruiser 1 carrier 1 fighter vs 1 dreadnought 1 cruiser",
    "ground: 1 mech 1 infantry vs 2 infantry",
)


def fleet(side):
    return tuple(
        (unit.combat, unit.dice, unit.can_sustain_damage)
        for unit, count in side.units_with_counts()
        for _ in range(count)
        if unit.combat
    )


def possible_losses(units, hits):
    """Return everything that can be left after hits on single units, spread in every way."""
    if not hits or not units:
        return {units}
    found = set()
    for place, (combat, dice, fresh) in enumerate(units):
        rest = units[:place] + units[place + 1 :]
        found |= possible_losses(rest, hits - 1)
        if fresh:
            found |= possible_losses(tuple(sorted((*rest, (combat, dice, False)))), hits - 1)
    return found


def hit_chances(units):
    chances = {0: 1.0}
    for combat, dice, _ in units:
        for _ in range(dice):
            chances = {
                n: chances.get(n, 0.0) * (combat - 1) / 10 + chances.get(n - 1, 0.0) * (11 - combat) / 10
                for n in range(len(chances) + 1)
            }
    return chances


@cache
def enumerated(own, other):
    """Return the edge of the attacker if both choose optimally: try the pure choices of both sides with the
    other side's best reply; where they leave a gap, the value lies in it."""
    if not own or not other:
        value = float(bool(own)) - float(bool(other))
        return value, value
    low = high = 0.0
    made, taken = hit_chances(own), hit_chances(other)
    for (first, chance), (second, part) in product(made.items(), taken.items()):
        if not first and not second:
            continue
        mine, theirs = possible_losses(own, second), possible_losses(other, first)
        floors = [min(enumerated(a, b)[0] for b in theirs) for a in mine]
        ceilings = [max(enumerated(a, b)[1] for a in mine) for b in theirs]
        low += chance * part * max(floors)
        high += chance * part * min(ceilings)
    moved = 1 - made[0] * taken[0]
    return low / moved, high / moved


@pytest.mark.parametrize("line", LINES)
def test_IM_SPACE_7_the_optimum_is_that_of_enumeration(line):
    battle = Battle.parse(line)
    low, high = enumerated(*(tuple(sorted(fleet(side))) for side in battle.sides))
    found = optimal_odds(line)
    assert low - 1e-12 <= found.edge <= high + 1e-12
    assert high - low < 1e-9


@given(st.data())
@settings(max_examples=runs(6, 120))
def test_IM_ODDS_3_no_policy_does_better_against_best_choices(data):
    """Against a defender without choices, choosing anew is at least as good as every policy."""
    names = ("fighter", "cruiser", "carrier", "dreadnought")
    own = data.draw(st.dictionaries(st.sampled_from(names), st.integers(1, 2), min_size=1, max_size=3))
    enemy = data.draw(st.sampled_from(("3 fighter", "2 cruiser", "4 carrier")))
    battle = Battle.parse("space: " + " ".join(f"{n} {name}" for name, n in own.items()) + f" vs {enemy}")
    best = optimal_odds(battle)
    for policy in distinct_policies(battle, 0):
        assert odds(battle.with_side(0, policy=policy)).edge <= best.edge + 1e-12


def test_a_battle_without_a_choice_is_what_the_odds_say():
    for line in ("space: 3 fighter vs 2 cruiser", "ground: 2 infantry vs 1 infantry 1 pds"):
        found, plain = optimal_odds(line), odds(line)
        assert (found.win, found.tie, found.loss) == pytest.approx(
            (plain.win, plain.tie, plain.loss), abs=1e-12
        )
        assert found.edge_gain == pytest.approx(0, abs=1e-12)
        assert found.mixed_roll_count == 0


def test_both_sides_alike_are_worth_nothing_to_either():
    found = optimal_odds("space: 1 cruiser 1 carrier 1 dreadnought vs 1 cruiser 1 carrier 1 dreadnought")
    assert found.edge == pytest.approx(0, abs=1e-12)
    assert found.win == pytest.approx(found.loss, abs=1e-12)


def test_IM_SPACE_2_hits_of_the_opening_are_chosen_too():
    line = "space: 1 cruiser 1 carrier vs 1 carrier 2 pds+"
    assert optimal_odds(line).edge > odds(line).edge + 1e-3
    chosen = odds(line.replace(" vs", " / order=carriers-first vs"))
    assert optimal_odds(line).edge >= chosen.edge - 1e-12


def test_big_battles_are_refused_with_numbers():
    line = "space: 6 fighter 2 cruiser 3 dreadnought vs 4 fighter 1 carrier 2 warsun"
    with pytest.raises(OptimumBudgetError) as found:
        optimal_odds(line)
    assert found.value.work > found.value.max_entries
    assert found.value.forces == (209, 59)
    assert "209" in str(found.value)
    assert "59" in found.value.text("de")


def test_tied_rounds_are_refused():
    for effect in ("da", "mb", "sh"):
        with pytest.raises(Fault, match="IM-ODDS-1"):
            optimal_odds(f"space: 2 dreadnought @ {effect} vs 2 cruiser")


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_matrix_game_is_solved_so_that_nobody_can_do_better(matrix):
    found = solve_matrix_game(matrix)
    rows = [
        sum(chance * row[at] for chance, row in zip(found.row_strategy, matrix, strict=True))
        for at in range(3)
    ]
    columns = [
        sum(part * entry for part, entry in zip(found.column_strategy, row, strict=True)) for row in matrix
    ]
    assert min(rows) == pytest.approx(found.value, abs=1e-9)
    assert max(columns) == pytest.approx(found.value, abs=1e-9)
    assert sum(found.row_strategy) == pytest.approx(1)
    assert sum(found.column_strategy) == pytest.approx(1)
