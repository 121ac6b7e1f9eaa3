"""Questions on the primary abilities of the eight strategy cards."""

from __future__ import annotations

import random

from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.phases.strategic_action import (
    INFLUENCE_PER_TOKEN,
    LEADERSHIP_TOKENS,
    SECOND_TECHNOLOGY_COST,
)
from twingkit.imperium.galaxy.table.game_table import MAX_STRUCTURES_ON_PLANET, SEATS
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.quiz.question_texts import (
    SAY,
    card,
    explain,
    heard,
    mistake,
    planet,
    remark,
    seat_texts,
)
from twingkit.imperium.quiz.scene import (
    LEARNER_SEAT,
    GalaxyQuizScene,
    answer_by_first_option,
    common_unit_scene,
    items_to_choose,
    scene_with,
    system_question,
)
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require


@question_kind("leadership", common_unit_scene)
def max_gained_tokens_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many command tokens can you gain at most?” about Leadership's primary
    ability.
    """
    me, table = scene.learner_sheet, scene.table
    scene.start_turn(LEARNER_SEAT, 1)
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(0, 4)])
    me.goods = rng.randint(0, 3)
    game = scene.game("strategy 1")
    influence, resources = (max_payment(table, LEARNER_SEAT, kind) for kind in ("influence", "resources"))
    twin = answer_by_first_option(game.copy(), rng, "pools", "pay", last_option_kind="buy")
    right = twin.table.players[LEARNER_SEAT].tokens_on_sheet - me.tokens_on_sheet
    mistakes = [
        mistake(LEADERSHIP_TOKENS, "influence_buys"),
        mistake(right - LEADERSHIP_TOKENS, "three_free"),
        mistake(
            LEADERSHIP_TOKENS + -(-influence // INFLUENCE_PER_TOKEN), "rounded_up", price=INFLUENCE_PER_TOKEN
        ),
        mistake(LEADERSHIP_TOKENS + resources // INFLUENCE_PER_TOKEN, "not_resources"),
    ]
    texts = SAY(
        "primary.leadership",
        n=influence - me.goods,
        m=resources - me.goods,
        goods=me.goods,
        left=table.tokens_in_reinforcements(LEARNER_SEAT),
    )
    why = [
        remark("why.leadership", n=influence, m=influence // INFLUENCE_PER_TOKEN, price=INFLUENCE_PER_TOKEN),
        *explain("why.leadership_sum", n=LEADERSHIP_TOKENS, m=right - LEADERSHIP_TOKENS, k=right),
    ]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, minimum=0)


@question_kind("diplomacy", common_unit_scene)
def nameable_system_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “Which of these systems may you name?” about Diplomacy's primary ability."""
    table = scene.table
    table.has_custodians = False
    worlds = scene.shuffled_ordinary_systems(min_planet_count=1)
    scene.start_turn(LEARNER_SEAT, 2)
    scene.place_units_on_planet(LEARNER_SEAT, "mr", infantry=1)
    scene.give_planets(LEARNER_SEAT, table.planets_of(worlds[0])[0].id)
    scene.give_planets(1, table.planets_of(worlds[1])[0].id)
    scene.place_units_in_space(LEARNER_SEAT, worlds[1], cruiser=1)
    scene.place_units_in_space(LEARNER_SEAT, worlds[2], carrier=1)
    game = scene.game("strategy 2")
    open_ones = items_to_choose(game, "system")
    right = table.tile_number(rng.choice((worlds[0], table.home_system(LEARNER_SEAT))))
    require(right in open_ones)
    wrong: dict[str, list[Reason]] = {
        table.tile_number(table.mecatol_system): [remark("mistake.not_mecatol")],
        **scene.system_mistakes("mistake.not_your_planet", *worlds[1:3]),
    }
    require(wrong.keys().isdisjoint(open_ones))
    texts = SAY(
        "primary.diplomacy", side="p2", one=scene.in_words(worlds[1]), other=scene.in_words(worlds[2])
    )
    why = explain("why.own_planet", place=scene.in_words(scene.system_of_tile(right)))
    return system_question(game, [f"system {right}"], texts, right, wrong, why)


