"""The arriving ships, the expected gains and the chance to hold them: against the script of the game, played
many times."""

from __future__ import annotations

from math import prod, sqrt

import pytest

from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.imperium import position_game
from twingkit.imperium.galaxy.map.reach import ship_reach
from twingkit.imperium.galaxy.outlook.arrivals import arrivals_at, possible_arrivals
from twingkit.imperium.galaxy.outlook.landing_splits import planet_win_probability
from twingkit.imperium.galaxy.outlook.take_and_hold import counterattack_odds, take_odds
from twingkit.imperium.galaxy.outlook.threats import threats, threats_at
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.moving_ships import ship_mobility

BASE = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"
GAMES = 500


def played(line: str, system: str, plan: str, land: dict[str, str], bombard: str, seed: int) -> Game:
    """Play the tactical action by the script: with this plan and these landings, other answers as usual."""
    game = position_game(line, seed=seed)
    game.answer(f"activate {system}")
    game.answer(plan)
    owners = list(land)
    while game.question is not None and game.question.kind != "turn":
        kind = game.question.kind
        if kind == "land":
            space = game.table.units_in_space(0, game.table.galaxy.system(system).index)
            left = space["infantry"]
            parts = []
            for planet in owners:
                n = min(left, int(land[planet]))
                left -= n
                parts += [f"{n} infantry {planet}"] if n else []
            last = owners[-1]
            if left:
                parts = [p for p in parts if not p.endswith(last)]
                parts.append(f"{min(int(land[last]) + left, space['infantry'])} infantry {last}")
            game.answer("land " + (", ".join(parts) if parts else "none"))
        elif kind == "bombard":
            game.answer(bombard or next(iter(game.question.options())))
        elif kind == "use":
            game.answer("pass")
        elif kind == "retreat":
            game.answer("stay")
        else:
            game.answer(next(iter(game.question.options())))
    return game


@pytest.mark.parametrize(
    ("more", "system", "plan", "land"),
    [
        ("at lodor p2 1 infantry", "26", "move 01 1 carrier, 3 infantry jord", {"lodor": "3"}),
        ("at lodor p2 2 infantry 1 pds", "26", "move 01 1 carrier, 4 infantry jord", {"lodor": "4"}),
        (
            "at 26 p2 1 cruiser 1 destroyer, at lodor p2 1 infantry",
            "26",
            "move 01 2 carrier, 1 destroyer, 3 fighter, 5 infantry jord",
            {"lodor": "5"},
        ),
    ],
)
def test_IM_INV_9_the_chance_to_take_a_planet_is_that_of_the_script(more, system, plan, land):
    line = f"{BASE}, {more}"
    exact = take_odds(position_game(line), system, plan).take_probability
    won = 0
    for seed in range(GAMES):
        game = played(line, system, plan, land, "", seed)
        won += all(game.table.planet_controllers[planet] == 0 for planet in land)
    error = sqrt(exact * (1 - exact) / GAMES)
    assert abs(won / GAMES - exact) < 4 * error + 1e-9, (won / GAMES, exact)


def test_IM_INV_10_two_planets_get_the_best_of_all_splits():
    line = f"{BASE}, at centauri p2 1 infantry, at gral p3 2 infantry, at 01 p1 1 dreadnought 2 carrier"
    game = position_game(line)
    taking = take_odds(game, "34", "move 01 2 carrier, 1 dreadnought, 5 infantry jord")
    table = game.table
    tried = {}
    for first in range(6):
        for bombs in ("centauri", "gral"):
            chances = [
                planet_win_probability(
                    table, 0, planet, {"infantry": n}, {"dreadnought": 1} if bombs == planet else {}
                )
                for planet, n in (("centauri", first), ("gral", 5 - first))
            ]
            tried[first, bombs] = prod(chances)
    assert taking.take_probability == pytest.approx(max(tried.values()), abs=1e-12)
    first, bombs = max(tried, key=lambda key: tried[key])
    shares = dict(taking.units_by_planet)
    assert f"{first} infantry" in shares["centauri"]
    assert "dreadnought" in shares[bombs]
    assert dict(taking.planet_probabilities)["gral"] >= taking.take_probability


def test_IM_MOVE_1_every_ship_that_comes_is_one_that_the_script_lets_come_and_others_name_their_rule():
    line = (
        f"{BASE}, at 01 p1 2 carrier 1 destroyer 2 fighter, at 20 p2 1 cruiser, at 26 p1 1 cruiser,"
        " tokens 26 p1, at 34 p1 2 dreadnought 1 fighter"
    )
    game = position_game(line)
    for system in game.table.galaxy.systems:
        number = system.tile.number
        ask = Move(game.table, 0, system.index)
        for ship in arrivals_at(game.table, system.index, 0):
            refusal = ask.refusal(ask.parse_answer(f"move {ship.start_tile} 1 {ship.unit_class}"))
            assert ship.can_arrive is (refusal is None), (number, ship)
            if not ship.can_arrive and refusal is not None and refusal.rule == "IM-MOVE-2":
                assert ship.blocking_rule == "IM-MOVE-2"
            elif not ship.can_arrive:
                start = game.table.galaxy.system(ship.start_tile).index
                unit = game.table.players[0].unit_type_on_board(ship.unit_class)
                seen = ship_reach(
                    game.table.galaxy, start, ship_mobility(game.table, 0, unit, start, system.index)
                )
                assert ship.blocking_rule == seen.blocking_rules[system.index]
    there = game.table.galaxy.system("18").index
    rules = {ship.blocking_rule for ship in arrivals_at(game.table, there, 0)}
    assert "IM-MOVE-2" in rules


