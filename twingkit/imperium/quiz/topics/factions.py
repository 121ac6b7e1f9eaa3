"""Questions on the special abilities of some factions."""

from __future__ import annotations

import random

from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.tactical.invasion import CUSTODIANS_COST
from twingkit.imperium.galaxy.technology.cards import (
    missing_prerequisites,
    ownable_technologies,
    technology_by_id,
)
from twingkit.imperium.galaxy.technology.research import researchable_technologies
from twingkit.imperium.galaxy.trade.offers import are_neighbours
from twingkit.imperium.quiz.question_texts import (
    SAY,
    explain,
    heard,
    mistake,
    planet,
    remark,
    seat_texts,
    stated,
    strategy_card_facts,
)
from twingkit.imperium.quiz.scene import LEARNER_SEAT, GalaxyQuizScene, answer_by_first_option, scene_with
from twingkit.imperium.quiz.topics.technologies import name_with_prerequisites, research_facts
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require


@question_kind("analytical", scene_with("jolnar"))
def _jolnar_research(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about which technology the Universities of Jol-Nar can research."""
    table, me = scene.table, scene.learner_sheet
    for _ in range(rng.randint(0, 3)):
        open_ones = [
            name
            for name in researchable_technologies(table, LEARNER_SEAT)
            if not technology_by_id(name).unit_class
        ]
        me.technologies |= {rng.choice(open_ones)}
    scene.start_turn(LEARNER_SEAT, 7)
    deck = ownable_technologies("jolnar")
    able = researchable_technologies(table, LEARNER_SEAT)

    def missing_count(name: str) -> int:
        return missing_prerequisites(deck[name], me.technologies).total()

    skipping = [name for name in able if missing_count(name)]
    unable = [name for name in deck if name not in able and name not in me.technologies]
    require(skipping and len(unable) >= 3)
    right = rng.choice(skipping)
    near = sorted(unable, key=missing_count)[:5]
    wrong = {}
    for name in rng.sample(near, 3):
        key = "mistake.lacks_two" if missing_count(name) > 1 else "mistake.no_upgrade"
        wrong[name] = [remark(key, card=f"IM-TECH-{name}")]
    game = scene.game("strategy 7")
    staging.require_question(game, "research")
    staging.require_allowed(game, f"research {right}")
    texts = SAY("people.analytical", names=research_facts(scene)["names"])
    why = explain("why.analytical", "IM-TECH-2", card=f"IM-TECH-{right}")
    return staging.value_question(
        game, [f"research {right}"], texts, right, wrong, name_with_prerequisites, why
    )


@question_kind("blood-ties", balanced=True)
def _winnu_custodians(rng: random.Random) -> QuizItem | None:
    """Make a question about whether the Winnu may send the custodians away."""
    winnu = rng.random() < 0.5
    scene = GalaxyQuizScene(rng, learner_factions="winnu" if winnu else ("hacan", "letnev"))
    table, me = scene.table, scene.learner_sheet
    me.technologies |= {"amd"}
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[:1])
    me.goods = rng.randint(0, 2)
    money = max_payment(table, LEARNER_SEAT, "influence")
    require(money < CUSTODIANS_COST)
    goal = table.mecatol_system
    near = [system for system in table.galaxy.systems_sharing_side[goal] if not scene.tile(system).anomaly]
    start = rng.choice(near)
    scene.place_units_in_space(LEARNER_SEAT, start, carrier=1, infantry=2)
    move = f"move {table.tile_number(start)} 1 carrier, 2 infantry"
    game = staging.require_question(scene.game(f"activate {table.tile_number(goal)}"), "move")
    right = staging.is_pending(game.copy().give_answers(move), "custodians")
    texts = SAY("people.blood_ties", faction=me.faction, n=money)
    rules = [*(["IM-UNIT-blood_ties"] if winnu else []), "IM-INV-13"]
    why = [remark("why.winnu" if winnu else "why.too_little", n=money), *stated(*rules)]
    return staging.yes_no_question(game, [move], texts, right, why)


@question_kind("zero")
def _naalu_initiative(rng: random.Random) -> QuizItem | None:
    """Make a question about who comes first in initiative order when the Naalu are in the game."""
    naalu_at = rng.randrange(3)
    names = ["hacan", "letnev", "sardakk"]
    rng.shuffle(names)
    names[naalu_at] = "naalu"
    scene = GalaxyQuizScene(rng, learner_factions=names[0], other_factions=names[1:])
    table = scene.table
    order = [player.faction for player in table.players]
    seat = order.index("naalu")
    table.players[seat].has_zero_token = True
    lowest = min(range(3), key=lambda other: min(table.players[other].strategy_cards))
    table.speaker = rng.randrange(3)
    game = scene.game()
    right = SEATS[game.table.initiative_order[0]]
    require(lowest != seat)
    wrong = {
        SEATS[lowest]: [remark("mistake.lower_than_cards")],
        SEATS[table.speaker]: [remark("mistake.speaker_first")],
    }
    for other in SEATS[:3]:
        wrong.setdefault(other, [remark("mistake.lower_than_cards")])
    cards = strategy_card_facts(table)
    why = explain("why.zero", "IM-PICK-4", side=right)
    texts = SAY("people.zero", side=SEATS[seat], speaker=SEATS[table.speaker], **cards)
    return staging.value_question(game, [], texts, right, wrong, seat_texts, why)


@question_kind("propagation", scene_with("nekro"))
def _nekro_propagation(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about how many command tokens the Nekro Virus gains instead of research."""
    table, me = scene.table, scene.learner_sheet
    me.tactic, me.fleet, me.strategy = rng.randint(2, 4), rng.randint(3, 4), rng.randint(2, 4)
    scene.place_tokens(
        LEARNER_SEAT, *scene.shuffled_ordinary_systems()[: min(rng.randint(2, 6), 16 - me.tokens_on_sheet)]
    )
    scene.start_turn(LEARNER_SEAT, 7)
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    before = me.tokens_on_sheet
    game = scene.game("strategy 7")
    twin = answer_by_first_option(game.copy(), rng, "pools", last_option_kind="second")
    right = twin.table.players[LEARNER_SEAT].tokens_on_sheet - before
    left = table.tokens_in_reinforcements(LEARNER_SEAT)
    mistakes = [
        mistake(0, "researches_not"),
        mistake(1, "three_tokens"),
        mistake(3, "reserve_limits") if right != 3 else mistake(left, "three_tokens"),
    ]
    texts = SAY("people.propagation", n=left)
    why = [
        remark("why.propagation", n=left, k=right),
        *heard(twin.rulings_since(len(game), "IM-UNIT-propagation")),
        *stated("IM-UNIT-propagation", *(["IM-PAY-3"] if right < 3 else [])),
    ]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("drop", scene_with("sol"))
def orbital_drop_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about the Federation of Sol using Orbital Drop: the strategy tokens left, or the
    infantry then on the planet.
    """
    table, me = scene.table, scene.learner_sheet
    world = rng.choice(table.controlled_planets(LEARNER_SEAT))
    more = scene.free_planets()[: rng.randint(1, 3)]
    scene.give_planets(LEARNER_SEAT, *more)
    world = rng.choice(more)
    there = rng.randint(0, 3)
    scene.place_units_on_planet(LEARNER_SEAT, world, infantry=there)
    me.strategy = rng.randint(1, 3)
    game = scene.game()
    staging.require_allowed(game, "use orbital_drop")
    twin = staging.require_question(game.copy().give_answers("use orbital_drop"), "planet")
    twin.give_answers(f"planet {world}")
    asks_tokens = rng.random() < 0.4
    after = twin.table.players[LEARNER_SEAT]
    right = after.strategy if asks_tokens else twin.table.units_on_planet(LEARNER_SEAT, world)["infantry"]
    mistakes = (
        [mistake(me.strategy, "costs_token"), mistake(max(0, me.strategy - 2), "one_token")]
        if asks_tokens
        else [
            mistake(there + 1, "two_infantry"),
            mistake(2, "were_there") if there else mistake(3, "two_infantry"),
            mistake(there, "two_infantry"),
        ]
    )
    key = "people.drop_tokens" if asks_tokens else "people.drop"
    texts = SAY(key, planet=planet(world), n=there, m=me.strategy)
    sums = {"n": me.strategy if asks_tokens else there, "k": right}
    why = explain("why.drop_tokens" if asks_tokens else "why.drop", **sums)
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind(
    "guild-ships",
    scene_with("hacan", "letnev", "sardakk", other_factions=("hacan", "yssaril", "sol")),
    balanced=True,
)
def _hacan_deal(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether Hacan may make a deal with a player who is not a neighbour."""
    me, table = scene.learner_sheet, scene.table
    me.commodities = 2
    seat = rng.choice((1, 2))
    require(not are_neighbours(table, LEARNER_SEAT, seat))
    game = scene.game()
    offer = f"offer {SEATS[seat]} 2 commodities for nothing"
    right = game.question is not None and staging.refusal_of_answer(game, offer) is None
    texts = SAY("people.guild_ships", faction=me.faction, side=SEATS[seat], other=table.players[seat].faction)
    rules = ["IM-UNIT-guild_ships"] if right else ["IM-TRADE-2"]
    key = "why.deal_guild_ships" if right else "why.deal_far"
    why = [remark(key), *stated(*rules, "IM-TRADE-3")]
    return staging.yes_no_question(game, [offer] if right else [], texts, right, why)
