"""The computer players at a match, one for each seat."""

from __future__ import annotations

from collections.abc import Callable

from twingkit import Game
from twingkit.learn.first_game.teaching import TEACHING, Teaching
from twingkit.players.policies import computer
from twingkit_widgets.table.play.settings import Settings, plays_all


def seated(game: Game, settings: Settings) -> list[Callable[[Game], object]]:
    """A computer player for each seat; in the person's own one sits who gives hints."""
    adviser = settings.rules.adviser
    names = [adviser if plays_all(settings) else settings.opponents] * settings.seats
    names[min(settings.seat, settings.seats - 1)] = adviser
    return [_player(game, name, settings.seed * 1000 + seat) for seat, name in enumerate(names)]


def _player(game: Game, name: str, seed: int) -> Callable[[Game], object]:
    """The computer player of that name. Raises `Fault` if there is none."""
    if name == TEACHING:
        return Teaching(game.start.name.partition(".")[0], seed)
    return computer(game.start, name, seed)
