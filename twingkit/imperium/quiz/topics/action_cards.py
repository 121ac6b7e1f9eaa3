"""Questions on action cards: their timing, their targets, their effects, and cancellation."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.table.abilities import abilities_by_id
from twingkit.imperium.quiz.question_texts import (
    SAY,
    card,
    explain,
    mistake,
    planet,
    planet_names,
    remark,
    stated,
)
from twingkit.imperium.quiz.scene import (
    CARDS_BY_GROUP,
    COMMON_UNIT_FACTIONS,
    LEARNER_SEAT,
    GalaxyQuizScene,
    answer_by_first_option,
    common_unit_scene,
    items_to_choose,
    scene_with,
)
from twingkit.imperium.quiz.topics.scoring import game_after_status_phase
from twingkit.imperium.texts.fact_names import TargetName
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.phrases import join_texts


def _card_text(name: str) -> TextByLanguage:
    """Return a card with its text, without the words that say when to play it."""
    rule = rulebook()[f"IM-ACT-{name}"]
    return {lang: f"{rule.title(lang)}: {_effect_text(rule.text(lang))}" for lang in LANGUAGES}


def _effect_text(text: str) -> str:
    """Return the text of a card after its first words, which say when to play it."""
    _, sign, deed = text.partition(": ")
    return deed[:1].upper() + deed[1:] if sign else text


@question_kind("now", common_unit_scene)
def _card_playable_as_action(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    me.goods = 5
    scene.place_units_on_planet(LEARNER_SEAT, scene.free_planets()[0], infantry=1)
    scene.place_units_on_planet(1, scene.free_planets()[0], infantry=2)
    scene.place_tokens(LEARNER_SEAT, scene.shuffled_ordinary_systems()[0])
    actions = [
        name
        for name in CARDS_BY_GROUP["action"]
        if "action" in abilities_by_id()[name].windows and table.action_deck.count(name)
    ]
    later = [name for name in CARDS_BY_GROUP["other_timing"] if table.action_deck.count(name)]
    right, wrong = rng.choice(actions), rng.sample(later, 3)
    scene.give_cards(LEARNER_SEAT, right, *wrong)
    game = staging.require_question(scene.game(), "turn")
    answer = f"play {right}"
    if staging.refusal_of_answer(game, answer) is not None or any(
        staging.refusal_of_answer(game, f"play {name}") is None for name in wrong
    ):
        return None
    mistakes = {name: stated(f"IM-ACT-{name}") for name in wrong}
    rule = f"IM-ACT-{right}"
    why = [remark("why.action", rule, card=card(right)), *stated(rule, "IM-TURN-5")]
    return staging.value_question(game, [answer], SAY("hand.now"), right, mistakes, _card_text, why)


@question_kind("target")
def _legal_card_target(rng: random.Random) -> QuizItem | None:
    return rng.choice((_lucky, _plague, _uprising, _ghost))(rng)


def _lucky(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS)
    table = scene.table
    mine, other, beyond = scene.shuffled_ordinary_systems(min_planet_count=1)[:3]
    scene.give_planets(LEARNER_SEAT, table.planets_of(mine)[0].id)
    ships = rng.sample(("cruiser", "destroyer", "dreadnought"), 2)
    scene.place_units_in_space(1, mine, **{ships[0]: 1, "carrier": 1})
    scene.place_units_in_space(2, beyond, **{ships[1]: 2})
    scene.give_cards(LEARNER_SEAT, "lucky")
    number = table.tile_number
    right = f"p2 {ships[0]} {number(mine)}"
    wrong: dict[str, Sequence[Reason]] = {
        f"p2 carrier {number(mine)}": stated("IM-ACT-lucky"),
        f"p3 {ships[1]} {number(beyond)}": [remark("mistake.no_planet_there", place=scene.in_words(beyond))],
        f"p1 {ships[1]} {number(other)}": [remark("mistake.own_ship")],
    }
    scene.place_units_in_space(LEARNER_SEAT, other, **{ships[1]: 1})
    return _target_question(scene, "lucky", right, wrong)


def _target_question(
    scene: GalaxyQuizScene, name: str, right: str, wrong: Mapping[str, Sequence[Reason]]
) -> QuizItem | None:
    """Make a question about a card's target, if the engine allows the right option and no wrong one."""
    game = scene.game()
    staging.require_allowed(game, f"play {name}")
    twin = game.copy().give_answers(f"play {name}")
    kind = {"lucky": "unit", "plague": "planet", "uprising": "planet", "ghost_ship": "system"}[name]
    offered = items_to_choose(twin, kind) or [right]
    require(right in offered and wrong.keys().isdisjoint(offered))
    if staging.is_pending(twin, kind):
        twin.give_answers(f"{kind} {right}")

    def say(target: str) -> TextByLanguage:
        return SAY("hand.aim", target=TargetName(target))

    texts = SAY("hand.target", card=card(name))
    why = explain(f"why.target_{name}", target=TargetName(right))
    return staging.value_question(game, twin, texts, right, wrong, say, why, "at ")


