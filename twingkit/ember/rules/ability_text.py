"""The ability of a creature as a sentence, to its player or to others."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import Ruling, Words
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.rulebook import rulebook


@attrs.frozen
class OpponentCreature:
    """A creature as it is told to others than its player, `side`."""

    creature: Creature
    side: str

    def label(self, words: Words, form: str = "") -> str:
        """The name; in the form "deed" what it does with that player in it, who is no "you" there."""
        if form != "deed":
            return self.creature.label(words, form)
        return self.creature.effects_text(side=words.label(self.side))


def ability_ruling(creature: Creature, side: str = "") -> Ruling:
    """The ability of a creature, what it can do or does all the time, by the rule of its kind; to others with
    the name of its player, `side`. It is told as an ability: nothing of it has happened.

    >>> from twingkit.ember.box.pool import load_pool
    >>> print(ability_ruling(load_pool()["imp"]))
    Imp can do this (Flip): One opponent discards 1 card. [EM-ABIL-1]
    >>> print(ability_ruling(load_pool()["pixie"], "p2"))
    Pixie can do this (Flip): Player 2 looks at one opponent’s hand. [EM-ABIL-1]
    """
    rule = "EM-ABIL-3" if creature.when == "answer" else "EM-ABIL-1"
    case = "lasts" if creature.when == "ongoing" else "can"
    subject = OpponentCreature(creature, side) if side else creature
    return Ruling(rule, case, {"creature": subject}, rulebook())
