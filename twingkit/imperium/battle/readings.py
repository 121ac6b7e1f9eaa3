"""The doubts that the rules of Twilight Imperium's battles leave: each one as a short scene in both readings
(IM-VAR).

The scenes are in `readings.toml`; the rules say what the sources say and why the box plays as it does.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import Disagreements
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant

READINGS = Disagreements("twingkit.imperium.battle", BattleStart, Variant, rulebook)
"""All readings of `readings.toml`.

>>> default, second = READINGS["IM-VAR-3"].play()
>>> len(default), len(second)
(2, 3)
"""
