"""Dice in a battle: rolls, events, responses, and what a die counts (TW-BAT-7 to 12, 14 to 16)."""

from __future__ import annotations

import pytest
from battles import tokens

from twingkit import BadAnswer, Game, Refusal, twing

PLAIN = "F: A5 vs W: L5"
"""Nobody fights with the own element, nobody has an object: 5 against 5, the dice decide."""


def asks(game: Game) -> tuple[str, int]:
    return game.question.kind, game.question.player


def dice(game: Game) -> list[str | None]:
    faces = [side.die for side in game.table.fight.sides]
    return [None if face is None else twing.face_text(face) for face in faces]


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


def test_D1_the_second_die_is_rolled_before_the_first_spiral_is_resolved(play, cited):
    game = play(PLAIN, "roll Spiral", "roll 0")
    order = [entry for entry in cited(game) if entry.startswith(("TW-BAT-7", "TW-BAT-8"))]
    assert order == ["TW-BAT-7 rolled attacker", "TW-BAT-7 rolled defender", "TW-BAT-8 event attacker"]


def test_D2_a_shield_brings_no_die_no_event_and_no_critical(play, cited):
    game = play("F: A5 vs W: shield W5", "roll Spiral")
    assert game.over
    assert game.result.points == (5, 5)
    assert [entry for entry in cited(game) if "defender" in entry and entry.startswith("TW-BAT-8")] == []


@pytest.mark.parametrize(
    ("face", "error"), [("5", Refusal), ("-5", Refusal), ("sun shine", BadAnswer), ("", BadAnswer)]
)
def test_TW_BAT_7_TW_BOX_3_a_face_that_the_die_does_not_have_is_no_answer(play, face, error):
    game = play(PLAIN)
    with pytest.raises(error):
        game.answer(f"roll {face}")
    assert asks(game) == ("roll", 0)


# TW-BAT-8: events


def test_TW_BAT_8_a_spiral_counts_0_and_draws_an_event(play, cited):
    game = play(PLAIN, "roll Spiral", "roll 1")
    assert "TW-BAT-8 event attacker" in cited(game)
    assert game.result.points == (5, 6)


def test_TW_BAT_8_the_attackers_event_comes_first(play, cited):
    game = play(PLAIN, "roll Spiral", "roll Spiral")
    events = [entry for entry in cited(game) if entry.startswith("TW-BAT-8")]
    assert events == ["TW-BAT-8 event attacker", "TW-BAT-8 event defender"]


def test_TW_BAT_8_events_are_resolved_before_any_response(play, cited):
    game = play("F: A5 & cat vs W: L5 & cat", "roll 1", "roll Spiral")
    assert cited(game)[-1] == "TW-BAT-8 event defender"
    assert asks(game) == ("respond", 0)


@pytest.mark.parametrize("face", ["Sun", "Cross", "0", "-4", "4"])
def test_TW_BAT_8_only_a_spiral_draws_an_event(play, cited, face):
    game = play(PLAIN, f"roll {face}", "roll 0")
    assert not [entry for entry in cited(game) if entry.startswith("TW-BAT-8")]


def test_D12_a_spiral_brought_by_a_re_roll_draws_again(play, cited):
    game = play("F: A5 & cat vs W: L5", "roll Spiral", "roll 0", "cat", "roll Spiral")
    assert cited(game).count("TW-BAT-8 event attacker") == 2


def test_D12_an_event_stays_though_its_spiral_is_rolled_away(play, cited):
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
    assert sorted(tokens(game.table.discard)) == ["A5", "L5", "miromon"]


def test_TW_BAT_9_the_defender_may_stop_the_attackers_event(play, cited):
    game = play("F: A5 vs W: L5 & miromon", "roll Spiral", "roll 1")
    assert asks(game) == ("interrupt", 1)
    game.answer("miromon attacker")
    assert "TW-BAT-9 interrupt defender" in cited(game)
    assert "TW-BAT-8 event attacker" not in cited(game)
    assert game.result.points == (5, 6)


