"""The rules that Ember's rulebook leaves open, with scenes that show each interpretation.

The scenes are in `disagreements.toml`; the rules say what the rulebook prints and why we decided as we did.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import RuleDisagreements
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.starts import PositionStart
from twingkit.ember.variants.variant import Variant

DISAGREEMENTS = RuleDisagreements("twingkit.ember.variants", PositionStart, Variant, rulebook)
"""All interpretations of `disagreements.toml`, by rule id.

>>> default, second = DISAGREEMENTS["EM-ABIL-4"].play()
>>> [game.table.players[0].find_creature("siren").is_face_up for game in (default, second)]
[False, True]
"""
