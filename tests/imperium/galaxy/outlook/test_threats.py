"""The fleets that threaten a system, against every subset of the ships that can reach it."""

from itertools import product

import pytest

from twingkit.core.messages import Fault
from twingkit.imperium import position_game
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.outlook.arrivals import arrivals_at
from twingkit.imperium.galaxy.outlook.objectives import objective_outlooks, objective_progress_table
from twingkit.imperium.galaxy.outlook.threats import pds_reaching, rival_ships_reaching, threats, threats_at
from twingkit.imperium.galaxy.players import PLAYERS
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.embedded_battle import battle_side
from twingkit.imperium.galaxy.tactical.movement_plan import Move


def played(players, seed, answers):
    """Return a game of steady players after this number of answers."""
    game = new_game(players, seed=seed, explain=False)
    policies = [PLAYERS["greedy"](seat) for seat in range(game.start.seats)]
    for _ in range(answers):
        if game.question is None:
            break
        game.answer(policies[game.question.player](game))
    return game


def walked(table, other, own, place):
    """Return one attacker's best chance over every choice of ships and fighters, one of them with Gravity
    Drive."""
    move = Move(table, other, place)
    chances = [
        walked_with(table, other, own, place, driven) for driven in (None, *move.ships_needing_drive())
    ]
    return max((chance for chance in chances if chance is not None), default=None)


def walked_with(table, other, own, place, driven):
    """Return the best chance with this ship, if any, which needs Gravity Drive to arrive."""
    move, best = Move(table, other, place), None
    sources = move.ship_sources()
    kinds = [(start, name, count) for start, able in sources for name, count in able if name != DOCK]
    if driven:
        kinds.append((*driven, 1))
        if driven[0] not in dict(sources):
            sources = [*sources, (driven[0], ())]
    fighters = [
        (start, "fighter", table.units_in_space(other, start)["fighter"])
        for start, able in sources
        if "fighter" not in dict(able)
    ]
    limit = table.fleet_limit(other)
    for counts in product(*(range(count + 1) for _, _, count in (*kinds, *fighters))):
        fleet = table.units_in_space(other, place).copy()
        room = dict.fromkeys((start for start, _ in sources), 0)
        for (start, name, _), count in zip((*kinds, *fighters), counts, strict=True):
            fleet.put(name, count)
            if name == "fighter":
                room[start] -= 0 if table.players[other].unit_type_on_board("fighter").move else count
            else:
                room[start] += table.players[other].unit_type_on_board(name).capacity * count
        if fleet.nonfighter_count > limit or min(room.values(), default=0) < 0 or not any(counts):
            continue
        battle = Battle(
            "space",
            battle_side(
                table,
                other,
                "space",
                fleet.without(*GROUND_FORCES, DOCK),
                pds_reaching(table, other, place),
                includes_cards=False,
            ),
            battle_side(
                table,
                own,
                "space",
                table.units_in_space(own, place).without(*GROUND_FORCES, DOCK),
                pds_reaching(table, own, place),
                includes_cards=False,
            ),
        )
        win = odds(battle).win
        best = win if best is None else max(best, win)
    return best


def threats_of(game, number, own):
    """Return the threats to a player's ships on the tile with this number."""
    return threats_at(game.table, game.table.galaxy.system(number).index, own)


def compared(game):
    """Return the number of attacks in sight at a table, each compared with the best of all choices."""
    table, attacks = game.table, 0
    for place, there in enumerate(table.space):
        for own in there:
            if not there[own].ship_count or table.galaxy.systems[place].tile.anomaly == "nebula":
                continue
            found = {threat.attacker: threat.win for threat in threats_at(table, place, own)}
            for other in table.other_seats(own):
                sheet, tokens = table.players[other], table.command_tokens[place]
                if sheet.tactic and not sheet.has_passed and other not in tokens:
                    best = walked(table, other, own, place)
                    attacks += best is not None
                    assert found.get(SEATS[other]) == (pytest.approx(best) if best is not None else None)
    return attacks


def test_IM_FLEET_1_the_best_fleet_of_each_is_that_of_all_choices():
    assert sum(compared(played("short", seed, 150)) for seed in range(4)) > 2


def test_an_attacker_without_a_tactic_token_is_no_threat():
    game = played("short", 0, 150)
    for player in game.table.players:
        player.tactic = 0
    assert not any(threats_at(game.table, place, 0) for place in range(len(game.table.space)))


