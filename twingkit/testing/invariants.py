"""Invariants that every game must satisfy, checked on games played at random."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES
from twingkit.testing.looking import assert_looking_changes_nothing
from twingkit.testing.progress import describe_progress

_CHECKED_STATES = 20
"""The number of first answers that are all followed by a check, and the interval of later checks.

A check that changes something usually does so every time.
"""


def play_and_check(game: Game, check: Callable[[Game], None] = lambda game: None, every: int = 5) -> Game:
    """Play a game at random to its end; call `check` after every few answers and at the end.

    `assert_looking_changes_nothing` is also checked, after the first answers and then at intervals.

    >>> from twingkit import imperium
    >>> play_and_check(imperium.battle_game("space: 1 cruiser vs 1 cruiser", seed=1)).over
    True
    """
    while game.question is not None:
        if len(game) < _CHECKED_STATES or len(game) % _CHECKED_STATES == 0:
            assert_looking_changes_nothing(game)
        if len(game) % every == 0:
            check(game)
        game.answer_randomly()
    check(game)
    return game


def assert_record_restores_game(game: Game) -> None:
    """Assert that replaying the record of a game restores its record, table, result and last rulings."""
    again = Game.replay(game.record)
    _assert_same("its record, replayed,", game, again)
    assert again.result == game.result, _differ("result", "its record, replayed,", game, again.result)


def assert_copy_plays_alike(game: Game, steps: int = 120) -> None:
    """Assert that a copy of a game that gets the same answers reaches the same state."""
    twin = game.copy()
    _assert_same("a copy", game, twin)
    for _ in range(steps):
        if game.question is None:
            break
        game.answer_randomly()
        twin.answer_randomly()
    _assert_same("a copy that went on", game, twin)


def assert_undo_restores(game: Game, count: int) -> None:
    """Assert that undoing answers restores the earlier state, and that the game then continues as before.

    In a game that rolls its own dice, `count` answers of players are undone with the dice after them; the
    same dice are then given as answers. The game is in its old state afterwards.
    """
    own = sum(not (game.auto and entry.question.is_chance) for entry in game.transcript)
    assert 0 < count <= own, (
        f"{describe_progress(game)}: {count} answers cannot be taken back; there are {own}"
    )
    before, auto = game.copy(), game.auto
    game.undo(count)
    keep = len(game)
    taken = before.entries(keep)
    answered = sum(not (auto and entry.question.is_chance) for entry in taken)
    assert answered == count, f"{describe_progress(game)}: undo({count}) took back {answered} answers"
    lines, kept = before.record.splitlines(), game.record.splitlines()
    assert kept == lines[: len(lines) - len(taken)], (
        f"{describe_progress(game)}: undo left another record: {kept}"
    )
    fresh, undone = Game.replay(game.record).table.key(), game.table.key()
    assert undone == fresh, (
        f"{describe_progress(game)}: undo({count}) leads to {undone!r}, its record to {fresh!r}"
    )
    game.auto = False
    for entry in taken:
        question = game.question
        here = question and (question.kind, game.start.seat(question.player))
        there = entry.question.kind, game.start.seat(entry.question.player)
        assert here == there, (
            f"{describe_progress(game)}, after undo({count}): asked is {here}, expected {there}"
        )
        try:
            game.answer(entry.answer)
        except (Refusal, ValueError) as why:
            raise AssertionError(
                f"{describe_progress(game)}, after undo({count}): {entry.answer!r}, which was allowed, "
                f"is not: {why}"
            ) from why
    game.auto = auto
    _assert_same(f"after undo({count}) and the same answers it", before, game)


def assert_rulings_valid(game: Game) -> list[Ruling]:
    """Assert that every ruling so far cites an existing rule and has a sentence in both languages.

    Returns the rulings.
    """
    rules = game.start.rulebook()
    rulings = game.rulings
    for ruling in rulings:
        assert ruling.rule in rules, (
            f"{describe_progress(game)}: {ruling.rule}.{ruling.case} acted; there is no such rule"
        )
        for lang in LANGUAGES:
            said = f"{describe_progress(game)}: {ruling.rule}.{ruling.case} says nothing in {lang!r}"
            assert ruling.text(lang), said
    return rulings


def _assert_same(what: str, game: Game, twin: Game) -> None:
    assert twin.record == game.record, _differ("record", what, game, twin.record)
    key = twin.table.key()
    assert key == game.table.key(), _differ("table's key", what, game, key)
    said = [ruling.text() for ruling in game.entries(len(game) - 1)[0].rulings] if len(game) else []
    again = [ruling.text() for ruling in twin.entries(len(twin) - 1)[0].rulings] if len(twin) else []
    assert again == said, _differ("last rulings", what, game, again)


def _differ(part: str, what: str, game: Game, found: object) -> str:
    return f"{describe_progress(game)}: {what} has another {part}: {found!r:.600}"
