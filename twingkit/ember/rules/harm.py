"""Detect answers that would certainly harm the answering player, so that a page can ask for confirmation."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.acts import Act
from twingkit.core.questions import Question
from twingkit.ember.rules import uses
from twingkit.ember.rules.acts import Call, Discard, Draw, Give, Replace, Use, UseArchmage
from twingkit.ember.rules.cards import ARCHMAGE
from twingkit.ember.rules.questions import EmberQuestion
from twingkit.ember.rules.table import EmberTable

_LOSS_VERBS = frozenset({"discard", "flip", "limit"})
"""Verbs of effects that only take something from those they affect."""


def self_harm_kind(question: Question, answer: Act) -> str:
    """Return the kind of harm that a legal answer does to the answering player, or "" if none is certain.

    `wrong_call` costs marks. `losing_call` ends the game while another player has more points and
    none of the caller's abilities can lower them. `hits_own` is a use that takes from nobody else.
    `turns_own` is an Archmage that flips one of the player's own creatures or revives another player's.
    `archmage` is a discarded Archmage although the remaining cards can do less.

    >>> from twingkit import ember
    >>> line = "ember: p1 hand A5 E5 F5 A9 * has wisp; p2 hand 3; to move p1 draw"
    >>> asked = ember.position_game(line, seed=1).question
    >>> self_harm_kind(asked, Draw("*")), self_harm_kind(asked, Draw("A9"))
    ('archmage', '')
    """
    if not isinstance(question, EmberQuestion):
        return ""
    table, seat = question.table, question.player
    match answer:
        case Call():
            return _harm_of_call(table, seat)
        case Use() | UseArchmage():
            return _harm_of_use(table, uses.ability_use(table, seat, answer))
        case Draw(str() as card):
            return "archmage" if _wastes_archmage(table, seat, (card,)) else ""
        case Discard(cards) | Give(cards) | Replace(cards):
            return "archmage" if _wastes_archmage(table, seat, cards) else ""
    return ""


def _harm_of_call(table: EmberTable, seat: int) -> str:
    if not uses.is_right_call(table, seat):
        return "wrong_call"
    player = table.players[seat]
    behind = any(other.total > player.total for other in table.opponents(seat))
    marks = any(
        owned.creature.effect_with_verb("mark") for owned in player.owned
    )  # a flipped one may be revived
    return "losing_call" if behind and not marks else ""


def _harm_of_use(table: EmberTable, use: uses.AbilityUse) -> str:
    if use.is_by_archmage:
        owner = table.owner_of(use.targets[0])
        own = owner is not None and owner.seat == use.seat
        return "turns_own" if own == (use.effects[0].verb == "flip") else ""
    only_takes = all(effect.verb in _LOSS_VERBS for effect in use.effects)
    return "hits_own" if only_takes and uses.affected_seats(table, use) == {use.seat} else ""


def _wastes_archmage(table: EmberTable, seat: int, lost: Sequence[str]) -> bool:
    hand = table.players[seat].hand
    payable = hand.count(ARCHMAGE) <= table.variant.wilds
    return (
        ARCHMAGE in lost and payable and len(hand) - hand.count(ARCHMAGE) > len(lost) - lost.count(ARCHMAGE)
    )