def test_a_player_that_is_not_there_is_refused():
    with pytest.raises(Fault, match="p4"):
        threats(new_game(seed=1), "20", "p4")


def test_IM_OBJ_1_what_is_missing_for_an_objective_is_counted():
    game = new_game(seed=2)
    table = game.table
    table.open_objectives = ("intimidate", "monument")
    table.players[0].secret_objectives = ("ctr",)
    entries = {entry.id: entry for entry in objective_outlooks(table, 0)}
    assert entries["intimidate"].missing_count == 2
    assert entries["ctr"].progress == 1
    table.space[table.galaxy.system("20").index][0] = PlacedUnits({"cruiser": 1})
    table.space[table.galaxy.system("24").index][0] = PlacedUnits({"cruiser": 1})
    entries = {entry.id: entry for entry in objective_outlooks(table, 0)}
    assert entries["intimidate"].is_scorable
    assert entries["ctr"].progress == 3


def test_IM_OBJ_2_public_objectives_need_all_home_planets():
    game = new_game(seed=2)
    game.table.open_objectives = ("lead",)
    assert objective_outlooks(game.table, 1)[0].is_scorable
    game.table.planet_controllers["arretze"] = 0
    assert not objective_outlooks(game.table, 1)[0].is_scorable


def test_a_threat_is_complete_only_where_nothing_hidden_and_no_rift_can_change_it():
    line = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, at 34 p2 1 destroyer"
    game = position_game(line)
    (threat,) = [threat for threat in threats_of(game, "34", 1) if threat.attacker == "p1"]
    assert threat.is_exact
    game.table.players[0].action_cards = ("morale_boost",)
    (hidden,) = [threat for threat in threats_of(game, "34", 1) if threat.attacker == "p1"]
    assert not hidden.is_exact
    assert (hidden.battle_line, hidden.win) == (threat.battle_line, threat.win)
    rifts = new_game(seed=1).table
    through = threats_of(new_game(seed=1, explain=False), "20", 0)
    assert [
        ship.survival_probability
        for ship in arrivals_at(rifts, rifts.galaxy.system("20").index, 2)
        if ship.can_arrive
    ] == [0.7]
    assert [threat.is_exact for threat in through] == [False]


def test_IM_TURN_2_a_player_who_has_passed_is_no_threat():
    game = new_game(seed=1)
    assert [threat.attacker for threat in threats_of(game, "20", 0)] == ["p3"]
    game.table.players[2].has_passed = True
    assert threats_of(game, "20", 0) == []


def test_IM_TECH_gd_a_fleet_that_one_ship_joins_by_gravity_drive_is_a_threat():
    line = (
        "galaxy: short, action p2, p1 cards 1 5, p2 {}cards 2 6, p3 cards 3 7, "
        "at 18 p2 2 carrier, at {} p1 1 destroyer"
    )
    driven = position_game(line.format("tech gd ", 26))
    assert rival_ships_reaching(driven.table, driven.table.galaxy.system("26").index, 0) == {
        1: {"carrier": 1}
    }
    assert [threat.source_tiles for threat in threats_of(driven, "26", 0)] == [("16",)]
    assert threats_of(position_game(line.format("", 26)), "26", 0) == []
    with_drive, without = (position_game(line.format(tech, 42)) for tech in ("tech gd ", ""))
    (more,), (less,) = threats_of(with_drive, "42", 0), threats_of(without, "42", 0)
    assert set(more.source_tiles) == {"18", "16"}
    assert more.win > less.win


def test_threats_and_objectives_are_tables_of_players():
    game = new_game(seed=1)
    frame = threats(game, "20", player="p1")
    assert list(frame.columns) == ["player", "sources", "position", "win", "complete", "reason"]
    assert frame.player.tolist() == [threat.attacker for threat in threats_of(game, "20", 0)]
    assert frame.attrs["defender"] == "p1"
    outlook = objective_progress_table(game, player="p2")
    assert list(outlook.columns) == [
        *("objective", "points", "there", "needed", "missing", "home", "scorable", "rules")
    ]
    assert outlook.rules.tolist() == [[entry.rule] for entry in objective_outlooks(game.table, 1)]
    with pytest.raises(Fault, match="p9"):
        objective_progress_table(game, player="p9")
