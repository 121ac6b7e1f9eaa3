"""Duels under a variant: from the odds of single battles, and the effect of the duel switches."""

from __future__ import annotations

from itertools import product

import pytest
from twing.chances import triple

from twingkit import twing
from twingkit.twing.exact_odds.duel_odds import duel_report
from twingkit.twing.notation.duel_line import Duel

PLAIN = "duel F: F5 F3 / F2 / L6 @ panties vs W: W6 / W4 W3 / shield W2"


def from_battles(line: str, responses: str, variant: str) -> tuple[float, float, float]:
    """Return the chances of a duel of three independent battles."""
    battles = [
        twing.odds(battle, responses=responses, variant=variant) for battle in Duel.parse(line).battles
    ]
    chances = [0.0, 0.0, 0.0]
    for ends in product((0, 1, 2), repeat=3):
        chance = 1.0
        for odds, end in zip(battles, ends, strict=True):
            chance *= (odds.win, odds.tie, odds.loss)[end]
        chances[0 if ends.count(0) > 1 else 2 if ends.count(2) > 1 else 1] += chance
    return chances[0], chances[1], chances[2]


@pytest.mark.parametrize(
    "variant", ["box", "ties=defender", "both_critical=points", "shield_criticals=false"]
)
def test_TW_DUEL_3_three_battles_make_a_duel_under_every_variant(variant):
    line = PLAIN
    for responses in ("none", "each"):
        expected = from_battles(line, "best" if responses == "each" else "none", variant)
        assert triple(twing.duel_odds(line, responses=responses, variant=variant)) == pytest.approx(
            expected, abs=1e-12
        )


@pytest.mark.parametrize(
    "line",
    [
        "duel F: F5 + F1 / F2 / L6 & cat trap vs W: W6 / W4 + W2 / shield W2 @ socks",
        "duel F: F5 + F1 / F2 / L6 & cat trap vs W: W6 / W4 + W2 / shield W2 @ boots",
        "duel F: F5 / F2 / L6 + L1 @ boots,socks vs W: W6 / W4 / shield W2 & cat miromon trap",
    ],
)
def test_TW_VAR_21_and_25_a_duel_is_the_same_where_socks_and_boots_stop_everything(line):
    variant = "socks=everywhere boots=everywhere"
    for responses in ("each", "best"):
        expected = triple(twing.duel_odds(line, responses=responses))
        assert triple(twing.duel_odds(line, responses=responses, variant=variant)) == pytest.approx(
            expected, abs=1e-12
        )


@pytest.mark.parametrize("variant", ["shamrock=unlimited", "shamrock=unlimited own_element=face"])
def test_an_endless_shamrock_works_in_every_battle(variant):
    line = "duel F: F5 / F2 / L6 @ shamrock vs W: W6 / W4 / W2"
    expected = from_battles(line, "best", variant)
    assert triple(twing.duel_odds(line, responses="each", variant=variant)) == pytest.approx(
        expected, abs=1e-12
    )


def test_a_hat_that_works_once_a_duel_is_worth_less_than_one_a_battle_and_more_than_none():
    line = "duel F: F5 / F4 / F5 vs W: W5 / W4 / W5 @ hat"
    once = twing.duel_odds(line, responses="best", variant="duel_reroll=duel").loss
    every = twing.duel_odds(line, responses="best").loss
    never = twing.duel_odds(line.replace(" @ hat", ""), responses="best").loss
    assert never + 0.01 < once < every - 0.01


def test_a_trap_takes_a_pair_out_of_the_whole_duel():
    line = "duel F: F5 + F4M>F3 / F2 + F4M>F3 / F2 + F4M>F3 vs W: W9 / W5 / W5 & trap"
    card, pair = (
        twing.duel_odds(line, responses="best", variant=variant).edge for variant in ("box", "trap_pair=pair")
    )
    assert pair < card - 0.01


def test_what_a_switch_changes_in_the_costs():
    line = "duel F: L5 + L2 / F2 / L6 vs W: W6 + W4 / W4 W3 + W4 / W5 + W4"
    box = duel_report(line)
    assert (
        box.balances[1].creatures_lost
        > duel_report(line, variant="own_creatures=battle").balances[1].creatures_lost
        == pytest.approx(0)
    )
    assert duel_report(line, variant="duel_ornicles=false").balances[0].battle_ornicles == 0
    stake = duel_report(line, variant="duel_stake=defender").balances[1].stake
    assert stake == pytest.approx(box.odds.loss + box.odds.tie)


@pytest.mark.parametrize("variant", ["trap_roll=true", "two_cats=true", "criticals=at_once cat_die=any"])
def test_chances_add_up_where_battles_hang_together(variant):
    line = "duel F: F5 + F2 / F2 + F2 / L6 & cat*2 trap vs W: W6 + W4 / W4 W3 / shield W4 & trap"
    for responses in ("none", "each", "best"):
        report = duel_report(line, responses, variant=variant)
        assert sum(triple(report.odds)) == pytest.approx(1)
        assert sum(result.chance for result in report.final_scores) == pytest.approx(1)


def test_a_duel_is_judged_by_the_rules_of_the_variant():
    line = "duel F: F5 + F4M>L3 / F2 / F1 vs W: W6 / W5 / W4"
    with pytest.raises(twing.IllegalBattleError):
        twing.duel_odds(line)
    assert twing.duel_odds(line, variant="rider_element=any").win > 0


def test_TW_BAT_2_a_rider_of_another_element_whose_mount_is_lost_fights_in_no_later_battle():
    line = "duel F: F5 + F4M>L3 / F2 + F4M>L3 / F1 + F4M>L3 vs W: W6 / W5 / W4"
    table = twing.duel_odds_table(line, variant="rider_element=any own_home=spells")
    lost = table[table["score"] == "0-1"].iloc[0]  # the mount comes home, the rider is lost
    assert lost["win"] == pytest.approx(twing.odds("F: F2 + F4M vs W: W5").win)
    line = "duel L: F5 + F4M>L3 / F2 + F4M>L3 / F1 + F4M>L3 vs W: W6 / W5 / W4"
    table = twing.duel_odds_table(line, variant="rider_element=any")
    lost = table[table["score"] == "0-1"].iloc[0]  # the mount is lost, the rider comes home and stays there
    assert lost["win"] == pytest.approx(twing.odds("L: F2 vs W: W5").win)
