"""Unit upgrades that the Nekro Virus has copied fight like the originals, however the odds are computed."""

from __future__ import annotations

import pytest

from twingkit.imperium import battle_game, odds, odds_many, odds_now, optimal_odds, rank_policies
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.players import assumed_answer

PAIRS = (
    ("space: 2 carrier+ 1 cruiser @ {} vs 3 cruiser", "sol", "nekro,x=sol.carrier"),
    ("space: 2 fighter 2 dreadnought+ @ {} vs 1 warsun @ dh*2", "l1z1x", "nekro,y=l1z1x.dreadnought"),
    ("space: 4 fighter+ 1 carrier @ {},prophecy vs 2 destroyer", "naalu", "nekro,x=naalu.fighter"),
    ("space: 1 warsun+ @ {},da vs 3 cruiser", "muaat", "nekro,x=muaat.warsun"),
    ("space: 2 dreadnought+ @ {},mb vs 3 cruiser", "sol", "nekro,x=sol.carrier"),
    ("ground: 3 infantry+ @ {} vs 1 infantry 1 mech", "arborec", "nekro,x=arborec.infantry"),
    ("ground: 3 infantry+ @ {},dxa vs 1 infantry 1 mech", "sol", "nekro,x=sol.infantry"),
)


@pytest.mark.parametrize(("line", "owner", "copier"), PAIRS)
def test_IM_TECH_vax_a_copied_unit_fights_as_its_owner_s(line, owner, copier):
    own, copied = (Battle.parse(line.format(faction)).check() for faction in (owner, copier))
    first, second = odds(own), odds(copied)
    assert (first.win, first.tie, first.loss) == (second.win, second.tie, second.loss)
    assert first.mean_resource_losses == second.mean_resource_losses
    frame = odds_many([str(own), str(copied), str(own.swapped()), str(copied.swapped())])
    assert list(frame["win"][::2]) == list(frame["win"][1::2])
    assert odds_now(battle_game(copied)).win == pytest.approx(first.win, abs=1e-12)
    assert list(rank_policies(copied, "attacker").frame()["win"]) == list(
        rank_policies(own, "attacker").frame()["win"]
    )


def test_IM_TECH_vax_numbers_and_abilities_are_those_of_the_copied_card():
    line = "space: 1 carrier 1 carrier+ 1 dreadnought+ @ nekro,x=sol.carrier,y=l1z1x.dreadnought vs 1 cruiser"
    battle = Battle.parse(line)
    plain, better, ship = (battle.attacker.unit(name) for name in ("carrier", "carrier+", "dreadnought+"))
    assert (plain.id, better.id, ship.id) == ("carrier", "sol_carrier2", "l1z1x_dreadnought2")
    assert (plain.can_sustain_damage, better.can_sustain_damage, better.capacity, ship.combat) == (
        False,
        True,
        8,
        4,
    )
    without = odds("space: 1 carrier 1 carrier+ 1 dreadnought+ @ nekro vs 1 cruiser")
    assert odds(line).win > without.win


def test_IM_TECH_vax_an_invasion_keeps_the_copied_units_on_the_ground():
    own = odds("invasion: 2 dreadnought+ 3 infantry @ sardakk vs 2 infantry")
    line = "invasion: 2 dreadnought+ 3 infantry @ nekro,y=sardakk.dreadnought vs 2 infantry"
    copied, plain = odds(line), odds(line.replace(",y=sardakk.dreadnought", ""))
    assert own.win > copied.win > plain.win  # Unrelenting is an ability, which cannot be copied


def test_IM_TECH_vax_a_game_names_the_copied_unit():
    game = battle_game("space: 1 carrier+ @ nekro,x=sol.carrier vs 3 cruiser", seed=3).play(assumed_answer)
    said = " ".join(ruling.text("en") for ruling in game.latest_rulings)
    assert "Advanced Carrier II" in said


def test_IM_TECH_vax_the_true_optimum_knows_the_copied_units():
    first = optimal_odds("space: 1 carrier+ 1 cruiser @ sol vs 1 dreadnought")
    second = optimal_odds("space: 1 carrier+ 1 cruiser @ nekro,x=sol.carrier vs 1 dreadnought")
    assert first.win == pytest.approx(second.win, abs=1e-12)
