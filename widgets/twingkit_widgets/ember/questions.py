"""The pictures and texts beside a question about Ember.

These are the part of the table that decides the question, the abilities of its creatures, and the meaning of
cost signs.
"""

from __future__ import annotations

import re

from twingkit.core.play import Game
from twingkit.ember.box.pool import Creature, load_pool
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.ember.pictures.cards import hand_html
from twingkit_widgets.ember.pictures.table import piles_html
from twingkit_widgets.ember.play.answers import answer_label
from twingkit_widgets.ember.words import say
from twingkit_widgets.learn.practice.pictures import QuestionPictures, TablePictures
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first

QUESTIONS_WITHOUT_TABLE = (
    "sets-and-runs:rarest",
    "setting-up:begins",
    "setting-up:left",
    "setting-up:players",
)
"""Kinds of questions whose answer does not depend on a table."""

PUZZLES = "puzzles"
"""Topic of puzzles, which show cost and ability of creatures that can be conjured."""

HAND_ONLY_TOPICS = ("sets-and-runs",)
"""Topics in which only the hand decides."""

_PUZZLE_THEMES_WITHOUT_ABILITIES = ("one_set", "runs", "two_sets", "wild", "either", "pay")
"""Themes of puzzles in which only the hand and the Charred Pile decide, without abilities."""

_POINTS_ONLY_TOPICS = ("the-call",)
"""Topics in which flipped creatures only count their points, so that abilities are not shown."""

COST = re.compile(r"\b[NERS][2-5]\b")
"""Pattern that finds the signs of costs in a text."""


class EmberQuestionPictures(QuestionPictures):
    """A renderer of the table pictures shown with Ember's quiz questions."""

    def table_pictures(
        self, item: QuizItem, *, answered: bool, step: int | None, rule_act: str
    ) -> TablePictures:
        """Render the part of the table that decides the question, as the learner's seat sees it."""
        if f"{item.topic}:{item.kind}" in QUESTIONS_WITHOUT_TABLE:
            return TablePictures()
        is_puzzle = item.topic == PUZZLES and item.kind in _PUZZLE_THEMES_WITHOUT_ABILITIES
        if is_puzzle or (item.topic in HAND_ONLY_TOPICS and step is None):
            view, label = item.game().view(item.seat), say("table.hand_label")
            hand = [el("b", label, cls="tk-small"), hand_html(view.hand, label)]
            return TablePictures([*hand, piles_html(view)] if is_puzzle else hand)
        return super().table_pictures(item, answered=answered, step=step, rule_act=rule_act)

    def option_text(self, before: Game, answer_line: str) -> str:
        """Return an answer in words."""
        return capitalize_first(answer_label(before.strip_seat(answer_line), load_pool()))

    def reference_html(self, item: QuizItem) -> Markup | None:
        """Render the abilities of creatures that no option describes, and the meaning of cost signs."""
        words = [item.prompt(), *(choice.text() for choice in item.choices)]
        lying = _lying(item)
        has_abilities = item.topic == PUZZLES and item.kind not in _PUZZLE_THEMES_WITHOUT_ABILITIES
        rows = []
        for creature in load_pool().values() if has_abilities else ():
            if creature not in lying and any(creature.name() in text for text in words[1:]):
                name = el("b", f"{creature.name()} ({creature.cost})")
                rows.append(el("li", name, f" ({creature.value}): ", creature.text()))
        words += [str(row) for row in rows]
        rows += [
            el("li", el("b", creature.name()), f" ({creature.value}): ", creature.text())
            for creature in lying
            if not any(creature.effects_text() in text for text in words[1:])
        ]
        legend = el("p", say("cost.legend")) if any(COST.search(text) for text in words) else None
        if not rows and legend is None:
            return None
        head = el("h3", say("table.does"), cls="tk-label") if rows else None
        listed = el("ul", rows, cls="tk-list em-does") if rows else None
        return el("div", head, listed, legend, cls="tk-small", data_key="known")


def _lying(item: QuizItem) -> list[Creature]:
    if f"{item.topic}:{item.kind}" in QUESTIONS_WITHOUT_TABLE or (
        item.topic == PUZZLES and item.kind in _PUZZLE_THEMES_WITHOUT_ABILITIES
    ):
        return []
    players = item.game().table.players
    seats = [players[(item.seat + step) % len(players)] for step in range(len(players))]
    owned = [conjured for player in seats for conjured in player.owned]
    return [
        conjured.creature
        for conjured in owned
        if conjured.is_face_up or item.topic not in _POINTS_ONLY_TOPICS
    ]
