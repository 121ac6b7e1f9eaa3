"""Questions on transport and fleets: what ships carry, and how many may be in a system."""

from __future__ import annotations

import random
from collections.abc import Mapping

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical import fleet_limits
from twingkit.imperium.quiz.question_texts import SAY, counted_units, explain, mistake, planet, remark
from twingkit.imperium.quiz.scene import LEARNER_SEAT, GalaxyQuizScene, common_unit_scene, scene_with
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.options import Mistake
from twingkit.learn.quiz.phrases import join_texts


@question_kind("load", common_unit_scene)
def _allowed_carrier_load(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    links = table.adjacency(LEARNER_SEAT)
    worlds = scene.shuffled_ordinary_systems(min_planet_count=1)
    require(len(worlds) >= 4)
    here = worlds[0]
    goals = [*filter(scene.is_ordinary, links[here])]
    between = [system for system in goals if system in worlds]
    upgraded = rng.random() < 0.5
    if upgraded:
        scene.learner_sheet.technologies |= {"cv2"}
    require(goals and between)
    goal = rng.choice([system for system in goals if system != between[0]] or [0])
    off = next(
        (system for system in worlds if system not in (here, goal, *between) and system not in links[here]),
        None,
    )
    if goal == between[0] or goal not in links[between[0]] or off is None:
        return None
    capacity = scene.learner_sheet.unit_type_on_board("carrier").capacity
    own, held, far = (table.planets_of(system)[0].id for system in (here, between[0], off))
    scene.place_units_in_space(LEARNER_SEAT, here, carrier=1)
    scene.place_units_on_planet(LEARNER_SEAT, own, infantry=capacity + 2)
    scene.place_units_on_planet(LEARNER_SEAT, held, infantry=2)
    scene.place_units_on_planet(LEARNER_SEAT, far, infantry=2)
    token = rng.random() < 0.6 or not upgraded
    if token:
        scene.place_tokens(LEARNER_SEAT, between[0])
    number = table.tile_number
    game = staging.require_question(scene.game(f"activate {number(goal)}"), "move")
    some = rng.randint(1, 2)
    start = number(here)
    tried = {
        f"move {start} 1 carrier, {capacity} infantry {own}": _load_text({own: capacity}),
        f"move {start} 1 carrier, {capacity + 1} infantry {own}": _load_text({own: capacity + 1}),
        f"move {start} 1 carrier, {some} infantry {own}, 1 infantry {held}": _load_text({own: some, held: 1}),
        f"move {start} 1 carrier, {some} infantry {own}, 1 infantry {far}": _load_text({own: some, far: 1}),
    }
    if not token:
        del tried[f"move {start} 1 carrier, {capacity} infantry {own}"]
    texts = SAY(
        "fleet.load",
        goal=scene.in_words(goal),
        here=scene.in_words(here),
        n=capacity,
        m=scene.learner_sheet.unit_type_on_board("carrier").move,
    )
    if token:
        because = remark("why.full_load", n=capacity, planet=planet(own))
    else:
        because = remark("why.way_load", k=some + 1, n=capacity, planet=planet(held))
    return staging.which_allowed_question(game, tried, texts, because, "IM-MOVE-4")


def _load_text(counts: Mapping[str, int]) -> TextByLanguage:
    parts = [SAY("fleet.from", n=n, planet=planet(name)) for name, n in counts.items()]
    return join_texts(*parts, separator="; ")


@question_kind("most", scene_with("hacan", "letnev"))
def _max_units_carried(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    me.technologies |= set(rng.sample(("cv2", "cr2", "nm"), 1))
    home = table.home_system(LEARNER_SEAT)
    goal = rng.choice(
        [system for system in table.adjacency(LEARNER_SEAT)[home] if not scene.tile(system).anomaly]
    )
    ships = {"carrier": rng.randint(1, 2)} | {
        name: rng.randint(1, 2) for name in rng.sample(("cruiser", "destroyer", "dreadnought"), 2)
    }
    me.fleet = 6
    scene.place_units_in_space(LEARNER_SEAT, home, **ships)
    right = fleet_limits.ship_capacity(table, LEARNER_SEAT, home)
    best = next(
        place
        for place in table.controlled_planets(LEARNER_SEAT)
        if table.units_on_planet(LEARNER_SEAT, place)["infantry"]
    )
    scene.place_units_on_planet(LEARNER_SEAT, best, infantry=right + 2)
    game = scene.game(f"activate {table.tile_number(goal)}")
    listed = ", ".join(f"{n} {name}" for name, n in ships.items())

    def move(n: int) -> str:
        return f"move {table.tile_number(home)} {listed}" + (f", {n} infantry {best}" if n else "")

    require(
        staging.refusal_of_answer(game, move(right)) is None
        and staging.refusal_of_answer(game, move(right + 1)) is not None
    )
    capacity = {name: me.unit_type_on_board(name).capacity for name in ships}
    mistakes = [
        mistake(sum(ships.values()), "one_each"),
        mistake(capacity["carrier"] * ships["carrier"], "carriers_only"),
        mistake(right + sum(n for name, n in ships.items() if not capacity[name]), "all_carry"),
        mistake(4 * ships["carrier"], "plain_carriers"),
    ]
    carriers = counted_units({name: n for name, n in ships.items() if capacity[name]})
    why = explain("why.room", units=carriers, n=right)
    names = tuple(f"IM-TECH-{name}" for name in sorted(me.technologies))
    texts = SAY("fleet.most", units=counted_units(ships), names=names)
    return staging.count_question(rng, game, [move(right)], texts, right, mistakes, why, minimum=1)


@question_kind("pool", scene_with("hacan", "sardakk", "letnev"))
def _ships_over_fleet_pool(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many ships must you remove?” after too many have moved into a system."""
    return _gathering_question(scene, "fleet.pool")


def _gathering_question(scene: GalaxyQuizScene, key: str) -> QuizItem | None:
    """Make a question about how many of the ships that gather in a system must be removed."""
    rng, table, me = scene.rng, scene.table, scene.learner_sheet
    here, goal = scene.two_adjacent_systems()
    me.fleet = rng.randint(2, 3)
    limit = table.fleet_limit(LEARNER_SEAT)
    there = {rng.choice(("cruiser", "dreadnought")): rng.randint(max(1, limit - 2), limit)}
    fighters = rng.randint(1, 3)
    ships = {"carrier": 1, "destroyer": rng.randint(1, max(1, limit - 1))}
    scene.place_units_in_space(LEARNER_SEAT, goal, **there)
    scene.place_units_in_space(LEARNER_SEAT, here, **ships, fighter=fighters)
    number = table.tile_number
    move = f"move {number(here)} " + ", ".join(
        f"{n} {name}" for name, n in {**ships, "fighter": fighters}.items()
    )
    game = scene.game(f"activate {number(goal)}")
    staging.require_allowed(game, move)
    twin = game.copy().give_answers(move)
    answers = (f"activate {number(goal)}", move)
    right = fleet_limits.excess_ships(twin.table, LEARNER_SEAT, goal)
    moving, staying = sum(ships.values()), sum(there.values())
    mistakes = [
        mistake(max(0, moving + staying + fighters - limit), "fighters_counted"),
        mistake(max(0, moving - limit), "there_forgotten"),
        mistake(max(0, moving + staying - me.tactic), "other_pool"),
        *scene.mistakes_on_changed_table(
            "IM-FLEET-1",
            _widen_fleet_pool,
            lambda twin: fleet_limits.excess_ships(twin.table, LEARNER_SEAT, goal),
            *answers,
        ),
    ]
    if limit != me.fleet:
        mistakes.insert(0, Mistake(max(0, moving + staying - me.fleet), "IM-UNIT-armada"))
    armada = ["IM-UNIT-armada"] if limit != me.fleet else []
    why = explain("why.pool", *armada, n=moving + staying, m=limit, right=right)
    facts = {
        "goal": scene.in_words(goal),
        "there": counted_units(there),
        "units": counted_units({**ships, "fighter": fighters}),
    }
    texts = SAY(key, n=me.fleet, here=scene.in_words(here), faction=me.faction, **facts)
    return staging.count_question(rng, game, [move], texts, right, mistakes, why)


def _widen_fleet_pool(table: GameTable) -> None:
    me = table.players[LEARNER_SEAT]
    me.fleet = 16 - me.tokens_on_sheet + me.fleet - 3


@question_kind("armada")
def _ships_over_armada_pool(rng: random.Random) -> QuizItem | None:
    """Make the question “How many ships must you remove?” for the Barony of Letnev with its Armada."""
    return _gathering_question(GalaxyQuizScene(rng, learner_factions="letnev"), "fleet.armada")


@question_kind("aboard", common_unit_scene)
def units_without_room_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many fighters and ground forces exceed the capacity?”

    Carriers have left the system before.
    """
    table = scene.table
    here, goal = scene.two_adjacent_systems()
    leaving, staying = rng.randint(1, 2), rng.randint(0, 1)
    fighters, infantry = rng.randint(2, 5), rng.randint(0, 2)
    scene.place_units_in_space(
        LEARNER_SEAT, here, carrier=leaving + staying, fighter=fighters, infantry=infantry
    )
    docked = rng.random() < 0.5 and bool(table.planets_of(here))
    if docked:
        scene.place_units_on_planet(LEARNER_SEAT, table.planets_of(here)[0].id, spacedock=1)
    number = table.tile_number
    require(fighters + infantry <= fleet_limits.ship_capacity(table, LEARNER_SEAT, here))
    move = f"move {number(here)} {leaving} carrier"
    game = scene.game(f"activate {number(goal)}")
    staging.require_allowed(game, move)
    right = _given_up(game.copy().give_answers(move), here, fighters + infantry)
    after = table.copy()
    after.remove_units(LEARNER_SEAT, here, "carrier", leaving)
    free = fleet_limits.dock_supported_fighter_count(after, LEARNER_SEAT, here)
    mistakes = [
        mistake(fighters + infantry, "none_stays")
        if right != fighters + infantry
        else mistake(fighters, "ground_stays"),
        mistake(max(0, fighters + infantry - 4 * staying), "no_dock")
        if free
        else mistake(0, "no_room_needed"),
        mistake(max(0, fighters - 4 * staying), "ground_stays"),
        mistake(0, "no_room_needed"),
    ]
    require(right + leaving != 0)
    facts = {
        "units": counted_units({"fighter": fighters, "infantry": infantry}),
        "n": leaving + staying,
        "m": leaving,
    }
    key = "fleet.aboard_dock" if docked else "fleet.aboard"
    texts = SAY(key, here=scene.in_words(here), goal=scene.in_words(goal), **facts)
    why = explain(
        "why.left_behind_dock" if docked else "why.left_behind",
        n=4 * staying,
        m=free,
        total=fighters + infantry,
        right=right,
    )
    return staging.count_question(rng, game, [move], texts, right, mistakes, why)


def _given_up(game: Game, system: int, before: int) -> int:
    """Return the number of units without room that the engine removes, or lets the learner choose."""
    question, table = staging.pending(game, fleet_limits.UnitRemovalOverLimit), game.table
    assert isinstance(table, GameTable)
    there = table.units_in_space(LEARNER_SEAT, system)
    gone = before - there["fighter"] - there["infantry"]
    return gone + (question.removal_count if question and question.system == system else 0)


@question_kind("upgraded", scene_with("hacan", "sardakk"))
def _ships_counted_in_fleet_pool(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about how many ships count against the fleet pool if the fighters are upgraded."""
    table = scene.table
    scene.learner_sheet.technologies |= {"ff2"}
    here, _ = scene.two_adjacent_systems()
    cruisers, fighters, carriers = rng.randint(1, 2), rng.randint(2, 6), rng.randint(0, 1)
    scene.learner_sheet.fleet = 9
    scene.place_units_in_space(LEARNER_SEAT, here, cruiser=cruisers, carrier=carriers, fighter=fighters)
    right = scene.learner_sheet.fleet - _free_places(table, here)
    mistakes = [
        mistake(cruisers + carriers, "fighters_free"),
        mistake(cruisers + carriers + fighters, "room_forgotten"),
        mistake(fighters + cruisers, "carrier_free"),
    ]
    there = counted_units({"cruiser": cruisers, "carrier": carriers, "fighter": fighters})
    beyond = max(0, fighters - 4 * carriers)
    why = explain("why.beyond", n=beyond, m=cruisers + carriers, k=right)
    texts = SAY("fleet.upgraded", here=scene.in_words(here), units=there)
    return staging.count_question(rng, scene.game(), [], texts, right, mistakes, why)


def _free_places(table: GameTable, system: int) -> int:
    """Return how many more ships the fleet pool allows in a system, found by adding cruisers until the limit
    is exceeded.
    """
    twin, free = table.copy(), 0
    while True:
        twin.put_units(LEARNER_SEAT, system, "cruiser")
        if fleet_limits.excess_ships(twin, LEARNER_SEAT, system):
            return free
        free += 1


@question_kind("shrinks", scene_with("hacan", "sardakk"))
def _ships_over_reduced_pool(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    scene.start_turn(LEARNER_SEAT, 6)
    first, second = scene.shuffled_ordinary_systems()[:2]
    big, small = rng.randint(3, 4), rng.randint(1, 3)
    scene.learner_sheet.fleet = max(big, small)
    scene.place_units_in_space(LEARNER_SEAT, first, cruiser=big)
    scene.place_units_in_space(LEARNER_SEAT, second, destroyer=small, carrier=0)
    left = rng.randint(1, scene.learner_sheet.fleet - 1)
    me = scene.learner_sheet
    tactic = me.tactic + me.fleet - left
    game = staging.require_question(scene.game("strategy 6"), "pools")
    answer = f"pools {tactic} {left} {me.strategy}"
    twin = game.copy().give_answers(answer)
    before = sum(table.units_in_space(LEARNER_SEAT, system).ship_count for system in (first, second))
    right = before - sum(
        twin.table.units_in_space(LEARNER_SEAT, system).ship_count for system in (first, second)
    )
    mistakes = [
        mistake(max(0, before - left), "all_together"),
        mistake(max(0, big - left), "one_system") if small > left else mistake(0, "until_later"),
        mistake(0, "until_later"),
    ]
    texts_of = [scene.in_words(system) for system in (first, second)]
    texts = SAY(
        "fleet.shrinks",
        one=texts_of[0],
        other=texts_of[1],
        a=counted_units({"cruiser": big}),
        b=counted_units({"destroyer": small}),
        n=me.fleet,
        m=left,
    )
    sums = {"n": left, "a": max(0, big - left), "b": max(0, small - left), "k": right}
    told = twin.rulings_since(len(game), "IM-FLEET-1")
    why = explain("why.shrinks", rulings=told, **sums, one=texts_of[0], other=texts_of[1])
    return staging.count_question(rng, game, [answer], texts, right, mistakes, why)
