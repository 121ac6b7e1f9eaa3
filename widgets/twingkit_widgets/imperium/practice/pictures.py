"""The table of a practice question on a battle: both sides with their effects, and rolled dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit import Game
from twingkit.core.links import to_unquoted_link_value
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.imperium.lesson.scene import BattleScene
from twingkit_widgets.imperium.lesson.table import battle_scene_html
from twingkit_widgets.imperium.lesson.views import BattleLessonPictures
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.practice.galaxy import (
    is_whole_game,
    question_table_pictures,
    unit_reference_html,
)
from twingkit_widgets.imperium.practice.reference import WORDS, battle_reference_html
from twingkit_widgets.learn.practice.pictures import QuestionPictures, TablePictures
from twingkit_widgets.learn.practice.steps import PlayOutStep
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first

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
