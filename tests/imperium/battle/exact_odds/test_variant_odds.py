"""Odds under every variant: each switch of `variants.toml`, alone and in pairs, against the walked steps."""

from __future__ import annotations

import random

import pytest
from imperium.steps_reference import WalkedChain, triple
from long_runs import runs

from twingkit import imperium
from twingkit.imperium.battle.exact_odds.steps_walk import win_tie_loss
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.variants.variant import BOX, Variant

VALUES = {
    switch.key: tuple(choice.value for choice in switch.values)
    for switch in Variant.switches.all_switches
    if not switch.whole_game_only
}
SETTINGS = [(key, value) for key, values in VALUES.items() for value in values[1:]]
"""Every switch that affects battles, with every value that is not the box's default."""

# For each switch that changes odds: lines whose odds it changes; the numbers are the attacker's wins.
LINES = {
    "munitions_barrage": [
        "space: 1 destroyer 1 cruiser @ letnev,munitions vs 4 fighter",
        "space: 1 destroyer+ 1 cruiser @ war_funding vs 3 fighter 1 carrier",
        "space: 1 destroyer 4 fighter @ letnev,munitions vs 3 fighter 1 destroyer @ hacan,war_funding",
        "space: 2 destroyer 1 dreadnought @ da,war_funding vs 3 fighter 1 dreadnought",
        "space: 1 destroyer 1 cruiser 1 pds @ letnev,munitions vs 4 fighter @ sh",
    ],
    "kenara_barrage": [
        "space: 1 destroyer 1 flagship @ hacan,hacan_flagship vs 4 fighter",
        "space: 2 destroyer 1 flagship @ hacan,hacan_flagship vs 3 fighter 1 cruiser @ courageous",
    ],
    "mentak_mechs": [
        "space: 1 flagship 2 mech @ nekro vs 1 flagship @ mentak",
        "space: 1 flagship 1 fighter 2 mech @ nekro / sustain=last vs 1 flagship 1 cruiser @ mentak",
    ],
}
QUIET = {"stalemate", "volley"}
"""Switches that change the odds of no line: real ships can always hit, and the odds fire everything."""

CASES = [(key, value, line) for key, value in SETTINGS for line in LINES.get(key, ())]
ALL_LINES = [line for lines in LINES.values() for line in lines]


def walked(line: str, variant: Variant | str):
    """Return win, tie and loss, with every step walked."""
    return win_tie_loss(WalkedChain(Fight.from_battle(Battle.parse(line, variant))).end_chances)


def test_every_switch_changes_a_line_or_is_said_to_change_none():
    assert set(LINES) | QUIET == set(VALUES)
    assert not set(LINES) & QUIET


@pytest.mark.parametrize(("key", "value", "line"), CASES)
def test_a_switch_changes_its_lines_as_the_steps_walked_do(key, value, line):
    variant = Variant(**{key: value})
    odds = imperium.odds(line, variant=variant)
    assert triple(odds) == pytest.approx(walked(line, variant), abs=1e-12)
    assert abs(odds.win - imperium.odds(line).win) + abs(odds.tie - imperium.odds(line).tie) > 1e-4


@pytest.mark.parametrize("line", ALL_LINES)
def test_two_switches_together_are_as_the_steps_walked(line):
    """Combine a switch that changes the line with another one."""
    [(key, value)] = [(key, value) for key, value, changed in CASES if changed == line]
    others = [setting for setting in SETTINGS if setting[0] != key]
    for other in random.Random(line).sample(others, runs(3, 4)):
        variant = Variant(**dict([(key, value), other]))
        assert triple(imperium.odds(line, variant=variant)) == pytest.approx(walked(line, variant), abs=1e-12)


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [case if case[2] == LINES[case[0]][0] else pytest.param(*case, marks=pytest.mark.soak) for case in CASES],
)
def test_all_that_takes_a_line_takes_the_variant(key, value, line):
    variant = f"{key}={value}"
    exact = triple(imperium.odds(line, variant=variant))
    battle = Battle.parse(line, variant)
    assert triple(imperium.odds(battle)) == exact
    frame = imperium.odds_many([line, battle], variant=variant)
    for row in frame.itertuples():
        assert (row.win, row.tie, row.loss) == pytest.approx(exact, abs=1e-12)
    game = imperium.battle_game(line, variant=variant)
    assert triple(imperium.odds_now(game)) == pytest.approx(exact, abs=1e-12)
    stays = imperium.odds_with_retreat(line, "attacker", below=0.0, variant=variant)
    assert (stays.win, stays.tie, stays.loss) == pytest.approx(exact, abs=1e-9)
    fixed = imperium.retreat_odds_in_round(line, "defender", round_number=20, variant=variant)
    assert fixed.outcome_without_retreat.win == pytest.approx(exact[2], abs=1e-9)
    table = imperium.retreat_table(line, "attacker", thresholds=[0], rounds=[], variant=variant)
    assert table.win[0] == pytest.approx(exact[0], abs=1e-9)
    best = imperium.rank_policies(line, "defender", variant=variant)
    index = next(n for n, tried in enumerate(best.tried_policies) if tried.policy == battle.defender.policy)
    assert best.tried_policies[index].win == pytest.approx(exact[2], abs=1e-12)
    worth = imperium.worth(line, ["+cruiser"], variant=variant)
    assert worth.attrs["base"]["win"] == pytest.approx(exact[0], abs=1e-12)


