"""Questions on space in a game: who fires Space Cannon, where there is a combat, and where to retreat."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.imperium.galaxy.tactical.retreats import retreat_systems
from twingkit.imperium.galaxy.tactical.space_step import cannons_reaching
from twingkit.imperium.quiz.question_texts import SAY, explain, heard, mistake, planet, remark, stated
from twingkit.imperium.quiz.scene import (
    COMMON_UNIT_FACTIONS,
    LEARNER_SEAT,
    GalaxyQuizScene,
    common_unit_scene,
    play_out_battle,
    system_question,
)
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require, require_value
from twingkit.learn.quiz.staging import count_question, require_question, yes_no_question


@question_kind("cannons", common_unit_scene)
def space_cannon_dice_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many Space Cannon dice are rolled against your ships?”"""
    table = scene.table
    worlds = scene.shuffled_ordinary_systems(min_planet_count=1)
    near = [
        system
        for system in worlds
        if any(other in worlds for other in table.galaxy.systems_sharing_side[system])
    ]
    require(near)
    goal = near[0]
    beside = rng.choice([other for other in table.galaxy.systems_sharing_side[goal] if other in worlds])
    seat = 1
    inside, outside = rng.randint(0, 2), rng.randint(1, 2)
    if inside:
        scene.place_units_on_planet(seat, table.planets_of(goal)[0].id, pds=inside)
    scene.place_units_on_planet(seat, table.planets_of(beside)[0].id, pds=outside)
    upgraded = rng.random() < 0.5
    if upgraded:
        table.players[seat].technologies |= {"pds2"}
    third = rng.random() < 0.5
    if third:
        others = [
            other for other in table.adjacency(LEARNER_SEAT)[goal] if other in worlds and other != beside
        ]
        require(others)
        scene.place_units_on_planet(2, table.planets_of(others[0])[0].id, pds=1)
        table.players[2].technologies |= {"pds2"}
    here = require_value(next((index for index in scene.empty_neighbours(goal) if index != beside), None))
    scene.place_units_in_space(LEARNER_SEAT, here, cruiser=2)
    move = f"move {table.tile_number(here)} 2 cruiser"
    game = require_question(scene.game(f"activate {table.tile_number(goal)}"), "move")
    guns = [cannons_reaching(table, other, goal) for other in (1, 2)]
    right = sum(count_["pds"] for count_ in guns)
    require(right == _cannon_dice_count(game, move))
    mine = 1 if third else 0
    mistakes = [
        mistake(inside, "only_inside") if right != inside else mistake(inside + outside + mine, "far_pds"),
        mistake(inside + outside + mine, "far_pds"),
        mistake(right - mine, "no_third") if mine else mistake(0, "no_cannon"),
    ]
    key = "space.cannon_upgraded" if upgraded else "space.cannon"
    facts = {"goal": scene.in_words(goal), "beside": scene.in_words(beside), "n": inside, "m": outside}
    texts = SAY(f"{key}_third" if third else key, **facts)
    reach = "cannon_far" if upgraded else "cannon_near"
    why = [
        remark(f"why.{reach}", n=inside, m=outside),
        *([remark("why.cannon_third")] if third else []),
        remark("why.cannon", n=right),
        *stated("IM-SPACE-11"),
    ]
    return count_question(rng, game, [move], texts, right, mistakes, why)


def _cannon_dice_count(game: Game, move: str) -> int:
    """Return the number of Space Cannon dice that the engine rolls at the learner's ships."""
    twin = play_out_battle(game.copy().give_answers(move), lambda seat: 1, "space_cannon")
    answers = [entry.answer for entry in twin.entries(len(game))]
    return sum(len(answer.split()) - 1 for answer in answers if answer.startswith("roll"))


