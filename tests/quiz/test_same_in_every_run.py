"""A name gives the same question in every run of Python, because records and links contain names."""

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
            print(item.name, item.prompt(), keys, item.right_option.key, item.rules)
"""
"""Script: print the questions of a game, a line each."""


def dealt(*words: str) -> list[str]:
    """Return the questions of a game from another run, in which texts are hashed with another salt."""
    salted = {**os.environ, "PYTHONHASHSEED": "1"}
    run = subprocess.run(
        [sys.executable, "-c", DEALS, *words], env=salted, check=True, capture_output=True, text=True
    )
    return run.stdout.splitlines()


@pytest.mark.parametrize("game", [entry.id for entry in games() if entry.questions])
def test_a_name_deals_the_same_question_in_every_run(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (game, str(runs(1, 20)))
    monkeypatch.setattr(sys, "argv", ["-c", *words])
    exec(DEALS, {})
    for one, other in zip(capsys.readouterr().out.splitlines(), dealt(*words), strict=True):
        assert one == other
