"""Abilities where two rules meet: cannon from another system, destroyed units, docks that float."""

import pytest
from imperium.galaxy.game.positions import cases, in_space, kind, on_planet, options, played

from twingkit.imperium.galaxy.technology.research import copyable_technologies, free_assimilator_token

BARE = "hand none notes none"
TWO, THREE = f"p2 cards 1 6 {BARE}", f"p3 cards 3 7 {BARE}"
RIFTS = "map 20 42 23 44 24 41 0 26 46 30 0 31 39 36 0 33 47 34, "


# -- Space Cannon


def test_IM_OBJ_dtgs_a_flagship_that_space_cannon_destroys_counts():
    head = (
        f"galaxy: sol hacan letnev, action p1, p1 cards 2 5 {BARE}, p2 cards 1 6 secrets dtgs {BARE}, {THREE}"
    )
    there = "custodians gone, at mellon p2 2 pds, at 30 p1 1 flagship!"
    game = played(f"{head}, {there}", "activate 30", "move none")
    while kind(game)[0] == "play":
        game.answer("play")
    game.answer("roll 10 10")
    assert options(game) == ["score dtgs", "score none"]


# -- units destroyed in a battle


def test_IM_UNIT_infantry2_who_falls_rolls_though_dacxive_animators_add_one():
    techs = "tech amd st nm dxa inf2"
    head = (
        f"galaxy: hacan sol letnev, action p1, p1 cards 2 5 {techs} {BARE}, {TWO}, {THREE}, custodians gone"
    )
    game = played(f"{head}, at mellon p2 1 infantry, at 30 p1 1 carrier 2 infantry", "activate 30")
    game.give_answers("move none", "land 2 infantry mellon", "roll 10 1", "roll 10")
    assert ("IM-TECH-dxa", "added") in cases(game)
    assert kind(game) == ("roll", 0)  # one has fallen, and one has come
    game.answer("10")
    assert game.table.players[0].infantry_to_revive == 1


def test_IM_UNIT_technological_singularity_needs_a_combat():
    head = f"galaxy: nekro hacan letnev, action p2, p1 cards 2 5 {BARE}, {TWO}, {THREE}, custodians gone"
    there = "at mellon p1 1 infantry 1 pds, at zohbat p1 1 infantry, at 30 p2 1 carrier 2 infantry"
    game = played(f"{head}, {there}", "activate 30")
    game.give_answers(
        "move none", "pass", "land 1 infantry mellon", "play", "roll 10"
    )  # shot before any combat
    assert ("IM-INV-4", "rolled") in cases(game)
    assert "use technological_singularity" not in options(game)


# -- wormholes and fleets


@pytest.mark.parametrize(("start", "denied"), [("17", "IM-MOVE-1"), ("51", None)])
def test_IM_UNIT_slipstream_is_of_the_home_and_not_of_the_gate(start, denied):
    head = f"galaxy: ghost hacan letnev, action p1, p1 cards 2 5 tech amd {BARE}, {TWO}, {THREE}"
    other = "51" if start == "17" else "17"
    game = played(
        f"{head}, at {other} p1 1 destroyer, at {start} p1 1 dreadnought",
        "activate 23" if start == "17" else "activate 36",
    )
    refusal = game.refusal(f"move {start} 1 dreadnought")
    assert (refusal and refusal.rule) == denied


def test_IM_TECH_lgf_others_see_the_wormholes_of_mecatol_too():
    head = f"galaxy: winnu hacan letnev, action p1, p1 cards 2 5 tech st lgf {BARE}"
    two = f"p2 cards 1 6 tech amd st pds2 {BARE}"
    there = "custodians gone, at lodor p2 1 pds, at 39 p1 1 cruiser"
    game = played(f"{head}, {two}, {THREE}, {there}", "activate 18", "move 39 1 cruiser")
    assert kind(game) == ("play", 1)  # the PDS beside an alpha wormhole


def test_IM_FLEET_3_a_copied_hybrid_crystal_fighter_counts_half():
    head = f"galaxy: nekro naalu letnev, action p1, p1 cards 2 5 fleet 3 tech dxa vax vay hcf2 {BARE}"
    assert played(f"{head}, {TWO}, {THREE}, at 39 p1 6 fighter").question is not None


# -- floating docks


