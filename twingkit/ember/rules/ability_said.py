"""The ability of a creature as a sentence, to its player or to others."""

from __future__ import annotations

import attrs

from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.rulebook import rulebook
from twingkit.rulebook import Ruling, Words


@attrs.frozen
class CreatureOf:
    """A creature as it is told to others than its player, `side`."""

    creature: Creature
    side: str

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The name; in the form "text" its ability with that player in it, who is no "you" there."""
        if form != "text":
            return self.creature.label(words, lang, form)
        return self.creature.text(lang, words.label(self.side, lang))


def ability_said(creature: Creature, side: str = "") -> Ruling:
    """The text of a creature's card, by the rule of the kind of its ability; to others with the name of its
    player, `side`.

    >>> from twingkit.ember.box.pool import load_pool
    >>> print(ability_said(load_pool()["griffin"]).rule, ability_said(load_pool()["imp"]))
    EM-ABIL-3 Imp – Flip: One opponent discards 1 card. [EM-ABIL-1]
    >>> ability_said(load_pool()["manticore"], "p2").text()
    'Manticore – Answer (Flip): The use of an ability that would affect player 2 passes player 2 by.'
    """
    rule = "EM-ABIL-3" if creature.when == "answer" else "EM-ABIL-1"
    subject = CreatureOf(creature, side) if side else creature
    return Ruling(rule, "says", {"creature": subject}, rulebook())