@question_kind("tokens", common_unit_scene)
def _tokens_placed_by_diplomacy(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about how many command tokens are in a system after Diplomacy's primary ability."""
    table = scene.table
    scene.start_turn(LEARNER_SEAT, 2)
    system = scene.shuffled_ordinary_systems(min_planet_count=1)[0]
    scene.give_planets(LEARNER_SEAT, table.planets_of(system)[0].id)
    lying = rng.sample(range(3), rng.randint(0, 2))
    scene.place_tokens(LEARNER_SEAT, *([system] if LEARNER_SEAT in lying else []))
    for seat in lying:
        scene.place_tokens(seat, system)
    game = scene.game("strategy 2")
    answer = f"system {table.tile_number(system)}"
    staging.require_allowed(game, answer)
    twin = game.copy().give_answers(answer)
    right = len(twin.table.command_tokens[system])
    before = len(table.command_tokens[system])
    mistakes = [
        mistake(before, "nothing_comes"),
        mistake(before + 2, "twice_there") if before else mistake(3, "own_too"),
        mistake(3, "own_too"),
        mistake(before + 1, "one_only"),
    ]
    key = "primary.blocked" if lying else "primary.blocked_none"
    texts = SAY(key, place=scene.in_words(system), sides=tuple(SEATS[seat] for seat in sorted(lying)))
    sums = {"n": before, "m": right - before, "k": right}
    why = explain(
        "why.diplomacy_tokens", rulings=twin.rulings_since(len(game), "IM-STRAT-diplomacy laid"), **sums
    )
    return staging.count_question(rng, game, [answer], texts, right, mistakes, why, maximum=4)


@question_kind("politics", GalaxyQuizScene)
def forbidden_speaker_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “To whom can you not give the speaker token?”"""
    table = scene.table
    scene.start_turn(LEARNER_SEAT, 3)
    table.speaker = rng.randrange(3)
    game = scene.game("strategy 3")
    open_ones = items_to_choose(game, "speaker")
    barred = [seat for seat in SEATS[:3] if seat not in open_ones]
    require(len(barred) == 1)
    why = explain("why.is_speaker", side=SEATS[table.speaker])
    wrong = {seat: [remark("mistake.may_get", side=seat)] for seat in open_ones}
    texts = SAY("primary.politics", side=SEATS[table.speaker])
    return staging.value_question(game, [f"speaker {open_ones[0]}"], texts, barred[0], wrong, seat_texts, why)


@question_kind("construction", common_unit_scene)
def placeable_structure_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “Which of these structures may you place?”"""
    scene.start_turn(LEARNER_SEAT, 4)
    own, crowded, theirs, docked = scene.free_planets()[:4]
    scene.give_planets(LEARNER_SEAT, own)
    scene.place_units_on_planet(LEARNER_SEAT, crowded, pds=MAX_STRUCTURES_ON_PLANET["pds"])
    scene.place_units_on_planet(LEARNER_SEAT, docked, spacedock=1)
    scene.give_planets(1, theirs)
    game = scene.game("strategy 4")
    open_ones = items_to_choose(game, "place")
    right = rng.choice((f"pds {own}", f"spacedock {own}", f"pds {docked}"))
    wrong = {
        f"pds {crowded}": [remark("mistake.two_pds", planet=planet(crowded))],
        f"spacedock {docked}": [remark("mistake.one_dock", planet=planet(docked))],
        f"pds {theirs}": [remark("mistake.their_planet", planet=planet(theirs))],
    }
    require(right in open_ones and wrong.keys().isdisjoint(open_ones))

    def say(answer: str) -> TextByLanguage:
        unit, _, world = answer.partition(" ")
        return SAY("primary.structure", unit=unit, planet=planet(world))

    facts = {
        "own": planet(own),
        "crowded": planet(crowded),
        "docked": planet(docked),
        "theirs": planet(theirs),
    }
    texts = SAY("primary.construction", side="p2", **facts)
    key = "why.place_dock" if right.startswith("spacedock") else "why.place_pds"
    why = explain(key, "IM-PROD-6", planet=planet(right.split()[1]))
    return staging.value_question(game, [f"place {right}"], texts, right, wrong, say, why)


@question_kind("trade", scene_with("hacan", "letnev", "sardakk", "sol"))
def trade_good_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many trade goods (or commodities) do you have after the primary ability?”"""
    me = scene.learner_sheet
    scene.start_turn(LEARNER_SEAT, 5)
    most = faction(me.faction).commodity_limit
    me.goods, me.commodities = rng.randint(0, 3), rng.randint(0, most)
    game = scene.game()
    twin = game.copy().give_answers("strategy 5")
    asks_commodities = rng.random() < 0.5
    after = twin.table.players[LEARNER_SEAT]
    right = after.commodities if asks_commodities else after.goods
    mistakes = (
        [
            mistake(me.commodities + most, "added_up"),
            mistake(me.commodities, "not_refilled"),
            mistake(me.commodities + 3, "goods_are_goods"),
        ]
        if asks_commodities
        else [
            mistake(me.goods + 3 + most - me.commodities, "commodities_apart"),
            mistake(me.goods + 3 + me.commodities, "not_turned"),
            mistake(3, "old_goods"),
        ]
    )
    key = "primary.trade_commodities" if asks_commodities else "primary.trade_goods"
    texts = SAY(key, faction=me.faction, most=most, n=me.goods, m=me.commodities)
    sums = {"n": me.goods, "k": me.goods + 3, "m": me.commodities, "most": most}
    why = explain(
        "why.refilled" if asks_commodities else "why.trade_goods",
        "IM-TRADE-4",
        rulings=twin.rulings_since(0, "IM-STRAT-trade goods", "IM-TRADE-4 refilled"),
        **sums,
    )
    return staging.count_question(rng, game, ["strategy 5"], texts, right, mistakes, why)


@question_kind("warfare", common_unit_scene)
def removable_token_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “Which token may you take off the map?”"""
    table, me = scene.table, scene.learner_sheet
    scene.start_turn(LEARNER_SEAT, 6)
    own, theirs, ships, home = *scene.shuffled_ordinary_systems()[:3], table.home_system(LEARNER_SEAT)
    mine = rng.choice((own, home))
    scene.place_tokens(
        LEARNER_SEAT, mine, *([] if rng.random() < 0.5 else scene.shuffled_ordinary_systems()[3:4])
    )
    scene.place_tokens(1, theirs)
    scene.place_tokens(2, *([ships] if rng.random() < 0.5 else []))
    scene.place_units_in_space(LEARNER_SEAT, ships, cruiser=2)
    game = scene.game("strategy 6")
    taken = items_to_choose(game, "take_off") or [
        table.tile_number(index) for index in scene.systems if LEARNER_SEAT in table.command_tokens[index]
    ]
    right = table.tile_number(mine)
    without_token = (ships, own if mine != own else home)
    wrong = scene.system_mistakes("mistake.their_token", theirs)
    wrong |= scene.system_mistakes("mistake.no_token", *without_token)
    require(right in taken and wrong.keys().isdisjoint(taken))
    after = [f"take_off {right}"] if items_to_choose(game, "take_off") else []
    texts = SAY("primary.warfare", n=me.tokens_on_sheet)
    why = explain("why.own_token", place=scene.in_words(mine))
    return system_question(game, after, texts, right, wrong, why)


@question_kind("technology", common_unit_scene, balanced=True)
def can_research_two_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether the learner can research two technologies with Technology's primary
    ability.
    """
    me, table = scene.learner_sheet, scene.table
    scene.start_turn(LEARNER_SEAT, 7)
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(0, 3)])
    scene.exhaust_some_planets(table.controlled_planets(LEARNER_SEAT), 0.4)
    me.goods, me.strategy = rng.randint(0, 3), rng.choice((0, 2))
    money = max_payment(table, LEARNER_SEAT, "resources")
    require(3 <= money <= 9)
    game = scene.game("strategy 7")
    twin = answer_by_first_option(game.copy(), rng, "research", "specialty")
    right = staging.is_pending(twin, "second")
    texts = SAY("primary.technology", n=money - me.goods, goods=me.goods, m=me.strategy)
    key = "why.second" if right else "why.no_second"
    why = explain(key, n=money, m=SECOND_TECHNOLOGY_COST)
    return staging.yes_no_question(game, twin, texts, right, why)


@question_kind("imperial", common_unit_scene)
def gained_points_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many victory points do you gain?”"""
    table, me = scene.table, scene.learner_sheet
    scene.start_turn(LEARNER_SEAT, 8)
    me.points = rng.randint(0, 5)
    table.has_custodians = False
    if rng.random() < 0.5:
        scene.place_units_on_planet(LEARNER_SEAT, "mr", infantry=1)
    name = rng.choice(("lead", "trade_routes", "galvanize"))
    other = "monument"
    scene.set_open_objectives(name, other) if name != "galvanize" else scene.set_open_objectives(
        other, "lead"
    )
    me.goods = rng.choice((0, 5))
    me.strategy, me.tactic = rng.randint(0, 2), rng.randint(0, 3)
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    game = scene.game("strategy 8")
    twin = answer_by_first_option(game.copy(), rng, "score", "tactic_tokens", "discard", "return", "pay")
    right = twin.table.players[LEARNER_SEAT].points - me.points
    mecatol = table.planet_controllers["mr"] == LEARNER_SEAT
    mistakes = [
        mistake(right - 1 if mecatol else right + 1, "mecatol_point" if mecatol else "secret_no_point"),
        mistake(2 if right < 2 else 1, "or_both"),
        mistake(0, "nothing_scored") if right else mistake(1, "not_fulfilled"),
    ]
    mistakes = [option for option in mistakes if option.value >= 0]
    key = "primary.imperial_mecatol" if mecatol else "primary.imperial"
    opened = tuple(card(objective) for objective in table.open_objectives)
    texts = SAY(key, names=opened, goods=me.goods, n=me.tactic, m=me.strategy)
    scored = right - mecatol
    why = [
        *heard(twin.rulings_since(len(game), "IM-OBJ-1", "IM-STRAT-imperial mecatol")),
        *explain(
            f"why.imperial_{'scored' if scored else 'none'}_{'mecatol' if mecatol else 'secret'}",
            *(f"IM-OBJ-{objective}" for objective in table.open_objectives),
            n=scored,
            k=right,
        ),
    ]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=3)
