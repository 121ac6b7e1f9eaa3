"""Units that are damaged when the battle begins have the same odds as after sustaining a hit in a battle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from imperium.plain_battle import plain_odds
from imperium.script_walk import odds_agree
from imperium.steps_reference import WALKS, all_agree, triple

from twingkit.imperium import (
    Battle,
    battle_game,
    odds,
    odds_many,
    odds_now,
    optimal_odds,
    rank_policies,
)

TINY = (
    "space: 1 dreadnought! vs 1 dreadnought",
    "space: 1 dreadnought 1 dreadnought! vs 1 cruiser",
    "space: 1 dreadnought! @ da vs 1 cruiser",
    "space: 1 dreadnought! vs 1 cruiser @ dh",
    "space: 1 dreadnought! @ emergency vs 1 cruiser",
    "space: 1 flagship! @ letnev vs 1 cruiser",
    "space: 1 dreadnought 1 dreadnought! @ letnev,nes vs 2 cruiser",
    "space: 1 dreadnought+! @ sardakk,exo2 vs 2 cruiser",
    "ground: 1 mech! vs 1 mech",
    "ground: 1 mech 1 mech! @ da vs 1 mech!",
)
MEDIUM = (
    "space: 2 fighter 1 dreadnought 2 dreadnought! vs 1 warsun!",
    "space: 2 dreadnought 1 dreadnought! 1 cruiser @ da vs 2 dreadnought!",
    "space: 1 dreadnought! 1 dreadnought+ @ emergency:2 vs 2 cruiser 1 destroyer",
    "space: 1 dreadnought! 1 warsun @ dh vs 2 dreadnought! 1 dreadnought @ da",
    "space: 1 flagship! 1 dreadnought! @ letnev,nes vs 1 warsun 1 cruiser",
    "space: 1 flagship 1 mech! 1 mech @ nekro vs 2 cruiser 1 pds",
    "space: 1 flagship! 1 cruiser @ mentak vs 1 dreadnought 1 dreadnought!",
    "ground: 1 dreadnought! 2 infantry 1 mech! vs 2 infantry 1 mech 1 pds",
)


@pytest.mark.parametrize("line", TINY)
def test_IM_UNIT_9_the_odds_are_those_of_the_script(line):
    odds_agree(Battle.parse(line))


@pytest.mark.parametrize("line", TINY + MEDIUM)
def test_IM_UNIT_9_the_fast_ways_say_what_the_steps_say(line):
    all_agree(Battle.parse(line), WALKS)


counts = st.integers(0, 2)


@st.composite
def hurt_fleets(draw):
    """Return a battle without effects in which units of both sides are damaged."""
    kind = draw(st.sampled_from(("space", "ground")))
    names = (
        ("fighter", "dreadnought", "dreadnought!", "dreadnought+", "dreadnought+!", "warsun!")
        if kind == "space"
        else ("infantry", "mech", "mech!")
    )
    fleets = []
    for _ in range(2):
        units = {name: draw(counts) for name in names}
        units[names[-1]] += not any(units.values())
        rule = draw(st.sampled_from(("first", "last", "never")))
        fleets.append(" ".join(f"{n} {name}" for name, n in units.items() if n) + f" / sustain={rule}")
    return Battle.parse(f"{kind}: {' vs '.join(fleets)}")


@given(hurt_fleets())
def test_IM_UNIT_9_odds_of_damaged_fleets_are_those_of_a_list_of_units(battle):
    slow = plain_odds(battle)
    assert triple(odds(battle)) == pytest.approx(slow, abs=1e-12)
    (row,) = odds_many([battle]).itertuples()
    assert (row.win, row.tie, row.loss) == pytest.approx(slow, abs=1e-12)


@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_IM_UNIT_9_damaged_at_the_start_is_as_after_sustaining(own, other, data):
    """After one round, the odds equal those of a line with the current damage."""
    game = battle_game(f"space: {own} dreadnought vs {other} dreadnought", explain=False)
    while game.question is not None and game.table.round == 1:
        question = game.question
        if question.kind == "retreat":
            game.answer("stay")
        elif type(question).__name__ == "RollDice":
            faces = data.draw(
                st.lists(
                    st.sampled_from((1, 10)),
                    min_size=own if question.player == 0 else other,
                    max_size=own if question.player == 0 else other,
                )
            )
            game.answer("roll " + " ".join(map(str, faces)))
        else:
            game.answer(question.default_answer())
    if game.over:
        return
    texts = []
    for force in game.table.forces:
        parts = [(force.fresh[0], "dreadnought"), (force.damaged[0], "dreadnought!")]
        texts.append(" ".join(f"{n} {name}" for n, name in parts if n))
    line = f"space: {texts[0]} vs {texts[1]}"
    assert triple(odds_now(game)) == pytest.approx(triple(odds(line)), abs=1e-12)


def test_IM_TECH_da_what_is_damaged_at_the_start_is_repaired_after_the_first_round():
    """A cruiser misses in the first round: the dreadnought is whole again before the second."""
    found = odds("space: 1 dreadnought! @ da vs 1 cruiser").after_rounds(1)
    hit, missed = 0.6, 0.6  # the dreadnought misses with 4 of 10 less, the cruiser with 6 of 10
    both = {state[0]: chance for state, chance in found.items() if state[0].size and state[1].size}
    ((force, chance),) = both.items()
    assert (force.fresh, force.damaged) == ((1,), (0,))
    assert chance == pytest.approx((1 - hit) * missed)


def test_IM_ODDS_6_a_mech_that_is_damaged_lands_damaged():
    whole, hurt = (odds(f"invasion: 1 carrier 1 mech{sign} vs 1 mech") for sign in ("", "!"))
    assert whole.win == pytest.approx(odds("ground: 1 mech vs 1 mech").win)
    assert hurt.win == pytest.approx(odds("ground: 1 mech! vs 1 mech").win)
    defended = odds("invasion: 1 carrier 1 mech vs 1 mech!")
    assert defended.win == pytest.approx(odds("ground: 1 mech vs 1 mech!").win)


def test_IM_UNIT_nekro_flagship_mechs_land_with_the_damage_that_they_took_in_space():
    found = odds("invasion: 1 flagship 1 mech @ nekro / sustain=first vs 2 destroyer 1 infantry")
    landed = {landing.units: landing for landing in found.landings}
    assert (("mech!", 1),) in landed
    hurt = landed[(("mech!", 1),)]
    assert hurt.ground_odds.odds.win == pytest.approx(odds("ground: 1 mech! @ nekro vs 1 infantry").win)


def test_IM_UNIT_11_damaged_ground_forces_are_given_up_first():
    found = odds("invasion: 1 dreadnought 1 mech 1 mech! vs 1 infantry")
    assert [landing.units for landing in found.landings] == [(("mech", 1),)]


def test_IM_ODDS_3_best_and_perfect_play_begin_with_what_is_damaged():
    hurt = rank_policies("space: 1 cruiser 2 dreadnought! vs 2 cruiser", "attacker")
    lines = [
        f"space: 1 cruiser 2 dreadnought! / {order.policy} vs 2 cruiser" for order in hurt.tried_policies
    ]
    assert hurt.best.win == pytest.approx(max(odds(line).win for line in lines), abs=1e-12)
    assert optimal_odds("space: 1 dreadnought! vs 1 cruiser").win == pytest.approx(
        odds("space: 1 dreadnought! vs 1 cruiser").win
    )
