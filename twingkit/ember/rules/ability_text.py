"""The ability of a creature as a sentence, for its player or for others."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import Ruling, Words
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.rulebook import rulebook


@attrs.frozen
class OpponentCreature:
    """A creature of the player named `side`, described for the other players."""

    creature: Creature
    side: str

    def label(self, words: Words, form: str = "") -> str:
        """Return the name; in the form "deed" the ability, with the player's name instead of "you"."""
        if form != "deed":
            return self.creature.label(words, form)
        return self.creature.effects_text(side=words.label(self.side))


def ability_ruling(creature: Creature, side: str = "") -> Ruling:
    """Return the ability of a creature as a ruling, by the rule of its kind; nothing has happened yet.

    With `side`, the player's name, the sentence is for the other players.

    >>> from twingkit.ember.box.pool import load_pool
    >>> print(ability_ruling(load_pool()["imp"]))
    Imp has a Flip ability: One opponent discards 1 card. [EM-ABIL-1]
    >>> print(ability_ruling(load_pool()["pixie"], "p2"))
    Pixie has a Flip ability: Player 2 looks at one opponent’s hand. [EM-ABIL-1]
    """
    rule = "EM-ABIL-3" if creature.when == "answer" else "EM-ABIL-1"
    case = "lasts" if creature.when == "ongoing" else "can"
    subject = OpponentCreature(creature, side) if side else creature
    return Ruling(rule, case, {"creature": subject}, rulebook())
