"""Questions on the secondary abilities of the eight strategy cards."""

from __future__ import annotations

import random

from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.phases.strategic_action import (
    INFLUENCE_PER_TOKEN,
    LEADERSHIP_TOKENS,
    SECONDARY_RESEARCH_COST,
)
from twingkit.imperium.galaxy.technology.cards import faction
from twingkit.imperium.quiz.question_texts import SAY, explain, mistake, planet, remark, stated
from twingkit.imperium.quiz.scene import (
    LEARNER_SEAT,
    GalaxyQuizScene,
    answer_by_first_option,
    game_at_secondary,
    scene_with,
    system_question,
)
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value

_simple_scene = scene_with("letnev", "sardakk")
"""Deals a scene in which the learner pays for all secondary abilities in the common way."""

_CARD_OWNER_SEAT = "p2"
"""The seat of the player who uses the primary ability of the strategy card."""


@question_kind("leadership", _simple_scene)
def max_gained_tokens_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many command tokens can you gain at most?” about Leadership's
    secondary ability.
    """
    me, table = scene.learner_sheet, scene.table
    me.strategy = rng.choice((0, 1))
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(1, 4)])
    me.goods = rng.randint(0, 3)
    influence, resources = (max_payment(table, LEARNER_SEAT, kind) for kind in ("influence", "resources"))
    game = game_at_secondary(scene, 1)
    twin = answer_by_first_option(
        game.copy().give_answers("secondary yes"), rng, "pay", "pools", last_option_kind="buy"
    )
    right = twin.table.players[LEARNER_SEAT].tokens_on_sheet - me.tokens_on_sheet
    mistakes = [
        mistake(right + LEADERSHIP_TOKENS, "three_for_owner"),
        mistake(-(-influence // INFLUENCE_PER_TOKEN), "rounded_up", price=INFLUENCE_PER_TOKEN),
        mistake(resources // INFLUENCE_PER_TOKEN, "not_resources"),
        mistake(max(0, right - 1), "costs_none"),
    ]
    texts = SAY(
        "secondary.leadership",
        side=_CARD_OWNER_SEAT,
        n=influence - me.goods,
        m=resources - me.goods,
        goods=me.goods,
        strategy=me.strategy,
    )
    why = explain(
        "why.leadership",
        "IM-STRAT-2",
        n=influence,
        m=influence // INFLUENCE_PER_TOKEN,
        price=INFLUENCE_PER_TOKEN,
    )
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("diplomacy", _simple_scene)
def ready_planet_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many of your planets can be ready after the secondary ability?”"""
    table = scene.table
    free = scene.free_planets()
    scene.give_planets(LEARNER_SEAT, *free[: rng.randint(0, 2)])
    scene.give_planets(LEARNER_SEAT, *free[2 : 2 + rng.randint(1, 3)], ready=False)
    scene.exhaust_some_planets(table.controlled_planets(LEARNER_SEAT)[:2], 0.4)
    game = game_at_secondary(scene, 2)
    now = len(game.table.ready_planets(LEARNER_SEAT))
    tired = len(table.exhausted_planets_of(LEARNER_SEAT))
    twin = answer_by_first_option(game.copy().give_answers("secondary yes"), rng, "ready")
    right = len(twin.table.ready_planets(LEARNER_SEAT))
    mistakes = [mistake(now + tired, "two_only"), mistake(now + 1, "up_to_two"), mistake(2, "ready_before")]
    texts = SAY("secondary.diplomacy", side=_CARD_OWNER_SEAT, n=now, m=tired)
    why = explain(
        "why.readied",
        rulings=twin.rulings_since(len(game), "IM-STRAT-diplomacy readied"),
        n=now,
        m=right - now,
        k=right,
    )
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=now + tired)


