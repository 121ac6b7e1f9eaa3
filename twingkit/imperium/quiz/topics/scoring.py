"""Questions on the status phase and on objectives: what is scored, gained, drawn and taken back."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from twingkit.core.play import Game
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.imperium.galaxy.objectives import scoring
from twingkit.imperium.galaxy.objectives.cards import Objective, objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import can_fulfil_now, progress_on_objective
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import ownable_technologies
from twingkit.imperium.quiz.question_texts import (
    SAY,
    card,
    explain,
    heard,
    mistake,
    planet,
    remark,
    seat_texts,
    stated,
    strategy_card_facts,
)
from twingkit.imperium.quiz.scene import COMMON_UNIT_FACTIONS, LEARNER_SEAT, GalaxyQuizScene, passive_answer
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import staging
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind, require

_COUNTING_OBJECTIVES = ("corner", "develop", "expand_borders", "research_outposts", "intimidate")
"""Public objectives that count something."""

_SPENDING_OBJECTIVES = ("monument", "lead", "trade_routes", "sway_council")
"""Public objectives that cost something."""

_OBJECTIVES = (*_COUNTING_OBJECTIVES, *_SPENDING_OBJECTIVES)

_STATUS_SECRET_OBJECTIVES = ("ctr", "eap", "fwm", "gamf", "te", "lsc", "faa", "mrm", "mp", "btgk")
"""Secret objectives of the status phase that count something on the board."""


def status_phase_scene(
    rng: random.Random, learner_factions: str | tuple[str, ...] = COMMON_UNIT_FACTIONS
) -> GalaxyQuizScene:
    """Return a random three-player scene in the status phase of a later round, with planets, ships,
    technologies and goods.
    """
    scene = GalaxyQuizScene(rng, learner_factions=learner_factions)
    table, player = scene.table, scene.learner_sheet
    table.phase, table.round = "status", rng.randint(2, 4)
    for sheet in table.players:
        sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, True)
    for name in scene.free_planets()[: rng.randint(3, 6)]:
        scene.give_planets(LEARNER_SEAT, name, ready=rng.random() < 0.6)
    for system in scene.shuffled_ordinary_systems()[: rng.randint(2, 5)]:
        scene.place_units_in_space(
            LEARNER_SEAT, system, **{rng.choice(("cruiser", "destroyer", "dreadnought")): 1}
        )
    world = rng.choice(table.controlled_planets(LEARNER_SEAT))
    scene.place_units_on_planet(
        LEARNER_SEAT, world, pds=2 - table.units_on_planet(LEARNER_SEAT, world)["pds"]
    )
    known = [
        name
        for name in ("amd", "nm", "ps", "st", "gd", "dxa", "md", "cv2", "dd2", "inf2")
        if name in ownable_technologies(player.faction)
    ]
    player.technologies |= set(rng.sample(known, rng.randint(2, 5)))
    player.goods, player.commodities = rng.randint(0, 6), rng.randint(0, 2)
    player.tactic, player.strategy = rng.randint(0, 3), rng.randint(0, 3)
    return scene


def game_after_status_phase(game: Game, rng: random.Random) -> Game:
    """Return a copy of the game after the status phase, in which the learner has scored everything possible
    and the others nothing.
    """
    game, phase = game.copy(), game.table.round
    while not game.over and game.table.round == phase and game.table.phase == "status":
        if question := staging.pending(game, scoring.ScoreChoice, LEARNER_SEAT):
            game.answer(next(question.options()))
        else:
            game.give_answers(passive_answer(game, rng))
    return game


def _fulfilled(table: GameTable, names: Sequence[str] = _OBJECTIVES) -> list[str]:
    """Return the objectives that the learner fulfils."""
    return [name for name in names if can_fulfil_now(table, LEARNER_SEAT, objectives_by_id()[name])]


@question_kind("scored", status_phase_scene)
def _scorable_objective_count(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    met = _fulfilled(table)
    unmet = [name for name in _OBJECTIVES if name not in met]
    require(met and unmet)
    public = rng.sample(met, min(len(met), rng.randint(0, 3))) + rng.sample(
        unmet, min(len(unmet), rng.randint(1, 2))
    )
    require(len(public) >= 2)
    scene.set_open_objectives(*public[:5])
    own = [
        name
        for name in _STATUS_SECRET_OBJECTIVES
        if can_fulfil_now(table, LEARNER_SEAT, objectives_by_id()[name])
    ]
    not_own = [name for name in _STATUS_SECRET_OBJECTIVES if name not in own]
    scene.give_secrets(
        LEARNER_SEAT, *(rng.sample(own, min(len(own), rng.randint(0, 2))) + rng.sample(not_own, 1))[:3]
    )
    game = scene.game()
    public_met = len(scoring.scorable_public_objectives(table, LEARNER_SEAT))
    secret_met = len(scoring.scorable_secret_objectives(table, LEARNER_SEAT))
    twin = game_after_status_phase(game, rng)
    right = len(twin.table.players[LEARNER_SEAT].scored_objectives)
    mistakes = [
        mistake(public_met + secret_met, "one_each_kind"),
        mistake(1, "one_and_one") if right == 2 else mistake(2, "must_be_met"),
        mistake(len(table.open_objectives), "must_be_met"),
        mistake(0, "some_met"),
    ]
    texts = SAY(
        "scoring.scored",
        n=public_met,
        m=len(table.open_objectives),
        a=secret_met,
        b=len(me.secret_objectives),
    )
    sums = {
        "n": public_met,
        "a": min(public_met, 1),
        "m": secret_met,
        "b": right - min(public_met, 1),
        "k": right,
    }
    why = explain("why.one_of_each", rulings=twin.rulings_since(0, "IM-OBJ-1"), **sums)
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, maximum=max(3, right))


def _objective_text(name: str) -> TextByLanguage:
    """Return what an objective asks for, without its points."""
    rule = rulebook()[objectives_by_id()[name].rule]
    return {lang: f"{rule.title(lang)}: {rule.text(lang).partition(': ')[2]}" for lang in LANGUAGES}


def _holdings(scene: GalaxyQuizScene) -> dict[str, object]:
    """Return everything of the learner that objectives count, in words, as facts for a question."""
    table, me = scene.table, scene.learner_sheet
    return {
        "goods": me.goods,
        "tactic": me.tactic,
        "strategy": me.strategy,
        "n": progress_on_objective(table, LEARNER_SEAT, objectives_by_id()["monument"]),
        "m": progress_on_objective(table, LEARNER_SEAT, objectives_by_id()["sway_council"]),
    }


@question_kind("met", status_phase_scene)
def _fulfilled_objective(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    names = [*_OBJECTIVES]
    rng.shuffle(names)
    good = _fulfilled(table, names)
    lacking = {
        name: card.needed_count - progress_on_objective(table, LEARNER_SEAT, card)
        for name in names
        if name not in good and (card := objectives_by_id()[name])
    }
    bad = sorted(lacking, key=lacking.__getitem__)
    require(good and len(bad) >= 2)
    right = good[0]
    wrong = {name: [_progress_reason(scene, objectives_by_id()[name])] for name in bad[:3]}
    scene.set_open_objectives(right, *wrong)
    game = scene.game()
    why = [_progress_reason(scene, objectives_by_id()[right]), *stated("IM-OBJ-1")]
    return staging.value_question(
        game, [], SAY("scoring.met", **_holdings(scene)), right, wrong, _objective_text, why
    )


def _progress_reason(scene: GalaxyQuizScene, objective: Objective) -> Reason:
    n = progress_on_objective(scene.table, LEARNER_SEAT, objective)
    key = "why.has_enough" if n >= objective.needed_count else "why.has_less"
    return remark(key, objective.rule, card=card(objective.id), n=n, m=objective.needed_count)


@question_kind("lacks", status_phase_scene)
def _missing_for_objective(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    table.phase = "action"
    name = rng.choice(
        (
            "corner",
            "expand_borders",
            "research_outposts",
            "intimidate",
            "unify_colonies",
            "subdue",
            "brain_trust",
        )
    )
    objective = objectives_by_id()[name]
    for sheet in table.players:
        sheet.strategy_cards = dict.fromkeys(sheet.strategy_cards, False)
    has = progress_on_objective(table, LEARNER_SEAT, objective)
    right = objective.needed_count - has
    require(right > 0)
    all_held = len(table.controlled_planets(LEARNER_SEAT))
    mistakes = [
        mistake(max(0, objective.needed_count - all_held), "every_planet", objective.rule),
        mistake(objective.needed_count, "from_nothing", objective.rule),
        mistake(right + 1, "one_too_many", objective.rule),
    ]
    scene.set_open_objectives("lead", "monument") if objective.stage == 2 else scene.set_open_objectives(
        name, "lead"
    )
    texts = SAY(
        "scoring.lacks", task={lang: text.rstrip(".") for lang, text in _objective_text(name).items()}
    )
    lacking = remark("why.lacking", objective.rule, n=objective.needed_count, m=has, k=right)
    why = [lacking, *stated(objective.rule)]
    return staging.count_question(rng, scene.game(), [], texts, right, mistakes, why, minimum=1)


@question_kind(
    "home",
    partial(status_phase_scene, learner_factions=("hacan", "letnev", "sardakk", "saar")),
    balanced=True,
)
def _can_score_public_objective(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make a question about whether the learner can score a public objective without controlling all home
    planets.
    """
    table, me = scene.table, scene.learner_sheet
    worlds = [world.id for world in table.planets_of(table.home_system(LEARNER_SEAT))]
    lost = rng.random() < 0.6
    if lost:
        table.ground[worlds[-1]].clear()
        scene.place_units_on_planet(1, worlds[-1], infantry=1)
    name = rng.choice(_fulfilled(table) or [""])
    require(name)
    scene.set_open_objectives(name, next(other for other in _SPENDING_OBJECTIVES if other != name))
    game = scene.game()
    right = name in scoring.scorable_public_objectives(table, LEARNER_SEAT)
    key = "scoring.home_lost" if lost else "scoring.home"
    texts = SAY(key, faction=me.faction, card=card(name), planet=planet(worlds[-1]), side="p2")
    case = "home_free" if me.faction == "saar" and lost else "home_lost" if lost else "home_all"
    why = explain(f"why.{case}")
    twin = game_after_status_phase(game, rng)
    require(right == bool(twin.table.players[LEARNER_SEAT].scored_objectives))
    return staging.yes_no_question(game, twin, texts, right, why)


