"""The table of a practice question: both sides of a battle with their effects and rolled dice, or part of the
map of a whole game; the values of units and texts of cards to look up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from twingkit import Game
from twingkit.core.language import call_in_language
from twingkit.core.links import to_unquoted_link_value
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.box.units import BATTLE_CLASSES, Unit, unit
from twingkit.imperium.galaxy.map.hexes import Hex, distance
from twingkit.imperium.galaxy.starts import PositionStart
from twingkit.imperium.galaxy.view import GameView, SystemView
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.imperium.lesson.scene import BattleScene
from twingkit_widgets.imperium.lesson.table import battle_scene_html
from twingkit_widgets.imperium.lesson.views import BattleLessonPictures
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.item_html import unit_facts
from twingkit_widgets.imperium.pictures.names import answer_label, unit_name
from twingkit_widgets.imperium.pictures.seats import player_sheet_html
from twingkit_widgets.imperium.pictures.table import map_and_component_list
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.learn.practice.pictures import QuestionPictures, TablePictures
from twingkit_widgets.learn.practice.steps import PlayOutStep
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.house_rules_words import house_rules_suffix
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first

WORDS = PanelTexts(Path(__file__).with_name("practice_words.toml"))
"""The texts around the table of a question."""


def battle_reference_html(item: QuizItem) -> Markup | None:
    """Render the texts of the cards in a battle question and the values of both sides' units; None if there
    are neither.
    """
    battle = Battle.parse(item.table)
    offered = [effects_by_id()[choice.key] for choice in item.choices if choice.key in effects_by_id()]
    there = [use.effect for side in battle.sides for use in side.all_effect_uses()]
    effects = list({effect.id: effect for effect in (*offered, *there)}.values())
    cards = _fold("cards", [_card(effect) for effect in effects]) if effects else None
    kinds = _kinds(battle, item)
    carried = battle.kind != "ground"
    units = _fold("units", [_unit(kind, carried) for kind in kinds]) if kinds else None
    return el("div", cards, units, cls="tk-quiz-known", data_key="known") if cards or units else None


def units_table_html(kinds: Sequence[Unit]) -> Markup:
    """Render a table of unit types with their abilities, capacity and move values, as used in a whole
    game.
    """
    rows = [_unit(kind, with_capacity_need=True, with_move_value=True) for kind in kinds]
    return el("div", _fold("units", rows), cls="tk-quiz-known", data_key="known")


def _fold(name: str, rows: list[Markup]) -> Markup:
    """Return table rows under the title `name`, collapsed at first to leave room for the answers on a
    phone.
    """
    summary = el("summary", WORDS.say(f"known.{name}"), data_key=f"known:{name}:title")
    rows_html = el("ul", rows, cls="tk-list")
    return el("details", summary, rows_html, data_key=f"known:{name}", data_controls=True)


def _kinds(battle: Battle, item: QuizItem) -> list[Unit]:
    """Return the unit types of both sides and of the options (`1 cruiser 2 destroyer`), the heaviest
    first.
    """
    kinds = {kind.words_key: kind for side in battle.sides for kind, _ in side.units_with_counts()}
    for choice in item.choices:
        for word in choice.key.split() if item.topic == "winners" else ():
            if word in BATTLE_CLASSES:
                kinds.setdefault(word, unit(word))
    return sorted(kinds.values(), key=lambda kind: (-BATTLE_CLASSES.index(kind.unit_class), kind.is_upgraded))


def _unit(kind: Unit, with_capacity_need: bool, with_move_value: bool = False) -> Markup:
    """Return one unit; with `with_capacity_need`, its need for capacity, with `with_move_value`, its move
    value.
    """
    picture = el("span", unit_svg(kind.unit_class), cls="tk-quiz-known-unit", aria_hidden="true")
    name = el("b", capitalize_first(unit_name(kind)))
    facts = unit_facts(kind, with_capacity_need=with_capacity_need, with_move_value=with_move_value)
    return el("li", picture, el("span", name, ": ", "; ".join(facts), "."))


def _card(effect: BattleEffect) -> Markup:
    rule = rulebook()[effect.rule]
    name = el("b", capitalize_first(rule.title()))
    return el("li", el("span", name, ": ", rule.text(), house_rules_suffix([rule.id])))


_ANOMALY_EFFECT_SOURCE = "anomaly"
"""The source of effects that belong to the place instead of a side."""


class ImperiumQuestionPictures(QuestionPictures):
    """The pictures of practice questions: both forces of a battle, or part of the map."""

    css = BattleLessonPictures.css

    def table_pictures(
        self, item: QuizItem, *, answered: bool, step: int | None, rule_act: str
    ) -> TablePictures:
        """Return both sides of a battle with their effects and dice, or the systems of a whole game."""
        if is_whole_game(item):
            return question_table_pictures(item, step)
        scene = (
            _scene_without_dice(item.game())
            if step is None
            else _scene(PlayOutStep.after_answers(item, step))
        )
        return TablePictures(_forces(scene, Battle.parse(item.table), rule_act))

    def forces(self, game: Game, battle: Battle) -> Sequence[Child]:
        """Return both sides of a game of this battle in its current state, with their effects."""
        return _forces(_scene_without_dice(game), battle, "")

    def thing_pictures(self, thing_names: str) -> Sequence[Child]:
        """Return no pictures: texts and table are enough."""
        return ()

    def answer_text(self, before: Game, answer_line: str) -> str:
        """Return the answered question and the typed answer; in a whole game the answer as text."""
        if not isinstance(before.start, BattleStart):
            return answer_label(before.strip_seat(answer_line))
        question = before.question
        return f"{question.text()} – {before.strip_seat(answer_line)}" if question else answer_line

    def option_text(self, before: Game, answer_line: str) -> str:
        """Return a possible answer as text: losses, a target, whether an effect is used."""
        return answer_text(before.question, before.strip_seat(answer_line))

    def reference_html(self, item: QuizItem) -> Markup | None:
        """Return the values of the units on the table, and the texts of the cards in the question."""
        return unit_reference_html(item) if is_whole_game(item) else battle_reference_html(item)

    def lab_query(self, item: QuizItem) -> Mapping[str, str] | None:
        """Return the battle at its start as link parameters; None for a whole game."""
        if is_whole_game(item):
            return None
        return {"battle": to_unquoted_link_value(item.table)}


def _forces(scene: BattleScene, battle: Battle, rule_act: str) -> Sequence[Child]:
    """Return both sides of a scene, and the effects of its battle; `rule_act` opens a rule."""
    words = rulebook().words
    named = [capitalize_first(words.name(role)) for role in ("attacker", "defender")]
    return [battle_scene_html(scene, side_names=named), _effects(battle, named, rule_act)]


def _scene(step: PlayOutStep) -> BattleScene:
    """Return the scene after a roll, with its dice and the forces before it."""
    after, before = step.game, step.game_before
    if before is None:
        return _scene_without_dice(after)
    question = before.question
    dice = ((question, question.parse_answer(step.last_answer)),) if isinstance(question, RollDice) else ()
    return attrs.evolve(_scene_without_dice(after), forces_before=before.table.state, dice=dice)


def _scene_without_dice(game: Game) -> BattleScene:
    """Return the scene without dice; after a retreat nobody is called the winner (IM-ACT-s_retreat)."""
    state = game.table.state
    return BattleScene(game, state, state, hides_winner=any(game.table.retreated))


def _effects(battle: Battle, whose: Sequence[str], rule_act: str) -> Markup | None:
    """Return the place of the battle, and each side's faction and effects with their rules."""
    words, rows = rulebook().words, []
    for side_index, (name, side) in enumerate(zip(whose, battle.sides, strict=True)):
        named: list[tuple[bool, list[Child]]] = [
            (
                use.effect.source == _ANOMALY_EFFECT_SOURCE,
                [
                    capitalize_first(words.format_fact(use.effect)),
                    " ",
                    _badge(use.effect.rule, rule_act, side_index),
                ],
            )
            for use in side.all_effect_uses()
        ]
        if side.faction:
            named.insert(0, (False, [capitalize_first(words.name(side.faction))]))
        rows += [_row(WORDS.say("place"), [part]) for place, part in named if place]
        if has := [part for place, part in named if not place]:
            rows.append(_row(WORDS.say("has", side=name), has))
    return el("div", rows, cls="tk-stack", data_key="effects") if rows else None