def test_what_is_held_is_threatened_as_the_table_after_it_is():
    line = f"{BASE}, at 34 p2 1 destroyer, at 01 p1 1 dreadnought 2 carrier"
    game = position_game(line)
    taking = take_odds(game, "34", "move 01 2 carrier, 1 dreadnought, 5 infantry jord")
    held = counterattack_odds(game, taking)
    fleet = " ".join(f"{n} {name}" for name, n, _ in taking.surviving_fleet)
    hurt = sum(damaged for _, _, damaged in taking.surviving_fleet)
    assert hurt == 0
    after = position_game(
        f"{BASE}, at 34 p1 {fleet}, at 01 none, at jord p1 1 spacedock, at centauri p1 2 infantry"
    )
    assert list(held.threats) == threats_at(after.table, after.table.galaxy.system("34").index, 0)
    assert held.space_hold_probability == 1.0 - max(threat.win for threat in held.threats)
    assert game.table.planet_controllers["centauri"] is None, "the table itself is as it was"


def test_bad_plans_are_refused_by_their_rule_and_nothing_is_lost():
    game = position_game(BASE)
    before = game.table.key()
    with pytest.raises(Refusal, match="IM-MOVE-1"):
        take_odds(game, "18", "move 01 1 carrier, 1 infantry jord")
    with pytest.raises(Refusal, match="IM-MOVE-4"):
        take_odds(game, "26", "move 01 1 destroyer, 1 infantry jord")
    full = position_game(f"{BASE}, at 34 p1 3 cruiser")
    with pytest.raises(Refusal, match="IM-FLEET-1"):
        take_odds(full, "34", "move 01 1 destroyer")
    with pytest.raises((Fault, Refusal, LookupError)):
        take_odds(game, "99", "move none")
    with pytest.raises(Fault, match="p9"):
        possible_arrivals(game, "18", "p9")
    assert game.table.key() == before


def test_a_taking_is_a_table_that_says_what_is_left_out_and_why_a_chance_is_0():
    line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at lodor p2 1 infantry"
    game = position_game(line)
    taking = take_odds(game, "26", "move 01 1 carrier, 3 infantry jord")
    frame = taking.frame()
    assert frame.goal.tolist() == ["space", "lodor", "all"]
    assert frame.chance.tolist() == [
        taking.space_win_probability,
        dict(taking.planet_probabilities)["lodor"],
        taking.take_probability,
    ]
    assert frame.complete.all()
    assert not frame.reason.any()
    with in_language("de"):
        empty = take_odds(game, "26", "move 01 1 carrier").frame()
    assert empty.reason.tolist() == [
        "",
        *["Von den Bodentruppen, die ins System ziehen, landet keine [IM-INV-3]."] * 2,
    ]
    game.table.players[1].action_cards = ("bunker",)
    assert not take_odds(game, "26", "move 01 1 carrier, 3 infantry jord").is_exact
    held = counterattack_odds(game, taking)
    assert held.frame().columns.tolist() == threats(game, "26", "p1").columns.tolist()
    assert held.is_exact == all(threat.is_exact for threat in held.threats)


def test_what_arrives_is_a_table_with_the_rules_that_stop_the_others():
    line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"
    game = position_game(line)
    frame = possible_arrivals(game, "18", player="p1")
    assert list(frame.columns) == [
        *("start", "unit", "count", "arrives", "survives", "steps", "speed", "rules", "reason")
    ]
    ships = arrivals_at(game.table, game.table.galaxy.system("18").index, 0)
    assert frame.arrives.tolist() == [ship.can_arrive for ship in ships]
    assert frame.rules.tolist() == [[ship.blocking_rule] if ship.blocking_rule else [] for ship in ships]
    assert (frame.reason == "").tolist() == frame.arrives.tolist()
    assert frame.survives.isna().tolist() == (~frame.arrives).tolist()
    assert frame.attrs["player"] == "p1"


def test_IM_MOVE_1_a_damaged_ship_moves_also_without_its_mark() -> None:
    game = position_game(f"{BASE}, at 01 p1 1 dreadnought!")
    taken = take_odds(game, "26", "move 01 1 dreadnought")
    assert taken.surviving_fleet == (("dreadnought", 1, 1),)
