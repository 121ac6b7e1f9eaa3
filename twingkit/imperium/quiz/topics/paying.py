"""Questions on paying: which planets, trade goods and tokens pay for what."""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.economy.paying import Pay, max_payment, pay
from twingkit.imperium.galaxy.economy.ways_to_pay import possible_payments
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.quiz.question_texts import SAY, card, explain, mistake, planet_names, remark
from twingkit.imperium.quiz.scene import (
    COMMON_UNIT_FACTIONS,
    LEARNER_SEAT,
    GalaxyQuizScene,
    answer_by_first_option,
    common_unit_scene,
)
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require, require_value


def _wealthy_scene(rng: random.Random) -> GalaxyQuizScene:
    """Return a scene in which the learner has ready and exhausted planets, trade goods and commodities."""
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS)
    me, table = scene.learner_sheet, scene.table
    free = scene.free_planets()
    scene.give_planets(LEARNER_SEAT, *free[: rng.randint(1, 3)])
    scene.give_planets(LEARNER_SEAT, *free[3 : 3 + rng.randint(1, 2)], ready=False)
    scene.exhaust_some_planets(table.controlled_planets(LEARNER_SEAT), 0.15)
    me.goods, me.commodities = rng.randint(0, 4), rng.randint(0, 2)
    return scene


def _facts(table: GameTable) -> dict[str, object]:
    """Return the learner's planets, trade goods and commodities as facts for the sentence of a question."""
    me = table.players[LEARNER_SEAT]
    return {
        "ready": _worth(table, table.ready_planets(LEARNER_SEAT)),
        "tired": _worth(table, table.exhausted_planets_of(LEARNER_SEAT)),
        "goods": me.goods,
        "commodities": me.commodities,
    }


def _worth(table: GameTable, names: list[str]) -> object:
    """Return planets with their resources and influence: `Jord (4/2)`."""
    if not names:
        return "nothing"
    return ", ".join(
        f"{planets_by_id()[name].name} ({table.resources(name)}/{table.influence(name)})" for name in names
    )


