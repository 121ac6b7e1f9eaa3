"""Disputed rules of Twilight Imperium's battles, each as a short scene in both interpretations (IM-VAR).

The scenes are in `disagreements.toml`; the rules cite the sources and give the reasons for the default.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import RuleDisagreements
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant

DISAGREEMENTS = RuleDisagreements("twingkit.imperium.battle", BattleStart, Variant, rulebook)
"""Every disputed rule of battles with its two interpretations, from `disagreements.toml`.

>>> default, second = DISAGREEMENTS["IM-VAR-3"].play()
>>> len(default), len(second)
(2, 3)
"""
