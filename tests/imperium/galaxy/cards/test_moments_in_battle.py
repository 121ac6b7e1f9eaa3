"""Cards and abilities in the battles of a game: when and how often they can be used."""

import pytest
from imperium.galaxy.game.positions import cases, in_space, kind, played, system

BARE = "hand none notes none"
TWO, THREE = f"p2 cards 1 6 fleet 6 {BARE}", f"p3 cards 3 7 {BARE}"


def battle(own, ships, others, theirs=TWO, name="sol"):
    """Return the line of a battle at 50: the first player's ships come from 36 against others."""
    return (
        f"galaxy: {name} hacan letnev, action p1, p1 cards 2 5 fleet 6 {own}, {theirs}, {THREE}, "
        f"custodians gone, at 50 p2 {others}, at 36 p1 {ships}"
    )


# -- Exotrireme II

ROUND = ("activate 50", "move 36 3 dreadnought", "stay", "roll 1 1 1", "roll 1 1 1 1 1 1")


def exotriremes():
    """Return the game in which three dreadnoughts have fought a round against six cruisers."""
    line = battle(f"tech exo2 {BARE}", "3 dreadnought", "6 cruiser", name="sardakk")
    return played(line, *ROUND)


def test_IM_TECH_exo2_every_dreadnought_has_the_ability():
    game = exotriremes()
    for _ in range(2):
        assert kind(game) == ("play", 0)
        game.give_answers("play", "target cruiser", "target cruiser")
    assert cases(game).count(("IM-TECH-exo2", "given_up")) == 2
    assert cases(game).count(("IM-TECH-exo2", "destroyed")) == 4
    game.answer("pass")
    assert game.question.kind == "retreat"
    assert (in_space(game, 0, "50"), in_space(game, 1, "50")) == ({"dreadnought": 1}, {"cruiser": 2})


@pytest.mark.parametrize(("targets", "left"), [(["none"], 6), (["cruiser", "none"], 5)])
def test_IM_TECH_exo2_takes_up_to_two(targets, left):
    game = exotriremes()
    game.answer("play")
    assert "or none?" in game.question.text()
    assert "oder keine?" in game.question.text("de")
    game.give_answers(*(f"target {target}" for target in targets), "pass")
    assert in_space(game, 1, "50") == {"cruiser": left}


def test_IM_TIME_2_the_sides_use_abilities_after_a_round_in_turns():
    """Sardakk attacks Yin: the first Exotrireme comes before Devotion, the second after it."""
    line = battle(f"tech exo2 {BARE}", "3 dreadnought", "6 cruiser", name="sardakk").replace("hacan", "yin")
    game = played(line, *ROUND)
    assert kind(game) == ("play", 0)
    game.give_answers("play", "target cruiser", "target none")
    assert kind(game) == ("play", 1)
    assert game.question.battle_question.use.id == "devotion"
    game.answer("pass")
    assert kind(game) == ("play", 0)


# -- Emergency Repairs


def repaired(*answers):
    """Return the game in which two dreadnoughts have destroyed a lone cruiser, which damaged one of them."""
    line = battle("hand emergency notes none", "2 dreadnought", "1 cruiser")
    return played(line, "activate 50", "move 36 2 dreadnought", "stay", "roll 10 10", "roll 10", *answers)


def test_IM_ACT_emergency_is_played_at_the_end_of_the_last_round_too():
    game = repaired()
    assert kind(game) == ("play", 0)
    game.answer("play")
    assert ("IM-ACT-emergency", "repaired_last") in cases(game)
    fleet = game.table.units_in_space(0, system(game.table, "50"))
    assert (fleet["dreadnought"], dict(fleet.hurt)) == (2, {})
    assert game.table.players[0].action_cards == ()


def test_IM_ACT_emergency_may_be_kept_at_the_end_of_the_last_round():
    game = repaired("pass")
    assert game.table.units_in_space(0, system(game.table, "50")).hurt == {"dreadnought": 1}
    assert game.table.players[0].action_cards == ("emergency",)


# -- a second copy of a card that was cancelled

SABOTAGE = "p2 cards 1 6 fleet 6 hand sabo notes none"


def test_IM_TIME_5_another_morale_boost_follows_a_cancelled_one():
    line = battle("hand mb mb notes none", "3 cruiser", "3 cruiser", SABOTAGE)
    game = played(line, "activate 50", "move 36 3 cruiser", "play", "play sabo")
    assert (*kind(game), game.question.battle_question.use.id) == ("play", 0, "mb")
    game.answer("play")
    assert ("IM-ACT-mb", "played") in cases(game)
    assert game.table.players[0].action_cards == ()


