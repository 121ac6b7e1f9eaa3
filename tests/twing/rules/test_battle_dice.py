"""Dice, events and Miromon in a battle: TW-BAT-7 to TW-BAT-10."""

from __future__ import annotations

import pytest
from battles import tokens
from twing.rules.rolled import PLAIN, asks

from twingkit import BadAnswer

# TW-BAT-7: the roll


def test_TW_BAT_7_both_sides_roll_once_the_attacker_asked_first(play, cited):
    game = play(PLAIN)
    assert asks(game) == ("roll", 0)
    game.answer("roll 2")
    assert asks(game) == ("roll", 1)
    game.answer("roll 3")
    assert game.over
    assert game.result.points == (7, 8)
    assert [entry for entry in cited(game) if entry.startswith("TW-BAT-7")] == [
        "TW-BAT-7 rolled attacker",
        "TW-BAT-7 rolled defender",
    ]


def test_the_second_die_is_rolled_before_the_first_spiral_is_resolved(play, cited):
    game = play(PLAIN, "roll Spiral", "roll 0")
    order = [entry for entry in cited(game) if entry.startswith(("TW-BAT-7", "TW-BAT-8"))]
    assert order == ["TW-BAT-7 rolled attacker", "TW-BAT-7 rolled defender", "TW-BAT-8 event attacker"]


def test_a_shield_brings_no_die_no_event_and_no_critical(play, cited):
    game = play("F: A5 vs W: shield W5", "roll Spiral")
    assert game.over
    assert game.result.points == (5, 5)
    assert [entry for entry in cited(game) if "defender" in entry and entry.startswith("TW-BAT-8")] == []


# TW-BAT-8: events


def test_TW_BAT_8_events_are_resolved_before_any_response(play, cited):
    game = play("F: A5 & cat vs W: L5 & cat", "roll 1", "roll Spiral")
    assert cited(game)[-1] == "TW-BAT-8 event defender"
    assert asks(game) == ("respond", 0)


@pytest.mark.parametrize("face", ["Sun", "Cross", "0", "-4", "4"])
def test_TW_BAT_8_only_a_spiral_draws_an_event(play, cited, face):
    game = play(PLAIN, f"roll {face}", "roll 0")
    assert not [entry for entry in cited(game) if entry.startswith("TW-BAT-8")]


def test_a_spiral_brought_by_a_re_roll_draws_again(play, cited):
    game = play("F: A5 & cat vs W: L5", "roll Spiral", "roll 0", "cat", "roll Spiral")
    assert cited(game).count("TW-BAT-8 event attacker") == 2


def test_an_event_stays_though_its_spiral_is_rolled_away(play, cited):
    game = play("F: A5 & cat vs W: L5", "roll Spiral", "roll 0", "cat", "roll 3")
    assert cited(game).count("TW-BAT-8 event attacker") == 1
    assert game.result.points == (8, 5)


# TW-BAT-9: Miromon before the event


def test_TW_BAT_9_miromon_turns_the_own_spiral_into_0_and_no_event_is_drawn(play, cited):
    game = play("F: A5 & miromon vs W: L5", "roll Spiral", "roll 0")
    assert asks(game) == ("interrupt", 0)
    game.answer("miromon attacker")
    assert "TW-BAT-9 interrupt attacker" in cited(game)
    assert "TW-BAT-8 event attacker" not in cited(game)
    assert game.result.points == (5, 5)
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L5", "miromon"]


def test_TW_BAT_9_one_miromon_stops_one_event_only(play, cited):
    game = play("F: A5 vs W: L5 & miromon", "roll Spiral", "roll Spiral", "miromon attacker")
    assert "TW-BAT-8 event attacker" not in cited(game)
    assert "TW-BAT-8 event defender" in cited(game)
    assert game.over


def test_TW_BAT_9_a_spiral_of_a_re_roll_may_be_stopped_too(play, cited):
    game = play("F: A5 & cat vs W: L5 & miromon", "roll 1", "roll 1", "cat", "roll Spiral")
    assert asks(game) == ("interrupt", 1)
    game.answer("miromon attacker")
    assert not [entry for entry in cited(game) if entry.startswith("TW-BAT-8")]


def test_TW_BAT_9_a_shield_may_stop_the_attackers_event(play, cited):
    game = play("F: A5 vs W: shield W5 & miromon", "roll Spiral")
    assert asks(game) == ("interrupt", 1)
    game.answer("miromon attacker")
    assert "TW-BAT-8 event attacker" not in cited(game)


def test_with_hidden_hands_all_who_hold_cards_are_asked_the_attacker_first(play, cited):
    game = play("F: A5 & trap vs W: L5 & trap")
    game.table.open_hands = False
    game.answer("roll 1")
    game.answer("roll Spiral")
    assert asks(game) == ("interrupt", 0)
    game.answer("pass")
    assert asks(game) == ("interrupt", 1)
    game.answer("pass")
    assert cited(game)[-1] == "TW-BAT-8 event defender"
    assert asks(game) == ("respond", 0)


def test_after_the_event_miromon_only_makes_the_spiral_a_0(play, cited):
    game = play("F: A5 & miromon vs W: L5", "roll Spiral", "roll 1", "pass", "miromon attacker")
    assert cited(game).count("TW-BAT-8 event attacker") == 1
    assert "TW-BAT-12 own attacker" in cited(game)
    assert game.result.points == (5, 6)


# TW-BAT-10: responses in turn


def test_TW_BAT_10_the_attacker_responds_first_then_they_alternate(play):
    game = play("F: A5 & cat*2 vs W: L5 & cat*2", "roll 0", "roll 0")
    order = []
    for answer in ("cat", "roll 1", "cat", "roll 1", "cat", "roll 2", "cat", "roll 2"):
        order.append(asks(game))
        game.answer(answer)
    assert order == [
        *(("respond", 0), ("roll", 0), ("respond", 1), ("roll", 1)),
        *(("respond", 0), ("roll", 0), ("respond", 1), ("roll", 1)),
    ]
    assert game.over


def test_TW_BAT_10_two_passes_in_a_row_end_it(play):
    game = play("F: A5 & cat vs W: L5 & cat", "roll 0", "roll 0", "pass")
    assert asks(game) == ("respond", 1)
    game.answer("pass")
    assert game.over


def test_TW_BAT_10_a_pass_does_not_shut_out(play):
    game = play("F: A5 & cat vs W: L5 & cat", "roll 0", "roll 0", "pass", "cat", "roll 3")
    assert asks(game) == ("respond", 0), "the defender responded, so the attacker may again"
    game.answer("cat")
    game.answer("roll 4")
    assert game.over
    assert game.result.points == (9, 8)


def test_TW_BAT_10_response_pass_pass_ends_it(play):
    game = play("F: A5 & cat*2 vs W: L5 & cat", "roll 0", "roll 0", "cat", "roll 1", "pass")
    assert asks(game) == ("respond", 0), "only one pass so far"
    game.answer("pass")
    assert game.over


@pytest.mark.parametrize(
    "answer",
    ["dog", "cat defender", "miromon", "trap", "miromon bank", "", "cat*", "cat*0", "dog + cat", "cat cat"],
)
def test_TW_BAT_10_an_invalid_response_is_no_answer(play, answer):
    game = play("F: A5 & cat trap vs W: L5 + L4 & cat", "pass", "roll 0", "roll 0")
    before = game.record
    with pytest.raises(BadAnswer):
        game.answer(answer)
    assert game.record == before
