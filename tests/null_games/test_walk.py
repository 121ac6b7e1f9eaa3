"""The walk through a script: chance has its probabilities, and unseen cards win no game."""

from __future__ import annotations

import pytest

WALK = """
import sys
from twingkit import Game
from twingkit.odds.reference import reference_odds
line, given, named = sys.argv[1:]
game = Game.begin(line).give_answers(*given.split(",") if given else ())
score = lambda winner: 1 if winner == 0 else -1
print(reference_odds(game, score, (lambda question: [named]) if named else None))
"""

REFUSED = "does not know everything that chance has decided"


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("pile: 3", ""),
        ("pile: 3", "shuffle kraken gryphon phoenix"),
        ("cups: 3x1", "1,1,1,3x5"),
        ("briscola: 2", ""),
    ],
)
def test_a_game_with_something_hidden_is_refused_with_one_clear_error(python, line, given):
    done = python(WALK, line, given, "")
    assert (done.returncode, done.stdout) == (1, ""), "no number"
    assert REFUSED in done.stderr.splitlines()[-1]


def test_chance_that_is_no_die_is_averaged_over(python):
    done = python(WALK, "pile: 3", "", "kraken")
    assert done.stdout.strip() == "win 33.3%, tie 0.0%, loss 66.7%", done.stderr
