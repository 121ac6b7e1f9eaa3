"""Windows of Imajica that a person wants to pass unasked: until something is announced, or for a turn.

A window concerns an Autarch whose cards are the target of what was announced, would be harmed by it or are
about to die, or who has characters in the fight: a challenge of theirs is not passed because they had no
interest in one between others, nor a death because they had none in how the fight began.
"""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.imajica.rules.asked import Respond
from twingkit.imajica.rules.challenge import dying
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.windows import harmed

KINDS = ("respond", "counter")
"""The windows that can be passed unasked: whoever may play maneuvers is one of two sides."""


def is_calm(asked: Question | None) -> bool:
    """True for a window in which nothing waits for an answer and nothing is fought about: the beginning or
    the end of a turn, or after something was done."""
    if not isinstance(asked, Respond) or asked.kind != "respond":
        return False
    table = asked.table
    return table.fight is None and not table.stack and not table.acting


@attrs.frozen
class AutoPass:
    """The windows that an Autarch wants to pass: the calm ones (without a `turn`), or those of a turn that do
    not concern it but by what is `known`."""

    turn: tuple[int, str, int] | None
    known: frozenset[str] = frozenset()

    @classmethod
    def at(cls, asked: Respond) -> AutoPass:
        """The windows to be passed from this one on."""
        if is_calm(asked):
            return cls(None)
        return cls(turn_of(asked.table), frozenset(concerns(asked)))

    def over(self, asked: Question | None, table: ImajicaTable) -> bool:
        """True if all is to be asked again: the turn has ended, or a window is not calm any more."""
        return self.turn != turn_of(table) if self.turn else not is_calm(asked)

    def passes(self, asked: Question | None) -> bool:
        """True for a window that is to be passed."""
        if not isinstance(asked, Respond) or asked.kind not in KINDS or self.over(asked, asked.table):
            return False
        return self.turn is None or self.known.issuperset(concerns(asked))


def turn_of(table: ImajicaTable) -> tuple[int, str, int]:
    """The turn that is played."""
    return table.round, table.phase, table.current


def concerns(asked: Respond) -> set[str]:
    """Return what of a window concerns the Autarch who is asked, each thing by a name of its own."""
    table = asked.table
    own = {piece.token for piece in table.pieces.values() if piece.controller == asked.player}
    found = set()
    for act in table.stack:
        if act.seat == asked.player:
            continue
        if own.intersection(act.targets):
            found.add(f"{act.card.id} {act.targets}")
        if not act.is_deed:
            found |= {f"{act.card.id} harms {token}" for token in harmed(table, act, asked.player)}
    fight = table.fight
    if fight is None:
        return found
    found |= {f"{token} dies" for token in own.intersection(piece.token for piece in dying(table))}
    return found | {f"{token} at {fight.focus}" for token in own.intersection(fight.involved)}
