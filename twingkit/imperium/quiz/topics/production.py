"""Questions on production: how many units, for how much, which ones, and where it is not possible."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.quiz.question_texts import (
    SAY,
    card,
    counted_units,
    explain,
    mistake,
    planet,
    remark,
    stated,
)
from twingkit.imperium.quiz.scene import LEARNER_SEAT, GalaxyQuizScene, TableChange, scene_with
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value

_common_unit_scene = scene_with("hacan", "letnev")
"""Deals a scene in which the learner has the common units."""

_COST_BY_SHIP = {"destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4}
"""The ships that players build in questions."""


def _dock(scene: GalaxyQuizScene) -> tuple[int, str]:
    """Return the system and the planet of a space dock of the learner outside the homes."""
    table = scene.table
    worlds = scene.shuffled_ordinary_systems(min_planet_count=1)
    require(worlds)
    world = scene.rng.choice(table.planets_of(worlds[0])).id
    scene.place_units_on_planet(LEARNER_SEAT, world, spacedock=1)
    return worlds[0], world


def _building(scene: GalaxyQuizScene, system: int) -> tuple[Game, Build]:
    """Return the game at the production question in a system that the learner activates, and the question."""
    game = scene.game(f"activate {scene.table.tile_number(system)}")
    for answer in ("move none", "land none"):
        if any(staging.is_pending(game, kind, LEARNER_SEAT) for kind in ("move", "land")):
            game.give_answers(answer)
    return game, require_value(staging.pending(game, Build))


@question_kind("limit", _common_unit_scene)
def _production_limit(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    system, world = _dock(scene)
    table, me = scene.table, scene.learner_sheet
    me.goods = 8
    upgraded = rng.random() < 0.4
    if upgraded:
        me.technologies |= {"sd2"}
    attached = rng.random() < 0.35 and planets_by_id()[world].trait == "hazardous"  # as elected by the law
    if attached:
        scene.enact_law("core_mining", world)
        table.attachments[world] = ("core_mining",)
    game, question = _building(scene, system)
    right = question.site.unit_limit
    printed = table.resources(world) - 2 * attached
    mistakes = [
        mistake(table.resources(world), "resources_only"),
        mistake(table.resources(world) + (2 if upgraded else 4), "other_dock"),
        mistake(question.max_cost, "money"),
    ]
    if attached:
        mistakes.insert(0, mistake(right - 2, "attachment"))
    key = f"production.limit{'_upgraded' if upgraded else ''}{'_attached' if attached else ''}"
    texts = SAY(key, planet=planet(world), n=printed, law=card("core_mining"))
    why = explain("why.limit", n=table.resources(world), m=right - table.resources(world), right=right)
    return staging.count_question(rng, game, ["build none"], texts, right, mistakes, why, minimum=1)


@question_kind("cost", _common_unit_scene)
def _total_unit_cost(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    scene.learner_sheet.technologies -= {"st"}
    system, _ = _dock(scene)
    me = scene.learner_sheet
    me.goods = 12
    scene.learner_sheet.technologies |= {"sd2"}
    chosen = {"fighter": rng.randint(0, 4), "infantry": rng.randint(0, 4)}
    for name in rng.sample(list(_COST_BY_SHIP), rng.randint(0, 1)):
        chosen[name] = 1
    chosen = {name: n for name, n in chosen.items() if n}
    if rng.random() < 0.3:
        me.technologies |= {"st"}
    game, question = _building(scene, system)
    require(chosen.get("fighter") or chosen.get("infantry"))
    answer = "build " + ", ".join(f"{n} {name}" for name, n in chosen.items())
    staging.require_allowed(game, answer)
    whole = question.undiscounted_cost(question.placed_units(question.parse_act(answer).units))
    tools = question.site.discount
    right = max(0, whole - tools)
    small = chosen.get("fighter", 0) + chosen.get("infantry", 0)
    ships = sum(_COST_BY_SHIP[name] * n for name, n in chosen.items() if name in _COST_BY_SHIP)
    mistakes = [
        mistake(ships + small - tools, "each_one"),
        mistake(ships + -(-small // 2) - tools, "mixed_pairs"),
        mistake(ships + small // 2 - tools, "odd_free"),
    ]
    if tools:
        mistakes.insert(0, mistake(whole, "no_tools"))
    texts = SAY("production.cost_tools" if tools else "production.cost", units=counted_units(chosen))
    why = [
        remark("why.price", n=whole),
        *([remark("why.discount", n=whole, k=right)] if tools else []),
        *stated("IM-PROD-2", *(["IM-TECH-st"] if tools else [])),
    ]
    return staging.count_question(rng, game, [answer], texts, right, mistakes, why)


@question_kind("which", _common_unit_scene)
def producible_units_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “Which of these may you produce?”"""
    system, world = _dock(scene)
    table, me = scene.table, scene.learner_sheet
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[:1])
    me.goods = rng.randint(2, 4)
    me.technologies -= {"st"}
    missing = rng.choice(("cruiser", "destroyer", "dreadnought"))
    for place_ in scene.shuffled_ordinary_systems()[:4]:
        left = table.figures_left(LEARNER_SEAT, missing) or 0
        if left and place_ != system:
            scene.place_units_in_space(LEARNER_SEAT, place_, **{missing: min(2, left)})
    scene.learner_sheet.fleet = 6
    game, question = _building(scene, system)
    budget, most = question.max_cost, question.site.unit_limit
    options = {
        f"build {most + 1} infantry": {"infantry": most + 1},
        f"build {most} infantry": {"infantry": most},
        "build 1 warsun": {"warsun": 1},
        "build 1 dreadnought, 2 fighter": {"dreadnought": 1, "fighter": 2},
        "build 2 carrier": {"carrier": 2},
        "build 1 destroyer, 1 fighter": {"destroyer": 1, "fighter": 1},
        "build 1 cruiser, 2 infantry": {"cruiser": 1, "infantry": 2},
    }
    good = [answer for answer in options if staging.refusal_of_answer(game, answer) is None]
    bad = [answer for answer in options if answer not in good]
    require(good and len(bad) >= 2)
    by_rule = {getattr(staging.refusal_of_answer(game, answer), "case", ""): answer for answer in bad}
    chosen_right = rng.choice(good)
    chosen = [chosen_right, *dict.fromkeys([*by_rule.values(), *bad])][:4]
    rng.shuffle(chosen)
    tried = {answer: SAY("production.units", units=counted_units(options[answer])) for answer in chosen}
    texts = SAY("production.which", planet=planet(world), n=most, m=budget, resources=table.resources(world))
    build, made = question.placed_units(question.parse_act(chosen_right).units), options[chosen_right]
    sums = {"n": sum(made.values()), "m": most, "a": question.undiscounted_cost(build), "b": budget}
    because = remark("why.fits", units=counted_units(made), **sums)
    return staging.which_allowed_question(game, tried, texts, because, "IM-PROD-2")


