"""Invariants of every game, whatever its rules, asserted of a game that was played at random."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.play import Game
from twingkit.rulebook import Ruling
from twingkit.words import LANGUAGES


def play_out(game: Game, check: Callable[[Game], None] = lambda game: None, every: int = 5) -> Game:
    """Play a game at random to its end; `check` looks at it again and again, and at its end.

    >>> from twingkit import imperium
    >>> play_out(imperium.battle_game("space: 1 cruiser vs 1 cruiser", seed=1)).over
    True
    """
    while game.question is not None:
        if len(game) % every == 0:
            check(game)
        game.draw()
    check(game)
    return game


def assert_replays(game: Game) -> None:
    """The record of a game gives the same game: its record, its table and its result."""
    again = Game.replay(game.record)
    assert again.record == game.record
    assert again.table.key() == game.table.key()
    assert again.result == game.result
    assert [ruling.text() for ruling in again.rulings][-1:] == [ruling.text() for ruling in game.rulings][-1:]


def assert_copies(game: Game, steps: int = 120) -> None:
    """A copy that is played on with the same answers ends where the game does."""
    twin = game.copy()
    assert twin.table.key() == game.table.key()
    assert twin.record == game.record
    for _ in range(steps):
        if game.question is None:
            break
        game.draw()
        twin.draw()
    assert twin.record == game.record
    assert twin.table.key() == game.table.key()


def assert_undoes(game: Game, count: int) -> None:
    """Taking answers back leads to where the game was before them, and it goes on from there as it did."""
    lines = game.record.splitlines()
    keep = len(game) - count
    game.undo(count)
    assert len(game) == keep
    assert game.record.splitlines() == lines[: len(lines) - count]


def assert_said(game: Game) -> list[Ruling]:
    """Every ruling so far is of a rule of the game and has a sentence in both languages; returns them."""
    rules = game.start.rulebook()
    rulings = [*game.opening, *(ruling for entry in game.transcript for ruling in entry.rulings)]
    for ruling in rulings:
        assert ruling.rule in rules
        assert all(ruling.text(lang) for lang in LANGUAGES)
    return rulings
