"""Questions on movement: which systems a ship reaches, what stops it, and gravity rifts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

import attrs

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.galaxy.map import reach
from twingkit.imperium.galaxy.map.adjacency import WormholeState
from twingkit.imperium.galaxy.tactical.moving_ships import ship_mobility
from twingkit.imperium.quiz.question_texts import (
    SAY,
    counted_units,
    explain,
    heard,
    mistake,
    remark,
    stated,
    system_numbers_text,
)
from twingkit.imperium.quiz.scene import (
    COMMON_UNIT_FACTIONS,
    LEARNER_SEAT,
    GalaxyQuizScene,
    common_unit_scene,
    system_question,
)
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.options import Mistake

_MOVED_SHIPS = ("cruiser", "destroyer", "carrier", "dreadnought")

_ANOMALY_TILES = ("42", "44", "45", "43", "41")
"""The tiles of a nebula, asteroid fields, a supernova and a gravity rift."""


def _crowded_scene(rng: random.Random, start: str = "", *, enemies: int = 3) -> tuple[GalaxyQuizScene, int]:
    """Return a scene with anomalies and enemy fleets, and the index of the system from which ships start.

    `start` is its tile number (random by default), `enemies` the number of fleets. The learner has no ships
    yet.
    """
    wanted = [start] if start else []
    wanted += [number for number in rng.sample(_ANOMALY_TILES, 3) if number not in wanted]
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS, tiles=wanted)
    here = scene.system_of_tile(start) if start else rng.choice(scene.shuffled_ordinary_systems())
    near = [
        system
        for system in scene.systems
        if 1 <= scene.hex_distance(here, system) <= 2 and scene.is_ordinary(system)
    ]
    for seat, system in enumerate(rng.sample(near, min(enemies, len(near)))):
        scene.place_units_in_space(
            1 + seat % 2, system, **{rng.choice(("cruiser", "destroyer", "dreadnought")): 1}
        )
    return scene, here


def _reach(scene: GalaxyQuizScene, start: int, ship: str, target: int) -> reach.ShipReach:
    unit = scene.learner_sheet.unit_type_on_board(ship)
    return reach.ship_reach(
        scene.table.galaxy, start, ship_mobility(scene.table, LEARNER_SEAT, unit, start, target)
    )


def _move_value(scene: GalaxyQuizScene, ship: str) -> int:
    return scene.learner_sheet.unit_type_on_board(ship).move


def _unreachable_reason(scene: GalaxyQuizScene, start: int, ship: str, target: int) -> Reason:
    rule = _reach(scene, start, ship, target).blocking_rules[target]
    facts = {"place": scene.in_words(target), "n": _move_value(scene, ship)}
    return remark(f"mistake.stop_{rule.removeprefix('IM-').replace('-', '_').lower()}", **facts)


def _move(scene: GalaxyQuizScene, start: int, target: int, ship: str) -> tuple[str, str]:
    number = scene.table.tile_number
    return f"activate {number(target)}", f"move {number(start)} 1 {ship}"


def _can_move(game: Game, answers: Sequence[str]) -> bool:
    twin = game.copy().give_answers(answers[0])
    return staging.is_pending(twin, "move") and staging.refusal_of_answer(twin, answers[1]) is None


def _which_target(scene: GalaxyQuizScene, start: int, ship: str, key: str) -> QuizItem | None:
    """Make a question about which of several systems one ship can move into."""
    rng, table = scene.rng, scene.table
    scene.place_units_in_space(LEARNER_SEAT, start, **{ship: 1})
    seen = _reach(scene, start, ship, start)
    open_ways = [
        target
        for target, way in seen.routes.items()
        if target != start and LEARNER_SEAT not in table.command_tokens[target]
    ]
    barred = [
        target
        for target, rule in seen.blocking_rules.items()
        if rule != "IM-MOVE-1" or scene.hex_distance(start, target) <= 3
    ]
    require(open_ways and len(barred) >= 2)
    rng.shuffle(barred)
    far = [
        target
        for target in open_ways
        if len(seen.routes[target].entered_systems)
        == max(len(way.entered_systems) for way in seen.routes.values())
    ]
    right = rng.choice(far or open_ways)
    by_rule = {seen.blocking_rules[target]: target for target in barred}
    wrong = list(dict.fromkeys([*by_rule.values(), *barred]))[:3]
    game = scene.game()
    require(_can_move(game, _move(scene, start, right, ship)))
    require(not any(_can_move(game, _move(scene, start, target, ship)) for target in wrong))
    mistakes = {
        table.tile_number(target): [_unreachable_reason(scene, start, ship, target)] for target in wrong
    }
    way = seen.routes[right]
    move_value = _move_value(scene, ship)
    why = [*_rift_reasons(way, move_value), *_way_reasons(scene, start, way)]
    if scene.tile(start).anomaly == "nebula":
        why += stated("IM-MOVE-10")
    texts = SAY(key, ship=ship, n=move_value, place=scene.in_words(start))
    after = _move(scene, start, right, ship)
    return system_question(game, after, texts, table.tile_number(right), mistakes, why)


def _way_reasons(scene: GalaxyQuizScene, start: int, way: reach.Route) -> list[Reason]:
    entered = system_numbers_text(scene.table, way.entered_systems)
    start_words, count = scene.in_words(start), len(way.entered_systems)
    return [remark("why.way", place=start_words, places=entered, n=count)]


def _rift_reasons(way: reach.Route, needed: int) -> list[Reason]:
    """Return how gravity rifts on the way help a ship with a move value of `needed`."""
    if not way.rift_count:
        return []
    return explain("why.rift_bonus", n=way.rift_count, m=needed, k=needed + way.rift_count)


@question_kind("target")
def _reachable_system(rng: random.Random) -> QuizItem | None:
    scene, here = _crowded_scene(rng)
    return _which_target(scene, here, rng.choice(("cruiser", "destroyer")), "reach.target")


@question_kind("nebula")
def _reachable_from_nebula(rng: random.Random) -> QuizItem | None:
    scene, here = _crowded_scene(rng, "42", enemies=1)
    scene.learner_sheet.technologies -= {"gd"}
    return _which_target(scene, here, rng.choice(("cruiser", "dreadnought")), "reach.nebula")


@question_kind("needed")
def _move_value_needed(rng: random.Random) -> QuizItem | None:
    scene, here = _crowded_scene(rng)
    galaxy, table = scene.table.galaxy, scene.table
    plain = ship_mobility(table, LEARNER_SEAT, scene.learner_sheet.unit_type_on_board("cruiser"), here, here)
    goal = rng.choice(
        [
            system
            for system in scene.shuffled_ordinary_systems()
            if scene.hex_distance(here, system) >= 2 and system != here
        ]
        or [here]
    )

    def least(ship: reach.ShipMobility) -> int | None:
        return next(
            (
                n
                for n in range(1, 7)
                if goal in reach.best_routes(galaxy, here, attrs.evolve(ship, move_value=n))
            ),
            None,
        )

    right = require_value(least(plain))
    require(right <= 4 and goal != here)
    forgotten = {
        "IM-MOVE-3": attrs.evolve(plain, blocked_systems=frozenset()),
        "IM-MOVE-9": attrs.evolve(plain, open_anomalies=frozenset(reach.CLOSED_ANOMALIES)),
        "IM-MAP-2": attrs.evolve(plain, wormholes=WormholeState(alpha_beta_closed=True)),
    }
    mistakes = [
        Mistake(value, rule)
        for rule, ship in forgotten.items()
        if (value := least(ship)) not in (None, right)
    ]
    require(mistakes)
    way = reach.best_routes(galaxy, here, attrs.evolve(plain, move_value=right))[goal]
    texts = SAY("reach.needed", one=scene.in_words(here), other=scene.in_words(goal))
    why = [
        *_rift_reasons(way, right),
        *_way_reasons(scene, here, way),
        *stated(*(option.forgotten_rule for option in mistakes)),
    ]
    scene.place_units_in_space(LEARNER_SEAT, here, carrier=1)
    return staging.count_question(rng, scene.game(), [], texts, right, mistakes, why, minimum=1)


@question_kind("fleets")
def _fleet_able_to_move(rng: random.Random) -> QuizItem | None:
    scene, goal = _crowded_scene(rng, enemies=2)
    table = scene.table
    systems = [
        system
        for system in scene.systems
        if 1 <= scene.hex_distance(goal, system) <= 3
        and not table.space[system]
        and scene.tile(system).anomaly not in reach.CLOSED_ANOMALIES
    ]
    chosen = rng.sample(systems, min(4, len(systems)))
    ships = {system: rng.choice(_MOVED_SHIPS[:3]) for system in chosen}
    for system, ship in ships.items():
        scene.place_units_in_space(LEARNER_SEAT, system, **{ship: 1})
    for system in chosen[:2]:
        scene.place_tokens(LEARNER_SEAT, system)
    game = staging.require_question(scene.game(f"activate {table.tile_number(goal)}"), "move")
    mistakes: dict[str, list[Reason]] = {}
    right: list[int] = []
    for system, ship in ships.items():
        no = staging.refusal_of_answer(game, f"move {table.tile_number(system)} 1 {ship}")
        if no is None:
            right.append(system)
        elif getattr(no, "rule", "") == "IM-MOVE-2":
            mistakes |= scene.system_mistakes("mistake.held", system)
        else:
            mistakes[table.tile_number(system)] = [_unreachable_reason(scene, system, ship, goal)]
    require(len(right) == 1 and len(mistakes) >= 2)
    own = right[0]

    def say(tile_number: str) -> TextByLanguage:
        system = scene.system_of_tile(tile_number)
        ship, place = ships[system], scene.in_words(system)
        return SAY("reach.fleet", ship=ship, n=_move_value(scene, ship), place=place)

    texts = SAY("reach.fleets", place=scene.in_words(goal))
    way = _reach(scene, own, ships[own], goal).routes[goal]
    why = [*_way_reasons(scene, own, way), *_rift_reasons(way, _move_value(scene, ships[own]))]
    after = [f"move {table.tile_number(own)} 1 {ships[own]}"]
    return system_question(game, after, texts, table.tile_number(own), mistakes, why, say)


@question_kind("passes", common_unit_scene, balanced=True)
def _can_pass_systems(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether a fleet may pass a system with enemy ships or the learner's own token."""
    table = scene.table
    here = rng.choice(scene.shuffled_ordinary_systems())
    ways_there = reach.best_routes(table.galaxy, here, reach.ShipMobility(2))
    goals = [
        system
        for system, way in ways_there.items()
        if len(way.entered_systems) == 2 and system != here and scene.tile(system).kind != "home"
    ]
    require(goals)
    goal = rng.choice(goals)
    links = table.adjacency(LEARNER_SEAT)
    between = [
        system
        for system in links[here]
        if goal in links[system] and scene.tile(system).anomaly not in (*reach.CLOSED_ANOMALIES, "nebula")
    ]
    scene.place_units_in_space(LEARNER_SEAT, here, cruiser=1)
    case = rng.choice(("ships", "fighters", "token"))
    for system in between:
        if case == "token":
            scene.place_tokens(LEARNER_SEAT, system)
        else:
            docks = scene.tile(system).planets and table.figures_left(1, "spacedock")
            if case == "fighters" and (not docks or scene.tile(system).kind not in ("blue", "red")):
                return None
            if case == "fighters":
                scene.place_units_on_planet(1, scene.tile(system).planets[0].id, spacedock=1)
            scene.place_units_in_space(
                1, system, **({"fighter": 2} if case == "fighters" else {"destroyer": 1})
            )
    answers = _move(scene, here, goal, "cruiser")
    ok = _can_move(scene.game(), answers)
    require(ok == (case == "token"))
    why = explain("why.passes" if ok else "why.barred", places=system_numbers_text(table, between))
    facts = {
        "side": "p2",
        "one": scene.in_words(here),
        "other": scene.in_words(goal),
        "places": system_numbers_text(table, between),
    }
    texts = SAY(f"reach.passes_{case}", **facts)
    return staging.yes_no_question(scene.game(), answers if ok else answers[:1], texts, ok, why)


