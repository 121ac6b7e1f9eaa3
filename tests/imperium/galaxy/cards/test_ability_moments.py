"""Abilities of factions in positions: when they may be used, and where their units may go."""

import pytest
from imperium.galaxy.game.positions import (
    case,
    cases,
    chapter,
    empty,
    in_space,
    kind,
    on_planet,
    options,
    played,
    put,
    say,
    system,
)

from twingkit.imperium.galaxy.tactical.retreats import retreat_all_ships

TWO, THREE = "p2 cards 1 6", "p3 cards 3 7"


# -- Peace Accords

XXCHA = f"galaxy: sol xxcha letnev, action p1, p1 cards 2 5, {TWO}, {THREE}"


def test_IM_UNIT_peace_accords_follow_the_secondary_ability_of_diplomacy():
    game = played(f"{XXCHA}, exhausted archonren", "strategy 2", "secondary yes", "ready archonren")
    assert (game.question.player, options(game)) == (1, ["pass", "use peace_accords"])
    game.answer("use peace_accords")
    planet = options(game)[0]
    game.answer(planet)
    assert game.table.planet_controllers[planet.removeprefix("planet ")] == 1


def test_IM_UNIT_peace_accords_are_a_reason_for_the_secondary_ability():
    game = played(XXCHA, "strategy 2")
    assert (game.question.player, options(game)) == (1, ["secondary yes", "secondary no"])
    assert game.give_answers("secondary yes").question.kind == "use"
    bare = played(XXCHA.replace("xxcha", "hacan"), "strategy 2")
    assert bare.question.kind == "turn"  # Hacan has nothing to ready


# -- what ends a turn

ANOTHER_ACTION = (
    "custodians gone, law minister_war:p1, at 18 p2 1 cruiser, tokens 22 p1",
    ("activate 24", "use fl", "use minister_war", "system 22", "activate 18"),
)


@pytest.mark.parametrize(
    ("technologies", "more", "ends"),
    [("gls nf", "", "use nf"), ("gls", ", law minister_peace:p2", "use minister_peace")],
)
def test_IM_TACT_3_what_ends_the_turn_leaves_no_further_action(technologies, more, ends):
    line, answers = ANOTHER_ACTION
    head = f"galaxy: sol xxcha letnev, action p1, p1 cards 2 5 tech amd nm fl, {TWO} tech {technologies}"
    game = played(f"{head}, {THREE}, {line}{more}", *answers)
    assert ends in options(game)
    game.answer(ends)
    assert (game.question.kind, game.question.player) == ("turn", 2)


# -- Stymie

ARBOREC = (
    f"galaxy: arborec hacan letnev, action p1, p1 cards 2 5 notes none, {{two}}, {THREE}, custodians gone, "
    "at 30 p1 1 flagship 1 carrier 1 infantry, at zohbat p1, at mellon p2 1 infantry"
)


@pytest.mark.parametrize(("two", "offered"), [(TWO, True), (f"{TWO} laid stymie:p1", False)])
def test_IM_TRADE_stymie_keeps_the_duha_menaimon_from_producing(two, offered):
    game = played(ARBOREC.format(two=two), "activate 30")
    assert ("use arborec_flagship" in options(game)) is offered


# -- Foresight

NAALU = (
    "galaxy: sol naalu letnev, {map}action p1, custodians gone, "
    "p1 cards 2 5, p2 cards 1 6{tech}, p3 cards 3 7"
)


def test_IM_MOVE_10_nobody_withdraws_into_a_nebula_by_foresight():
    line = NAALU.format(map="", tech="") + ", at 18 p2 1 cruiser, at 19 p1 1 cruiser"
    game = played(line, "activate 18", "move 19 1 cruiser", "use foresight")
    assert options(game) == ["system 22", "system 19", "system 24"]


def test_IM_MOVE_12_foresight_enters_an_asteroid_field_with_antimass_deflectors():
    line = NAALU.format(map="", tech=" tech amd nm st") + ", at 18 p2 1 cruiser, at 19 p1 1 cruiser"
    game = played(line, "activate 18", "move 19 1 cruiser", "use foresight")
    assert options(game) == ["system 22", "system 44", "system 19", "system 24", "system 45"]


