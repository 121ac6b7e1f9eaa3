"""The places where the rulebook of Imajica is silent, contradicts itself or knows several forms, played.

The scenes and what the book says are in `readings.toml`; the rules say how it is read here.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import Disagreements
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.starts import PositionStart
from twingkit.imajica.variants.variant import Variant

READINGS = Disagreements("twingkit.imajica.variants", PositionStart, Variant, rulebook)
"""All readings of `readings.toml`.

>>> default, second = READINGS["IJ-SEIZE-7"].play()
>>> [game.table.pieces["kite-fields"].area for game in (default, second)]
['state', 'circle']
"""
