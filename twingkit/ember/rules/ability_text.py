"""The ability of a creature as a sentence, for its owner or for the other players."""

from __future__ import annotations

import attrs

from twingkit.core.rulebook import NamesByLanguage, Ruling
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.rulebook import rulebook


@attrs.frozen
class OpponentCreature:
    """A creature of the player named `owner_name`, described for the other players."""

    creature: Creature
    owner_name: str

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the name, or with the form "deed" the ability, with the owner's name instead of "you"."""
        if form != "deed":
            return self.creature.label(words, form)
        return self.creature.effects_text(player_name=words.format_fact(self.owner_name))


def ability_ruling(creature: Creature, owner_name: str = "") -> Ruling:
    """Return a ruling that describes a creature's ability to its owner or, with the owner's name as
    `owner_name`, to the other players.

    >>> from twingkit.ember.box.pool import load_pool
    >>> print(ability_ruling(load_pool()["imp"]))
    If Imp is used (Flip): One opponent chooses and discards 1 card. [EM-ABIL-1]
    >>> print(ability_ruling(load_pool()["pixie"], "p2"))
    If Pixie is used (Flip): Player 2 looks at one opponent’s hand. [EM-ABIL-1]
    """
    rule = "EM-ABIL-3" if creature.ability_kind == "answer" else "EM-ABIL-1"
    case = "lasts" if creature.ability_kind == "ongoing" else "can"
    subject = OpponentCreature(creature, owner_name) if owner_name else creature
    return Ruling(rule, case, {"creature": subject}, rulebook())
