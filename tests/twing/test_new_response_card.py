"""TW-BAT-10: a new kind of response card needs only data if it does the same as another kind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("new_response_card.py")


def test_TW_BAT_10_a_card_that_rolls_again_needs_its_data_only():
    """Lines, odds, advice, worth, games, players, actions and offers handle it like a cat."""
    run = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["whole"], run.stderr