def _row(lead: str, parts: Sequence[Child]) -> Markup:
    between: list[Child] = [[", ", part] if place else part for place, part in enumerate(parts)]
    return el("p", el("b", lead), " ", between, cls="tk-small tk-quiz-has")


def _badge(rule: str, rule_act: str, side_index: int) -> Markup:
    return rule_badge(rule, rule_act, key=f"has:{side_index}:{rule}", value=rule)


_WHOLE_MAP_QUESTIONS = ("trade:near", "scoring:met", "scoring:lacks")

_OWN_SHEET_QUESTIONS = ("scoring:met", "scoring:lacks")

_DISTANT_SYSTEM_QUESTIONS = ("galaxy:anomaly",)
"""The kinds of questions that name distant systems, so the map is not cropped."""

_UNIT_REFERENCE_TOPICS = ("movement", "fleets", "space", "invasion", "production", "secondary-abilities")
"""The topics for which unit values can be looked up."""

_NUMBER = re.compile(r"\b(?:system|activate|move|system_|retreat_to|token_to) ([0-9]{2})\b", re.IGNORECASE)


def question_table_pictures(item: QuizItem, step: int | None) -> TablePictures:
    """Return the pictures for a practice question about a whole game: the map or a part of it, its contents,
    and the learner's sheet if it matters.

    `step` is a place in the play-out; None is the question itself.
    """
    game = item.game() if step is None else PlayOutStep.after_answers(item, step).game
    view: GameView = game.view(item.seat)
    kind = f"{item.topic}:{item.kind}"
    parts: list[Child] = []
    named = _named_systems(item)
    if kind in _WHOLE_MAP_QUESTIONS or kind in _DISTANT_SYSTEM_QUESTIONS:
        parts += map_and_component_list(view)
    elif named:
        parts += map_and_component_list(_cropped(view, named))
    cls = "tk-game-table tk-game-small"
    if kind in _OWN_SHEET_QUESTIONS:
        sheet = player_sheet_html(view.seats[item.seat], view)
        return TablePictures(elsewhere=el("div", sheet, parts, cls=cls, data_key="table"))
    return TablePictures([el("div", parts, cls=cls, data_key="table")] if parts else ())


