"""Invariants of every game, whatever its rules, checked on games played at random."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.play import Game
from twingkit.core.questions import Chance, Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES
from twingkit.testing.looking import assert_looking_changes_nothing
from twingkit.testing.where import where

CHECKED_STATES = 20
"""The number of answers at the start of a game after each of which it is checked, and the distance
between later checks. A check that changes something usually does so every time.
"""


def play_out(game: Game, check: Callable[[Game], None] = lambda game: None, every: int = 5) -> Game:
    """Play a game at random to its end; call `check` now and then, and at its end.

    After its first answers, and later now and then, `assert_looking_changes_nothing` is checked too.

    >>> from twingkit import imperium
    >>> play_out(imperium.battle_game("space: 1 cruiser vs 1 cruiser", seed=1)).over
    True
    """
    while game.question is not None:
        if len(game) < CHECKED_STATES or len(game) % CHECKED_STATES == 0:
            assert_looking_changes_nothing(game)
        if len(game) % every == 0:
            check(game)
        game.answer_randomly()
    check(game)
    return game


def assert_replays(game: Game) -> None:
    """Assert that the record of a game restores the game: its record, its table, its result and its last
    ruling.
    """
    again = Game.replay(game.record)
    _assert_same("its record, replayed,", game, again)
    assert again.result == game.result, _differ("result", "its record, replayed,", game, again.result)


def assert_copies(game: Game, steps: int = 120) -> None:
    """Assert that a copy that gets the same answers ends where the game does."""
    twin = game.copy()
    _assert_same("a copy", game, twin)
    for _ in range(steps):
        if game.question is None:
            break
        game.answer_randomly()
        twin.answer_randomly()
    _assert_same("a copy that went on", game, twin)


def assert_undoes(game: Game, count: int) -> None:
    """Assert that taking answers back restores the earlier state, and that the game then continues as before.

    In a game that rolls its own dice, `count` answers of players are taken back with the dice after them; the
    dice are then set as they fell. The game is in its old state afterwards.
    """
    own = sum(not (game.auto and isinstance(entry.question, Chance)) for entry in game.transcript)
    assert 0 < count <= own, f"{where(game)}: {count} answers cannot be taken back; there are {own}"
    before, auto = game.copy(), game.auto
    game.undo(count)
    keep = len(game)
    taken = before.entries(keep)
    answered = sum(not (auto and isinstance(entry.question, Chance)) for entry in taken)
    assert answered == count, f"{where(game)}: undo({count}) took back {answered} answers"
    lines, kept = before.record.splitlines(), game.record.splitlines()
    assert kept == lines[: len(lines) - len(taken)], f"{where(game)}: undo left another record: {kept}"
    fresh, undone = Game.replay(game.record).table.key(), game.table.key()
    assert undone == fresh, f"{where(game)}: undo({count}) leads to {undone!r}, its record to {fresh!r}"
    game.auto = False
    for entry in taken:
        question = game.question
        here = question and (question.kind, game.start.seat(question.player))
        there = entry.question.kind, game.start.seat(entry.question.player)
        assert here == there, f"{where(game)}, after undo({count}): asked is {here}, expected {there}"
        try:
            game.answer(entry.answer)
        except (Refusal, ValueError) as why:
            raise AssertionError(
                f"{where(game)}, after undo({count}): {entry.answer!r}, which was allowed, is not: {why}"
            ) from why
    game.auto = auto
    _assert_same(f"after undo({count}) and the same answers it", before, game)


def assert_rulings(game: Game) -> list[Ruling]:
    """Assert that every ruling so far cites a rule of the game and has a sentence in both languages; return
    them.
    """
    rules = game.start.rulebook()
    rulings = [*game.opening_rulings, *(ruling for entry in game.transcript for ruling in entry.rulings)]
    for ruling in rulings:
        assert ruling.rule in rules, (
            f"{where(game)}: {ruling.rule}.{ruling.case} acted; there is no such rule"
        )
        for lang in LANGUAGES:
            said = f"{where(game)}: {ruling.rule}.{ruling.case} says nothing in {lang!r}"
            assert ruling.text(lang), said
    return rulings


def _assert_same(what: str, game: Game, twin: Game) -> None:
    """Assert that record, table and the last rulings of two games are equal."""
    assert twin.record == game.record, _differ("record", what, game, twin.record)
    key = twin.table.key()
    assert key == game.table.key(), _differ("table's key", what, game, key)
    said = [ruling.text() for ruling in game.entries(len(game) - 1)[0].rulings] if len(game) else []
    again = [ruling.text() for ruling in twin.entries(len(twin) - 1)[0].rulings] if len(twin) else []
    assert again == said, _differ("last rulings", what, game, again)


def _differ(part: str, what: str, game: Game, found: object) -> str:
    return f"{where(game)}: {what} has another {part}: {found!r:.600}"
