"""How one person's game against the computer starts, for any game."""

from __future__ import annotations

from typing import Any, Protocol, Self

from typing_extensions import TypeVar

from twingkit import Game
from twingkit.core.play import Start

ALL_SEATS = "all"
"""The seat name for a person who answers for every seat, and for chance."""


class MatchSettings(Protocol):
    """The interface of the settings with which a game on the play page starts; each game adds its own."""

    @property
    def play_design(self) -> Any:  # a `PlayDesign`, which imports settings
        """The `PlayDesign` that defines the play page for these settings."""

    @property
    def seat(self) -> int:
        """The person's seat, from 0."""

    @property
    def opponent_level(self) -> str:
        """The name of the computer level."""

    @property
    def seed(self) -> int:
        """The random seed for chance results and for the computer players."""

    @property
    def seat_count(self) -> int:
        """The number of players."""

    def game(self) -> Game:
        """Return a new game in which chance results are questions. Raises `Fault` if it cannot start."""

    def with_start(self, start: Start, **changes: object) -> Self:
        """Return the settings for a game with this start, with another seat, opponents or seed.

        Raises `PlayFault` if it is another kind of game.
        """

    def changed(self, **changes: object) -> Self:
        """Return a copy of the settings with these fields changed."""


SettingsT = TypeVar("SettingsT", bound=MatchSettings, default=Any)
"""The type of a game's settings."""


def plays_all_seats(settings: MatchSettings) -> bool:
    """Return whether the settings let the person answer for every seat, and for chance."""
    return bool(settings.play_design.seat_tags[settings.seat : settings.seat + 1] == (ALL_SEATS,))