def test_TW_BAT_9_whoever_declines_lets_the_event_come(play, cited):
    game = play("F: A5 & miromon vs W: L5", "roll Spiral", "roll 0", "pass")
    assert "TW-BAT-8 event attacker" in cited(game)
    assert asks(game) == ("respond", 0), "Miromon is still there to respond with"


def test_TW_BAT_9_one_miromon_stops_one_event_only(play, cited):
    game = play("F: A5 vs W: L5 & miromon", "roll Spiral", "roll Spiral", "miromon attacker")
    assert "TW-BAT-8 event attacker" not in cited(game)
    assert "TW-BAT-8 event defender" in cited(game)
    assert game.over


def test_TW_BAT_9_each_spiral_has_its_own_moment(play, cited, refused):
    game = play("F: A5 & miromon vs W: L5", "roll Spiral", "roll Spiral")
    assert refused(game, "miromon defender") == "TW-BAT-9"
    game.answer("pass")
    assert "TW-BAT-8 event attacker" in cited(game)
    assert asks(game) == ("interrupt", 0)
    game.answer("miromon defender")
    assert "TW-BAT-8 event defender" not in cited(game)


def test_TW_BAT_9_no_spiral_no_moment(play):
    game = play("F: A5 & miromon vs W: L5", "roll 0", "roll Sun")
    assert asks(game) == ("respond", 0)


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


def test_D3_a_cat_has_to_wait_until_the_event_is_over(play, refused):
    game = play("F: A5 & cat miromon vs W: L5", "roll Spiral", "roll 0")
    assert asks(game) == ("interrupt", 0)
    assert refused(game, "cat") == "TW-BAT-9"


def test_D3_with_hidden_hands_all_who_hold_cards_are_asked_the_attacker_first(play, cited):
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


def test_D3_after_the_event_miromon_only_makes_the_spiral_a_0(play, cited):
    game = play("F: A5 & miromon vs W: L5", "roll Spiral", "roll 1", "pass", "miromon attacker")
    assert cited(game).count("TW-BAT-8 event attacker") == 1
    assert "TW-BAT-12 played attacker" in cited(game)
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


@pytest.mark.parametrize("answer", ["dog", "cat defender", "miromon", "trap", "miromon bank", ""])
def test_TW_BAT_10_what_is_no_response_is_no_answer(play, answer):
    game = play("F: A5 & cat trap vs W: L5 + L4 & cat", "pass", "roll 0", "roll 0")
    before = game.record
    with pytest.raises(BadAnswer):
        game.answer(answer)
    assert game.record == before


# TW-BAT-11: black cats


def test_TW_BAT_11_a_cat_re_rolls_the_own_die(play, cited):
    game = play("F: A5 & cat vs W: L5", "roll -4", "roll 0", "cat")
    assert asks(game) == ("roll", 0)
    game.answer("roll 1")
    assert game.result.points == (6, 5)
    assert "TW-BAT-11 played attacker" in cited(game)
    assert "cat" in tokens(game.table.discard)
    assert game.table.players[0].cats == 0


def test_TW_BAT_11_the_last_roll_counts_even_if_it_is_worse(play):
    game = play("F: A5 & cat*2 vs W: L5", "roll 1", "roll 0", "cat", "roll 4", "cat", "roll -4")
    assert game.over
    assert game.result.points == (1, 5)
    assert tokens(game.table.discard).count("cat") == 2


@pytest.mark.parametrize(("objects", "answer"), [(" & cat", "cat"), (" @ shamrock", "shamrock")])
def test_TW_BAT_11_14_while_a_re_roll_is_pending_the_old_roll_no_longer_counts(play, objects, answer):
    game = play(f"F: A5{objects} vs W: L5", "roll Cross", "roll 0", answer)
    assert asks(game) == ("roll", 0)
    odds = twing.odds_now(game)
    assert odds.win == pytest.approx(5 / 12), "1 to 4 and the Sun win against 5 points"
    assert odds.tie == pytest.approx(2 / 12)


