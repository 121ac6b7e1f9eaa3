"""Tests of computer players: the same game again, who wins more, and that nobody knows what is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from twingkit.core.asking import Chance, Refusal
from twingkit.core.knowing import told
from twingkit.core.play import Game
from twingkit.core.running.running_script import seats_of
from twingkit.players import policies
from twingkit.players.policies import computer
from twingkit.testing.hidden import assert_same, by_chance, twins
from twingkit.testing.shown import decides, noticed
from twingkit.testing.where import where

FOLLOWED = 20
"""The largest number of answers after a hidden one until the player is asked."""


def assert_plays_again(begin: Callable[[], Game], players: Sequence[str], seed: int) -> None:
    """A game that these players begin comes to its end, and to the same one again."""
    games = [policies.play(begin(), players, seed=seed) for _ in range(2)]
    first, second = games
    assert first.over, f"{where(first)}: the game does not come to its end"
    lines, again = first.record.splitlines(), second.record.splitlines()
    apart = [f"{one!r}, then {two!r}" for one, two in zip(lines, again, strict=False) if one != two]
    lasts = f"{len(lines)} lines, then {len(again)}"
    assert lines == again, f"{where(first)}: the same players play another game: {(*apart, lasts)[0]}"


def share_won(begin: Callable[[int], Game], player: str, other: str, games: int) -> float:
    """The share of games of two that the first player wins; they take turns in beginning.

    `begin` gets the number of the game, which is its seed too.
    """
    won = 0
    for seed in range(games):
        seats = [player, other] if seed % 2 else [other, player]
        winner = policies.play(begin(seed), seats, seed=seed).result.winner
        won += winner is not None and seats[winner] == player
    return won / games


def assert_knows_nothing_hidden(game: Game, name: str, rng: random.Random, answers: int) -> int:
    """Assert that nothing hidden changes an answer of this player, at any seat, after so many answers at
    random; the number of times that could be compared.

    Hidden is each answer, of chance or closed by a ruling, that could have been another one while all that
    the seat sees, hears and is asked is the same up to its next decision. `game` asks for all chance
    (`rolls="ask"`). Fails if nothing could be compared: then another game is needed, or a longer one.
    """
    while game.question is not None and len(game) < answers:
        game.draw(rng)
    compared = 0
    for viewer in range(seats_of(game)):
        for pair in _undecided(game, viewer):
            first, second = (computer(one.start, name, 7)(one) for one in pair)
            assert_same(f"as {name!r} answers", *pair, viewer, first, second)
            compared += 1
    assert compared, (
        f"{where(game)}: nothing that is hidden comes before a decision of {name!r}: not compared"
    )
    return compared


def _undecided(game: Game, viewer: int) -> Iterator[tuple[Game, Game]]:
    """Pairs of games that differ in one answer that a seat does not know, at its next decision."""
    closed = (pair for pair in twins(game, None, 1, viewer=viewer) if not _chance_last(pair[0]))
    for one, twin in chain(twins(game, by_chance, 1), closed):
        if _same_until_asked(game, one, twin, viewer):
            yield one, twin


def _chance_last(game: Game) -> bool:
    return isinstance(game.entries(len(game) - 1)[0].asked, Chance)


def _same_until_asked(whole: Game, game: Game, twin: Game, viewer: int) -> bool:
    """True if two games, going on as a longer one did, look alike to a seat until it decides something."""
    place = len(game) - 1
    following = [entry.answer for entry in whole.entries(len(game), len(game) + FOLLOWED)]
    for answer in (*following, None):
        if noticed(game, viewer) != noticed(twin, viewer):
            return False
        if told(game, viewer, place) != told(twin, viewer, place):
            return False
        if decides(game, viewer) or answer is None:
            return decides(game, viewer)
        try:
            twin.answer(answer)
        except (Refusal, ValueError):  # not allowed where something else lies there
            return False
        game.answer(answer)
    return False
