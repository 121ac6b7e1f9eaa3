"""The worth of a change in many battles; and cats, traps and Miromon counted in games."""

from __future__ import annotations

import pandas as pd
import pytest
from twing.analysis.played_games import greedy_games

from twingkit import arena
from twingkit.analyse.reports.batches import BatchError
from twingkit.odds.shares import wilson_interval
from twingkit.twing.analysis.sample_battles import sample_battles
from twingkit.twing.analysis.win_rates import battle_card_win_rates, game_card_win_rates
from twingkit.twing.analysis.worth import worth
from twingkit.twing.analysis.worth_spread import worth_by_lead, worth_spread
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS

HELD = [f"+{card}" for card in RESPONSE_CARD_KINDS]


@pytest.fixture(scope="module")
def played() -> arena.Results:
    return greedy_games()


@pytest.mark.parametrize("responses", ["none", "best"])
def test_many_battles_have_the_rows_of_each_alone(responses):
    battles = sample_battles(4, 3)
    together = worth(battles, responses=responses)
    alone = pd.concat([worth(battle, responses=responses) for battle in battles], ignore_index=True)
    pd.testing.assert_frame_equal(together, alone, rtol=0, atol=1e-12)
    assert together["position"].nunique() == 4


def test_TW_POW_hat_is_worth_most_to_a_defender_where_the_cards_are_even():
    gains = worth(sample_battles(60, 3), ["+hat"])
    frame = worth_by_lead(gains)
    assert frame.loc[frame["side"] == "attacker", "edge"].eq(0).all(), "the hat is a defender's"
    mine = gains[gains["side"] == "defender"]
    leads = [
        defender.lay.power - attacker.lay.power
        for attacker, defender in (Battle.parse(line).sides for line in mine["position"])
    ]
    for row in frame[frame["side"] == "defender"].itertuples():
        part = mine.loc[[lead == row.x for lead in leads], "edge_change"]
        assert len(part) == row.battles >= 5
        assert row.edge == pytest.approx(part.mean())
        assert row.low <= row.edge <= row.high
    assert frame["battles"].sum() < len(gains), "leads of few battles have no row"


@pytest.mark.parametrize(("lang", "first"), [("en", "+ Miromon for the"), ("de", "+ Miromon für den")])
def test_the_spread_has_a_row_for_each_change_and_side_best_first(lang, first):
    gains = worth(sample_battles(12, 2, with_response_cards=False), HELD)
    frame = worth_spread(gains)
    assert len(frame) == 2 * len(RESPONSE_CARD_KINDS)
    assert frame.loc[0, "label"].startswith(first)
    for row in frame.itertuples():
        mine = gains[(gains["change"] == row.change) & (gains["side"] == row.side)]["edge_change"]
        assert row.mean == pytest.approx(mine.mean())
        assert row.changed == pytest.approx((mine > 1e-12).mean())
    assert {"title", "x_label", "subtitle"} <= set(frame.attrs)


def test_counted_by_hand_how_often_miromon_was_played_and_won(played):
    rows = battle_card_win_rates(played).set_index("card")
    sides = won = in_it = 0
    for battle in played.battles.itertuples():
        in_it += bool(battle.attack_miromon or battle.defence_miromon)
        for count, role in ((battle.attack_miromon, "attacker"), (battle.defence_miromon, "defender")):
            sides += bool(count)
            won += bool(count) and battle.winner == role
    row = rows.loc["miromon"]
    assert (row["played"], row["won"]) == (sides, won)
    assert sides > 0
    assert row["battle_share"] == pytest.approx(in_it / len(played.battles))
    assert (row["low"], row["high"]) == wilson_interval(won, sides)


def test_counted_by_hand_how_many_games_those_who_played_a_trap_won(played):
    row = game_card_win_rates(played, cards=["trap"]).iloc[0]
    found = set()
    for battle in played.battles.itertuples():
        found |= {(battle.game, battle.attacker)} if battle.attack_traps else set()
        found |= {(battle.game, battle.defender)} if battle.defence_traps else set()
    winners = dict(zip(played.games["game"], played.games["winner"], strict=True))
    assert row["played"] == len(found) > 0
    assert row["won"] == sum(winners[game] == seat for game, seat in found)
    assert row["fair_share"] == 0.5


def test_a_bad_battle_among_many_is_named_with_its_place():
    with pytest.raises(BatchError) as found:
        worth(["F: F5 vs W: W6", "F: F5 F5 F5 F5 vs W: W6", "nothing"], ["+cat"])
    assert [fault.index for fault in found.value.faults] == [1, 2]


def test_a_change_that_one_of_many_battles_can_have_has_numbers_there():
    frame = worth(["F: F5 vs W: W6", "F: F5 & trap vs W: W6"], ["-trap"])
    possible = frame[frame["refused"] == ""]
    assert possible[["position", "side"]].values.tolist() == [["F: F5 & trap vs W: W6", "attacker"]]
    assert frame["rank"].tolist() == [1, 2, 1, 2]
    pd.testing.assert_frame_equal(worth_spread(frame), worth_spread(possible))
