"""The nine magical objects in a battle (TW-POW), and how many of them lie on the table (TW-OBJ-2, TW-BOX)."""

from __future__ import annotations

import pytest
from twing.cases import options
from twing.rules.rolled import asks

from twingkit import twing

# Teddy of Agony


@pytest.mark.parametrize("units", ["F4 F3", "F4 A3", "A4", "F4 A6M>A2"])
def test_TW_POW_teddy_adds_one_unit_of_any_element(problems, play, cited, units):
    assert problems(f"F: F5 + {units} @ teddy vs W: W6") == []
    assert problems(f"W: W6 vs F: F5 + {units} @ teddy") == []
    if units != "A4":
        assert problems(f"F: F5 + {units} vs W: W6") == ["TW-BAT-2"]
    assert "TW-POW-teddy extra attacker" in cited(play(f"F: F5 + {units} @ teddy vs W: W6"))


def test_TW_POW_teddy_is_not_cited_when_the_lay_stands_without_it(play, cited):
    game = play("F: F5 + F4 @ teddy vs W: W6 + W3", "roll 0", "roll 0")
    assert not [entry for entry in cited(game) if entry.startswith("TW-POW-teddy")]


# Panties of Protection


def test_TW_POW_panties_make_the_own_cross_0(play, cited, sentences):
    game = play("F: A5 @ panties vs W: L4", "roll Cross", "roll 0")
    assert game.result.points == (5, 4)
    assert "TW-POW-panties cross attacker" in cited(game)
    assert sentences(game, "TW-POW-panties") == [
        "The Panties of Protection make the attacker’s Cross count as 0."
    ]


def test_TW_POW_panties_protect_the_defender_too(play):
    game = play("F: A5 vs W: L4 @ panties", "roll 0", "roll Cross")
    assert game.result.points == (5, 4)


def test_TW_POW_panties_help_against_a_shield(play):
    game = play("F: A5 @ panties vs W: shield W4", "roll Cross")
    assert game.result.points == (5, 4)


# Hat of Opportunity, Giant Red Shamrock


def test_TW_POW_hat_is_for_the_defender_only(play, refused):
    game = play("F: A5 @ hat & cat vs W: L5", "roll 0", "roll 0")
    assert refused(game, "hat") == "TW-POW-hat"
    alone = play("F: A5 @ hat vs W: L5", "roll 0", "roll 0")
    assert alone.over, "an attacker with the Hat has nothing to respond with"


def test_TW_POW_shamrock_is_for_the_attacker_only(play, refused):
    game = play("F: A5 vs W: L5 @ shamrock & cat", "roll 0", "roll 0")
    assert refused(game, "shamrock") == "TW-POW-shamrock"


def test_TW_POW_hat_and_shamrock_must_be_owned(play, refused):
    game = play("F: A5 & cat vs W: L5 & cat", "roll 0", "roll 0")
    assert refused(game, "shamrock") == "TW-POW-shamrock"
    game.answer("pass")
    assert refused(game, "hat") == "TW-POW-hat"


@pytest.mark.parametrize(
    ("line", "answer"),
    [("F: A5 @ shamrock vs W: L5 @ socks", "shamrock"), ("F: A5 @ socks vs W: L5 @ hat", "hat")],
)
def test_TW_POW_socks_do_not_stop_hat_and_shamrock(play, cited, line, answer):
    game = play(line, "roll 0", "roll 0", answer, "roll 3")
    assert game.over
    assert [entry for entry in cited(game) if entry.startswith("TW-BAT-14 used")]


# Puppet of Clarity


def test_TW_POW_puppet_still_draws_the_event_of_its_spiral(play, cited):
    game = play("F: A5 @ puppet vs W: L5", "roll Spiral", "roll 0")
    assert "TW-BAT-8 event attacker" in cited(game)
    assert game.result.points == (5, 5)


# Boots of Certitude


def test_TW_POW_boots_forbid_traps_against_the_owner_before_the_roll(play):
    game = play("F: A5 + A4 & trap vs W: L5 + L4 @ boots & trap")
    assert asks(game) == ("before_roll", 1), "the attacker has nothing to play"
    game.answer("trap A4")
    assert asks(game) == ("roll", 0)


def test_TW_POW_boots_owner_may_trap(play, cited):
    game = play("F: A5 @ boots & trap vs W: L5 + L4", "trap L4", "roll 0", "roll 0")
    assert "TW-BAT-13 played attacker" in cited(game)


# Bra of Destiny


def test_TW_POW_bra_makes_the_enemys_sun_0(play, cited, sentences):
    game = play("F: A5 vs W: L6 @ bra", "roll Sun", "roll 0")
    assert game.result.points == (5, 6)
    assert "TW-POW-bra sun attacker" in cited(game)
    assert sentences(game, "TW-POW-bra") == [
        "The Bra of Destiny makes the attacker’s Sun count as 0 against the defender."
    ]


def test_TW_POW_bra_works_for_a_shield(play):
    game = play("F: A5 vs W: shield W6 @ bra", "roll Sun")
    assert (game.result.winner, game.result.points) == (1, (5, 6))


# Socks of Certainty


def test_TW_POW_socks_forbid_every_cat_even_for_the_own_die(play, refused):
    game = play("F: A5 @ shamrock & cat vs W: L5 @ socks", "roll -4", "roll 0")
    assert options(game) == ["pass", "shamrock"]
    assert refused(game, "cat") == "TW-POW-socks"


@pytest.mark.parametrize("target", ["attacker", "defender"])
def test_TW_POW_socks_forbid_miromon_on_either_die(play, refused, target):
    game = play("F: A5 @ shamrock & miromon vs W: L5 @ socks", "roll 1", "roll 1")
    assert refused(game, f"miromon {target}") == "TW-POW-socks"


def test_TW_POW_socks_forbid_miromon_before_the_event(play, cited):
    game = play("F: A5 & miromon vs W: L5 @ socks", "roll Spiral", "roll 0")
    assert game.over, "nothing could be played"
    assert "TW-BAT-8 event attacker" in cited(game)


def test_TW_POW_socks_owner_may_play_cats(play, cited):
    game = play("F: A5 @ socks & cat vs W: L5 & cat", "roll 0", "roll 0")
    assert asks(game) == ("respond", 0)
    game.answer("cat")
    game.answer("roll 1")
    assert game.over, "the defender’s cat is of no use"
    assert game.table.players[1].cats == 1


def test_TW_POW_socks_do_not_stop_traps(play):
    game = play("F: A5 & trap vs W: L5 + L4 @ socks", "trap L4", "roll 0", "roll 0")
    assert game.result.points == (5, 5)


# Cup of Lameness


def test_cup_holds_when_the_cards_are_laid(refused):
    game = twing.battle_game("F: F5 F4 + F6M F3 vs W: W6 @ cup")
    assert refused(game, "lay F5 + F6M>F3") == "TW-POW-cup"
    assert all(">" not in str(lay) for lay in game.question.options())
    game.answer("lay F5 F4 + F6M F3")
