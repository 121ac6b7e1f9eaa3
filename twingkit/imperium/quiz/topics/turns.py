"""Questions on turns: taking strategy cards, initiative, activation, and passing."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.phases.strategy_phase import untaken_strategy_cards
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.quiz.question_texts import (
    SAY,
    explain,
    mistake,
    remark,
    seat_texts,
    stated,
    strategy_card_facts,
    strategy_card_name_key,
    system_number_texts,
)
from twingkit.imperium.quiz.scene import (
    LEARNER_SEAT,
    GalaxyQuizScene,
    game_at_secondary,
    game_from_table,
    passing_answer,
)
from twingkit.imperium.texts.fact_names import STRATEGY_CARDS
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value


@question_kind("take", GalaxyQuizScene)
def _next_to_pick(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    table.phase, table.speaker = "strategy", rng.randrange(3)
    taken = rng.randint(1, 4)
    order = table.seats_from(table.speaker)
    numbers = rng.sample(STRATEGY_CARDS, taken)
    for player in table.players:
        player.strategy_cards = {}
    for place, number in enumerate(numbers):
        table.players[order[place % 3]].strategy_cards[number] = False
    table.turns_this_phase = taken
    game = staging.require_question(scene.game(), "take")
    right = SEATS[require_value(game.question).player]
    last = SEATS[order[(taken - 1) % 3]]
    wrong = {
        SEATS[(order[(taken - 1) % 3] - 1) % 3]: [remark("mistake.turned")],
        last: [remark("mistake.turned")],
        SEATS[table.speaker]: [remark("mistake.not_speaker_again")],
    }
    for seat in SEATS[:3]:
        wrong.setdefault(seat, [remark("mistake.turned")])
    texts = SAY("turn.take", speaker=SEATS[table.speaker], n=taken)
    seats = tuple(SEATS[seat] for seat in order)
    why = explain("why.picks", order=seats, n=taken, side=right)
    after = [f"take {untaken_strategy_cards(table)[0]}"]
    return staging.value_question(game, after, texts, right, wrong, seat_texts, why)


@question_kind("goods", GalaxyQuizScene)
def _goods_on_card(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    table.phase, table.speaker = "strategy", rng.randrange(3)
    order = table.seats_from(table.speaker)
    place = order.index(LEARNER_SEAT)
    numbers = rng.sample(STRATEGY_CARDS, 8)
    for player in table.players:
        player.strategy_cards = {}
    for index in range(place):
        table.players[order[index]].strategy_cards[numbers[index]] = False
    table.turns_this_phase = place
    left = numbers[place:]
    old = rng.sample(left, 3)
    for number in old:
        table.card_goods[number] = rng.randint(1, 2)
    mine = rng.choice(old if rng.random() < 0.75 else left)
    me = scene.learner_sheet
    me.goods = rng.randint(0, 2)
    game = scene.game()
    require(game.question is not None and game.question.player == LEARNER_SEAT)
    twin = game.copy().give_answers(f"take {mine}")
    right = twin.table.players[LEARNER_SEAT].goods
    on_card = table.card_goods.get(mine, 0)
    mistakes = [
        *scene.mistakes_on_changed_table(
            "IM-PICK-2", _no_goods, lambda twin: twin.table.players[LEARNER_SEAT].goods, f"take {mine}"
        ),
        *([] if on_card else [mistake(me.goods + 1, "none_there")]),
        mistake(me.goods + on_card + 1, "later_good"),
        mistake(on_card, "own_goods"),
        mistake(me.goods + sum(table.card_goods.values()), "all_goods"),
    ]
    texts = SAY("turn.goods", card=strategy_card_name_key(mine), n=on_card, m=me.goods)
    why = explain("why.card_goods", n=me.goods, m=on_card, k=right)
    return staging.count_question(rng, game, [f"take {mine}"], texts, right, mistakes, why)


def _no_goods(table: GameTable) -> None:
    table.card_goods = {}


@question_kind("first", GalaxyQuizScene)
def _first_turn(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    table.speaker = rng.randrange(3)
    for player in table.players:
        for number in player.strategy_cards:
            player.strategy_cards[number] = rng.random() < 0.3
    table.current = table.initiative_order[0]
    game = scene.game()
    require(game.question is not None)
    right = SEATS[table.initiative_order[0]]
    cards = strategy_card_facts(table)
    highest = max((0, 1, 2), key=lambda seat: max(table.players[seat].strategy_cards))
    wrong = {
        SEATS[highest]: [remark("mistake.highest")],
        SEATS[table.speaker]: [remark("mistake.speaker_first")],
    }
    for seat in SEATS[:3]:
        lowest = min(table.players[SEATS.index(seat)].strategy_cards)
        wrong.setdefault(seat, [remark("mistake.not_lowest", side=seat, n=lowest)])
    texts = SAY("turn.first", speaker=SEATS[table.speaker], **cards)
    why = explain("why.lowest", side=right, n=min(table.players[SEATS.index(right)].strategy_cards))
    return staging.value_question(scene.game(), [], texts, right, wrong, seat_texts, why)


@question_kind("next", GalaxyQuizScene)
def next_turn_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “Whose turn is next?”"""
    table = scene.table
    current = rng.randrange(3)
    table.current = current
    passed = rng.choice([None, *(seat for seat in range(3) if seat != current)])
    if passed is not None:
        player = table.players[passed]
        player.strategy_cards = dict.fromkeys(player.strategy_cards, True)
        player.has_passed = True
    after = _one_turn(scene)
    right = SEATS[require_value(after.question).player]
    wrong = {SEATS[current]: [remark("mistake.one_action")]}
    if passed is not None:
        wrong[SEATS[passed]] = [remark("mistake.has_passed", side=SEATS[passed])]
    wrong.setdefault(SEATS[(current + 1) % 3], [remark("mistake.clockwise")])
    for seat in SEATS[:3]:
        wrong.setdefault(seat, [remark("mistake.later", "IM-TURN-1", side=seat)])
    key = "turn.next" if passed is None else "turn.next_passed"
    texts = SAY(key, side=SEATS[current], other=SEATS[passed or 0], **strategy_card_facts(table))
    order = tuple(SEATS[seat] for seat in table.initiative_order)
    next_up = remark("why.next_turn", side=SEATS[current], other=right)
    why = [remark("why.order", order=order), next_up, *stated("IM-TURN-1")]
    return staging.value_question(scene.game(), after, texts, right, wrong, seat_texts, why)