@question_kind("blockade", _common_unit_scene, balanced=True)
def _can_produce_in_blockade(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    system, world = _dock(scene)
    me.goods = 6
    case = rng.choice(("free", "other", "beside"))
    if case == "other":
        scene.place_units_in_space(1, system, cruiser=1)
    elif case == "beside":
        near = [other for other in table.galaxy.systems_sharing_side[system] if not scene.tile(other).anomaly]
        require(near)
        scene.place_units_in_space(1, near[0], cruiser=2)
    infantry = rng.random() < 0.5
    game, _ = _building(scene, system)
    answer = "build 2 infantry" if infantry else "build 1 destroyer"
    right = staging.refusal_of_answer(game, answer) is None
    texts = SAY(
        f"production.blockade_{case}",
        planet=planet(world),
        side="p2",
        unit=counted_units({"infantry": 2} if infantry else {"destroyer": 1}),
    )
    key = f"why.blockade_{case}" + ("_ground" if case == "other" and infantry else "")
    why = [remark(key), *stated("IM-PROD-4")]
    return staging.yes_no_question(game, [answer] if right else [], texts, right, why)


@question_kind("figures", _common_unit_scene)
def _max_units_by_figures(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many of these can you produce at most?” with few figures left."""
    table, me = scene.table, scene.learner_sheet
    system, world = _dock(scene)
    name = rng.choice(("dreadnought", "carrier", "cruiser", "destroyer"))
    me.technologies |= {"sd2"}
    me.fleet = 8
    me.tactic = 2
    me.goods = rng.randint(4, 12)
    out = rng.randint(1, 4)
    places = [index for index in scene.shuffled_ordinary_systems() if index != system]
    for index in range(out):
        if table.figures_left(LEARNER_SEAT, name):
            scene.place_units_in_space(LEARNER_SEAT, places[index], **{name: 1})
            scene.place_tokens(LEARNER_SEAT, places[index])
    game, question = _building(scene, system)
    right = _max_buildable(game, name) or 0
    price = _COST_BY_SHIP[name]
    left = table.figures_left(LEARNER_SEAT, name) or 0
    answers = [entry.answer for entry in game.transcript]
    mistakes = [
        *scene.mistakes_on_changed_table(
            "IM-PROD-5", _figure_removal(name), lambda twin: _max_buildable(twin, name), *answers
        ),
        mistake(min(left, question.site.unit_limit), "price_forgotten"),
        mistake(min(left, question.max_cost // price), "limit_forgotten"),
        mistake(question.site.unit_limit, "only_limit"),
    ]
    require(right != 0)
    texts = SAY(
        "production.figures",
        planet=planet(world),
        n=question.site.unit_limit,
        m=question.max_cost,
        unit=name,
        left=left,
        price=price,
    )
    most = question.max_cost // price
    why = explain("why.figures", n=left, m=question.site.unit_limit, right=most, k=right)
    return staging.count_question(rng, game, [f"build {right} {name}"], texts, right, mistakes, why)


def _max_buildable(game: Game, name: str) -> int | None:
    """Return how many units of a class the engine lets the learner build; None if nothing is built."""
    if staging.pending(game, Build) is None:
        return None
    return max(n for n in range(9) if n == 0 or staging.refusal_of_answer(game, f"build {n} {name}") is None)


def _figure_removal(name: str) -> TableChange:
    def change(table: GameTable) -> None:
        for system in range(len(table.space)):
            there = table.units_in_space(LEARNER_SEAT, system)[name]
            if there:
                table.remove_units(LEARNER_SEAT, system, name, there)

    return change
