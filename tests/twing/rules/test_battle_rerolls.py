"""Cats, Miromon, Hat and Shamrock: TW-BAT-11, TW-BAT-12 and TW-BAT-14."""

from __future__ import annotations

import pytest
from battles import tokens
from twing.cases import options
from twing.rules.rolled import asks

from twingkit import Game, twing


def dice(game: Game) -> list[str | None]:
    faces = [side.shown_face for side in game.table.fight.sides]
    return [None if face is None else twing.face_text(face) for face in faces]


# TW-BAT-11: black cats


def test_TW_BAT_11_a_cat_re_rolls_the_own_die(play, cited):
    game = play("F: A5 & cat vs W: L5", "roll -4", "roll 0", "cat")
    assert asks(game) == ("roll", 0)
    game.answer("roll 1")
    assert game.result.points == (6, 5)
    assert "TW-BAT-11 played attacker" in cited(game)
    assert "cat" in tokens(game.table.discard_pile)
    assert game.table.players[0].cats == 0


def test_TW_BAT_11_the_last_roll_counts_even_if_it_is_worse(play):
    game = play("F: A5 & cat*2 vs W: L5", "roll 1", "roll 0", "cat", "roll 4", "cat", "roll -4")
    assert game.over
    assert game.result.points == (1, 5)
    assert tokens(game.table.discard_pile).count("cat") == 2


@pytest.mark.parametrize(("objects", "answer"), [(" & cat", "cat"), (" @ shamrock", "shamrock")])
def test_TW_BAT_11_14_while_a_re_roll_is_pending_the_old_roll_no_longer_counts(play, objects, answer):
    game = play(f"F: A5{objects} vs W: L5", "roll Cross", "roll 0", answer)
    assert asks(game) == ("roll", 0)
    odds = twing.odds_now(game)
    assert odds.win == pytest.approx(5 / 12), "1 to 4 and the Sun win against 5 points"
    assert odds.tie == pytest.approx(2 / 12)


def test_TW_BAT_11_a_shield_has_no_die_for_a_cat(play, refused):
    game = play("F: A5 + A1 vs W: shield W5 & cat trap", "pass", "roll 0")
    assert asks(game) == ("respond", 1)
    assert refused(game, "cat") == "TW-BAT-11"


def test_TW_BAT_11_no_cat_no_re_roll(play, refused):
    game = play("F: A5 @ shamrock vs W: L5", "roll 0", "roll 0")
    assert refused(game, "cat") == "TW-BAT-11"


# TW-BAT-12: Miromon


@pytest.mark.parametrize(
    ("face", "turned"),
    [("4", "-4"), ("-3", "3"), ("1", "-1"), ("0", "0"), ("Sun", "Cross"), ("Cross", "Sun"), ("Spiral", "0")],
)
def test_TW_BAT_12_miromon_turns_a_face(play, face, turned):
    rolls = ("roll 0", f"roll {face}", *(["pass"] if face == "Spiral" else []))
    game = play("F: A5 & miromon vs W: L5 & cat", *rolls, "miromon defender")
    assert dice(game) == ["0", turned]
    assert game.table.players[0].miromon == 0


@pytest.mark.parametrize(("target", "points"), [("attacker", (2, 8)), ("defender", (8, 2))])
def test_TW_BAT_12_either_die_may_be_turned(play, target, points):
    game = play("F: A5 & miromon vs W: L5", "roll 3", "roll 3", f"miromon {target}")
    assert game.result.points == points
    assert "miromon" in tokens(game.table.discard_pile)


def test_TW_BAT_12_a_later_re_roll_replaces_the_turned_result(play):
    game = play("F: A5 & cat vs W: L5 & miromon", "roll 4", "roll 0", "pass", "miromon attacker")
    assert dice(game) == ["-4", "0"]
    game.answer("cat")
    game.answer("roll 2")
    assert dice(game) == ["2", "0"]
    assert game.result.points == (7, 5)


def test_TW_BAT_12_it_turns_the_current_face_not_the_first_roll(play):
    game = play("F: A5 & cat miromon vs W: L5", "roll -4", "roll 0", "cat", "roll 2", "miromon attacker")
    assert game.result.points == (3, 5)


def test_TW_BAT_12_a_shielding_player_may_turn_the_attackers_die(play):
    game = play("F: A5 vs W: shield W5 & miromon", "roll Sun")
    assert options(game) == ["pass", "miromon attacker"]
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


def test_own_element_looks_at_the_turned_face(play):
    up = play("F: F5 & miromon vs W: L5", "roll -3", "roll 0", "miromon attacker")
    assert up.result.points == (8, 5)
    down = play("F: F5 vs W: L5 & miromon", "roll 3", "roll 0", "miromon attacker")
    assert down.result.points == (5, 5)


def test_panties_look_at_the_turned_face(play):
    turned_up = play("F: A5 @ panties & miromon vs W: L5", "roll Cross", "roll 4", "miromon attacker")
    assert (turned_up.result.winner, turned_up.result.decided_by) == (0, "critical")
    turned_down = play("F: A5 @ panties vs W: L5 & miromon", "roll Sun", "roll 4", "miromon attacker")
    assert turned_down.result.points == (5, 9)


def test_the_bra_covers_a_sun_that_was_a_cross(play):
    game = play("F: A5 & miromon vs W: L5 @ bra", "roll Cross", "roll 1", "miromon attacker")
    assert game.result.points == (5, 6)


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


def test_TW_BAT_14_a_shield_has_no_die_for_the_hat(play, refused):
    game = play("F: A5 + A1 vs W: shield W5 @ hat & trap", "pass", "roll 0")
    assert asks(game) == ("respond", 1)
    assert refused(game, "hat") == "TW-BAT-14"


def test_TW_BAT_14_a_new_spiral_draws_an_event(play, cited):
    game = play("F: A5 @ shamrock vs W: L5", "roll 4", "roll 0", "shamrock", "roll Spiral")
    assert "TW-BAT-8 event attacker" in cited(game)


def test_TW_BAT_14_no_object_is_used_up(play):
    game = play("F: A5 @ shamrock vs W: L5", "roll 4", "roll 0", "shamrock", "roll 1")
    assert game.table.players[0].active_objects == ("shamrock",)
    assert sorted(tokens(game.table.discard_pile)) == ["A5", "L5"]
