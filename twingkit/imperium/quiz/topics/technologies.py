"""Questions on technologies: what you may research, what is missing, and how many steps it takes."""

from __future__ import annotations

import random
from functools import partial

from twingkit.core.language import call_in_language
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.imperium.box.tiles import TECHNOLOGY_COLOURS, planets_by_id
from twingkit.imperium.galaxy.technology.cards import (
    missing_prerequisites,
    ownable_technologies,
    technology_by_id,
)
from twingkit.imperium.galaxy.technology.research import (
    prerequisite_substitutes_by_colour,
    researchable_technologies,
)
from twingkit.imperium.galaxy.technology.research_orders import research_refusal as why_not
from twingkit.imperium.galaxy.technology.research_orders import shortest_research_order_rows
from twingkit.imperium.quiz.question_texts import (
    SAY,
    card,
    explain,
    heard,
    mistake,
    plain,
    planet_names,
    stated,
)
from twingkit.imperium.quiz.scene import (
    LEARNER_SEAT,
    SIMPLE_FACTIONS,
    GalaxyQuizScene,
    answer_by_first_option,
)
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import count_question, require_allowed, require_question, value_question

_SPECIALTY_PLANETS = tuple(name for name, planet in planets_by_id().items() if planet.specialty)


def _research_scene(rng: random.Random, *, specialty: float = 0.6, steps: int = 4) -> GalaxyQuizScene:
    """Return a scene in which the learner has some technologies and the turn, and holds the strategy card
    Technology.
    """
    scene = GalaxyQuizScene(rng)
    me, table = scene.learner_sheet, scene.table
    for _ in range(rng.randint(0, steps)):
        deck = ownable_technologies(me.faction)
        open_ones = [
            name for name in researchable_technologies(table, LEARNER_SEAT) if not deck[name].unit_class
        ]
        me.technologies |= {rng.choice(open_ones)}
    for name in [name for name in scene.free_planets() if name in _SPECIALTY_PLANETS][:2]:
        if rng.random() < specialty:
            scene.give_planets(LEARNER_SEAT, name, ready=rng.random() < 0.7)
    scene.start_turn(LEARNER_SEAT, 7)
    return scene


def research_facts(scene: GalaxyQuizScene) -> dict[str, object]:
    """Return the learner's technologies and planets with a specialty, as facts to insert into the text of a
    question.
    """
    table, me = scene.table, scene.learner_sheet
    owned = [
        card(name) for name in sorted(me.technologies, key=lambda name: (technology_by_id(name).colour, name))
    ]
    with_colour = [name for name in table.controlled_planets(LEARNER_SEAT) if planets_by_id()[name].specialty]
    ready = [name for name in with_colour if name not in table.exhausted_planets]
    tired = [name for name in with_colour if name in table.exhausted_planets]
    return {
        "names": plain(tuple(owned)) if owned else "nothing",
        "ready": _with_specialties(ready),
        "tired": _with_specialties(tired),
        "faction": me.faction,
    }


def _with_specialties(names: list[str]) -> object:
    if not names:
        return "nothing"
    parts = [
        SAY("research.planet", planet=planet_names([name]), colour=planets_by_id()[name].specialty)
        for name in names
    ]
    return join_texts(*parts, separator=", ")


def name_with_prerequisites(name: str) -> TextByLanguage:
    """Return the name of a technology with its prerequisites."""
    needed = technology_by_id(name).prerequisites
    if not needed:
        return SAY("research.plain", card=card(name))
    return SAY(
        "research.card", card=card(name), colours=join_texts(*map(_colour_texts, needed), separator=", ")
    )


def _colour_texts(colour: str) -> TextByLanguage:
    return {lang: call_in_language(lang, rulebook().words.name, colour) for lang in LANGUAGES}


