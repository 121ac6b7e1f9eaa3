"""Rulings and refusals that address the player of one side as "you"."""

from __future__ import annotations

from twingkit.core.questions import RulingOrRefusal
from twingkit.core.rulebook import READER_KEY
from twingkit.imperium.battle.notation.battle_line import ROLES


def names_as_you(you: int, other: str) -> dict[str, str]:
    """Return the words for both sides in a message to side `you`: "you" and `other`."""
    return {ROLES[you]: READER_KEY, ROLES[1 - you]: other}


def address_as_you(message: RulingOrRefusal, you: int, other: str) -> RulingOrRefusal:
    """Return a ruling or refusal worded for side `you` (0: the attacker), with the other side called `other`.

    `other` is "computer" or "opponent".

    >>> from twingkit.imperium.texts.rulebook import refuse
    >>> refusal = refuse("IM-UNIT-11", "how_many", side="attacker", n=2, m=1)
    >>> print(address_as_you(refusal, 0, "computer"))
    You have no room for 2 of the units that your ships carry: ...
    >>> print(address_as_you(refusal, 1, "computer"))
    The computer has no room for 2 of the units that its ships carry: ...
    """
    return message.for_reader(names_as_you(you, other))
