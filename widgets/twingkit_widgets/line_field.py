"""The line of the battle lab: a battle or a situation."""

from __future__ import annotations

import re

from twingkit import twing
from twingkit.twing.analysis.situation import Situation
from twingkit_widgets.battle_builder import Draft

EXAMPLE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
"""The battle the lab opens with if it is given none, or one that cannot be read."""

SITUATION = re.compile(r"[:;] hand |\?|; gone")
"""What only a situation line has."""


def read_draft(text: str) -> Draft:
    """Read a battle line or a situation line. Raises `NotationError`.

    >>> read_draft("F: hand F5 ?*2 vs W: W6").sides[0].hidden
    2
    """
    if not SITUATION.search(text):
        return Draft.of(twing.Battle.parse(text))
    return Draft.holding(Situation.parse(text))