@question_kind("politics", _simple_scene)
def action_card_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many action cards do you hold after the secondary ability?”"""
    me, table = scene.learner_sheet, scene.table
    held = rng.randint(3, 7)
    scene.give_cards(
        LEARNER_SEAT, *rng.sample([name for name in table.action_deck if table.action_deck.count(name)], held)
    )
    game = game_at_secondary(scene, 3, speaker="speaker p3")
    twin = answer_by_first_option(game.copy().give_answers("secondary yes"), rng, "discard")
    right = len(twin.table.players[LEARNER_SEAT].action_cards)
    mistakes = [
        mistake(held + 2, "no_limit_of_seven") if held + 2 > 7 else mistake(held, "cards_come"),
        mistake(held + 1, "two_cards"),
        mistake(held, "cards_come"),
    ]
    texts = SAY("secondary.politics", side=_CARD_OWNER_SEAT, n=len(me.action_cards))
    key = "why.hand" if held + 2 > 7 else "why.two_drawn"
    why = [remark(key, n=held + 2, m=held, k=right), *stated("IM-STRAT-politics", "IM-TIME-7")]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("construction", _simple_scene)
def reinforcement_token_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many command tokens are in your reinforcements after the secondary ability?”"""
    me, table = scene.learner_sheet, scene.table
    system = scene.shuffled_ordinary_systems(min_planet_count=1)[0]
    world = table.planets_of(system)[0].id
    scene.give_planets(LEARNER_SEAT, world)
    lies = rng.random() < 0.5
    scene.place_tokens(
        LEARNER_SEAT, *([system] if lies else []), *scene.shuffled_ordinary_systems()[-rng.randint(1, 3) :]
    )
    lies = LEARNER_SEAT in table.command_tokens[system]
    me.strategy = rng.randint(1, 3)
    game = game_at_secondary(scene, 4)
    before = game.table.tokens_in_reinforcements(LEARNER_SEAT)
    twin = game.copy().give_answers("secondary yes")
    place_token = f"token_to {table.tile_number(system)}"
    staging.require_allowed(twin, place_token)
    twin.give_answers(place_token, f"place pds {world}")
    right = twin.table.tokens_in_reinforcements(LEARNER_SEAT)
    mistakes = [
        mistake(
            before + 1 if right == before else before, "laid_there" if right == before else "lies_already"
        ),
        mistake(before - 1, "from_the_pool"),
        mistake(before + 2, "only_one"),
    ]
    key = "secondary.construction_there" if lies else "secondary.construction"
    texts = SAY(
        key,
        side=_CARD_OWNER_SEAT,
        place=scene.in_words(system),
        planet=planet(world),
        n=before,
        m=me.strategy,
    )
    why = explain("why.token_back" if lies else "why.token_laid", n=before, k=right)
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("trade", scene_with("hacan", "letnev", "sardakk"), balanced=True)
def trade_token_needed_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether the learner must spend a token to refill commodities with Trade's
    secondary ability.
    """
    me = scene.learner_sheet
    most = faction(me.faction).commodity_limit
    me.commodities = rng.randint(0, most - 1)
    me.strategy = 2
    named = rng.random() < 0.35
    scene.start_turn(1, 5)
    if named:
        game = staging.require_question(scene.game("strategy 5"), "free")
        twin = game.copy().give_answers("free p1")
        full = twin.table.players[LEARNER_SEAT].commodities == most
        right = twin.table.players[LEARNER_SEAT].strategy < me.strategy
        require(full)
    else:
        game = game_at_secondary(scene, 5, free="free none")
        twin = game.copy().give_answers("secondary yes")
        right = twin.table.players[LEARNER_SEAT].strategy < me.strategy
    key = "secondary.trade_named" if named else "secondary.trade"
    rules = ["IM-STRAT-trade", "IM-STRAT-2"]
    if me.faction == "hacan" and not named:
        rules = ["IM-UNIT-master_of_trade", *rules]
    case = "named" if named else "hacan" if me.faction == "hacan" else "paid"
    why = [remark(f"why.refill_{case}"), *stated(*rules)]
    texts = SAY(key, side=_CARD_OWNER_SEAT, faction=me.faction, n=me.commodities, m=most)
    return staging.yes_no_question(game, twin, texts, right, why)


@question_kind("warfare", scene_with("letnev", "sardakk", "yssaril"))
def warfare_production_system_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “In which system does the secondary ability let you produce?”"""
    table, me = scene.table, scene.learner_sheet
    me.goods = 4
    free = [name for name in scene.free_planets() if table.system_of(name) != table.mecatol_system]
    docked, other = free[:2]
    scene.place_units_on_planet(LEARNER_SEAT, docked, spacedock=1)
    scene.place_units_on_planet(LEARNER_SEAT, other, infantry=3)
    if rng.random() < 0.6:
        scene.place_tokens(LEARNER_SEAT, table.home_system(LEARNER_SEAT))
    game = game_at_secondary(scene, 6)
    twin = answer_by_first_option(game.copy().give_answers("secondary yes"), rng, "dock")
    yard = require_value(getattr(twin.question, "site", None))
    right = table.tile_number(yard.system)
    without_dock = (table.system_of(other), table.mecatol_system)
    wrong = scene.system_mistakes("mistake.not_home", table.system_of(docked))
    wrong |= scene.system_mistakes("mistake.no_dock_there", *without_dock)
    key = (
        "secondary.warfare_token"
        if LEARNER_SEAT in table.command_tokens[table.home_system(LEARNER_SEAT)]
        else "secondary.warfare"
    )
    texts = SAY(key, side=_CARD_OWNER_SEAT, one=planet(docked), other=planet(other))
    why = explain("why.home_dock", place=scene.in_words(yard.system))
    return system_question(game, twin, texts, right, wrong, why)