def test_TW_BAT_11_a_cat_rolls_a_critical_result_away(play):
    game = play("F: A5 & cat vs W: L5", "roll Cross", "roll 0", "cat", "roll 1")
    assert (game.result.winner, game.result.by) == (0, "points")


def test_TW_BAT_11_a_shield_has_no_die_for_a_cat(play, refused):
    game = play("F: A5 + A1 vs W: shield W5 & cat trap", "pass", "roll 0")
    assert asks(game) == ("respond", 1)
    assert refused(game, "cat") == "TW-BAT-11"


def test_TW_BAT_11_no_cat_no_re_roll(play, refused):
    game = play("F: A5 @ shamrock vs W: L5", "roll 0", "roll 0")
    assert refused(game, "cat") == "TW-BAT-11"


def test_D8_a_cat_never_touches_the_opponents_die(play):
    game = play("F: A5 & cat vs W: L5", "roll 0", "roll Sun")
    assert list(game.question.options()) == ["pass", "cat"]
    game.answer("cat")
    assert asks(game) == ("roll", 0)
    game.answer("roll 0")
    assert dice(game) == ["0", "Sun"]


# TW-BAT-12: Miromon


@pytest.mark.parametrize(
    ("face", "turned"),
    [("4", "-4"), ("-3", "3"), ("1", "-1"), ("0", "0"), ("Sun", "Cross"), ("Cross", "Sun"), ("Spiral", "0")],
)
def test_D4_TW_BAT_12_miromon_turns_a_face(play, face, turned):
    rolls = ("roll 0", f"roll {face}", *(["pass"] if face == "Spiral" else []))
    game = play("F: A5 & miromon vs W: L5 & cat", *rolls, "miromon defender")
    assert dice(game) == ["0", turned]
    assert game.table.players[0].miromon == 0


@pytest.mark.parametrize(("target", "points"), [("attacker", (2, 8)), ("defender", (8, 2))])
def test_TW_BAT_12_either_die_may_be_turned(play, target, points):
    game = play("F: A5 & miromon vs W: L5", "roll 3", "roll 3", f"miromon {target}")
    assert game.result.points == points
    assert "miromon" in tokens(game.table.discard)


def test_TW_BAT_12_a_later_re_roll_replaces_the_turned_result(play):
    game = play("F: A5 & cat vs W: L5 & miromon", "roll 4", "roll 0", "pass", "miromon attacker")
    assert dice(game) == ["-4", "0"]
    game.answer("cat")
    game.answer("roll 2")
    assert dice(game) == ["2", "0"]
    assert game.result.points == (7, 5)


def test_TW_BAT_12_it_turns_what_lies_there_now_not_the_first_roll(play):
    game = play("F: A5 & cat miromon vs W: L5", "roll -4", "roll 0", "cat", "roll 2", "miromon attacker")
    assert game.result.points == (3, 5)


def test_TW_BAT_12_a_shielding_player_may_turn_the_attackers_die(play):
    game = play("F: A5 vs W: shield W5 & miromon", "roll Sun")
    assert list(game.question.options()) == ["pass", "miromon attacker"]
    game.answer("miromon attacker")
    assert game.result.winner == 1


def test_TW_BAT_12_a_die_that_was_not_rolled_cannot_be_turned(play, refused):
    game = play("F: A5 & miromon vs W: shield W5", "roll 0")
    assert refused(game, "miromon defender") == "TW-BAT-12"


def test_TW_BAT_12_miromon_must_be_held(play, refused):
    game = play("F: A5 & cat vs W: L5", "roll 0", "roll 0")
    assert refused(game, "miromon attacker") == "TW-BAT-12"


def test_TW_BAT_12_says_what_became_of_the_die(play, sentences):
    game = play("F: A5 vs W: L5 & miromon", "roll Sun", "roll 0", "miromon attacker")
    assert sentences(game, "TW-BAT-12") == [
        "The defender plays Miromon on the attacker’s die: Sun becomes Cross."
    ]
    assert sentences(game, "TW-BAT-12", "de") == [
        "Der Verteidiger spielt Miromon auf den Würfel des Angreifers: Aus Sonne wird Kreuz."
    ]


