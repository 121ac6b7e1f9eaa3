"""A made-up game with very many answers on the play page, through the defaults alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.play import Game, Table
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Rulebook
from twingkit.players.policies import RandomPolicy
from twingkit_widgets.table.play.answer_buttons import MAX_BUTTONS
from twingkit_widgets.table.play.any_game import GenericPlay, GenericSettings
from twingkit_widgets.table.play.panel import MatchPanel

ANSWERS = 200


class NumberTable(Table):
    """Nothing lies there."""

    __slots__ = ()

    def __init__(self) -> None:
        self.rulings = None

    def copy(self) -> NumberTable:
        """The same."""
        return NumberTable()

    def key(self) -> int:
        """Nothing matters."""
        return 0


class Number(Question):
    """A number, one of many."""

    __slots__ = ()
    kind = "number"

    def options(self) -> Iterator[str]:
        """All of them."""
        return (f"number {n}" for n in range(ANSWERS))

    def refusal(self, answer: Any) -> Refusal | None:
        """None is forbidden."""
        return None

    def sentence(self) -> str:
        """The question."""
        return "Which number?"


@attrs.frozen
class NumberStart:
    """Two players name a number, one after the other."""

    name: ClassVar[str] = "twing"
    keys: ClassVar[tuple[str, ...]] = ("number:",)
    seats: ClassVar[int] = 2

    def setup_lines(self) -> list[str]:
        """One line."""
        return ["number:"]

    def table(self) -> NumberTable:
        """An empty table."""
        return NumberTable()

    def script(self, table: NumberTable) -> Any:
        """Two answers."""
        for seat in (0, 1, 0):
            yield Number(seat)

    def seat(self, player: int) -> str:
        """A name."""
        return f"p{player + 1}"

    def rulebook(self) -> Rulebook:
        """Any rules."""
        return game_by_id("imperium").load("rules")()

    def view(self, game: Game, player: int) -> dict[str, int]:
        """What is known."""
        return {"answers": len(game)}

    def policy(self, name: str, seed: int) -> Any:
        """Random."""
        return RandomPolicy(seed)


class NumberSettings(GenericSettings):
    """How it begins, though the game is not installed."""

    @property
    def play_design(self) -> GenericPlay:
        """The defaults."""
        return GenericPlay(attrs.evolve(game_by_id("imperium"), views=""))

    @property
    def start(self) -> Any:
        """The made-up start."""
        return NumberStart()


def test_many_answers_are_searched_and_found() -> None:
    play = MatchPanel(NumberSettings("twing", "number:", seed=1))
    assert play.html.count('data-act="answer"') == MAX_BUTTONS
    assert 'data-act="search"' in play.html
    assert f"More answers match: {200 - MAX_BUTTONS}." in play.html
    play.do("search", "199")
    assert play.html.count('data-act="answer"') == 1
    play.do("search", "none of them")
    assert play.html.count('data-act="answer"') == 0
    assert "No answer matches" in play.html
    play.do("answer", {"answer": "number 7"})
    assert play.error is None
    assert len(play.match.game) == 2, "the computer has answered"
    assert play.ui_state.search == ""
    play.do("hint")
    assert "number" in play.status
