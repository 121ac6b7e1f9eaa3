"""In the tables of analyses, each chance of 0 and each change of 0 stands beside its reason."""

import pytest

from twingkit import twing

LINES = [
    "F: F5 vs W: W6",
    "F: F5 F5 F5 vs W: shield W1",
    "F: W1 vs W: shield W6 W6",
    "F: W5 W4 vs W: shield W6 @ boots",
    "F: F5 + F3 & cat trap vs W: W6 + W3 & trap",
]
ZERO = 1e-12


def with_zeros(frame):
    return (frame[["win", "tie", "loss"]] < ZERO).any(axis=1)


@pytest.mark.parametrize("responses", ["none", "best"])
@pytest.mark.parametrize("variant", ["box", "ties=defender"])
def test_a_chance_of_0_has_a_reason_and_no_other_has_one(responses, variant):
    frame = twing.odds_many(LINES, responses=responses, variant=variant)
    assert ((frame.reason != "") == with_zeros(frame)).all()
    assert with_zeros(frame).any()


@pytest.mark.parametrize("line", LINES[1:3])
def test_TW_BAT_17_the_points_in_a_reason_are_those_that_the_dice_make(line):
    margins = twing.margins(line).margin
    (reason,) = twing.odds_many(line).reason
    least, most = sorted(abs(margin) for margin in (margins.min(), margins.max()))
    assert f"{least} to {most} " in reason
    assert ("fewer" in reason) == (margins.max() <= 0)


def test_TW_BAT_17_a_defender_who_wins_ties_leaves_none():
    (reason,) = twing.odds_many(LINES[0], variant="ties=defender", lang="de").reason
    assert reason.startswith("Kein Unentschieden: In dieser Variante")


def test_the_reason_of_a_defence_speaks_of_its_own_win():
    frame = twing.advise("F: F9 F9 F9 vs W: hand nothing + W1")
    (shield,) = (
        twing.advise("F: F9 F9 F9 vs W: hand nothing + W1", side="defender")
        .query("option == 'shield W1'")
        .index
    )
    assert "No tie" in frame.reason[shield]
    assert ((frame.reason != "") == with_zeros(frame)).all()


def test_each_lead_says_why_a_chance_is_0():
    frame = twing.own_element_odds([-8, 0, 8], responses="best", cats_each=1)
    assert ((frame.reason != "") == with_zeros(frame)).all()


def test_one_card_more_that_changes_nothing_says_why():
    frame = twing.worth(LINES, ["+cat", "+trap", "+hat"], lang="de")
    first = frame.query("position == @LINES[0] and side == 'attacker' and change == '+trap'").reason
    assert first.tolist() == [
        "Der Verteidiger hat keine Kreatur in diesem Kampf, die eine Falle nehmen könnte."
    ]


def test_an_own_element_that_changes_nothing_says_why():
    frame = twing.worth(
        ["A: F9 F9 F9 vs W: shield W1", "A: F6 vs W: W6"], ["own:"], side="attacker", responses="none"
    )
    nothing, something = frame.itertuples()
    assert (nothing.edge_change, nothing.reason) == (
        0,
        "The change has an effect, but every roll has the same outcome as before.",
    )
    assert something.edge_change > 0
    assert something.reason.startswith("The spells match the attacker’s own element")
    assert something.rules == ["TW-BAT-15", "TW-BAT-21"]


DUEL = "duel F: F5 F9 F9 / F4 / F6 F6 F6 & cat vs W: W5 / W4 / shield W1 & trap"


@pytest.mark.parametrize("responses", ["none", "each", "best"])
def test_TW_DUEL_3_each_score_of_a_duel_says_why_a_chance_is_0(responses):
    frame = twing.duel_odds_table(DUEL, responses=responses)
    zero = with_zeros(frame) | (frame[["duel_win", "duel_tie", "duel_loss"]] < ZERO).any(axis=1)
    assert ((frame.reason != "") == zero).all()
    last = frame[frame.battle == 3].set_index("score").reason
    assert "The duel is never lost: the challenger has already won two battles" in last["2-0"]
    assert "The duel is never lost: too few battles of the duel are left" in last["1-0"]
    assert "The duel is never tied: the way both sides play" in last["1-1"]


def test_a_battle_of_a_duel_for_which_different_cards_are_left_says_why_it_has_no_tie():
    line = "duel F: F5 / F5 / F9 F9 F9 + F4 F3 vs W: W6 / W6 / shield W1 & trap"
    frame = twing.duel_odds_table(line, responses="each", lang="de")
    mixed = frame[(frame.battle == 3)].reason
    assert mixed.str.contains("Kein Unentschieden").all()


def test_TW_END_5_a_pairing_says_why_a_chance_is_0_and_why_a_shield_brings_no_ornicle():
    line = "endgame F: F9 F9 F9 vs W: W6 vs L: shield L4"
    for responses in ("none", "best"):
        frame = twing.endgame_pairings(line, responses=responses)
        assert ((frame.reason.str.contains("No tie")) == with_zeros(frame)).all()
        assert [("no Ornicle" in reason and "TW-END-5" in reason) for reason in frame.reason] == [False, True]
    assert "TW-END-5" not in twing.endgame_pairings(line, variant="shield_reward=endgame").reason[1]


def test_TW_END_4_a_reason_of_a_pairing_counts_no_points_where_other_pairings_respond():
    line = "endgame F: F5 F6 + F4 vs W: W6 & trap vs L: shield L1"
    dice, played = (twing.endgame_pairings(line, responses=way).reason[1] for way in ("none", "best"))
    assert "more points" in dice
    assert "more points" not in played
    assert "respond perfectly" in played


def test_TW_BAT_6_a_supporter_who_gains_nothing_learns_why():
    frame = twing.support_payoff_table("F: F9 F9 F9 with L: F3 vs W: shield W4")
    assert ((frame.reason.str.contains("changes nothing")) == (frame.gain.abs() < ZERO)).all()
    assert frame.reason.str.contains("No tie").all()
    assert frame.reason[2].count("TW-BAT-18") == 0  # the supporter's stake is the defender's to win
    alone = twing.support_payoff_table("F: F5 vs W: shield W4", lang="de")
    assert "Niemand unterstützt" in alone.reason[0]
    assert "TW-BAT-18" in alone.reason[1]


@pytest.mark.parametrize("responses", ["none", "best"])
def test_odds_with_hidden_cards_say_why_a_chance_is_0(responses):
    frame = twing.odds_with_hidden_cards(
        "F: F5 F6 F3 & cat vs W: shield W1 & ?*2", responses=responses
    ).frame()
    assert with_zeros(frame).all()
    assert (frame.reason != "").all()
    assert frame.reason.str.contains("more points" if responses == "none" else "2 hands").all()
    assert frame.attrs["responses"] == responses
    usual = twing.odds_with_hidden_cards("F: F5 F3 vs W: W6 W4 & ?", responses=responses).frame()
    assert (usual.reason == "").all()
