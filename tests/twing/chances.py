"""Odds as numbers, and battles with known odds."""

from __future__ import annotations

import json
from pathlib import Path

from twingkit import Odds

GIVEN = json.loads(Path(__file__).with_name("battles.json").read_text(encoding="utf-8"))
"""Battles with their chances to win, tie and lose by the dice alone and under best play."""


def triple(odds: Odds) -> tuple[float, float, float]:
    """Return the chances to win, tie and lose."""
    return odds.win, odds.tie, odds.loss
