"""The ability of a creature as a sentence."""

from __future__ import annotations

from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.rulebook import rulebook
from twingkit.rulebook import Ruling


def ability_said(creature: Creature) -> Ruling:
    """The text of a creature's card, by the rule of the kind of its ability.

    >>> from twingkit.ember.box.pool import load_pool
    >>> print(ability_said(load_pool()["griffin"]).rule, ability_said(load_pool()["imp"]))
    EM-ABIL-3 Imp – Flip: One opponent discards 1 card. [EM-ABIL-1]
    """
    rule = "EM-ABIL-3" if creature.when == "answer" else "EM-ABIL-1"
    return Ruling(rule, "says", {"creature": creature}, rulebook())