def test_D5_own_element_looks_at_the_turned_face(play):
    up = play("F: F5 & miromon vs W: L5", "roll -3", "roll 0", "miromon attacker")
    assert up.result.points == (8, 5)
    down = play("F: F5 vs W: L5 & miromon", "roll 3", "roll 0", "miromon attacker")
    assert down.result.points == (5, 5)


def test_D6_panties_look_at_the_turned_face(play):
    turned_up = play("F: A5 @ panties & miromon vs W: L5", "roll Cross", "roll 4", "miromon attacker")
    assert (turned_up.result.winner, turned_up.result.by) == (0, "critical")
    turned_down = play("F: A5 @ panties vs W: L5 & miromon", "roll Sun", "roll 4", "miromon attacker")
    assert turned_down.result.points == (5, 9)


def test_D7_the_bra_covers_a_sun_that_was_a_cross(play):
    game = play("F: A5 & miromon vs W: L5 @ bra", "roll Cross", "roll 1", "miromon attacker")
    assert game.result.points == (5, 6)


def test_D9_miromon_never_re_rolls(play):
    game = play("F: A5 & miromon vs W: L5", "roll -2", "roll 0", "miromon attacker")
    assert game.over, "no die was asked for again"


# TW-BAT-14: Hat and Shamrock


def test_TW_BAT_14_the_shamrock_re_rolls_for_the_attacker_once(play, cited, refused):
    game = play("F: A5 @ shamrock & cat vs W: L5", "roll -4", "roll 0", "shamrock", "roll 2")
    assert "TW-BAT-14 used attacker" in cited(game)
    assert dice(game) == ["2", "0"]
    assert refused(game, "shamrock") == "TW-BAT-14"


def test_TW_BAT_14_the_hat_re_rolls_for_the_defender_once(play, cited, refused):
    game = play("F: A5 vs W: L5 @ hat & cat", "roll 0", "roll -4", "hat", "roll 2")
    assert "TW-BAT-14 used defender" in cited(game)
    assert dice(game) == ["0", "2"]
    assert refused(game, "hat") == "TW-BAT-14"


def test_TW_BAT_14_the_new_roll_counts_even_if_it_is_worse(play):
    game = play("F: A5 @ shamrock vs W: L5", "roll 4", "roll 0", "shamrock", "roll Cross")
    assert game.result.winner == 1


def test_TW_BAT_14_it_re_rolls_the_own_die_only(play):
    game = play("F: A5 vs W: L5 @ hat", "roll Sun", "roll 0", "hat")
    assert asks(game) == ("roll", 1)


def test_TW_BAT_14_a_shield_has_no_die_for_the_hat(play, refused):
    game = play("F: A5 + A1 vs W: shield W5 @ hat & trap", "pass", "roll 0")
    assert asks(game) == ("respond", 1)
    assert refused(game, "hat") == "TW-BAT-14"


def test_TW_BAT_14_a_new_spiral_draws_an_event(play, cited):
    game = play("F: A5 @ shamrock vs W: L5", "roll 4", "roll 0", "shamrock", "roll Spiral")
    assert "TW-BAT-8 event attacker" in cited(game)


def test_TW_BAT_14_no_object_is_used_up(play):
    game = play("F: A5 @ shamrock vs W: L5", "roll 4", "roll 0", "shamrock", "roll 1")
    assert game.table.players[0].objects == ("shamrock",)
    assert sorted(tokens(game.table.discard)) == ["A5", "L5"]


def test_D11_the_object_may_come_before_or_after_a_cat(play):
    line = "F: A5 @ shamrock & cat vs W: L5"
    for order in (("shamrock", "cat"), ("cat", "shamrock")):
        game = play(line, "roll 0", "roll 0", order[0], "roll 1", order[1], "roll 2")
        assert game.over
        assert game.result.points == (7, 5)


