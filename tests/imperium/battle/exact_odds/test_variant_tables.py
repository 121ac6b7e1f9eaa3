"""Tables of battles name the variant for their numbers, in `attrs` or in a column."""

from __future__ import annotations

import pytest

from twingkit import imperium

LINE = "space: 1 destroyer 1 cruiser @ letnev,munitions vs 4 fighter"
LANDING = "invasion: 2 destroyer 1 carrier 2 infantry @ letnev,munitions vs 4 fighter 1 carrier 1 infantry"
RULES = "box munitions_barrage=yes"

TABLES = {
    "odds_many": lambda rules: imperium.odds_many([LINE], variant=rules),
    "best_order": lambda rules: imperium.rank_policies(LINE, "attacker", variant=rules).frame(),
    "retreat_table": lambda rules: imperium.retreat_table(
        LINE, "attacker", thresholds=[0.1], rounds=[1], variant=rules
    ),
    "cheapest": lambda rules: imperium.cheapest_fleet(
        LINE, "attacker", units=["fighter"], min_win_chance=0.5, variant=rules
    ),
    "invasion_stage_table": lambda rules: imperium.invasion_stage_table(LANDING, variant=rules),
    "landing_force_table": lambda rules: imperium.landing_force_table(LANDING, variant=rules),
    "round_table": lambda rules: imperium.round_table(LINE, 2, variant=rules),
    "worth": lambda rules: imperium.worth(LINE, side="attacker", variant=rules),
}


@pytest.mark.parametrize("name", TABLES)
def test_IM_VAR_3_a_table_names_the_variant_of_its_numbers(name):
    assert TABLES[name](RULES).attrs["variant"] == RULES
    assert "variant" not in TABLES[name]("box").attrs


def test_battles_with_variants_of_their_own_have_a_column():
    battles = [imperium.Battle.parse(LINE, rules) for rules in ("box", RULES)]
    table = imperium.odds_many([*battles, "space: 1 cruiser vs"], errors="column")
    assert table.variant.tolist() == ["box", RULES, ""]
    assert table.win[0] < table.win[1] == pytest.approx(imperium.odds(battles[1]).win, abs=1e-12)
    assert "variant" not in table.attrs
