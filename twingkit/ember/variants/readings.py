"""The doubts that Ember's rulebook leaves: each rule that we decided, with scenes in both interpretations.

The scenes are in `readings.toml`; the rules say what the rulebook prints and why we decided as we did.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import Disagreements
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.starts import PositionStart
from twingkit.ember.variants.variant import Variant

READINGS = Disagreements("twingkit.ember.variants", PositionStart, Variant, rulebook)
"""All interpretations of `readings.toml`.

>>> default, second = READINGS["EM-ABIL-4"].play()
>>> [game.table.players[0].find("siren").up for game in (default, second)]
[False, True]
"""