def test_a_whole_invasion_follows_the_variant():
    line = "invasion: 1 destroyer 1 cruiser 1 carrier 2 infantry @ letnev,munitions vs 4 fighter 1 infantry"
    odds = imperium.odds(line, variant="munitions_barrage=yes")
    space = imperium.odds(Battle.parse(line).space_battle, variant="munitions_barrage=yes")
    assert odds.space_odds.win == pytest.approx(space.win, abs=1e-12)
    assert odds.space_odds.win != pytest.approx(imperium.odds(line).space_odds.win, abs=1e-6)
    assert all(landing.battle.variant.munitions_barrage == "yes" for landing in odds.landings)
    table = imperium.invasion_stage_table(line, variant="munitions_barrage=yes")
    assert table.set_index("stage").chance["space"] == pytest.approx(space.win, abs=1e-12)
    landing = imperium.landing_force_table(line, variant="munitions_barrage=yes")
    assert landing.chance.sum() == pytest.approx(space.win, abs=1e-12)
    frame = imperium.odds_many([line], variant="munitions_barrage=yes")
    assert frame.win[0] == pytest.approx(odds.win, abs=1e-12)


def test_the_cheapest_fleet_follows_the_variant():
    line, variant = "space: 1 flagship @ hacan,hacan_flagship vs 4 fighter", "kenara_barrage=no"
    frame = imperium.cheapest_fleet(
        line, "attacker", units=["destroyer"], min_win_chance=1, max_cost=1, variant=variant
    )
    whole = "space: 1 destroyer 1 flagship @ hacan,hacan_flagship vs 4 fighter"
    assert frame.win.iloc[-1] == pytest.approx(imperium.odds(whole, variant=variant).win, abs=1e-12)
    assert frame.win.iloc[-1] != pytest.approx(imperium.odds(whole).win, abs=1e-6)


def test_the_optimum_follows_the_variant():
    line = "space: 1 destroyer 1 cruiser @ letnev,munitions vs 3 fighter"
    plain, changed = (
        imperium.optimal_odds(line, variant=rules) for rules in ("box", "munitions_barrage=yes")
    )
    assert triple(changed.policy_odds) == triple(imperium.odds(line, variant="munitions_barrage=yes"))
    assert changed.edge > plain.edge + 1e-3


def test_best_in_a_line_is_the_best_under_the_variant():
    line = "space: 1 destroyer 1 cruiser 1 carrier @ letnev,munitions / best vs 3 fighter 1 cruiser"
    for rules in ("box", "munitions_barrage=yes"):
        best = imperium.rank_policies(line, variant=rules).best
        assert imperium.odds(line, variant=rules).win == pytest.approx(best.win, abs=1e-12)


def test_a_variant_that_cannot_be_is_refused_wherever_it_is_given():
    line = "space: 1 cruiser vs 1 cruiser"
    for ask in (
        lambda: imperium.odds(line, variant="stalemate=never"),
        lambda: imperium.odds_many([line], variant="stalmate=tie"),
        lambda: imperium.battle_game(line, variant="german"),
        lambda: Battle.parse(line, "volley"),
    ):
        with pytest.raises(imperium.VariantError):
            ask()
    assert Battle.parse(line, "box").variant is BOX


def test_odds_now_at_the_start_are_those_of_the_line_where_ground_forces_join_first():
    for line in (
        "space: 1 flagship 1 fighter 2 mech @ nekro vs 1 flagship 1 cruiser @ mentak",
        "space: 1 flagship 1 pds 2 mech @ nekro vs 1 flagship 1 cruiser @ mentak",
    ):
        game = imperium.battle_game(line)
        assert triple(imperium.odds_now(game)) == pytest.approx(triple(imperium.odds(line)), abs=1e-12)
