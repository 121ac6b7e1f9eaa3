"""The worth of a table for a seat, including the next seizures of all Autarchs.

Until the end of the next round, every Autarch in its turn takes the Sites that are worth most to
it. So taking a Site that a rival needs has a value, as has keeping an unpivoted Ally that would
stop a rival's seizure, or laying a Site that is worth more to this seat than to others. Of rivals
only open information counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imajica.players.attempts import SeizureAttempt, best_seizure_attempt
from twingkit.imajica.players.plans import NO_HELP, HandSeizureHelp
from twingkit.imajica.players.steady import DESTINY_LEAD_WORTH, begin_next_round, capped_destiny_lead
from twingkit.imajica.players.worth import lead_over_rivals, side_worths
from twingkit.imajica.rules.rounds import has_winning_sites
from twingkit.imajica.rules.table import ImajicaTable

_MAX_SEIZURES = 2
"""Maximum number of seizures foreseen in one turn."""

_NEXT_ROUND_FACTOR = 0.6
"""Factor for the worth of a seizure in the next round."""

_MIN_FORESEEN_CHANCE = 0.5


def worth_after_making_seizures(
    table: ImajicaTable, seat: int, hand: HandSeizureHelp, turns_left: Sequence[int]
) -> float:
    """Make the expected seizures of this round and the next on `table` (pass a copy), and return the worth of
    the result for a seat.

    `hand` is the help of the seat's own hand, `turns_left` the seats that still have their turn in this
    round. The function changes the table, so pass a copy.
    """
    sides = side_worths(table)
    lasting = DESTINY_LEAD_WORTH * capped_destiny_lead(table, seat)
    for turn in turns_left:
        _take_turn(table, turn, hand if turn == seat else NO_HELP, sides, 1.0)
    if not any(has_winning_sites(table, other) for other in table.seats_from(seat)):
        begin_next_round(table)
        for turn in table.seats_from(table.leader):
            _take_turn(table, turn, hand if turn == seat else NO_HELP, sides, _NEXT_ROUND_FACTOR)
    return lasting + lead_over_rivals(sides, seat)


def _take_turn(
    table: ImajicaTable, turn: int, hand: HandSeizureHelp, sides: list[float], part: float
) -> None:
    """Make the foreseen seizures of one turn and add their worth times `part` to the Autarch's side."""
    for _ in range(_MAX_SEIZURES):
        attempt = best_seizure_attempt(table, turn, hand)
        if attempt is None or attempt.chance < _MIN_FORESEEN_CHANCE:
            return
        sides[turn] += part * attempt.expected_gain
        apply_seizure(table, turn, attempt)


def apply_seizure(table: ImajicaTable, seat: int, attempt: SeizureAttempt) -> None:
    """Carry out a successful seizure on this table: move the Site and the seizers to the seat's state (its
    controlled Sites and Holders).
    """
    site = table.pieces[attempt.site]
    site.area, site.controller = "state", seat
    for token in attempt.seizers:
        holder = table.pieces[token]
        holder.area, holder.site, holder.pivoted = "state", site.token, True