@question_kind("field", balanced=True)
def _can_enter_anomaly(rng: random.Random) -> QuizItem | None:
    number = rng.choice(("44", "45", "43", "42"))
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS, tiles=(number,))
    table, field = scene.table, scene.system_of_tile(number)
    near = [system for system in table.adjacency(LEARNER_SEAT)[field] if not scene.tile(system).anomaly]
    require(near)
    here = rng.choice(near)
    scene.learner_sheet.technologies = frozenset({"amd", "gd"} if rng.random() < 0.5 else {"nm", "st"})
    scene.place_units_in_space(LEARNER_SEAT, here, destroyer=1)
    answers = _move(scene, here, field, "destroyer")
    ok = _can_move(scene.game(), answers)
    has = tuple(f"IM-TECH-{name}" for name in sorted(scene.learner_sheet.technologies))
    texts = SAY("reach.field", one=scene.in_words(here), other=scene.in_words(field), names=has)
    kind = scene.tile(field).anomaly if ok or number == "43" else "needs_technology"
    why = explain(f"why.field_{kind}")
    return staging.yes_no_question(scene.game(), answers if ok else answers[:1], texts, ok, why)


@question_kind("rift", partial(common_unit_scene, tiles=("41",)))
def _ships_surviving_rift(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, here = scene.table, scene.system_of_tile("41")
    goals = [*filter(scene.is_ordinary, table.adjacency(LEARNER_SEAT)[here])]
    require(goals)
    goal = table.tile_number(rng.choice(goals))
    carried = rng.randint(1, 3)
    scene.place_units_in_space(LEARNER_SEAT, here, carrier=1, cruiser=1, infantry=carried)
    move = f"move 41 1 cruiser, 1 carrier, {carried} infantry"
    faces = rng.sample(range(1, 11), 2)
    game = scene.game(f"activate {goal}")
    twin = staging.require_question(game.copy().give_answers(move), "roll")
    twin.give_answers(*(f"roll {face}" for face in faces))
    right = sum(twin.table.units_in_space(LEARNER_SEAT, scene.system_of_tile(goal)).counts.values())

    def with_threshold(lost_up_to: int) -> int:
        return (faces[0] > lost_up_to) + (faces[1] > lost_up_to) * (1 + carried)

    mistakes = [
        mistake(2 + carried, "no_rift"),
        mistake(with_threshold(4), "four_lost"),
        mistake((faces[0] > 3) + (faces[1] > 3) + carried, "cargo_stays"),
        mistake(with_threshold(5), "half_lost"),
    ]
    texts = SAY("reach.rift", goal=goal, units=counted_units({"infantry": carried}), a=faces[0], b=faces[1])
    after = [move, *(f"roll {face}" for face in faces)]
    through = [int(face > 3) for face in faces]
    why = [
        *heard(twin.rulings_since(len(game), "IM-MOVE-11")),
        *explain("why.rift", n=through[0], m=through[1], k=carried * through[1], right=right),
    ]
    return staging.count_question(rng, game, after, texts, right, mistakes, why, maximum=2 + carried)