@question_kind("technology", _simple_scene, balanced=True)
def can_pay_technology_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether the learner can pay for Technology's secondary ability."""
    me, table = scene.learner_sheet, scene.table
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(0, 2)])
    scene.exhaust_some_planets(table.controlled_planets(LEARNER_SEAT), 0.4)
    me.goods, me.strategy, me.commodities = rng.randint(0, 3), rng.choice((0, 1, 2)), rng.randint(0, 2)
    money = max_payment(table, LEARNER_SEAT, "resources")
    require(2 <= money <= 7)
    game = make_or_none(game_at_secondary, scene, 7)
    right = game is not None
    if me.strategy and money >= SECONDARY_RESEARCH_COST:
        key = "why.can_pay"
    else:
        key = "why.no_token" if not me.strategy else "why.too_poor"
    because = remark(key, "IM-STRAT-technology", n=money, m=SECONDARY_RESEARCH_COST)
    why = [because, *stated("IM-STRAT-technology", "IM-STRAT-2")]
    texts = SAY(
        "secondary.technology",
        side=_CARD_OWNER_SEAT,
        n=money - me.goods,
        goods=me.goods,
        m=me.strategy,
        commodities=me.commodities,
    )
    return staging.yes_no_question(game or scene.game(), ["secondary yes"] if game else [], texts, right, why)


@question_kind("imperial", _simple_scene)
def secret_objective_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many secret objectives do you hold after the secondary ability?”"""
    me, table = scene.learner_sheet, scene.table
    names = rng.sample(list(table.secret_deck), 3)
    held = rng.randint(0, 3)
    scored = rng.randint(0, 3 - held)
    scene.give_secrets(LEARNER_SEAT, *names[:held])
    me.scored_objectives = tuple(names[held : held + scored])
    for name in me.scored_objectives:
        table.secret_deck.take(name)
    me.points = scored
    game = game_at_secondary(scene, 8)
    twin = answer_by_first_option(game.copy().give_answers("secondary yes"), rng, "return")
    right = len(twin.table.players[LEARNER_SEAT].secret_objectives)
    mistakes = [
        *([mistake(held + 1, "three_at_most")] if right == held else []),
        mistake(held, "one_more"),
        mistake(3, "scored_count"),
        mistake(held + 2, "one_drawn"),
    ]
    texts = SAY("secondary.imperial", side=_CARD_OWNER_SEAT, n=held, m=scored)
    over = held + scored + 1 > 3
    sums = {"n": held + scored + 1, "m": held, "k": right}
    why = [
        remark("why.secrets" if over else "why.secret_drawn", **sums),
        *stated("IM-STRAT-imperial", "IM-OBJ-4"),
    ]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=4)
