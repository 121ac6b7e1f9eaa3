"""Flash windows that a player wants to pass automatically: calm ones of a round, or those of a turn.

A window is calm if nothing is announced and no fight is going on. A calm window is not passed if
the player could use a card or power that was not available when automatic passing began.

A window concerns an Autarch if its cards are the target of what was announced, would be harmed by
it or are about to die, or if it has characters in the fight. So a player who passes a fight between
others is still asked when challenged, and a player who passes the start of a fight is still asked
before an own character dies. Every moment of a fight is a new concern if the player can turn the
fight then: a card kept at the announcement may decide it in the last call for Flashes (IJ-CHAL-3).
A seizure of the player's own that nobody contests, and that succeeds as things stand, is no further
concern, and the player's maneuvers are passed, too.
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
"""The kinds of windows that can be passed automatically.

Maneuver windows are asked, because they belong to the two sides of a fight; those of a seizure that
`would_secure_site` are passed.
"""


def would_secure_site(asked: Respond) -> bool:
    """Return whether the player's own uncontested seizure succeeds as things stand (IJ-SEIZE-7)."""
    fight = asked.table.fight
    if fight is None or fight.kind != "seizure" or fight.seat != asked.player or fight.theirs:
        return False
    return would_secure(asked.table, fight)


def is_calm(asked: Question | None) -> bool:
    """Return whether this is a window in which nothing waits and no fight is going on.

    Such windows come at the start and end of a turn, and after something was done.
    """
    if not isinstance(asked, Respond) or asked.kind != "respond":
        return False
    table = asked.table
    return table.fight is None and not table.stack and not table.acting


@attrs.frozen
class AutoPass:
    """The windows that an Autarch wants to pass.

    These are the windows of `turn` that concern it only by what is in `known`, and the calm windows
    of `calm_round` in which it can play nothing outside `known_playable`.
    """

    turn: tuple[int, str, int] | None = None
    known: frozenset[str] = frozenset()
    calm_round: int = 0
    known_playable: frozenset[str] = frozenset()

    @classmethod
    def at(cls, asked: Respond, before: AutoPass | None = None) -> AutoPass:
        """Return the windows to pass from this one on, in addition to those of `before`."""
        base = before or cls()
        if is_calm(asked):
            return attrs.evolve(base, calm_round=asked.table.round, known_playable=frozenset(playable(asked)))
        return attrs.evolve(base, turn=turn_of(asked.table), known=frozenset(concerns_of_window(asked)))

    def is_over(self, table: ImajicaTable) -> bool:
        """Return whether both the turn and the round to pass have ended."""
        return self.turn != turn_of(table) and self.calm_round != table.round

    def should_pass(self, asked: Question | None) -> bool:
        """Return whether to pass this window."""
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
    """Return the beginnings of the answers that play a card or power with an effect now."""
    ways = group_by_beginning(act_answers(asked))
    return {
        head for head, answers in ways.items() if not all(does_nothing(asked, answer) for answer in answers)
    }


def turn_of(table: ImajicaTable) -> tuple[int, str, int]:
    """Return the current turn: round, phase, and seat."""
    return table.round, table.phase, table.current


def concerns_of_window(asked: Respond) -> set[str]:
    """Return a label for everything in a window that concerns the Autarch who is asked."""
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
    """Return whether a card or power would change who fights, the totals, or who dies.

    A card that asks a question first counts as one that would, since its answer may be about any of
    these.
    """
    done = table_after(asked, answer)
    return done is None or _stakes(done) != _stakes(asked.table)


def _stakes(table: ImajicaTable) -> tuple[object, ...]:
    """Return what can still change in a fight: both sides and their totals, or who dies of the damage."""
    fight = table.fight
    if fight is None or fight.damage_dealt:
        return (*(piece.token for piece in dying_characters(table)),)
    return (*fight.mine, "vs", *fight.theirs, *sums_of(table, fight))