@question_kind("most", _wealthy_scene)
def _max_amount_to_spend(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many resources can you spend at most?”, or how much influence."""
    table, me = scene.table, scene.learner_sheet
    currency = rng.choice(("resources", "influence"))
    other = "influence" if currency == "resources" else "resources"
    right = max_payment(table, LEARNER_SEAT, currency)
    mistakes = [
        *scene.mistakes_on_changed_table(
            "IM-MAP-6", _all_ready, lambda twin: max_payment(twin.table, LEARNER_SEAT, currency)
        ),
        mistake(right - me.goods, "no_goods") if me.goods else mistake(right + 1, "more"),
        mistake(right + me.commodities, "commodities_pay"),
        mistake(max_payment(table, LEARNER_SEAT, other), "other_number"),
    ]
    texts = SAY(f"paying.most_{currency}", **_facts(scene.table))
    why = explain("why.wealth", n=right - me.goods, m=me.goods, right=right)
    return staging.count_question(rng, scene.game(), [], texts, right, mistakes, why)


def _game_at_payment(scene: GalaxyQuizScene, rng: random.Random) -> Game:
    """Return the game at a payment of the learner: four resources, or three influence for a token."""
    scene.start_turn(LEARNER_SEAT, 7)
    game = scene.game("strategy 7")
    answer_by_first_option(game, rng, "research", "specialty", "second")
    return staging.require_question(game, "pay", LEARNER_SEAT)


@question_kind("how", _wealthy_scene)
def _how_to_pay(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me = scene.learner_sheet
    game = _game_at_payment(scene, rng)
    question = require_value(staging.pending(game, Pay))
    table = game.table
    ways = possible_payments(question.planet_values, me.goods, question.cost)
    tired = table.exhausted_planets_of(LEARNER_SEAT)
    require(ways and tired)
    good = rng.choice(ways[:3])
    ready = list(question.planet_values)
    rng.shuffle(ready)
    wrong = []
    short = next((way for way in ways if len(way.planets) > 1), good)
    if len(short.planets) > 1:
        wrong.append(_pay(short.planets[1:], 0))
    wrong.append(_pay([*short.planets[1:], tired[0]], short.goods))
    wrong.append(
        _pay(good.planets, good.goods + 1)
        if good.wasted or good.goods < me.goods
        else _pay(good.planets[:-1], me.goods + 2)
    )
    wrong.append(_pay(ready[:1], me.goods + 1))
    tried: dict[str, TextByLanguage] = {}
    right = str(pay(good))
    for answer in [right, *wrong]:
        tried.setdefault(answer, _payment_text(answer))
    items = [right, *[answer for answer in tried if answer != right][:3]]
    rng.shuffle(items)
    texts = SAY("paying.how", n=question.cost, **_facts(game.table))
    values = [question.planet_values[name] for name in good.planets]
    terms = [str(value) for value in (*values, good.goods) if value]
    total = f"{' + '.join(terms)} = " if len(terms) > 1 else ""
    because = remark(
        "why.pays" if good.planets else "why.pays_goods",
        planets=planet_names(good.planets),
        sum=f"{total}{sum(values) + good.goods}",
        cost=question.cost,
    )
    return staging.which_allowed_question(
        game, {answer: tried[answer] for answer in items}, texts, because, "IM-PAY-1"
    )


def _pay(names: Sequence[str], goods: int) -> str:
    return "pay " + (", ".join([*names, *([f"{goods} goods"] if goods else [])]) or "none")


def _payment_text(answer: str) -> TextByLanguage:
    names = [part for part in answer.removeprefix("pay ").split(", ") if part in planets_by_id()]
    goods = next(
        (int(part.split()[0]) for part in answer.removeprefix("pay ").split(", ") if part.endswith(" goods")),
        0,
    )
    if not names:
        return SAY("paying.goods", n=goods)
    key = "paying.planets" if not goods else "paying.both"
    return SAY(key, planets=planet_names(names), n=goods)


@question_kind("fewest", _wealthy_scene)
def _min_goods_to_spend(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me = scene.learner_sheet
    me.goods = rng.randint(2, 5)
    game = _game_at_payment(scene, rng)
    question = require_value(staging.pending(game, Pay))
    ways = possible_payments(question.planet_values, me.goods, question.cost)
    right = min((way.goods for way in ways), default=0)
    if right == 0 and rng.random() < 0.7:
        return None
    total = sum(question.planet_values.values())
    table = game.table
    tired = sum(map(table.resources, table.exhausted_planets_of(LEARNER_SEAT)))
    influence = sum(table.influence(name) for name in question.planet_values)
    mistakes = [
        mistake(max(0, question.cost - total - tired), "tired_too"),
        mistake(max(0, question.cost - influence), "other_number"),
        mistake(max(0, question.cost - total - me.commodities), "commodities_pay"),
        mistake(question.cost, "goods_alone"),
    ]
    cheapest = min(ways, key=lambda way: (way.goods, way.wasted))
    texts = SAY("paying.fewest", n=question.cost, **_facts(game.table))
    why = explain("why.ready_give", n=min(total, question.cost), m=question.cost, k=right)
    return staging.count_question(
        rng, game, [str(pay(cheapest))], texts, right, mistakes, why, maximum=question.cost
    )


@question_kind("only-goods", _wealthy_scene, balanced=True)
def _can_pay_in_goods(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me = scene.learner_sheet
    me.goods, me.commodities = rng.randint(2, 5), rng.randint(0, 2)
    scene.give_cards(LEARNER_SEAT, "f_researched")
    game = scene.game()
    right = "play f_researched" in map(str, require_value(game.question).options())
    texts = SAY("paying.only_goods", card=card("f_researched"), **_facts(scene.table))
    why = explain("why.only_goods" if right else "why.few_goods", "IM-ACT-f_researched", n=me.goods)
    return staging.yes_no_question(game, ["play f_researched"] if right else [], texts, right, why)


@question_kind("gained", common_unit_scene)
def _command_tokens_gained(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many command tokens do you gain?”, with few in reinforcements."""
    me, table = scene.learner_sheet, scene.table
    scene.start_turn(LEARNER_SEAT, 1)
    me.tactic, me.fleet, me.strategy = rng.randint(2, 4), rng.randint(3, 5), rng.randint(2, 4)
    scene.place_tokens(
        LEARNER_SEAT, *scene.shuffled_ordinary_systems()[: min(rng.randint(2, 6), 16 - me.tokens_on_sheet)]
    )
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    me.goods = 0
    game = scene.game("strategy 1")
    before = me.tokens_on_sheet
    left = table.tokens_in_reinforcements(LEARNER_SEAT)
    twin = answer_by_first_option(game.copy(), rng, "pools")
    right = twin.table.players[LEARNER_SEAT].tokens_on_sheet - before
    mistakes = [
        *scene.mistakes_on_changed_table("IM-PAY-3", _remove_command_tokens, _tokens_to_divide, "strategy 1"),
        mistake(0, "none_gained"),
        mistake(left, "all_left"),
    ]
    on_board = sum(LEARNER_SEAT in seats for seats in table.command_tokens)
    texts = SAY("paying.gained", a=me.tactic, b=me.fleet, c=me.strategy, n=on_board)
    sums = {"a": me.tokens_on_sheet, "b": on_board, "n": left, "k": right}
    why = explain("why.sixteen", "IM-STRAT-leadership", **sums)
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=max(3, right))


def _remove_command_tokens(table: GameTable) -> None:
    """Remove all command tokens from the map, so that there are enough in reinforcements."""
    table.command_tokens = [frozenset() for _ in table.command_tokens]


def _tokens_to_divide(game: Game) -> int | None:
    """Return the number of command tokens that the learner is about to distribute."""
    question = staging.pending(game, DivideTokens)
    return question.new_token_count if question else None


def _all_ready(table: GameTable) -> None:
    table.exhausted_planets = frozenset()