def test_IM_TIME_5_another_shields_holding_follows_a_cancelled_one():
    line = battle("hand sh sh notes none", "3 cruiser", "3 cruiser", SABOTAGE)
    start = ("activate 50", "move 36 3 cruiser", "stay", "roll 10 10 10", "roll 10 10 10")
    game = played(line, *start, "play", "play sabo")
    assert (*kind(game), game.question.battle_question.use.id) == ("play", 0, "sh")
    game.answer("play")
    assert ("IM-ACT-sh", "cancelled") in cases(game)
    assert in_space(game, 0, "50") == {"cruiser": 2}


@pytest.mark.parametrize("answer", ["pass", "play"])
def test_IM_TIME_5_another_direct_hit_is_asked_for_once(answer):
    line = battle("hand dh dh notes none", "3 cruiser", "1 dreadnought 3 cruiser", SABOTAGE)
    game = played(line, "activate 50", "move 36 3 cruiser", "stay", "roll 10 1 1", "roll 1 1 1 1")
    game.give_answers("play", "play sabo")
    assert (*kind(game), game.question.battle_question.use.id) == ("play", 0, "dh")
    game.answer(answer)
    assert game.question.kind == "retreat"
    assert (("IM-ACT-dh", "hit") in cases(game)) == (answer == "play")


# -- Space Cannon in a game


def cannon(theirs, there, name="hacan", third=THREE):
    """Return the game in which a dreadnought comes to 50, where the units of `there` may fire at it."""
    line = (
        f"galaxy: sol {name} letnev, action p1, p1 cards 2 5 tech amd {BARE}, p2 cards 1 6 {theirs}, "
        f"{third}, custodians gone, {there}, at 36 p1 1 dreadnought"
    )
    return played(line, "activate 50", "move 36 1 dreadnought")


def test_IM_ACT_experimental_fires_with_the_other_cannon_of_its_player():
    game = cannon("tech ps st pds2 hand experimental notes none", "at saudor p2 1 spacedock 1 pds")
    assert kind(game) == ("use", 1)
    game.answer("play experimental")
    assert ("IM-ACT-experimental", "ready") in cases(game)
    assert kind(game) == ("play", 1)  # one volley: the dock, the PDS, and one die of Plasma Scoring
    game.answer("play")
    assert (kind(game), game.question.battle_question.volley.count) == (("roll", 1), 5)
    game.answer("roll 5 1 1 1 1")
    assert game.question is None or game.question.kind != "roll"
    assert in_space(game, 0, "50") == {"dreadnought": 1}


def test_IM_ACT_experimental_fires_alone_after_the_active_player():
    game = cannon("tech none hand experimental notes none", "at 50 p2 1 cruiser, at saudor p2 1 spacedock")
    assert ("IM-VAR-2", "held") not in cases(game)
    game.give_answers("play experimental", "play")
    assert (kind(game), game.question.battle_question.volley.count) == (("roll", 1), 3)
    game.answer("roll 6 1 1")  # five, and Antimass Deflectors take one
    assert game.table.units_in_space(0, system(game.table, "50")).hurt == {"dreadnought": 1}


@pytest.mark.parametrize("name", ["mentak", "hacan"])
def test_IM_UNIT_mentak_flagship_counts_when_a_third_player_fires(name):
    third = f"p3 cards 3 7 tech st pds2 {BARE}"
    game = cannon(BARE, "at 50 p2 1 flagship, at saudor p3 1 pds", name, third)
    assert kind(game) == ("play", 2)
    game.give_answers("play", "roll 10")
    sustains = name == "hacan"
    assert in_space(game, 0, "50") == ({"dreadnought": 1} if sustains else {})
    barred = [ruling for ruling in game.rulings if ruling.case == "barred"]
    assert [(ruling.rule, ruling.facts["enemy"]) for ruling in barred] == (
        [] if sustains else [("IM-UNIT-mentak_flagship", "p2")]
    )


def test_IM_UNIT_mentak_flagship_counts_for_experimental_battlestation():
    there = "at 50 p2 1 flagship, at saudor p2 1 spacedock"
    game = cannon("tech none hand experimental notes none", there, "mentak")
    game.give_answers("play experimental", "play", "roll 10 1 1")
    assert in_space(game, 0, "50") == {}
