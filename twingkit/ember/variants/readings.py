"""The doubts that the rulebook of Ember leaves: each rule that was decided, with scenes in both readings.

The scenes are in `readings.toml`; the rules say what the book says and why the box plays as it does.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import Disagreements
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.starts import PositionStart
from twingkit.ember.variants.variant import Variant

READINGS = Disagreements("twingkit.ember.variants", PositionStart, Variant, rulebook)
"""All readings of `readings.toml`.

>>> default, second = READINGS["EM-ABIL-4"].play()
>>> [game.table.players[0].find("siren").up for game in (default, second)]
[False, True]
"""
