"""Windows of Imajica that a person wants to pass unasked: the calm ones of a round, or those of a turn.

One is calm if nothing is announced and nothing fought about. A calm one in which the person can do something
new, with a card that came since, is asked.

A window concerns an Autarch whose cards are the target of what was announced, would be harmed by it or are
about to die, or who has characters in the fight: a challenge of theirs is not passed because they had no
interest in one between others, nor a death because they had none in how the fight began. Each moment of a
fight concerns anew who can turn it then: what was kept when the challenge was announced may end it before the
blows (IJ-CHAL-3). An own seizure that nobody contests and that succeeds as things stand concerns its Autarch
no further, and its maneuvers are passed, too.
"""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.imajica.rules.challenge import dying_characters
from twingkit.imajica.rules.questions import Respond
from twingkit.imajica.rules.seizure import would_secure
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.windows import cards_harmed
from twingkit.imajica.view import sums_of
from twingkit_widgets.imajica.play.choosing import act_answers, does_nothing, group_by_beginning, table_after

KINDS = ("respond", "counter")
"""The windows that can be passed unasked: whoever may play maneuvers is one of two sides. Those of a seizure
that is `would_secure_site` can be passed, too."""


def would_secure_site(asked: Respond) -> bool:
    """True if an own seizure that nobody contests succeeds as things stand (IJ-SEIZE-7)."""
    fight = asked.table.fight
    if fight is None or fight.kind != "seizure" or fight.seat != asked.player or fight.theirs:
        return False
    return would_secure(asked.table, fight)


def is_calm(asked: Question | None) -> bool:
    """True for a window in which nothing waits for an answer and nothing is fought about: the beginning or
    the end of a turn, or after something was done."""
    if not isinstance(asked, Respond) or asked.kind != "respond":
        return False
    table = asked.table
    return table.fight is None and not table.stack and not table.acting


@attrs.frozen
class AutoPass:
    """The windows that an Autarch wants to pass: those of a `turn` that do not concern it but by what is
    `known`, and the calm ones of a round in which it can play nothing but what it `could` at that time."""

    turn: tuple[int, str, int] | None = None
    known: frozenset[str] = frozenset()
    calm_round: int = 0
    known_playable: frozenset[str] = frozenset()

    @classmethod
    def at(cls, asked: Respond, before: AutoPass | None = None) -> AutoPass:
        """The windows to be passed from this one on, beside those that were to be passed `before`."""
        base = before or cls()
        if is_calm(asked):
            return attrs.evolve(base, calm_round=asked.table.round, known_playable=frozenset(playable(asked)))
        return attrs.evolve(base, turn=turn_of(asked.table), known=frozenset(concerns_of_window(asked)))

    def is_over(self, table: ImajicaTable) -> bool:
        """True if all is to be asked again: the round and the turn have ended."""
        return self.turn != turn_of(table) and self.calm_round != table.round

    def should_pass(self, asked: Question | None) -> bool:
        """True for a window that is to be passed."""
        if not isinstance(asked, Respond) or not (asked.kind in KINDS or would_secure_site(asked)):
            return False
        if self.turn == turn_of(asked.table) and self.known.issuperset(concerns_of_window(asked)):
            return True
        return (
            is_calm(asked)
            and self.calm_round == asked.table.round
            and self.known_playable.issuperset(playable(asked))
        )


def playable(asked: Respond) -> set[str]:
    """The cards and powers that would do something now, by the beginnings of their answers."""
    ways = group_by_beginning(act_answers(asked))
    return {
        head for head, answers in ways.items() if not all(does_nothing(asked, answer) for answer in answers)
    }


def turn_of(table: ImajicaTable) -> tuple[int, str, int]:
    """The turn that is played."""
    return table.round, table.phase, table.current


def concerns_of_window(asked: Respond) -> set[str]:
    """Return what of a window concerns the Autarch who is asked, each thing by a name of its own."""
    table = asked.table
    own = {piece.token for piece in table.pieces.values() if piece.controller == asked.player}
    reasons = set()
    for act in table.stack:
        if act.seat == asked.player:
            continue
        if own.intersection(act.targets):
            reasons.add(f"{act.card.id} {act.targets}")
        if not act.is_deed:
            reasons |= {f"{act.card.id} harms {token}" for token in cards_harmed(table, act, asked.player)}
    fight = table.fight
    if fight is None:
        return reasons
    reasons |= {
        f"{token} dies" for token in own.intersection(piece.token for piece in dying_characters(table))
    }
    fighting = own.intersection(fight.involved)
    if (
        fighting
        and asked.when
        and not would_secure_site(asked)
        and any(would_change_fight(asked, answer) for answer in act_answers(asked))
    ):
        reasons.add(f"{fight.focus}, {asked.when}")
    return reasons | {f"{token} at {fight.focus}" for token in fighting}


def would_change_fight(asked: Respond, answer: str) -> bool:
    """True for a card or a power that would change who fights, what they count or who dies; also for one that
    asks something first, which may be about any of them."""
    done = table_after(asked, answer)
    return done is None or _stakes(done) != _stakes(asked.table)


def _stakes(table: ImajicaTable) -> tuple[object, ...]:
    """Return what of a fight can still be turned: both sides and their sums, or who dies of the damage."""
    fight = table.fight
    if fight is None or fight.damage_dealt:
        return (*(piece.token for piece in dying_characters(table)),)
    return (*fight.mine, "vs", *fight.theirs, *sums_of(table, fight))