def _plague(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS)
    theirs, own, structure, token = scene.free_planets()[:4]
    scene.place_units_on_planet(1, theirs, infantry=rng.randint(1, 3))
    scene.place_units_on_planet(LEARNER_SEAT, own, infantry=2)
    scene.place_units_on_planet(2, structure, pds=1)
    scene.give_planets(1, token)
    scene.give_cards(LEARNER_SEAT, "plague")
    wrong = {
        own: [remark("mistake.own_planet", "IM-ACT-plague", planet=planet(own))],
        structure: [remark("mistake.no_infantry", planet=planet(structure))],
        token: [remark("mistake.no_infantry", planet=planet(token))],
    }
    return _target_question(scene, "plague", theirs, wrong)


def _uprising(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS)
    table = scene.table
    theirs, tired, own = scene.free_planets()[:3]
    scene.give_planets(rng.choice((1, 2)), theirs)
    scene.give_planets(1, tired, ready=False)
    scene.give_planets(LEARNER_SEAT, own)
    home = rng.choice(
        [
            name
            for name in table.controlled_planets(2)
            if name != theirs and table.system_of(name) == table.home_system(2)
        ]
    )
    scene.give_cards(LEARNER_SEAT, "uprising")
    wrong = {
        tired: [remark("mistake.exhausted_already", planet=planet(tired))],
        own: [remark("mistake.own_planet", "IM-ACT-uprising", planet=planet(own))],
        home: [remark("mistake.home_planet", planet=planet(home))],
    }
    return _target_question(scene, "uprising", theirs, wrong)


def _ghost(rng: random.Random) -> QuizItem | None:
    scene = GalaxyQuizScene(rng, learner_factions=COMMON_UNIT_FACTIONS, tiles=("26", "39", "25"))
    table = scene.table
    right, held = rng.sample(("26", "39", "25"), 2)
    scene.place_units_in_space(1, scene.system_of_tile(held), cruiser=1)
    none = [system for system in scene.shuffled_ordinary_systems() if not scene.tile(system).wormholes]
    scene.place_units_in_space(LEARNER_SEAT, none[0], cruiser=1)
    scene.give_cards(LEARNER_SEAT, "ghost_ship")
    home, rule = table.home_system(LEARNER_SEAT), "IM-ACT-ghost_ship"
    wrong = scene.system_mistakes("mistake.others_there", scene.system_of_tile(held), rule=rule)
    wrong |= scene.system_mistakes("mistake.no_wormhole", none[0], home)
    return _target_question(scene, "ghost_ship", right, wrong)


