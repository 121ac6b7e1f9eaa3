"""The worth of a table for a seat with the seizures to come, of its own and of its rivals, to the end of the
next round: every Autarch in its turn takes what is worth most to it.

So a Site that a rival needs is worth taking, an Ally who would stop a rival's seizure is worth keeping
unpivoted, and a Site is laid if it serves this seat more. Of rivals only what lies open is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imajica.players.attempts import Attempt, best_attempt
from twingkit.imajica.players.plans import NO_HELP, HandHelp
from twingkit.imajica.players.steady import LASTING, destiny_lead
from twingkit.imajica.players.worth import lead_over_rivals, side_worths
from twingkit.imajica.rules.rounds import has_winning_sites
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import barring_card

DEEDS = 2
"""The largest number of seizures of a turn that are foreseen."""

LATER = 0.6
"""The part that a seizure of the next round counts."""

LIKELY = 0.5
"""The least chance of a seizure that is foreseen."""


def worth_with_seizures(table: ImajicaTable, seat: int, hand: HandHelp, turns: Sequence[int]) -> float:
    """The worth of a table for a seat, whose hand helps so, with these turns still to come in this round.

    The table is played on: give a copy.
    """
    sides = side_worths(table)
    lasting = LASTING * destiny_lead(table, seat)
    for turn in turns:
        _take_turn(table, turn, hand if turn == seat else NO_HELP, sides, 1.0)
    if not any(has_winning_sites(table, other) for other in table.seats_from(seat)):
        begin_round(table)
        for turn in table.seats_from(table.leader):
            _take_turn(table, turn, hand if turn == seat else NO_HELP, sides, LATER)
    return lasting + lead_over_rivals(sides, seat)


def _take_turn(table: ImajicaTable, turn: int, hand: HandHelp, sides: list[float], part: float) -> None:
    """Carry out what an Autarch seizes in one turn."""
    for _ in range(DEEDS):
        attempt = best_attempt(table, turn, hand)
        if attempt is None or attempt.chance < LIKELY:
            return
        sides[turn] += part * attempt.gain
        apply_seizure(table, turn, attempt)


def apply_seizure(table: ImajicaTable, seat: int, attempt: Attempt) -> None:
    """Let a seizure succeed on a copy of a table."""
    site = table.pieces[attempt.site]
    site.area, site.controller = "state", seat
    for token in attempt.force:
        holder = table.pieces[token]
        holder.area, holder.site, holder.pivoted = "state", site.token, True


def begin_round(table: ImajicaTable) -> None:
    """Let the next round begin on a copy of a table: all reserves move up, everything is unpivoted."""
    count = len(table.players)
    places = [(table.leader + step) % count for step in range(1, count + 1)]
    table.leader = next(place for place in places if not table.players[place].out)
    table.turns_left = ()
    for piece in table.characters():
        if piece.area == "reserve" and not piece.pivoted and barring_card(table, piece, "advance") is None:
            piece.area = "active"
        piece.pivoted = piece.acted = False
