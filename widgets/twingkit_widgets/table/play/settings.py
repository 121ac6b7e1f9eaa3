"""How one person's game against the computer starts, for any game."""

from __future__ import annotations

from typing import Any, Protocol, Self

from typing_extensions import TypeVar

from twingkit import Game
from twingkit.core.play import Start

ALL_SEATS = "all"
"""Stands for all seats: the person answers for every seat, and for chance."""


class Settings(Protocol):
    """How a game against the computer starts: the person's seat (from 0), the computer level, a seed for
    chance and opponents, and the game's own settings.
    """

    @property
    def rules(self) -> Any:  # a `PlayGame`, which imports settings
        """The `PlayGame` of these settings."""

    @property
    def seat(self) -> int:
        """The person's seat, from 0."""

    @property
    def opponents(self) -> str:
        """The name of the computer level."""

    @property
    def seed(self) -> int:
        """The seed of chance and opponents."""

    @property
    def seats(self) -> int:
        """The number of players."""

    def game(self) -> Game:
        """Return a new game in which chance is to be answered. Raises `Fault` if that is impossible."""

    def resumed_from(self, start: Start, **changes: object) -> Self:
        """Return the settings for a game with this start, with another seat, opponents or seed.

        Raises `PlayFault` if it is another kind of game.
        """

    def changed(self, **changes: object) -> Self:
        """Return the settings with other values of some fields."""


SettingsT = TypeVar("SettingsT", bound=Settings, default=Any)
"""The type of a game's settings."""


def plays_all_seats(settings: Settings) -> bool:
    """True if the person answers for every seat, and for chance."""
    return bool(settings.rules.seat_tags[settings.seat : settings.seat + 1] == (ALL_SEATS,))
