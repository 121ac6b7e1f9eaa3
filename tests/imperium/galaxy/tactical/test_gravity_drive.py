"""IM-TECH-gd: the one ship of a movement that uses Gravity Drive, against a search over all ships."""

from __future__ import annotations

import random
from itertools import chain

import pytest
from imperium.galaxy.game.positions import chapter, empty, in_space, kind, put, say, sheet, system

from twingkit import Game, imperium
from twingkit.imperium.galaxy.map.reach import Route
from twingkit.imperium.galaxy.tactical.movement import movement
from twingkit.imperium.galaxy.tactical.movement_plan import (
    Move,
    MovementPlan,
    ShipGroup,
    gravity_drive_ship,
    ship_routes,
)

LINE = "galaxy: short, action p1, p1 tech gd cards 1 5, p2 cards 2 6, p3 cards 3 7, at {place}"


def flown(place: str, target: str, plan: str) -> Game:
    """Return a position in which p1, who owns Gravity Drive, has moved."""
    return imperium.position_game(LINE.format(place=place), rolls="ask").give_answers(
        f"activate {target}", plan
    )


def test_IM_TECH_gd_a_ship_that_comes_around_the_rift_thanks_to_the_drive_rolls_nothing():
    game = flown("47 p1 1 carrier", "20", "move 47 1 carrier")
    assert kind(game) != ("roll", 0)
    assert in_space(game, 0, "20") == {"carrier": 1}
    story = game.annotated_record("en")
    assert "1 fewer roll that could destroy the ship. [IM-TECH-gd]" in story
    assert (
        "lässt ein Schiff von Person 1 (Träger) an Gravitationsrissen vorbeifliegen"
        in game.annotated_record("de")
    )


def test_IM_TECH_gd_only_one_ship_is_spared_the_rift():
    game = flown("47 p1 2 carrier", "20", "move 47 2 carrier")
    assert kind(game) == ("roll", 0)
    say(game, "roll 3")
    assert in_space(game, 0, "20") == {"carrier": 1}


def test_IM_TECH_gd_who_needs_the_drive_to_arrive_comes_before_who_is_spared_a_die():
    # From 23 to 33: a cruiser is spared the rift with the drive, a carrier arrives only with it.
    game = flown("23 p1 1 cruiser 1 carrier", "33", "move 23 1 cruiser, 1 carrier")
    assert "arrives only thanks to +1 from Gravity Drive: carrier. [IM-TECH-gd]" in game.annotated_record(
        "en"
    )
    assert "kommt nur dank +1 vom Gravitationsantrieb an: Träger. [IM-TECH-gd]" in game.annotated_record("de")
    say(game, "roll 3")
    assert kind(game) == ("roll", 0)
    say(game, "roll 4")
    assert in_space(game, 0, "33") == {"carrier": 1}


def test_IM_TECH_gd_says_nothing_where_no_ship_has_a_use_for_it():
    assert "IM-TECH-gd" not in flown("47 p1 1 carrier", "33", "move 47 1 carrier").annotated_record("en")


def test_IM_TECH_gd_of_equals_the_first_of_the_plan_has_the_drive():
    table = imperium.position_game(LINE.format(place="47 p1 1 carrier, at 24 p1 1 carrier")).table
    move = Move(table, 0, table.galaxy.system("20").index)
    for plan in ("move 47 1 carrier; 24 1 carrier", "move 24 1 carrier; 47 1 carrier"):
        driven = gravity_drive_ship(move, move.parse_plan(plan))
        assert driven is not None
        assert (driven.group_index, driven.rift_dice_saved) == (0, 1)


class GivenMovement(Move):
    """A movement with given ways: for each start and class the dice without the drive and with it."""

    __slots__ = ("dice",)

    def route_without_drive(
        self, unit_class: str, start: int, via: frozenset[int] = frozenset(), bonus: int = 0
    ) -> Route | None:
        """Return the given way."""
        rifts = self.dice[start, unit_class][bonus]
        return None if rifts is None else Route((self.target,), rifts)


