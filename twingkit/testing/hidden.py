"""Test of hidden information: a card that a player cannot see changes nothing that the player gets to see."""

from __future__ import annotations

import random
from collections.abc import Callable

from twingkit.asking import Question
from twingkit.play import Game

STEPS = 40
"""The number of answers for which two games are followed side by side."""


def assert_looks_alike(
    game: Game,
    twin: Game,
    viewer: int,
    rng: random.Random,
    *,
    may_pass: Callable[[Question], bool] = lambda question: False,
    shown: Callable[[Game], object] = lambda game: None,
    steps: int = STEPS,
) -> None:
    """Two games that differ only in what `viewer` cannot see look alike to that player, as they go on.

    Both get the same answers until one is not allowed in the twin, or what is `shown` to all differs: then
    the difference has come to light. Where a question `may_pass`, other players pass.
    """
    for _ in range(steps):
        assert twin.view(viewer) == game.view(viewer)
        asked, same = game.question, twin.question
        if asked is None:
            return
        assert same is not None
        assert (same.kind, same.player) == (asked.kind, asked.player)
        if game.view(viewer).question is not None:
            assert list(same.options()) == list(asked.options())
        answer = asked.write(asked.draw(rng))
        if asked.player != viewer and may_pass(asked) and asked.refusal("pass") is None:
            answer = "pass"
        try:
            refused = same.refusal(same.read(answer))
        except ValueError:
            return
        if refused is not None:
            return
        game.answer(answer)
        twin.answer(answer)
        if shown(twin) != shown(game):
            return