@question_kind("tokens", partial(status_phase_scene, learner_factions=("hacan", "letnev", "sardakk", "sol")))
def _tokens_gained(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many command tokens do you gain in the status phase?”"""
    table, me = scene.table, scene.learner_sheet
    if rng.random() < 0.5:
        me.technologies |= {"nm", "dxa", "hm"}
    scene.place_tokens(LEARNER_SEAT, *scene.shuffled_ordinary_systems()[: rng.randint(1, 4)])
    game = scene.game()
    twin = game_after_status_phase(game, rng)
    right = twin.table.players[LEARNER_SEAT].tokens_on_sheet - me.tokens_on_sheet
    on_map = sum(LEARNER_SEAT in seats for seats in table.command_tokens)
    owns = me.has_technology("hm")
    mistakes = [
        mistake(2, "bonus_forgotten") if right != 2 else mistake(3, "no_bonus"),
        mistake(right + on_map, "map_tokens"),
        mistake(1, "two_not_one"),
    ]
    key = "scoring.tokens_hm" if owns else "scoring.tokens"
    texts = SAY(key, faction=me.faction, n=on_map, card=card("hm"))
    rules = [
        "IM-STATUS-5",
        *(["IM-UNIT-versatile"] if me.faction == "sol" else []),
        *(["IM-TECH-hm"] if owns else []),
    ]
    mine = staging.rulings_about(twin.rulings_since(0, "IM-STATUS-5"), SEATS[LEARNER_SEAT])
    key = "tokens_sol" if me.faction == "sol" else "tokens_two"
    if owns:
        key = "tokens_sol_hm" if me.faction == "sol" else "tokens_hm"
    why = [remark(f"why.{key}", k=right), *heard(mine), *stated(*rules)]
    return staging.count_question(rng, game, twin, texts, right, mistakes, why, minimum=0)


@question_kind("reserve", status_phase_scene)
def reinforcement_token_count_item(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    """Make the question “How many command tokens are in reinforcements after the status phase?”"""
    table, me = scene.table, scene.learner_sheet
    me.tactic, me.strategy, me.fleet = rng.randint(0, 2), rng.randint(0, 2), rng.randint(3, 5)
    scene.place_tokens(LEARNER_SEAT, *scene.shuffled_ordinary_systems()[: rng.randint(2, 5)])
    scene.set_open_objectives("monument", "sway_council")
    table.exhaust_planets(table.controlled_planets(LEARNER_SEAT))
    me.goods = 0
    game = scene.game()
    twin = game_after_status_phase(game, rng)
    right = twin.table.tokens_in_reinforcements(LEARNER_SEAT)
    before = table.tokens_in_reinforcements(LEARNER_SEAT)
    on_map = sum(LEARNER_SEAT in seats for seats in table.command_tokens)
    mistakes = [
        mistake(before - 2, "stay_on_map"),
        mistake(before + on_map, "two_gained"),
        mistake(before, "both_forgotten"),
    ]
    texts = SAY("scoring.reserve", a=me.tokens_on_sheet, n=on_map, m=before)
    sums = {"n": before, "m": on_map, "a": before + on_map - right, "k": right}
    why = explain("why.reserve", "IM-STATUS-5", **sums)
    return staging.count_question(rng, game, twin, texts, right, mistakes, why)


@question_kind("first", status_phase_scene)
def _first_to_score(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table = scene.table
    table.speaker = rng.randrange(3)
    order = table.initiative_order
    right = SEATS[order[0]]
    wrong = {SEATS[table.speaker]: [remark("mistake.speaker_reveals")]}
    for seat in SEATS[:3]:
        wrong.setdefault(seat, [remark("mistake.later", "IM-STATUS-1", side=seat)])
    cards = strategy_card_facts(table)
    texts = SAY("scoring.first", speaker=SEATS[table.speaker], **cards)
    why = [remark("why.order", order=tuple(SEATS[seat] for seat in order)), *stated("IM-STATUS-1")]
    return staging.value_question(scene.game(), [], texts, right, wrong, seat_texts, why)