@question_kind("which", _research_scene)
def _researchable_technology(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    game = require_question(scene.game("strategy 7"), "research")
    able = researchable_technologies(table, LEARNER_SEAT)
    colours = list(prerequisite_substitutes_by_colour(table, LEARNER_SEAT))
    hard = [name for name in able if technology_by_id(name).prerequisites]
    require(hard)
    right = rng.choice(hard)
    ownable = sorted({name for faction in SIMPLE_FACTIONS for name in ownable_technologies(faction)})
    everything = [name for name in ownable if name not in me.technologies and name not in able]
    near = [name for name in everything if isinstance(_research_refusal(scene, name, colours), Refusal)]
    near = [
        name
        for name in near
        if missing_prerequisites(technology_by_id(name), me.technologies, colours).total() <= 1
        or technology_by_id(name).faction
    ]
    require(len(near) >= 3)
    rng.shuffle(near)
    wrong = [name for name in near if technology_by_id(name).faction][:1] + [
        name for name in near if not technology_by_id(name).faction
    ][:2]
    require_allowed(game, f"research {right}")
    mistakes = {
        name: heard([no]) for name in wrong if (no := _research_refusal(scene, name, colours)) is not None
    }
    own = missing_prerequisites(technology_by_id(right), me.technologies).total()
    symbols = len(technology_by_id(right).prerequisites)
    key = "why.researchable_planets" if own else "why.researchable"
    why = explain(key, "IM-TECH-3", card=card(right), n=symbols, m=symbols - own, k=own)
    texts = SAY("research.which", **research_facts(scene))
    return value_question(game, [f"research {right}"], texts, right, mistakes, name_with_prerequisites, why)


def _research_refusal(scene: GalaxyQuizScene, name: str, colours: list[str]) -> Refusal | None:
    return why_not(name, scene.learner_sheet.faction, sorted(scene.learner_sheet.technologies), colours)


@question_kind("lacks", partial(_research_scene, specialty=0.8))
def _missing_for_technology(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    colours = list(prerequisite_substitutes_by_colour(table, LEARNER_SEAT))
    names = [name for name in ownable_technologies(me.faction) if name not in me.technologies]
    short = [
        name
        for name in names
        if missing_prerequisites(technology_by_id(name), me.technologies, colours).total() == 1
    ]
    short = [name for name in short if len(technology_by_id(name).prerequisites) > 1]
    require(short)
    name = rng.choice(short)
    right = next(iter(missing_prerequisites(technology_by_id(name), me.technologies, colours)))
    because = (
        heard([no]) if (no := _research_refusal(scene, name, colours)) is not None else stated("IM-TECH-2")
    )
    wrong = {colour: because for colour in TECHNOLOGY_COLOURS if colour != right}
    texts = SAY(
        "research.lacks", card=card(name), needs=name_with_prerequisites(name), **research_facts(scene)
    )
    return value_question(
        scene.game(), [], texts, right, wrong, _colour_texts, [*because, *stated("IM-TECH-2")]
    )


@question_kind("exhausts", partial(_research_scene, specialty=1.0))
def _planets_to_exhaust(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    table, me = scene.table, scene.learner_sheet
    deck = ownable_technologies(me.faction)
    able = [
        name
        for name in researchable_technologies(table, LEARNER_SEAT)
        if missing_prerequisites(deck[name], me.technologies)
    ]
    plain_ones = [
        name
        for name in researchable_technologies(table, LEARNER_SEAT)
        if deck[name].prerequisites and name not in able
    ]
    require(able)
    name = rng.choice(able if rng.random() < 0.7 or not plain_ones else plain_ones)
    game = scene.game("strategy 7")
    require_allowed(game, f"research {name}")
    twin = answer_by_first_option(game.copy().give_answers(f"research {name}"), rng, "specialty")
    right = len(twin.table.exhausted_planets - table.exhausted_planets)
    symbols = len(technology_by_id(name).prerequisites)
    with_colour = [
        world
        for world in table.controlled_planets(LEARNER_SEAT)
        if planets_by_id()[world].specialty and world not in table.exhausted_planets
    ]
    mistakes = [
        mistake(symbols, "each_symbol"),
        mistake(len(with_colour), "all_planets"),
        mistake(0, "no_planet"),
    ]
    texts = SAY(
        "research.exhausts", card=card(name), needs=name_with_prerequisites(name), **research_facts(scene)
    )
    why = explain("why.symbols", n=symbols, m=symbols - right, right=right)
    return count_question(rng, game, twin, texts, right, mistakes, why, maximum=3)


@question_kind("steps", partial(_research_scene, specialty=0.0, steps=2))
def _technologies_to_research_first(rng: random.Random, scene: GalaxyQuizScene) -> QuizItem | None:
    me = scene.learner_sheet
    names = [
        name
        for name in ownable_technologies(me.faction)
        if name not in me.technologies and len(technology_by_id(name).prerequisites) > 1
    ]
    name = rng.choice(names)
    ways = shortest_research_order_rows(name, me.faction, sorted(me.technologies))
    right = len(ways[0])
    symbols = len(technology_by_id(name).prerequisites)
    mistakes = [
        mistake(right - 1, "itself_counts"),
        mistake(symbols + 1, "owned_counts"),
        mistake(symbols, "one_a_symbol"),
        mistake(1, "at_once"),
    ]
    require(right >= 2)
    way = plain(tuple(card(step) for step in ways[0]))
    texts = SAY(
        "research.steps", card=card(name), needs=name_with_prerequisites(name), **research_facts(scene)
    )
    why = explain("why.steps", way=way, n=right)
    return count_question(rng, scene.game(), [], texts, right, mistakes, why, minimum=1)
