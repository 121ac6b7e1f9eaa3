"""Find the best Allies to send, and the smallest resistance of a rival, by trying every set.

As exact as `stops`: for each set of Allies the probability of being stopped, and for a rival the smallest
sets of characters that stop the action without a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import isnan

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, FrameList, format_fraction
from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import Quoted
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imajica.exact_odds.announced_deed import (
    STOPPABLE_ACTIONS,
    TABLE_SOURCE_ARGUMENT,
    TableSource,
    copy_table,
    parse_deed,
    parse_rival_seat,
)
from twingkit.imajica.exact_odds.stop_check import FightState, StopCheck
from twingkit.imajica.exact_odds.stops import StopResults, can_they_stop, chance_reason
from twingkit.imajica.exact_odds.unseen import RivalHand
from twingkit.imajica.exact_odds.uses import rival_side
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.variants.variant import BOX, Variant

MOST_ALLIES = 7
"""Maximum number of Allies for which every set is tried; of more, only the strongest count."""


@attrs.frozen(eq=False)
class SendOption:
    """A set of Allies, with the ways of rivals to stop the action that they take."""

    allies: tuple[str, ...]
    stops: StopResults

    @property
    def chance(self) -> float:
        """Probability that a rival stops the action; 1 if it fails by itself, NaN if a hand is not given."""
        return float(self.stops.stop_chance)


SEND_COLUMNS: CellMakers[SendOption] = {
    "allies": lambda sent: " ".join(sent.allies),
    "count": lambda sent: len(sent.allies),
    "chance": lambda sent: sent.chance,
    "exact": lambda sent: format_fraction(Fraction(sent.stops.stop_chance)) if sent.stops.is_exact else "",
    "low": lambda sent: 0.0 if isnan(sent.chance) else sent.chance,
    "high": lambda sent: sent.chance if sent.stops.is_exact else 1.0,
    "complete": lambda sent: sent.stops.is_exact,
}
"""Columns of `allies_to_send(...).frame()`, except the reason."""


def _send_cells() -> CellMakers[SendOption]:
    return {**SEND_COLUMNS, "reason": lambda sent: _send_reason(sent.stops)}


def _send_reason(stops: StopResults) -> str:
    """Return the rule by which the action fails by itself, or the points that each rival is missing."""
    if stops.failure is not None:
        return stops.failure.rule
    if stops.stop_chance and not isnan(stops.stop_chance):
        return ""
    return "; ".join(f"{SEATS[rival.seat]} {chance_reason(rival, None)}" for rival in stops.rival_stops)


RESISTANCE_COLUMNS: CellMakers[tuple[str, ...]] = {
    "characters": " ".join,
    "count": len,
}
"""Columns of `smallest_resistance(...).frame()`."""


@with_column_meanings
@check_arguments(where=TABLE_SOURCE_ARGUMENT, deed=TEXT)
def allies_to_send(
    where: TableSource,
    deed: str,
    holdings: Mapping[str, RivalHand] | None = None,
    *,
    variant: Variant | str = BOX,
    goal: str = "target",
) -> FrameList[SendOption]:
    """Return every legal set of Allies for an action such as `seize slew`, the safest first.

    The safest set is the least likely to be stopped. Of equal ones the smaller comes first; sets that fail by
    themselves come last. Parameters and errors are those of `can_they_stop`.

    Returns
    -------
    FrameList of SendOption
        `.frame()` has the columns allies, count, chance, exact, low, high, complete, reason.

    Examples
    --------
    >>> from twingkit.imajica import RivalHand
    >>> empty = {"p2": RivalHand()}  # whose hand is empty
    >>> line = "imajica: p1 active sartori lamp-boy; p2 active huzzah-aping; circle slew"
    >>> [(sent.allies, sent.chance) for sent in allies_to_send(line, "seize slew", empty)]
    [(('sartori', 'lamp-boy'), 0.0), (('sartori',), 1.0), (('lamp-boy',), 1.0)]
    """
    return FrameList(
        finish(sending_slices(where, deed, holdings, variant=variant, goal=goal)),
        _send_cells,
        "twingkit.imajica.allies_to_send",
    )


def sending_slices(
    where: TableSource,
    deed: str,
    holdings: Mapping[str, RivalHand] | None = None,
    *,
    variant: Variant | str = BOX,
    goal: str = "target",
) -> Slices[list[SendOption]]:
    """Compute `allies_to_send` in slices, one for each set."""
    table = copy_table(where, Variant.resolve(variant))
    word, focus, *more = (*deed.split(), "", "")
    if word not in STOPPABLE_ACTIONS or focus not in table.pieces or any(more):
        raise BadAnswer("answer", rulebook(), found=Quoted(one_line_excerpt(deed, 60)))
    ready = [piece for piece in table.ready_characters(table.current) if not piece.acted]
    stat = "magic" if word == "seize" else "strength"
    ready.sort(key=lambda piece: -int(getattr(piece.card, stat)))
    tokens = [piece.token for piece in ready[:MOST_ALLIES]]
    sets = [chosen for size in range(1, len(tokens) + 1) for chosen in combinations(tokens, size)]
    sendings = []
    for number, chosen in enumerate(sets):
        yield number / len(sets)
        whole = f"{word} {focus} with {' '.join(chosen)}"
        try:
            stops = can_they_stop(where, whole, holdings, variant=variant, goal=goal)
        except Refusal:
            if len(sets) == 1:
                raise
            continue
        sendings.append(SendOption(chosen, stops))
    return sorted(
        sendings,
        key=lambda sent: (
            isnan(sent.chance),
            0.0 if isnan(sent.chance) else sent.chance,
            sent.stops.failure is not None,
            len(sent.allies),
            sent.allies,
        ),
    )


@with_column_meanings
@check_arguments(where=TABLE_SOURCE_ARGUMENT, deed=TEXT)
def smallest_resistance(
    where: TableSource, deed: str, rival: str, *, variant: Variant | str = BOX
) -> FrameList[tuple[str, ...]]:
    """Return the smallest sets of a rival's characters that stop an action without a card (IJ-SEIZE-4).

    No set contains another. The list is empty if no set is enough; it holds the empty set if nobody is
    needed. Errors are those of `can_they_stop`.

    Returns
    -------
    FrameList of tuple
        `.frame()` has the columns characters and count.

    Examples
    --------
    >>> line = "imajica: p1 active sartori; p2 active dowd huzzah-aping judith irish; circle slew"
    >>> smallest_resistance(line, "seize slew with sartori", "p2")
    [('huzzah-aping',), ('dowd', 'judith'), ('judith', 'irish')]
    """
    act = parse_deed(where, deed, Variant.resolve(variant))
    seat = parse_rival_seat(act.table, act.seat, rival)
    if seat not in act.rivals:
        raise Fault("imajica.rival", found=repr(rival), known=", ".join(SEATS[place] for place in act.rivals))
    side = rival_side(act, seat)
    sets: list[tuple[str, ...]] = []
    for size in range(len(side.able_characters) + 1):
        for chosen in combinations(side.able_characters, size):
            if any(set(smaller) <= set(chosen) for smaller in sets):
                continue
            if (
                StopCheck(attrs.evolve(side, able_characters=chosen, later_characters=())).stop_reason(
                    FightState()
                )
                is not None
            ):
                sets.append(chosen)
    return FrameList(sets, RESISTANCE_COLUMNS, "twingkit.imajica.smallest_resistance")