def _named_systems(item: QuizItem) -> frozenset[str]:
    texts = [item.prompt("en"), *(choice.text("en") for choice in item.choices), *item.answers_before]
    numbers = {number for text in texts for number in _NUMBER.findall(text)}
    numbers |= {
        planet.tile
        for planet in planets_by_id().values()
        if any(_mentions(text, planet.name) for text in texts)
    }
    return frozenset(numbers)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _cropped(view: GameView, numbers: frozenset[str]) -> GameView:
    places = [
        system.place for system in view.systems if system.tile_number in numbers and system.place is not None
    ]
    shown = tuple(system for system in view.systems if _is_near(system, places))
    return attrs.evolve(view, systems=shown or view.systems)


def _is_near(system: SystemView, places: Sequence[Hex]) -> bool:
    return system.place is not None and any(distance(system.place, place) <= 1 for place in places)


def unit_reference_html(item: QuizItem) -> Markup | None:
    """Render a table with the values of the unit types that a question names, including the learner's
    upgrades; None if it names no units.
    """
    if item.topic not in _UNIT_REFERENCE_TOPICS:
        return None
    sheet = item.game().table.players[item.seat]
    words = rulebook().words
    texts = " ".join([item.prompt("en"), *(choice.text("en") for choice in item.choices)]).casefold()
    kinds = [
        unit
        for name in reversed(BATTLE_CLASSES)
        if any(call_in_language("en", words.name, name, form).casefold() in texts for form in ("", "many"))
        and (unit := sheet.unit_type_on_board(name)) is not None
    ]
    return units_table_html(kinds) if kinds else None


def is_whole_game(item: QuizItem) -> bool:
    """Return whether a practice question is about a position of a whole game, not a single battle."""
    return isinstance(item.start_game().start, PositionStart)