def _one_turn(scene: GalaxyQuizScene) -> Game:
    """Return the game after one tactical action; raise `NoQuestion` if the player has to do something."""
    game = scene.game(f"activate {scene.table.tile_number(scene.shuffled_ordinary_systems()[0])}")
    while not (game.over or staging.pending(game, TurnChoice)):
        game.give_answers(require_value(passing_answer(game)))
    return game


@question_kind("activate", GalaxyQuizScene)
def _system_to_activate(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    systems = [*scene.shuffled_ordinary_systems()[:3], table.home_system(LEARNER_SEAT)]
    rng.shuffle(systems)
    right, *held = systems
    scene.place_tokens(LEARNER_SEAT, *held)
    scene.place_tokens(rng.choice((1, 2)), right, *rng.sample(held, 1))
    tried = {
        f"activate {table.tile_number(system)}": system_number_texts(table.tile_number(system))
        for system in systems
    }
    because = remark("why.no_own_token", place=scene.in_words(right))
    return staging.which_allowed_question(scene.game(), tried, SAY("turn.activate"), because, "IM-TACT-1")


@question_kind("tokens", GalaxyQuizScene)
def _activations_left(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me, table = scene.learner_sheet, scene.table
    for pool in ("tactic", "fleet", "strategy"):
        me.add_tokens(pool, rng.randint(1, 4) - me.tokens_in_pool(pool))
    scene.place_tokens(LEARNER_SEAT, *scene.shuffled_ordinary_systems()[: rng.randint(0, 2)])
    right = _activations(scene)
    mistakes = [
        mistake(me.tactic + me.strategy, "strategy_too"),
        mistake(me.tokens_on_sheet, "whole_sheet"),
        mistake(me.fleet, "fleet_pool"),
        mistake(table.tokens_in_reinforcements(LEARNER_SEAT), "reserve"),
    ]
    texts = SAY(
        "turn.tokens", a=me.tactic, b=me.fleet, c=me.strategy, n=table.tokens_in_reinforcements(LEARNER_SEAT)
    )
    why = explain("why.tactic_tokens", n=right)
    return staging.count_question(rng, scene.game(), [], texts, right, mistakes, why, minimum=0)


def _activations(scene: GalaxyQuizScene) -> int:
    """Return how many systems can still be activated, found by placing tokens until the engine refuses."""
    table, done = scene.table.copy(), 0
    for system in scene.systems:
        if LEARNER_SEAT in table.command_tokens[system]:
            continue
        if (
            staging.refusal_of_answer(game_from_table(table), f"activate {table.tile_number(system)}")
            is not None
        ):
            break
        table.players[LEARNER_SEAT].add_tokens("tactic", -1)
        table.place_token(LEARNER_SEAT, system)
        done += 1
    return done


@question_kind("pass", GalaxyQuizScene, balanced=True)
def _can_pass_turn(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me = scene.learner_sheet
    left = rng.choice((0, 0, 1, 2))
    for number in list(me.strategy_cards)[: 2 - left]:
        me.strategy_cards[number] = True
    me.add_tokens("tactic", rng.randint(0, 2) - me.tactic)
    texts = SAY(
        f"turn.pass_{left}",
        n=me.tactic,
        cards=tuple(strategy_card_name_key(number) for number in me.strategy_cards),
    )
    used = tuple(strategy_card_name_key(number) for number in me.strategy_cards)
    return staging.whether_allowed_question(scene.game(), "pass", texts, remark("why.may_pass", cards=used))


@question_kind("passed", GalaxyQuizScene, balanced=True)
def _secondary_after_passing(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about what a player who has passed may still do."""
    number = rng.choice((1, 3, 7, 8, 2))
    scene.start_turn(1, number)
    me = scene.learner_sheet
    me.strategy_cards = dict.fromkeys(me.strategy_cards, True)
    me.has_passed = True
    me.add_tokens("strategy", rng.choice((0, 2)) - me.strategy)
    me.goods = 4
    if number == 2:
        scene.give_planets(LEARNER_SEAT, *scene.free_planets()[:1], ready=False)
    game = make_or_none(game_at_secondary, scene, number)
    right = game is not None
    texts = SAY("turn.passed", side="p2", card=strategy_card_name_key(number), n=me.strategy)
    free = number == 1
    rules = ["IM-TURN-3"] if right else ["IM-STRAT-2"]
    rules += ["IM-STRAT-2"] if free else []
    key = "why.free_after_pass" if free else "why.use_after_pass" if right else "why.no_token"
    why = [remark(key, rules[0], n=me.strategy), *stated(*dict.fromkeys(rules))]
    return staging.yes_no_question(game or scene.game(), [], texts, right, why)
