"""A name deals the same question in every run of Python: ledgers and links hold names."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from long_runs import runs

from twingkit.core.games import games

pytestmark = pytest.mark.slow

DEALS = """
import sys
from twingkit.learn.quiz import quiz_of
quiz = quiz_of(sys.argv[1])
for topic in quiz.topics:
    for kind in quiz.makers(topic):
        for seed in range(int(sys.argv[2])):
            item = quiz.item(f"{topic}:{kind}:{seed}")
            keys = [choice.key for choice in item.choices]
            print(item.name, item.prompt(), keys, item.right.key, item.rules)
"""
"""Writes the questions of a game, a line each."""


def dealt(game: str, salt: str) -> list[str]:
    """The questions of a game as a run of its own deals them, in which texts are hashed by this salt."""
    script = [sys.executable, "-c", DEALS, game, str(runs(1, 20))]
    run = subprocess.run(
        script, env={**os.environ, "PYTHONHASHSEED": salt}, check=True, capture_output=True, text=True
    )
    return run.stdout.splitlines()


@pytest.mark.parametrize("game", [entry.id for entry in games() if entry.questions])
def test_a_name_deals_the_same_question_in_every_run(game: str) -> None:
    for one, other in zip(dealt(game, "1"), dealt(game, "2"), strict=True):
        assert one == other
