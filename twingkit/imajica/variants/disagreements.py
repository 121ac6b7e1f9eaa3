"""The rules on which the rulebook of Imajica is silent, contradicts itself or has several forms.

Each has a scene that can be played by every interpretation. The scenes and quotations are
in `disagreements.toml`.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import RuleDisagreements
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.starts import PositionStart
from twingkit.imajica.variants.variant import Variant

DISAGREEMENTS = RuleDisagreements("twingkit.imajica.variants", PositionStart, Variant, rulebook)
"""All interpretations of `disagreements.toml`, by rule id.

>>> default, second = DISAGREEMENTS["IJ-SEIZE-7"].play()
>>> [game.table.pieces["kite-fields"].area for game in (default, second)]
['state', 'circle']
"""
