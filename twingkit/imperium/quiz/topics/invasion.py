"""Questions on invasions: where to land, the custodians, who controls a planet, and what is destroyed."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.quiz.question_texts import (
    SAY,
    explain,
    heard,
    mistake,
    planet,
    remark,
    seat_texts,
    stated,
)
from twingkit.imperium.quiz.scene import (
    COMMON_UNIT_FACTIONS,
    LEARNER_SEAT,
    GalaxyQuizScene,
    common_unit_scene,
    play_out_battle,
)
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import balance_right_keys, question_kind, require, require_value
from twingkit.learn.quiz.phrases import join_texts


def _landing(
    scene: GalaxyQuizScene, infantry: int, *, planets: int = 1, system: int | None = None
) -> tuple[int, Game, str]:
    """Return a system with planets, the game at the movement question, and the answer that moves transports
    there.

    Raises `NoQuestion` if there is no such system.
    """
    table = scene.table
    worlds = scene.shuffled_ordinary_systems(min_planet_count=planets)
    goal = require_value(system if system is not None else next(iter(worlds), None))
    near = [index for index in scene.empty_neighbours(goal) if scene.tile(index).kind != "home"]
    require(near)
    start = scene.rng.choice(near)
    scene.place_units_in_space(LEARNER_SEAT, start, carrier=-(-infantry // 4), infantry=infantry)
    game = staging.require_question(scene.game(f"activate {table.tile_number(goal)}"), "move")
    return goal, game, f"move {table.tile_number(start)} {-(-infantry // 4)} carrier, {infantry} infantry"


@question_kind("lands", common_unit_scene)
def _where_to_land(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    at_mecatol = rng.random() < 0.35
    if at_mecatol:
        table.has_custodians = False
    infantry = rng.randint(2, 4)
    goal, game, move = _landing(scene, infantry, planets=2)
    game.give_answers(move)
    staging.require_question(game, "land")
    inside = [world.id for world in table.planets_of(goal)]
    beside = [
        world.id for index in table.galaxy.systems_sharing_side[goal] for world in table.planets_of(index)
    ]
    require(beside)
    here = rng.choice(inside)
    other = next(name for name in inside if name != here)
    split = rng.randint(1, infantry - 1)
    answers = (
        f"land {split} infantry {here}, {infantry - split} infantry {other}",
        f"land {infantry + 1} infantry {here}",
        f"land {infantry} infantry {rng.choice(beside)}",
        f"land {split} infantry {here}, {infantry - split} infantry {rng.choice(beside)}",
    )
    tried = {answer: _landing_text(answer) for answer in answers}
    texts = SAY("invasion.lands", goal=scene.in_words(goal), n=infantry)
    sums = {"a": split, "b": infantry - split, "n": infantry}
    because = remark("why.lands", **sums, one=planet(here), other=planet(other))
    return staging.which_allowed_question(game, tried, texts, because, "IM-INV-3")


def _landing_text(answer: str) -> TextByLanguage:
    parts = [part.split() for part in answer.removeprefix("land ").split(",")]
    texts = [SAY("invasion.on", n=int(n), planet=planet(name)) for n, _, name in parts]
    return join_texts(*texts, separator="; ")


@question_kind("custodians", common_unit_scene, balanced=True)
def _can_remove_custodians(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    scene.exhaust_some_planets(table.controlled_planets(LEARNER_SEAT), 0.5)
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(0, 3)])
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(0, 1)], ready=False)
    me.goods, me.commodities = rng.randint(0, 2), rng.randint(0, 2)
    forces = rng.choice((0, 2, 2, 2))
    _, game, move = _landing(scene, max(forces, 1), system=table.mecatol_system)
    if not forces:
        move = move.partition(",")[0]
    influence = sum(table.influence(name) for name in table.ready_planets(LEARNER_SEAT))
    require(abs(influence + me.goods - 6) <= 3)
    right = staging.is_pending(game.copy().give_answers(move), "custodians")
    lost = table.exhausted_planets_of(LEARNER_SEAT)
    sure = {
        "n": influence,
        "goods": me.goods,
        "m": sum(map(table.influence, lost)),
        "commodities": me.commodities,
    }
    texts = SAY("invasion.custodians" if forces else "invasion.custodians_empty", **sure)
    if forces:
        why = explain("why.enough" if right else "why.too_little", "IM-PAY-1", n=influence + me.goods)
    else:
        why = explain("why.no_force")
    return staging.yes_no_question(game, [move], texts, right, why)


@question_kind("structures", common_unit_scene)
def _structures_left(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    goal = scene.shuffled_ordinary_systems(min_planet_count=1)[0]
    world = table.planets_of(goal)[0].id
    pds, dock, troops = rng.randint(0, 2), rng.randint(0, 1), rng.choice((0, 1, 1))
    scene.place_units_on_planet(1, world, pds=pds, spacedock=dock, infantry=troops)
    require(pds + dock)
    _, game, move = _landing(scene, rng.randint(2, 4), system=goal)
    landed = move.rpartition(", ")[2].partition(" ")[0]
    twin = _moved_to_landing(game, move).give_answers(f"land {landed} infantry {world}")
    won = rng.random() < 0.4
    play_out_battle(twin, lambda seat: 10 if (seat == LEARNER_SEAT) == won else 1)
    left = twin.table.units_on_planet(1, world)
    right = left["pds"] + left["spacedock"]
    mine = bool(twin.table.units_on_planet(LEARNER_SEAT, world).ground_force_count)
    require(mine != bool(left.ground_force_count))
    mistakes = [
        mistake(0 if right else pds + dock, "all_gone" if right else "stay_there"),
        mistake(pds, "dock_only"),
        mistake(dock, "pds_only"),
    ]
    key = "invasion.structures_won" if mine else "invasion.structures_lost"
    texts = SAY(key, planet=planet(world), pds=pds, dock=dock, n=troops, side="p2")
    sums = {"n": pds, "m": dock, "k": right}
    why = [
        *heard(twin.rulings_since(len(game), "IM-INV-11", "IM-INV-8")),
        *explain("why.structures_gone" if mine else "why.structures_stay", **sums),
    ]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=pds + dock)


def _moved_to_landing(game: Game, move: str) -> Game:
    """Return a copy after a move, played on to the landing with dice that miss."""
    twin = play_out_battle(game.copy().give_answers(move), lambda seat: 1)
    return staging.require_question(twin, "land")


def _who_holds(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS)
    table = scene.table
    goal = scene.shuffled_ordinary_systems(min_planet_count=1)[0]
    world = table.planets_of(goal)[0].id
    case = rng.choice(("both_die", "wins", "loses", "token", "ships_only"))
    if case in ("token", "ships_only"):
        scene.give_planets(1, world)
    else:
        scene.place_units_on_planet(1, world, infantry=1)
    infantry = 1 if case == "both_die" else 2
    _, game, move = _landing(scene, infantry, system=goal)
    land = "land none" if case == "ships_only" else f"land {infantry} infantry {world}"
    twin = _moved_to_landing(game, move).give_answers(land)
    faces = {"both_die": (10, 10), "wins": (10, 1), "loses": (1, 10)}.get(case, (1, 1))
    play_out_battle(twin, lambda seat: faces[min(seat, 1)])
    holder = require_value(twin.table.planet_controllers[world])
    right = f"p{holder + 1}"
    texts = SAY(f"invasion.holds_{case}", planet=planet(world), side="p2", n=infantry)
    because = [remark(f"mistake.holds_{case}", side="p2")]
    wrong = {"p1": because, "p2": because, "nobody": because}
    why = [*because, *heard(twin.rulings_since(len(game), "IM-INV-11")), *stated("IM-INV-11")]

    def say(name: str) -> TextByLanguage:
        return SAY("invasion.nobody") if name == "nobody" else seat_texts(name)

    return staging.value_question(game, twin, texts, right, wrong, say, why)


question_kind("holder")(balance_right_keys(_who_holds, "p1", "p2"))


@question_kind("ready", common_unit_scene, balanced=True)
def _can_spend_planet(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    own = rng.random() < 0.5
    goal = scene.shuffled_ordinary_systems(min_planet_count=1)[0]
    world = table.planets_of(goal)[0].id
    if own:
        scene.place_units_on_planet(LEARNER_SEAT, world, infantry=1)
    elif rng.random() < 0.5:
        scene.give_planets(1, world)
    _, game, move = _landing(scene, 2, system=goal)
    twin = staging.require_question(game.copy().give_answers(move), "land")
    twin.give_answers(f"land 2 infantry {world}")
    right = world in twin.table.ready_planets(LEARNER_SEAT)
    key = (
        "invasion.own_ready"
        if own
        else "invasion.new_ready"
        if table.planet_controllers[world] is None
        else "invasion.taken_ready"
    )
    texts = SAY(key, planet=planet(world), side="p2")
    why = explain("why.own_stays" if own else "why.comes_exhausted")
    return staging.yes_no_question(game, twin, texts, right, why)
