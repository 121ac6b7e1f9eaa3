"""The table of a question on battles: both sides with their effects, and dice that fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit import Game
from twingkit.core.links import to_unquoted_link
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import Throw
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import Item
from twingkit_widgets.imperium.lesson.scene import Scene
from twingkit_widgets.imperium.lesson.table import fleet_table
from twingkit_widgets.imperium.lesson.views import BattleLessonViews
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.practice.galaxy import is_whole_game, known_units, question_map
from twingkit_widgets.imperium.practice.known import WORDS, known_html
from twingkit_widgets.learn.practice.steps import Step
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first

PLACE = "anomaly"
"""The source of effects that a place has, not a side."""


class ImperiumQuestions:
    """The pictures of questions: on battles both forces face to face, on whole games a part of the map."""

    css = BattleLessonViews.css

    def table(
        self, item: Item, *, answered: bool, step: int | None, rule: str
    ) -> tuple[Sequence[Child], Markup | None]:
        """Both sides, and what either has besides its units; a step shows its dice. Of a whole game the
        systems that are asked about."""
        if is_whole_game(item):
            return question_map(item, step)
        scene = _scene_without_dice(item.game()) if step is None else _scene(Step.of(item, step))
        return _forces(scene, Battle.parse(item.table), rule), None

    def forces(self, game: Game, battle: Battle) -> Sequence[Child]:
        """Both sides of a game of this battle as it stands, and what either has besides its units."""
        return _forces(_scene_without_dice(game), battle, "")

    def things(self, cards: str) -> Sequence[Child]:
        """An empty sequence: texts and table are enough."""
        return ()

    def answer(self, before: Game, line: str) -> str:
        """The question that was answered, and the answer as typed; of a whole game the answer in words."""
        if not isinstance(before.start, BattleStart):
            return answer_label(before.strip_seat(line))
        question = before.question
        return f"{question.text()} – {before.strip_seat(line)}" if question else line

    def option(self, before: Game, line: str) -> str:
        """An answer that can be given, in words: losses, a target, whether an effect is used."""
        return answer_text(before.question, before.strip_seat(line))

    def known(self, item: Item) -> Markup | None:
        """The numbers of the units on the table, and the texts of the cards that are asked about."""
        return known_units(item) if is_whole_game(item) else known_html(item)

    def lab(self, item: Item) -> Mapping[str, str] | None:
        """The battle as it began; None for a question on a whole game."""
        if is_whole_game(item):
            return None
        return {"battle": to_unquoted_link(item.table)}


def _forces(scene: Scene, battle: Battle, act: str) -> Sequence[Child]:
    """Both sides of a scene, and the effects of its battle; `act` opens a rule."""
    words = rulebook().words
    named = [capitalize_first(words.name(role)) for role in ("attacker", "defender")]
    return [fleet_table(scene, whose=named), _effects(battle, named, act)]


def _scene(step: Step) -> Scene:
    """A moment of the play: after a throw with its dice, and the forces before it."""
    after, before = step.game, step.before
    if before is None:
        return _scene_without_dice(after)
    question = before.question
    dice = ((question, question.parse_answer(step.line)),) if isinstance(question, Throw) else ()
    return attrs.evolve(_scene_without_dice(after), before=before.table.state, dice=dice)


def _scene_without_dice(game: Game) -> Scene:
    """A moment without dice. Where ships have left, nobody is called the winner (IM-ACT-s_retreat)."""
    state = game.table.state
    return Scene(game, state, state, asked=any(game.table.left))


def _effects(battle: Battle, whose: Sequence[str], act: str) -> Markup | None:
    """The place of the battle, the faction and the effects of either side, by name, each with the badge of
    its rule."""
    words, rows = rulebook().words, []
    for index, (name, side) in enumerate(zip(whose, battle.sides, strict=True)):
        named: list[tuple[bool, list[Child]]] = [
            (
                use.effect.source == PLACE,
                [capitalize_first(words.label(use.effect)), " ", _badge(use.effect.rule, act, index)],
            )
            for use in side.uses()
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


def _badge(rule: str, act: str, index: int) -> Markup:
    return rule_button(rule, act, key=f"has:{index}:{rule}", value=rule)
