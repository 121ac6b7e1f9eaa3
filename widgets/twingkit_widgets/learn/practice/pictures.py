"""The pictures of a question on the table: a game's own, or plain ones.

A game's views may have an object `questions` with any of the functions of `QuestionPictures`; what it lacks
is drawn from the other views of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from twingkit import Game
from twingkit.core.games import GameEntry, game_by_id
from twingkit.learn.quiz import Item
from twingkit_widgets.learn.practice.steps import Step
from twingkit_widgets.panel.markup import Child, Markup
from twingkit_widgets.panel.views import views_of


class QuestionPictures(Protocol):
    """The pictures of a game's questions."""

    css: str
    """The style that they need beside that of questions."""

    def table(
        self, item: Item, *, answered: bool, step: int | None, rule: str
    ) -> tuple[Sequence[Child], Markup | None]:
        """Return the table, and the parts around it if they have a place of their own.

        While the question is open, nothing that it asks is to be seen. `rule` is the action that opens a
        rule.
        """

    def things(self, cards: str) -> Sequence[Child]:
        """The things that words speak of (`Item.cards`, `Choice.cards`), drawn beside them."""

    def answer(self, before: Game, line: str) -> str:
        """An answer that was given, in words."""

    def option(self, before: Game, line: str) -> str:
        """An answer that can be given, in words."""

    def known(self, item: Item) -> Markup | None:
        """The numbers and texts of what lies on the table, to look up while the question is open."""

    def lab(self, item: Item) -> Mapping[str, str] | None:
        """The query with which the game's lab shows what is asked about; None if it cannot."""


class PlainPictures:
    """Pictures of questions out of what the game's views draw anyway."""

    css = ""

    def __init__(self, entry: GameEntry) -> None:
        self.entry = entry

    def table(
        self, item: Item, *, answered: bool, step: int | None, rule: str
    ) -> tuple[Sequence[Child], Markup | None]:
        """The table as the learner's seat sees it."""
        game = item.game() if step is None else Step.of(item, step).game
        return [views_of(self.entry.id).table(game.view(item.seat), "small")], None

    def things(self, cards: str) -> Sequence[Child]:
        """Each thing by its name, the names with commas between them."""
        names = filter(None, (name.strip() for name in cards.split(",")))
        return [views_of(self.entry.id).thing(name) for name in names]

    def answer(self, before: Game, line: str) -> str:
        """The answer as it is typed."""
        return before.strip_seat(line)

    def option(self, before: Game, line: str) -> str:
        """The answer as it is typed."""
        return self.answer(before, line)

    def known(self, item: Item) -> Markup | None:
        """Nothing: the game says what its things are."""
        return None

    def lab(self, item: Item) -> Mapping[str, str] | None:
        """Nothing: what a lab opens with is the game's affair."""
        return None


@cache
def pictures_of(game: str) -> QuestionPictures:
    """The pictures of the questions of the game with this id."""
    entry = game_by_id(game)
    own: Any = getattr(entry.load("views"), "questions", None)  # whatever the game gives
    return own or PlainPictures(entry)