def best_of_all(move: Move, plan: MovementPlan) -> tuple[int, int | None]:
    """Reference implementation: return the fewest dice of a plan with the drive on no ship or on one ship
    after the other, and the most expensive, then first kind of ship (by its place in the whole plan) that
    achieves it; None: no ship.
    """
    kinds = [
        (name, group.start_system, count, move.cargo_systems(group))
        for group in plan
        for name, count, _ in group.ships
    ]
    tried = []
    owned = move.table.players[move.player].has_technology("gd")
    stats = move.table.players[move.player].unit_type_on_board
    for driven in (None, *range(len(kinds) if owned else 0)):
        ways = [
            move.route_without_drive(name, start, stops, bonus=int(index == driven and number == 0))
            for index, (name, start, count, stops) in enumerate(kinds)
            for number in range(count)
        ]
        if None not in ways:
            price = 0 if driven is None else stats(kinds[driven][0]).cost
            rank = (-1, 0) if driven is None else (0, driven)
            tried.append((sum(way.rift_count for way in ways if way), rank[0], -price, rank[1]))
    dice, is_driven, _, driven = min(tried)
    return dice, None if is_driven == -1 else driven


@pytest.mark.parametrize("seed", range(200))
def test_IM_TECH_gd_the_ship_is_the_one_that_a_search_over_all_ships_finds(seed: int) -> None:
    rng = random.Random(seed)
    table = imperium.position_game(LINE.format(place="47 p1 1 carrier")).table
    move = GivenMovement(table, 0, 0)
    names = ("destroyer", "cruiser", "carrier", "dreadnought")
    plan = tuple(
        ShipGroup(start, tuple((name, rng.randint(1, 2), 0) for name in rng.sample(names, rng.randint(1, 3))))
        for start in rng.sample(range(1, 9), rng.randint(1, 3))
    )
    slow = {(group.start_system, name): rng.randint(0, 3) for group in plan for name, _, _ in group.ships}
    move.dice = {key: (dice, rng.randint(0, dice)) for key, dice in slow.items()}
    single = [(group.start_system, name) for group in plan for name, count, _ in group.ships if count == 1]
    if single and rng.random() < 0.3:
        move.dice[rng.choice(single)] = (None, rng.randint(0, 3))
    dice, kind_of_ship = best_of_all(move, plan)
    driven = gravity_drive_ship(move, plan)
    place = None
    if driven is not None:
        place = sum(len(group.ships) for group in plan[: driven.group_index]) + driven.ship_class_index
    assert place == kind_of_ship
    ways = chain.from_iterable(ways for _, _, ways in ship_routes(move, plan))
    assert sum(way.rift_count for way in ways) == dice


STARTS = ("41", "47", "33", "10", "36", "23", "44", "26")


@pytest.mark.parametrize("seed", range(40))
def test_IM_TECH_gd_a_game_rolls_as_many_dice_as_the_best_choice_leaves(seed: int) -> None:
    rng = random.Random(seed)
    target = rng.choice(("20", "24", "33", "47", "34", "18"))

    owned = frozenset({"gd"} if rng.random() < 0.8 else ())
    starts = rng.sample([start for start in STARTS if start != target], 3)
    fleets = {start: {"cruiser": rng.randint(0, 2), "carrier": rng.randint(0, 1)} for start in starts}

    def arrange(table):
        empty(table)
        sheet(table, 0, technologies=owned)
        table.active_system = system(table, target)
        for start, units in fleets.items():
            put(table, 0, start, **units)

    game = chapter(lambda table: movement(table, 0, system(table, target)), arrange)
    if game.question is None:
        return
    question = game.question
    answer = next(
        answer
        for answer in sorted(map(str, question.options()), key=len, reverse=True)
        if question.refusal(question.parse_answer(answer)) is None
    )
    plan = question.parse_plan(answer)
    expected, _ = best_of_all(question, plan)
    say(game, answer)
    rolled = 0
    while game.question is not None and kind(game) == ("roll", 0):
        rolled += 1
        say(game, "roll 9")
    assert rolled == expected
