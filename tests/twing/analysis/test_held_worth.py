"""Cats, traps and Miromon: exact in battles, counted in games."""

from __future__ import annotations

import pytest
from twing.analysis.played_games import greedy_games

from twingkit import arena
from twingkit.arena.results import wilson
from twingkit.messages import Fault
from twingkit.twing.analysis.card_worth import card_worth
from twingkit.twing.analysis.held_worth import (
    CARDS,
    held_by_lead,
    held_label,
    held_spread,
    held_worth,
    played_and_won,
    players_won,
)
from twingkit.twing.analysis.sample_battles import sample_battles
from twingkit.twing.exact_odds.odds_many import BatchError
from twingkit.twing.rules.objects import OBJECTS


@pytest.fixture(scope="module")
def played() -> arena.Results:
    return greedy_games()


@pytest.mark.parametrize("responses", ["none", "best"])
def test_the_changes_are_those_of_card_worth(responses):
    for battle in sample_battles(4, 3):
        frame = held_worth([battle], responses=responses).set_index(["side", "card"])
        one = card_worth(battle, responses).set_index(["side", "change"])
        for side, card in frame.index:
            assert frame.loc[(side, card), "edge_change"] == pytest.approx(
                one.loc[(side, f"+{card}"), "edge_change"], abs=1e-9
            )
            assert frame.loc[(side, card), "win_change"] == pytest.approx(
                one.loc[(side, f"+{card}"), "win_change"], abs=1e-9
            )


def test_TW_BOX_6_a_second_miromon_has_no_row():
    frame = held_worth(["F: F5 & miromon vs W: W6"])
    assert set(frame["card"]) == {"cat", "trap"}


@pytest.mark.parametrize("responses", ["none", "best"])
def test_an_object_changes_what_card_worth_says(responses):
    for battle in sample_battles(3, 5):
        frame = held_worth([battle], OBJECTS, responses).set_index(["side", "card"])
        one = card_worth(battle, responses).set_index(["side", "change"])
        assert len(frame) > 4
        for side, name in frame.index:
            assert frame.loc[(side, name), "edge_change"] == pytest.approx(
                one.loc[(side, f"+{name}"), "edge_change"], abs=1e-9
            )


def test_TW_OBJ_2_and_TW_BOX_1_a_fourth_object_and_one_that_is_there_have_no_row():
    frame = held_worth(["F: F5 @ boots,hat,socks vs W: W6 @ bra"], ["hat", "bra", "panties"])
    assert frame[["side", "card"]].values.tolist() == [["defender", "panties"]]


def test_the_lead_is_that_of_the_side_on_the_cards():
    frame = held_worth(["F: F5 F3 vs W: W6"], ["cat"]).set_index("side")
    assert frame["lead"].to_dict() == {"attacker": 2, "defender": -2}


def test_TW_ODDS_1_where_the_dice_alone_decide_a_card_changes_nothing():
    assert held_worth(sample_battles(5, 1), responses="none")["edge_change"].eq(0).all()


def test_TW_BAT_13_a_trap_does_nothing_where_there_is_no_creature():
    frame = held_worth(["F: F5 vs W: W6"], ["trap"])
    assert frame["edge_change"].eq(0).all()
    assert (frame["rules"] == "TW-BAT-13").all()


def test_one_more_response_is_never_worse_for_who_has_it():
    frame = held_worth(sample_battles(25, 2))
    assert frame["edge_change"].min() > -1e-9
    assert (frame["edge_change"] - (frame["win_change"] - frame["loss_change"])).abs().max() < 1e-12


def test_TW_POW_hat_is_worth_most_to_a_defender_where_the_cards_are_even():
    worth = held_worth(sample_battles(60, 3), ["hat"])
    frame = held_by_lead(worth)
    assert frame.loc[frame["side"] == "attacker", "edge"].eq(0).all(), "the hat is a defender's"
    mine = worth[worth["side"] == "defender"]
    for row in frame[frame["side"] == "defender"].itertuples():
        part = mine.loc[mine["lead"] == row.x, "edge_change"]
        assert len(part) == row.battles >= 5
        assert row.edge == pytest.approx(part.mean())
        assert row.low <= row.edge <= row.high
    assert frame["battles"].sum() < len(worth), "leads of few battles have no row"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_spread_has_a_row_for_each_card_and_side_best_first(lang):
    worth = held_worth(sample_battles(12, 2, held=False))
    frame = held_spread(worth, lang)
    assert len(frame) == 2 * len(CARDS)
    assert list(frame["label"]) == [held_label(row.card, row.side, lang) for row in frame.itertuples()]
    assert frame.loc[0, "card"] == "miromon"
    for row in frame.itertuples():
        mine = worth[(worth["card"] == row.card) & (worth["side"] == row.side)]["edge_change"]
        assert row.mean == pytest.approx(mine.mean())
        assert row.changed == pytest.approx((mine > 1e-12).mean())
    assert {"title", "x_label", "subtitle"} <= set(frame.attrs)


def test_counted_by_hand_how_often_miromon_was_played_and_won(played):
    rows = played_and_won(played).set_index("card")
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
    assert (row["low"], row["high"]) == wilson(won, sides)


def test_counted_by_hand_how_many_games_those_who_played_a_trap_won(played):
    row = players_won(played, ["trap"]).iloc[0]
    found = set()
    for battle in played.battles.itertuples():
        found |= {(battle.game, battle.attacker)} if battle.attack_traps else set()
        found |= {(battle.game, battle.defender)} if battle.defence_traps else set()
    winners = dict(zip(played.games["game"], played.games["winner"], strict=True))
    assert row["played"] == len(found) > 0
    assert row["won"] == sum(winners[game] == seat for game, seat in found)
    assert row["chance"] == 0.5


def test_what_cannot_be_counted_is_refused():
    with pytest.raises(Fault, match="'cat', 'trap', 'miromon', 'boots'"):
        held_worth(["F: F5 vs W: W6"], ["dog"])
    with pytest.raises(BatchError) as found:
        held_worth(["F: F5 vs W: W6", "F: F5 F5 F5 F5 vs W: W6", "nothing"])
    assert [fault.place for fault in found.value.faults] == [1, 2]