# TW-BAT-15: what a die counts


@pytest.mark.parametrize(("face", "counts"), [("-4", 0), ("-1", 0), ("0", 0), ("1", 1), ("4", 4)])
def test_TW_BAT_15_negative_numbers_count_0_with_the_own_element(play, face, counts):
    attack = play("F: F5 vs W: L5", f"roll {face}", "roll 0")
    assert attack.result.points == (5 + counts, 5)
    defence = play("F: A5 vs W: W5", "roll 0", f"roll {face}")
    assert defence.result.points == (5, 5 + counts)


@pytest.mark.parametrize(("face", "counts"), [("-4", -4), ("-1", -1), ("0", 0), ("4", 4), ("Spiral", 0)])
def test_TW_BAT_15_other_elements_take_the_number_as_it_is(play, face, counts):
    game = play(PLAIN, f"roll {face}", "roll 0")
    assert game.result.points == (5 + counts, 5)


def test_TW_BAT_15_the_spells_decide_not_a_teddy_unit(play):
    game = play("F: A5 + F3 @ teddy vs W: L5", "roll -2", "roll 0")
    assert game.result.points == (6, 5)
    own = play("F: F5 + A3 @ teddy vs W: L5", "roll -2", "roll 0")
    assert own.result.points == (8, 5)


def test_TW_BAT_15_with_the_own_element_a_cross_is_still_a_cross(play):
    game = play("F: F5 vs W: L1", "roll Cross", "roll 0")
    assert (game.result.winner, game.result.by) == (1, "critical")


def test_TW_BAT_15_cites_what_made_the_die_count_so(play, cited):
    game = play("F: F5 vs W: L5", "roll -2", "roll Spiral")
    assert "TW-BAT-15 own_element attacker" in cited(game)
    assert "TW-BAT-15 spiral defender" in cited(game)
    assert "TW-BAT-15 number attacker" in cited(play("F: F5 vs W: L5", "roll 0", "roll 0"))


# TW-BAT-16: critical results


@pytest.mark.parametrize("face", ["4", "0", "-4", "Spiral", "Cross"])
def test_TW_BAT_16_a_sun_beats_everything_but_a_sun(play, cited, face):
    attack = play("F: A1 vs W: L9", "roll Sun", f"roll {face}")
    assert (attack.result.winner, attack.result.by, attack.result.points) == (0, "critical", None)
    assert "TW-BAT-16 sun attacker" in cited(attack)
    defence = play("F: A9 vs W: L1", f"roll {face}", "roll Sun")
    assert (defence.result.winner, defence.result.by) == (1, "critical")
    assert "TW-BAT-16 sun defender" in cited(defence)


@pytest.mark.parametrize("face", ["4", "0", "-4", "Spiral"])
def test_TW_BAT_16_a_cross_loses_to_everything_but_a_cross(play, cited, face):
    attack = play("F: A9 vs W: L1", "roll Cross", f"roll {face}")
    assert (attack.result.winner, attack.result.by) == (1, "critical")
    assert "TW-BAT-16 cross defender" in cited(attack)
    defence = play("F: A1 vs W: L9", f"roll {face}", "roll Cross")
    assert (defence.result.winner, defence.result.by) == (0, "critical")


def test_TW_BAT_16_sun_against_sun_ties(play, cited, sentences):
    game = play("F: A9 vs W: L1", "roll Sun", "roll Sun")
    assert (game.result.winner, game.result.by) == (None, "critical")
    assert "TW-BAT-16 tie" in cited(game)
    assert sentences(game, "TW-BAT-16") == ["Sun against Sun: the battle is a tie."]
    assert [player.ornicles for player in game.table.players] == [0, 0]


def test_TW_BAT_16_cross_against_cross_ties(play, cited):
    game = play("F: A9 vs W: L1", "roll Cross", "roll Cross")
    assert game.result.winner is None
    assert "TW-BAT-16 tie" in cited(game)


