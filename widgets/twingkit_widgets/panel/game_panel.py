"""The base of panels that play or show a game."""

from __future__ import annotations

from twingkit import Game
from twingkit_widgets.panel.panel import Panel


class GamePanel(Panel):
    """Base class of panels that play or show a game. From Python, `game` and `record` give access to it.

    Both include what is hidden from the person at the panel; the page gets neither.
    """

    def _current_game(self) -> Game | None:
        raise NotImplementedError(f"{type(self).__name__} has no game")

    @property
    def game(self) -> Game | None:
        """A copy of the game as it is now, including everything hidden; None if no game is open."""
        game = self._current_game()
        return None if game is None else game.copy()

    @property
    def record(self) -> str:
        """The record of the game, including everything hidden; "" if no game is open.

        `Game.replay` reads it.
        """
        game = self._current_game()
        return "" if game is None else game.record