@pytest.mark.parametrize(("face", "asked"), [("1", "turn"), ("10", "use")])
def test_IM_UNIT_foresight_waits_for_ships_that_come_in(face, asked):
    rifts = "map 20 42 23 44 24 41 0 26 46 30 0 31 39 36 0 33 47 34, "
    line = NAALU.format(map=rifts, tech="") + ", at 41 p1 1 cruiser, at 18 p2 1 cruiser"
    game = played(line, "activate 18", "move 41 1 cruiser", face)
    assert kind(game)[0] == asked


# -- a demilitarized zone

ZONE = "custodians gone, law demilitarized_zone:mellon"


def test_IM_AGENDA_demilitarized_zone_takes_no_infantry_of_yin_spinner():
    head = f"galaxy: yin hacan letnev, action p1, p1 cards 2 5 tech st yso, {TWO}, {THREE}, {ZONE}"
    there = "at zohbat p1 1 infantry 1 spacedock, at mellon p1"
    game = played(f"{head}, {there}", "activate 30", "build 1 infantry")
    assert on_planet(game, 0, "zohbat")["infantry"] == 3
    assert on_planet(game, 0, "mellon") == {}


def test_IM_AGENDA_demilitarized_zone_takes_nothing_of_a_floating_factory():
    head = f"galaxy: saar hacan letnev, action p1, p1 cards 2 5, {TWO}, {THREE}, {ZONE}"
    game = played(f"{head}, at mellon p1, at 30 p1 1 spacedock 1 carrier", "activate 30", "move none")
    assert game.refusal("build 2 infantry mellon").rule == "IM-PROD-3"
    assert game.refusal("build 2 infantry space") is None


# -- infantry in transit


def test_IM_TECH_td_lifts_ground_forces_out_of_space_too():
    head = f"galaxy: sol hacan letnev, action p1, p1 cards 2 5 tech td amd, {TWO}, {THREE}"
    game = played(f"{head}, at 01 p1 2 carrier 4 infantry, at jord p1 1 spacedock", "use td", "lift 01")
    assert on_planet(game, 0, "jord")["infantry"] == 1  # the only planet: nothing to choose
    assert in_space(game, 0, "01")["infantry"] == 3


def test_IM_TECH_bio_moves_each_infantry_once():
    line = (
        "galaxy: arborec hacan letnev, status, p1 tech md bio cards 1! 5!, p2 cards 2! 6!, p3 cards 3! 7!, "
        "at nestphar p1 1 spacedock, at arnor p1, at saudor p1, at lazar p1 1 infantry"
    )
    game = played(line, "planet nestphar")
    while game.question.kind != "use":
        game.answer(options(game)[0])
    game.give_answers("use bio", "lift nestphar", "planet arnor")
    assert options(game) == ["lift lazar", "lift none"]


def test_IM_UNIT_saar_spacedock_floats_after_infiltrate_too():
    head = (
        f"galaxy: saar hacan letnev, action p1, p1 cards 2 5 hand infiltrate, {TWO}, {THREE}, custodians gone"
    )
    there = "at zohbat p2 1 spacedock, at 30 p1 1 carrier 2 infantry"
    game = played(f"{head}, {there}", "activate 30", "move none", "land 2 infantry zohbat", "play infiltrate")
    assert ("IM-ACT-infiltrate", "replaced") in cases(game)
    assert in_space(game, 0, "30") == {"carrier": 1, "spacedock": 1}
    assert on_planet(game, 0, "zohbat") == {"infantry": 2}


# -- a retreat with too many units aboard


@pytest.mark.parametrize(
    ("answer", "aboard"),
    [
        ("remove 3 fighter", {"carrier": 1, "fighter": 3, "infantry": 3}),
        ("remove 1 fighter, 2 infantry", {"carrier": 1, "fighter": 5, "infantry": 1}),
    ],
)
def test_IM_MOVE_6_who_retreats_chooses_what_the_ships_leave_behind(answer, aboard):
    def arrange(table):
        empty(table)
        put(table, 0, "26", carrier=1, fighter=6, infantry=3)  # Sol's carry 6
        put(table, 0, "20", destroyer=1)

    game = chapter(lambda table: retreat_all_ships(table, 0, system(table, "26")), arrange)
    say(game, "retreat_to 20")
    assert kind(game) == ("give_up", 0)
    assert case(game, "remove 2 fighter") == ("IM-FLEET-2", "number")
    say(game, answer)
    assert in_space(game, 0, "26") == {}
    assert in_space(game, 0, "20") == {"destroyer": 1} | aboard