@pytest.mark.parametrize("place", ["24", "19"])
def test_IM_UNIT_saar_spacedock_falls_where_foresight_brings_ships(place):
    line = (
        "galaxy: naalu saar letnev, action p3, p1 cards 2 5, p2 cards 1 6, p3 cards 3 7, custodians gone, "
        "at 18 p1 1 cruiser, at 19 p3 1 cruiser, at 24 p2 1 spacedock"
    )
    game = played(line, "activate 18", "move 19 1 cruiser", "use foresight", f"system {place}")
    gone = ("IM-UNIT-saar_spacedock", "blockaded") in cases(game)
    assert gone is (place == "24")
    assert (in_space(game, 1, "24") == {}) is gone


# -- rifts


@pytest.mark.parametrize(("face", "there"), [("1", {}), ("10", {"cruiser": 1})])
def test_IM_MOVE_11_who_leaves_a_rift_by_foresight_rolls(face, there):
    line = (
        f"galaxy: sol naalu letnev, {RIFTS}action p1, p1 cards 2 5 {BARE}, {TWO}, {THREE}, custodians gone, "
        "at 18 p1 1 cruiser, at 41 p2 1 cruiser"
    )
    game = played(line, "activate 41", "move 18 1 cruiser", "use foresight")
    if kind(game)[0] == "system":
        game.answer("system 20")
    assert kind(game) == ("roll", 1)
    game.answer(face)
    assert in_space(game, 1, "20") == there


# -- production and structures


def test_IM_PROD_3_the_duha_menaimon_produces_into_space():
    head = f"galaxy: arborec hacan letnev, action p1, p1 cards 2 5 {BARE}, {TWO}, {THREE}, custodians gone"
    game = played(f"{head}, at 47 p1 1 flagship 1 carrier", "activate 47", "use arborec_flagship")
    assert game.refusal("build 2 infantry space") is None


def test_IM_PROD_5_assimilate_may_take_a_dock_back_from_the_board():
    head = f"galaxy: l1z1x hacan letnev, action p1, p1 cards 2 5 {BARE}, {TWO}, {THREE}, custodians gone"
    docks = "at lodor p1 1 spacedock, at saudor p1 1 spacedock"
    there = "at zohbat p2 1 spacedock, at 30 p1 1 carrier 2 infantry"
    game = played(f"{head}, {docks}, {there}", "activate 30", "move none", "land 2 infantry zohbat")
    while kind(game)[0] != "take_back":
        game.answer("use assimilate" if "use assimilate" in options(game) else options(game)[0])
    assert "take_back lodor" in options(game)
    game.answer("take_back lodor")
    assert on_planet(game, 0, "zohbat") == {"infantry": 2, "spacedock": 1}
    assert on_planet(game, 0, "lodor") == {}


def test_IM_END_1_a_point_in_a_space_combat_ends_the_game_at_once():
    head = f"galaxy: sol hacan letnev, action p1, p1 points 9 cards 2 5 {BARE}, {TWO}, {THREE}"
    there = "law shard_of_the_throne:p2, custodians gone, at 18 p2 1 cruiser, at mr p2 1 infantry"
    game = played(f"{head}, {there}, at 19 p1 2 dreadnought 1 carrier 2 infantry", "activate 18")
    game.answer("move 19 2 dreadnought, 1 carrier, 2 infantry")
    while not game.over and kind(game)[0] == "roll":
        count = game.question.battle_question.volley.count
        game.answer("roll " + " ".join(["10" if kind(game)[1] == 0 else "1"] * count))
    assert game.over
    assert game.result.winner == 0


def test_IM_UNIT_devotion_comes_after_the_retreat_of_the_round():
    head = f"galaxy: yin hacan letnev, action p1, p1 cards 2 5 {BARE}, {TWO}, {THREE}, custodians gone"
    there = "at 19 p1 3 destroyer, at 18 p2 2 cruiser, at 24 p2 1 cruiser"
    game = played(f"{head}, {there}", "activate 18", "move 19 3 destroyer")
    asked = []
    while kind(game)[0] != "turn":
        asked.append(kind(game)[0])
        count = game.question.battle_question.volley.count if asked[-1] == "roll" else 0
        chosen = {"retreat": "retreat", "roll": f"roll {' '.join('1' * count)}"}
        game.answer(chosen.get(asked[-1]) or options(game)[0])
    assert ("IM-SPACE-9", "left") in cases(game)
    assert "play" not in asked
    assert in_space(game, 1, "24") == {"cruiser": 3}


def test_IM_TECH_vax_a_position_with_copies_has_its_tokens_laid():
    head = f"galaxy: nekro arborec letnev, action p1, p1 cards 2 5 tech dxa vax vay cm ers {BARE}"
    table = played(f"{head}, {TWO}, {THREE}").table
    assert free_assimilator_token(table, 0) == ""
    assert not {"bio", "lw2"} & {*copyable_technologies(table, 0, 1)}
