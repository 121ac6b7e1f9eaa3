"""The beginning of one person's game against the computer, for any game."""

from __future__ import annotations

from typing import Any, Protocol, Self

from typing_extensions import TypeVar

from twingkit import Game
from twingkit.core.play import Start

ALL_SEATS = "all"
"""In the place of a seat's name: the person answers for every seat, and for chance."""


class Settings(Protocol):
    """The beginning of a game against the computer: the person's seat (from 0), how the computer plays, a
    seed for chance and opponents, and what the game itself can be set to."""

    @property
    def rules(self) -> Any:  # the `PlayRules`, which know settings
        """The `PlayGame` of these settings."""

    @property
    def seat(self) -> int:
        """The person's seat, from 0."""

    @property
    def opponents(self) -> str:
        """The name of the way in which the computer plays."""

    @property
    def seed(self) -> int:
        """The seed of chance and opponents."""

    @property
    def seats(self) -> int:
        """The number of players."""

    def game(self) -> Game:
        """A fresh game in which all that chance decides is asked. Raises `Fault` if it cannot be."""

    def resumed_from(self, start: Start, **changes: object) -> Self:
        """The same for a game that began so, with another seat, opponents or seed. Raises `PlayFault` if it
        is another kind of game."""

    def changed(self, **changes: object) -> Self:
        """The same with other values of some fields."""


SettingsT = TypeVar("SettingsT", bound=Settings, default=Any)
"""The type of a game's settings; any, where it does not say."""


def plays_all_seats(settings: Settings) -> bool:
    """Return whether the person answers for every seat, and for chance."""
    return bool(settings.rules.seat_tags[settings.seat : settings.seat + 1] == (ALL_SEATS,))
