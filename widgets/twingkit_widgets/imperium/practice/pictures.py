"""The table of a question on battles: both sides with their effects, and dice that fell."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Game
from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.rules.questions import Throw
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.quiz import Item
from twingkit_widgets.imperium.lesson.scene import Scene
from twingkit_widgets.imperium.lesson.table import fleet_table
from twingkit_widgets.imperium.lesson.views import BattleLessonViews
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.practice.steps import Step


class BattleQuestions:
    """The pictures of questions: both forces face to face."""

    css = BattleLessonViews.css

    def table(
        self, item: Item, lang: str, *, answered: bool, step: int | None, rule: str
    ) -> tuple[Sequence[Child], Markup | None]:
        """Both sides, and what either has besides its units; a step shows its dice."""
        scene = _still(item.game()) if step is None else _scene(Step.of(item, step))
        words = rulebook().words
        whose = [words.name(role, lang) for role in ("attacker", "defender")]
        named = [name[:1].upper() + name[1:] for name in whose]
        return [fleet_table(scene, lang, whose=named), _effects(Battle.parse(item.table), named, lang)], None

    def things(self, cards: str, lang: str) -> Sequence[Child]:
        """An empty sequence: texts and table are enough."""
        return ()

    def answer(self, before: Game, line: str, lang: str) -> str:
        """The question that was answered, and the answer as it is typed."""
        question = before.question
        return f"{question.text(lang)} – {before.without_seat(line)}" if question else line


def _scene(step: Step) -> Scene:
    """A moment of the play: after a throw with its dice, and the forces before it."""
    after, before = step.game, step.before
    if before is None:
        return _still(after)
    question = before.question
    dice = ((question, question.read(step.line)),) if isinstance(question, Throw) else ()
    return attrs.evolve(_still(after), before=before.table.state, dice=dice)


def _still(game: Game) -> Scene:
    """A moment without dice. Where ships have left, nobody is called the winner (IM-ACT-s_retreat)."""
    state = game.table.state
    return Scene(game, state, state, asked=any(game.table.left))


def _effects(battle: Battle, whose: Sequence[str], lang: str) -> Markup | None:
    """The faction and the effects of either side, by name."""
    words = rulebook().words
    rows = []
    for name, side in zip(whose, battle.sides, strict=True):
        has = [words.name(side.faction, lang)] if side.faction else []
        has += [words.label(use.effect, lang) for use in side.uses()]
        if has:
            rows.append(el("p", el("b", f"{name}: "), ", ".join(has), cls="tk-small"))
    return el("div", rows, cls="tk-stack") if rows else None