def test_R4_TW_BAT_16_a_sun_beats_a_shield_and_a_cross_loses_to_it(play):
    sun = play("F: A1 vs W: shield W9 W9", "roll Sun")
    assert (sun.result.winner, sun.result.by) == (0, "critical")
    cross = play("F: A9 vs W: shield W1", "roll Cross")
    assert (cross.result.winner, cross.result.by) == (1, "critical")


def test_R1_a_sun_does_not_end_the_battle_before_the_responses(play):
    game = play("F: A5 vs W: L5 & miromon", "roll Sun", "roll 0")
    assert asks(game) == ("respond", 1)
    game.answer("miromon attacker")
    assert game.result.winner == 1


def test_R2_a_sun_beats_a_cross_from_either_side(play):
    one = play(PLAIN, "roll Sun", "roll Cross")
    other = play(PLAIN, "roll Cross", "roll Sun")
    assert (one.result.winner, other.result.winner) == (0, 1)


def test_R3_both_sun_and_the_attacker_has_the_bra(play):
    game = play("F: A1 @ bra vs W: L9", "roll Sun", "roll Sun")
    assert (game.result.winner, game.result.by) == (0, "critical")


def test_R3_both_cross_and_the_defender_has_the_panties(play):
    game = play("F: A9 vs W: L1 @ panties", "roll Cross", "roll Cross")
    assert (game.result.winner, game.result.by) == (1, "critical")


@pytest.mark.parametrize(("power", "winner"), [(4, 1), (5, None), (6, 0)])
def test_R3_where_objects_cancel_both_symbols_the_points_decide(play, power, winner):
    game = play(f"F: A{power} vs W: L5 @ bra,panties", "roll Sun", "roll Cross")
    assert (game.result.winner, game.result.points) == (winner, (power, 5))


def test_R3_a_lone_cross_still_loses_when_the_sun_counts_0(play):
    game = play("F: A1 vs W: L9 @ bra", "roll Sun", "roll Cross")
    assert (game.result.winner, game.result.by) == (0, "critical")


# TW-BAT-15 to 17 together: all 144 rolls against the rules said another way


def expected(faces: tuple[str, str], powers: tuple[int, int], own: tuple[bool, bool], **owner: int):
    """Who wins, straight from the rulebook: read each face, then symbols, then points."""
    read = list(faces)
    for side in (0, 1):
        if read[side] == "Spiral":
            read[side] = "0"
        if read[side] == "Cross" and owner.get("panties") == side:
            read[side] = "0"
        if read[side] == "Sun" and owner.get("bra") == 1 - side:
            read[side] = "0"
        if read[side].startswith("-") and own[side]:
            read[side] = "0"
    if "Sun" in read or "Cross" in read:
        if read[0] == read[1]:
            return None
        if "Sun" in read:
            return read.index("Sun")
        return 1 - read.index("Cross")
    points = [power + int(face) for power, face in zip(powers, read, strict=True)]
    return None if points[0] == points[1] else points.index(max(points))


@pytest.mark.parametrize(
    ("line", "powers", "own", "owner"),
    [
        ("F: A5 vs W: L5", (5, 5), (False, False), {}),
        ("F: F5 vs W: L6", (5, 6), (True, False), {}),
        ("F: A6 vs W: W4", (6, 4), (False, True), {}),
        ("F: F3 vs W: W5", (3, 5), (True, True), {}),
        ("F: A5 @ bra,panties vs W: W5", (5, 5), (False, True), {"bra": 0, "panties": 0}),
        ("F: F5 @ panties vs W: L5 @ bra", (5, 5), (True, False), {"bra": 1, "panties": 0}),
    ],
)
def test_TW_BAT_15_16_17_every_pair_of_faces(play, line, powers, own, owner):
    names = [twing.face_text(face) for face in twing.FACES]
    for attack in names:
        for defence in names:
            game = play(line, f"roll {attack}", f"roll {defence}")
            assert game.over
            assert game.result.winner == expected((attack, defence), powers, own, **owner), (attack, defence)
