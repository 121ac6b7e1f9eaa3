"""Rulings and refusals that address the player of one side as "you"."""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.questions import RulingOrRefusal
from twingkit.core.rulebook import READER_KEY


def side_words_for_reader(reader_index: int, enemy_name: str) -> dict[str, str]:
    """Return the words for both sides in a message to side `reader_index`: "you" and `enemy_name`."""
    return {ROLES[reader_index]: READER_KEY, ROLES[1 - reader_index]: enemy_name}


def address_as_you(message: RulingOrRefusal, reader_index: int, enemy_name: str) -> RulingOrRefusal:
    """Return a ruling or refusal worded for the side with index `reader_index`.

    `enemy_name`, "computer" or "opponent", is the name of the other side.

    >>> from twingkit.imperium.texts.rulebook import rule_refusal
    >>> refusal = rule_refusal("IM-UNIT-11", "how_many", side="attacker", n=2, m=1)
    >>> print(address_as_you(refusal, 0, "computer"))
    You have no room for 2 of the units that your ships carry: ...
    >>> print(address_as_you(refusal, 1, "computer"))
    The computer has no room for 2 of the units that its ships carry: ...
    """
    return message.for_reader(side_words_for_reader(reader_index, enemy_name))
