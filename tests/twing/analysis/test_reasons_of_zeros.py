"""Tests that each chance of 0, and each change of 0, in the tables of analyses stands beside its reason."""

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
    frame = twing.odds_many(LINES, responses, variant=variant)
    assert ((frame.reason != "") == with_zeros(frame)).all()
    assert with_zeros(frame).any()


@pytest.mark.parametrize("line", LINES[1:3])
def test_TW_BAT_17_the_points_in_a_reason_are_those_that_the_dice_make(line):
    margins = twing.margins(line).margin
    (reason,) = twing.odds_many(line).reason
    least, most = sorted(abs(margin) for margin in (margins.min(), margins.max()))
    assert f"{least} to {most} points" in reason
    assert ("less" in reason) == (margins.max() <= 0)


def test_TW_BAT_17_a_defender_who_wins_ties_leaves_none():
    (reason,) = twing.odds_many(LINES[0], variant="ties=defender", lang="de").reason
    assert reason.startswith("Kein Unentschieden: Nach der Variante gewinnt bei Gleichstand der Verteidiger")


def test_the_reason_of_a_defence_speaks_of_its_own_win():
    frame = twing.advise("F: F9 F9 F9 vs W: hand nothing + W1")
    (shield,) = (
        twing.advise("F: F9 F9 F9 vs W: hand nothing + W1", "defender").query("lay == 'shield W1'").index
    )
    assert "No tie" in frame.reason[shield]
    assert ((frame.reason != "") == with_zeros(frame)).all()


def test_each_cell_of_a_grid_says_why_a_chance_is_0():
    for frame in (
        twing.power_grid(LINES[3], defence=[6]),
        twing.own_element_odds([-8, 0, 8], "best", cats=1),
    ):
        assert ((frame.reason != "") == with_zeros(frame)).all()


@pytest.mark.parametrize("responses", ["none", "best"])
@pytest.mark.parametrize("line", LINES)
def test_a_change_of_0_has_the_reason_that_card_worth_gives(line, responses):
    frame = twing.what_if(line, responses)
    assert ((frame.reason != "") == (frame.edge_change.abs() < ZERO)).all()
    worth = twing.card_worth(line, responses).set_index(["side", "change"]).reason
    objects = frame[(frame.kind == "object") & (frame.reason != "") & (frame.to == "on")]
    assert len(objects)
    for row in objects.itertuples():
        assert row.reason == worth[row.side, f"+{row.what}"]


def test_one_card_more_that_changes_nothing_says_why():
    frame = twing.held_worth(LINES, ["cat", "trap", "hat"], lang="de")
    assert ((frame.reason != "") == (frame.edge_change.abs() < ZERO)).all()
    first = frame.query("battle == @LINES[0] and side == 'attacker' and card == 'trap'").reason
    assert first.tolist() == [
        "Der Verteidiger hat keine Kreatur in diesem Kampf, die eine Falle nehmen könnte."
    ]


def test_an_own_element_that_changes_nothing_says_why():
    frame = twing.own_element_worth(["F: F9 F9 F9 vs W: shield W1", "F: F5 vs W: W6"], "none")
    assert [bool(reason) for reason in frame.reason] == [not change for change in frame.change]
    assert frame.reason[0] == "It acts, but no roll is decided differently."