@question_kind("brings", common_unit_scene)
def _max_goods_from_card(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    scene.give_planets(LEARNER_SEAT, *scene.free_planets()[: rng.randint(2, 5)])
    me.goods = rng.randint(0, 2)
    name = rng.choice(("mining_initiative", "industrial_initiative"))
    scene.give_cards(LEARNER_SEAT, name)
    game = scene.game()
    staging.require_allowed(game, f"play {name}")
    twin = game.copy().give_answers(f"play {name}")
    if staging.is_pending(twin, "planet"):
        best = max(table.controlled_planets(LEARNER_SEAT), key=table.resources)
        twin.give_answers(f"planet {best}")
    right = twin.table.players[LEARNER_SEAT].goods - me.goods
    worlds = table.controlled_planets(LEARNER_SEAT)
    industrial = [world for world in worlds if planets_by_id()[world].trait == "industrial"]
    if name == "mining_initiative":
        mistakes = [
            mistake(sum(map(table.resources, worlds)), "one_planet"),
            mistake(max(map(table.influence, worlds)), "resources_not_influence"),
            mistake(len(worlds), "not_planets"),
        ]
    else:
        mistakes = [
            mistake(len(worlds), "only_industrial"),
            mistake(sum(map(table.resources, industrial)), "one_each_planet"),
            mistake(1, "each_of_them"),
        ]
    texts = SAY("hand.brings", card=card(name), planets=_with_traits(worlds))
    if name == "mining_initiative":
        richest = max(worlds, key=table.resources)
        because = remark("why.richest", planet=planet(richest), n=right)
    else:
        listed = planet_names(industrial) if industrial else "nothing"
        because = remark("why.industrial", planets=listed, n=right)
    why = [because, *stated(f"IM-ACT-{name}")]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


def _with_traits(names: list[str]) -> object:
    parts = []
    for name in names:
        world = planets_by_id()[name]
        key = "hand.planet_trait" if world.trait else "hand.planet"
        parts.append(
            SAY(key, planet=planet(name), n=world.resources, m=world.influence, trait=world.trait or "space")
        )
    return join_texts(*parts, separator=", ")


@question_kind("cancelled", common_unit_scene)
def _goods_after_cancellation(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me = scene.learner_sheet
    me.goods = rng.randint(4, 8)
    scene.give_cards(LEARNER_SEAT, "f_researched")
    scene.give_cards(1, "sabo")
    stops = rng.random() < 0.65
    game = scene.game("play f_researched")
    require(staging.is_pending(game, "use", 1))
    twin = game.copy().give_answers("play sabo" if stops else "pass")
    if not stops:
        answer_by_first_option(twin, rng, "research", "specialty")
    right = twin.table.players[LEARNER_SEAT].goods
    mistakes = [
        mistake(me.goods - 4 if stops else me.goods, "paid_later" if stops else "is_paid"),
        mistake(me.goods - 2, "no_half"),
        mistake(0, "no_more_than_cost"),
    ]
    texts = SAY(
        "hand.cancelled" if stops else "hand.not_cancelled",
        side="p2",
        n=me.goods,
        card=card("f_researched"),
        other=card("sabo"),
    )
    why = explain(
        "why.nothing_paid" if stops else "why.paid",
        "IM-ACT-f_researched",
        rulings=twin.rulings_since(len(game), "IM-ACT-sabo", "IM-ACT-f_researched"),
        n=me.goods,
        k=right,
    )
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("limit", scene_with("hacan", "letnev", "yssaril"))
def _discards_over_limit(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    crafty = me.faction == "yssaril"
    table.phase = "status"
    for sheet in table.players:
        sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, True)
    held = rng.randint(5, 7)
    scene.give_cards(
        LEARNER_SEAT,
        *rng.sample([name for name in table.action_deck if name not in ("stability", "summit")], held),
    )
    more = rng.random() < 0.6
    if more:
        me.technologies |= {"nm"}
    else:
        me.technologies -= {"nm"}
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    me.tactic = me.strategy = 0
    scene.set_open_objectives("monument", "sway_council")
    game = scene.game()
    twin = game_after_status_phase(game, rng)
    drawn = 1 + more
    right = held + drawn - len(twin.table.players[LEARNER_SEAT].action_cards)
    require(right >= 0)
    mistakes = [
        mistake(max(0, held + drawn - 7) if right == 0 else 0, "crafty") if crafty else mistake(0, "seven"),
        mistake(drawn, "only_beyond"),
        mistake(max(0, held + 3 - drawn - 7), "motivator"),
    ]
    texts = SAY("hand.limit_nm" if more else "hand.limit", n=held, faction=me.faction, card=card("nm"))
    rules = ["IM-UNIT-crafty"] if crafty else ["IM-TIME-7"]
    key = "crafty_hand" if crafty else "over_seven" if right else "under_seven"
    sums = {"n": held, "m": drawn, "total": held + drawn, "k": right}
    why = [
        remark(f"why.{key}", **sums),
        *stated(*rules),
        *stated("IM-STATUS-3", *(["IM-TECH-nm"] if more else [])),
    ]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=3)


@question_kind("twice", common_unit_scene, balanced=True)
def _can_play_second_card(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether a second copy of a card may be played in the same window."""
    table, me = scene.table, scene.learner_sheet
    goal = scene.shuffled_ordinary_systems()[0]
    other = rng.random() < 0.5
    first, second = ("fs", "lost_star") if other else ("fs", "fs")
    scene.give_cards(LEARNER_SEAT, first, second)
    scene.place_units_in_space(LEARNER_SEAT, scene.shuffled_ordinary_systems()[1], cruiser=1)
    game = staging.require_question(scene.game(f"activate {table.tile_number(goal)}"), "use")
    game.give_answers(f"play {first}")
    ok = staging.is_pending(game, "use") and staging.refusal_of_answer(game, f"play {second}") is None
    texts = SAY("hand.twice_other" if other else "hand.twice", card=card(first), other=card(second))
    because = remark("why.other_card" if other else "why.same_card", card=card(second))
    why = [because, *stated("IM-TIME-3", f"IM-ACT-{second}")]
    require(ok == other and me.action_cards)
    return staging.yes_no_question(game, [f"play {second}"] if ok else [], texts, ok, why)
