"""Harm that an answer would certainly do to its own player, so that a page asks for confirmation once."""

from __future__ import annotations

from twingkit.core.questions import Question
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.choices import Discard
from twingkit.ember.rules.questions import Draw, EmberQuestion
from twingkit.ember.rules.table import EmberTable

LOSSES = frozenset({"discard", "flip", "limit"})
"""Verbs that only take something from those they affect."""


def harm_of(asked: Question, answer: str) -> str:
    """Return the harm that a legal answer does to its own player, or "" if none is certain.

    `wrong_call` costs marks. `losing_call` ends the game while another player has more points and none of the
    caller's abilities can lower them. `hits_own` is a use that takes from nobody else. `turns_own` is an
    Archmage that flips one of the player's own creatures or revives another player's. `archmage` is a
    discarded Archmage although the remaining cards can do less.

    >>> from twingkit import ember
    >>> line = "ember: p1 hand A5 E5 F5 A9 * has wisp; p2 hand 3; to move p1 draw"
    >>> asked = ember.position_game(line, seed=1).question
    >>> harm_of(asked, "draw *"), harm_of(asked, "draw A9")
    ('archmage', '')
    """
    if not isinstance(asked, EmberQuestion):
        return ""
    table, seat, words = asked.table, asked.player, answer.split()
    if answer == uses.CALL:
        return _harm_of_call(table, seat)
    if uses.is_use(answer):
        return _harm_of_use(table, uses.parse_use(table, seat, answer))
    lost = words[1:] if isinstance(asked, Draw) and words[:1] == ["draw"] else []
    if isinstance(asked, Discard):
        lost = words[1:]
    return "archmage" if _wastes_archmage(table, seat, lost) else ""


def _harm_of_call(table: EmberTable, seat: int) -> str:
    """Return the harm of a call: it is wrong, or somebody else has more points and would win."""
    if not uses.is_right_call(table, seat):
        return "wrong_call"
    player = table.players[seat]
    behind = any(other.total > player.total for other in table.opponents(seat))
    marks = any(owned.creature.effect("mark") for owned in player.owned)  # a flipped one may be revived
    return "losing_call" if behind and not marks else ""


def _harm_of_use(table: EmberTable, use: uses.Use) -> str:
    """Return the harm of an ability: it affects only its user, or an Archmage turns the wrong creature."""
    if use.by_archmage:
        owner = table.owner_of(use.targets[0])
        own = owner is not None and owner.seat == use.seat
        return "turns_own" if own == (use.effects[0].verb == "flip") else ""
    only_takes = all(effect.verb in LOSSES for effect in use.effects)
    return "hits_own" if only_takes and uses.affected_seats(table, use) == {use.seat} else ""


def _wastes_archmage(table: EmberTable, seat: int, lost: list[str]) -> bool:
    """Return True if an Archmage leaves the hand while a card that can do less stays."""
    hand = table.players[seat].hand
    payable = hand.count(ARCHMAGE) <= table.variant.wilds
    return (
        ARCHMAGE in lost
        and payable
        and len(hand) - hand.count(ARCHMAGE) > len([card for card in lost if card not in (ARCHMAGE, "pile")])
    )