@question_kind("meeting", common_unit_scene, balanced=True)
def _is_space_combat(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    here, goal = scene.two_adjacent_systems()
    require(table.planets_of(goal))
    world = table.planets_of(goal)[0].id
    case = rng.choice(("ships", "fighters", "troops", "pds", "token"))
    if case in ("ships", "fighters"):
        scene.place_units_in_space(1, goal, **({"fighter": 1} if case == "fighters" else {"destroyer": 1}))
        if case == "fighters":
            scene.place_units_on_planet(1, world, infantry=1, spacedock=1)
    elif case == "token":
        scene.give_planets(1, world)
        scene.place_tokens(1, goal)
    else:
        scene.place_units_on_planet(1, world, infantry=2, **({"pds": 1} if case == "pds" else {}))
    scene.place_units_in_space(LEARNER_SEAT, here, cruiser=1, carrier=1, infantry=2)
    move = f"move {table.tile_number(here)} 1 cruiser, 1 carrier, 2 infantry"
    game = require_question(scene.game(f"activate {table.tile_number(goal)}"), "move")
    twin = play_out_battle(game.copy().give_answers(move), lambda seat: 1, "space_cannon")
    right = bool(twin.rulings_since(len(game), "IM-SPACE-15"))
    texts = SAY(
        f"space.meets_{case}",
        goal=scene.in_words(goal),
        here=scene.in_words(here),
        planet=planet(world),
        side="p2",
    )
    why = [remark(f"why.meets_{case}"), *heard(twin.rulings_since(len(game), "IM-SPACE-15"))]
    return yes_no_question(game, twin, texts, right, why)


@question_kind("retreat")
def _legal_retreat_system(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(
        rng, learner_factions=COMMON_UNIT_FACTIONS, tiles=(rng.choice(("42", "44", "45", "43")),)
    )
    table = scene.table
    centre = [
        system
        for system in scene.systems
        if len(table.galaxy.systems_sharing_side[system]) == 6 and system != table.mecatol_system
    ]
    here = rng.choice(centre)
    require(not scene.tile(here).anomaly and scene.tile(here).kind != "home")
    near = list(table.adjacency(LEARNER_SEAT)[here])
    rng.shuffle(near)
    for system in near:
        tile = scene.tile(system)
        kind = rng.choice(("own", "empty", "others", "others_planet"))
        if tile.anomaly in ("supernova", "asteroid_field", "nebula") or tile.kind == "home":
            continue
        if system == table.mecatol_system:
            continue
        if kind == "own" and tile.planets:
            scene.give_planets(LEARNER_SEAT, tile.planets[0].id)
        elif kind == "own":
            scene.place_units_in_space(LEARNER_SEAT, system, destroyer=1)
        elif kind == "others":
            scene.place_units_in_space(2, system, cruiser=1)
            if tile.planets and rng.random() < 0.5:
                scene.give_planets(LEARNER_SEAT, tile.planets[-1].id)
        elif kind == "others_planet" and tile.planets:
            scene.give_planets(2, tile.planets[0].id)
    far = [
        system
        for system in scene.systems
        if system not in (*near, table.mecatol_system)
        and scene.hex_distance(here, system) == 2
        and scene.tile(system).planets
        and table.planet_controllers[scene.tile(system).planets[0].id] is None
    ]
    if far:
        scene.give_planets(LEARNER_SEAT, scene.tile(far[0]).planets[0].id)
    scene.place_units_in_space(1, here, cruiser=2)
    start = require_value(min(scene.empty_neighbours(here), default=None))
    scene.place_units_in_space(LEARNER_SEAT, start, cruiser=2)
    move = f"move {table.tile_number(start)} 2 cruiser"
    game = require_question(scene.game(f"activate {table.tile_number(here)}"), "move")
    twin = game.copy().give_answers(move)
    eligible = retreat_systems(twin.table, LEARNER_SEAT, here)
    wrong = [system for system in near if system not in eligible] + far[:1]
    require(eligible and len(wrong) >= 2)
    right = rng.choice(eligible)
    mistakes: dict[str, list[Reason]] = {}
    for system in wrong:
        mistakes |= scene.system_mistakes(_no_retreat(scene, here, system), system)
    picked = dict(rng.sample(list(mistakes.items()), min(3, len(mistakes))))
    texts = SAY("space.retreat", here=scene.in_words(here), side="p2")
    why = explain("why.retreat", place=scene.in_words(right))
    return system_question(twin, [], texts, table.tile_number(right), picked, why)


def _no_retreat(scene: GalaxyQuizScene, here: int, system: int) -> str:
    table = scene.table
    if system not in table.adjacency(LEARNER_SEAT)[here]:
        return "mistake.not_beside"
    if scene.tile(system).anomaly in ("supernova", "asteroid_field", "nebula"):
        return "mistake.closed"
    if table.enemy_seats_with_ships(LEARNER_SEAT, system):
        return "mistake.others_there"
    return "mistake.nobody_there"
