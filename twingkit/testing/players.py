"""Tests of computer players: the same game again, who wins more, and that nobody knows what is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit import policies
from twingkit.asking import Chance, Question
from twingkit.play import Game
from twingkit.policies import computer
from twingkit.testing.hidden import twins


def assert_plays_again(begin: Callable[[], Game], players: Sequence[str], seed: int) -> None:
    """A game that these players begin comes to its end, and to the same one again."""
    games = [policies.play(begin(), players, seed=seed) for _ in range(2)]
    assert games[0].over
    assert games[0].record == games[1].record


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
    """Cards drawn by others change no answer of this player in a game for two, after so many answers at
    random; the number of times that could be compared.

    `game` asks for all chance (`rolls="ask"`), and its cards are drawn by questions of the kind `card`.
    """
    while game.question is not None and len(game) < answers:
        game.draw(rng)
    compared = 0
    for viewer in range(2):
        for pair in twins(game, _drawn_by_others(viewer), 1):
            for twin in pair:
                twin.auto = False
            if pair[0].view(viewer) == pair[1].view(viewer) and all(_decides(twin, viewer) for twin in pair):
                first, second = (computer(twin.start, name, 7)(twin) for twin in pair)
                assert first == second
                compared += 1
    return compared


def _drawn_by_others(viewer: int) -> Callable[[Question, object], bool]:
    return lambda asked, card: asked.kind == "card" and asked.player != viewer


def _decides(game: Game, viewer: int) -> bool:
    """True if this player is asked now for something that it decides."""
    question = game.question
    return question is not None and question.player == viewer and not isinstance(question, Chance)
