"""Every table that can be computed under a variant names that variant in its `attrs`."""

import inspect
from functools import partial

import pytest

from twingkit import imperium, twing

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4"
DUEL = "duel F: F5 F3 / F2 / F6 vs W: W6 / W4 W3 / W2"
ENDGAME = "endgame F: F5 vs W: W6 vs L: L4"
HANDS = "F: hand F5 F3 + F4 vs W: hand W6 W4"
SPACE = "space: 2 cruiser 1 dreadnought vs 1 cruiser 1 dreadnought"
INVASION = "invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry"

TWING = {
    "advise": (HANDS,),
    "best_defences": ([twing.Situation.parse(HANDS)],),
    "ranked_duel_plans": (DUEL,),
    "best_play_line": (LINE,),
    "creature_points_lost": ([LINE],),
    "duel_gains_and_costs": (DUEL,),
    "duel_results": (DUEL,),
    "duel_odds_table": (DUEL,),
    "endgame_pairings": (ENDGAME,),
    "endgame_results": (ENDGAME,),
    "first_response_chances": (LINE,),
    "hidden_hands": ("F: hand F5 F3 + F4 vs W: hand ? + W4",),
    "margins": (LINE,),
    "odds_many": ([LINE],),
    "own_element_odds": (range(2),),
    "response_tree": (LINE,),
    "shield_vs_spells_odds": (range(2), (1,)),
    "support_payoff_table": ("F: F5 with L: F1 vs W: W6",),
    "worth": (LINE,),
}
"""The functions of Imperial Twing that return a table and take a variant, with arguments for a call."""

IMPERIUM = {
    "advise": (SPACE,),
    "cheapest_fleet": (SPACE, "attacker"),
    "invasion_stage_table": (INVASION,),
    "landing_force_table": (INVASION,),
    "odds_many": ([SPACE],),
    "retreat_table": (SPACE, "attacker"),
    "round_table": (SPACE,),
    "worth": (SPACE,),
}

ALSO: dict[str, dict[str, object]] = {
    "hidden_hands": {"side": "defender"},
    "cheapest_fleet": {"units": ["cruiser"]},
}
"""Keyword arguments that a function needs."""

CASES = [
    *((twing, name, given, "ties=defender") for name, given in TWING.items()),
    *((imperium, name, given, "stalemate=tie") for name, given in IMPERIUM.items()),
]


@pytest.mark.parametrize(("game", "name", "given", "variant"), CASES, ids=lambda value: str(value)[:40])
def test_a_table_says_under_which_rules_its_numbers_hold(game, name, given, variant):
    tabled = partial(getattr(game, name), **ALSO.get(name, {}))
    assert tabled(*given, variant=variant).attrs["variant"] == f"box {variant}"
    assert "variant" not in tabled(*given).attrs


@pytest.mark.parametrize(("game", "known"), [(twing, TWING), (imperium, IMPERIUM)])
def test_no_table_of_a_variant_is_left_out(game, known):
    functions = {name: getattr(game, name) for name in game.__all__}
    tabled = {
        name
        for name, function in functions.items()
        if inspect.isfunction(function)
        and "DataFrame" in str(inspect.signature(function).return_annotation)
        and "variant" in inspect.signature(function).parameters
    }
    assert tabled == set(known)
