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

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame, format_fraction
from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.variants.variant import variant_table_attrs
from twingkit.imajica.exact_odds.announced_deed import (
    TABLE_SOURCE_ARGUMENT,
    TableSource,
    copy_table,
    parse_deed,
    parse_rival_seat,
)
from twingkit.imajica.exact_odds.stop_check import FightChanges, StopChecker
from twingkit.imajica.exact_odds.stops import RivalStopResults, StopRow, can_they_stop
from twingkit.imajica.exact_odds.unseen import RivalHand
from twingkit.imajica.exact_odds.uses import STAT_BY_ACTION, rival_side
from twingkit.imajica.rules.answers import NOTATION, Deed
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.variants.variant import BOX, Variant

_MOST_ALLIES = 7
"""Maximum number of Allies for which every set is tried; of more, only the strongest count."""


@attrs.frozen(eq=False)
class SendOption:
    """A set of Allies to send on an action, with the rivals' possibilities to stop it."""

    allies: tuple[str, ...]
    stops: RivalStopResults

    @property
    def stop_chance(self) -> float:
        """Probability that a rival stops the action; 1 if it fails by itself, NaN if a hand is not given."""
        return float(self.stops.stop_chance)

    @property
    def outcome(self) -> str:
        """The outcome as a word: "fails", "safe", "stoppable" or "not_given"."""
        if self.stops.failure is not None:
            return "fails"
        return "not_given" if isnan(self.stop_chance) else "stoppable" if self.stop_chance else "safe"

    def rival_rows(self) -> list[StopRow]:
        """Return a row for each rival with its smallest way to stop the action; only one row if the action
        fails by itself.
        """
        rows = self.stops.rival_rows()
        return rows[:1] if self.stops.failure is not None else rows


_SEND_COLUMNS: CellMakers[SendOption] = {
    "deed": lambda sent: str(sent.stops.deed),
    "allies": lambda sent: " ".join(sent.allies),
    "count": lambda sent: len(sent.allies),
    "outcome": lambda sent: sent.outcome,
    "chance": lambda sent: sent.stop_chance,
    "exact": lambda sent: format_fraction(Fraction(sent.stops.stop_chance)) if sent.stops.is_exact else "",
    "low": lambda sent: 0.0 if isnan(sent.stop_chance) else sent.stop_chance,
    "high": lambda sent: sent.stop_chance if sent.stops.is_exact else 1.0,
    "complete": lambda sent: sent.stops.is_exact,
    "rules": lambda sent: list(dict.fromkeys(rule for row in sent.rival_rows() for rule in row.rules)),
    "reason": lambda sent: " ".join(row.reason() for row in sent.rival_rows()),
}


@with_column_meanings
@check_arguments(position=TABLE_SOURCE_ARGUMENT, deed=TEXT)
@localized
def allies_to_send(
    position: TableSource,
    deed: str,
    *,
    holdings: Mapping[str, RivalHand] | None = None,
    variant: Variant | str = BOX,
    goal: str = "target",
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table of every legal set of Allies for an action such as `seize slew`; the least likely to be
    stopped comes first.

    Parameters
    ----------
    position, holdings, variant, goal
        As in `can_they_stop`.
    deed
        The action without its characters, such as `seize slew`.
    lang
        The language of `reason`.

    Returns
    -------
    DataFrame
        One row for each set. The safest set is the least likely to be stopped. Of equal ones the smaller
        comes first; sets that fail by themselves come after those that are stopped for certain, and those
        whose chance is not known come last. `attrs`: `variant`, unless it is that of the box.

    Raises
    ------
    Refusal, BadAnswer, Fault
        As `can_they_stop`.

    Examples
    --------
    >>> from twingkit.imajica import RivalHand
    >>> empty = {"p2": RivalHand()}  # whose hand is empty
    >>> line = "imajica: p1 active sartori lamp-boy; p2 active huzzah-aping; circle slew"
    >>> allies_to_send(line, "seize slew", holdings=empty)[["allies", "chance", "outcome"]]
                 allies  chance    outcome
    0  sartori lamp-boy     0.0       safe
    1           sartori     1.0  stoppable
    2          lamp-boy     1.0      fails
    """
    rows = finish(sending_slices(position, deed, holdings, variant=variant, goal=goal))
    about = variant_table_attrs(Variant.resolve(variant))
    return explained_frame(rows, _SEND_COLUMNS, "twingkit.imajica.allies_to_send", **about)


def sending_slices(
    position: TableSource,
    deed: str,
    holdings: Mapping[str, RivalHand] | None = None,
    *,
    variant: Variant | str = BOX,
    goal: str = "target",
) -> Slices[list[SendOption]]:
    """Compute the options that `allies_to_send` compares, as a generator that pauses after each set of
    Allies.
    """
    table = copy_table(position, Variant.resolve(variant))
    act = NOTATION.parse(deed)
    if not isinstance(act, Deed) or act.tokens or act.target not in table.pieces:
        raise BadAnswer("answer", rulebook(), found=QuotedFact(one_line_excerpt(deed, 60)))
    ready = [piece for piece in table.ready_characters(table.current) if not piece.acted]
    ready.sort(key=lambda piece: -int(getattr(piece.card, STAT_BY_ACTION[act.word])))
    tokens = [piece.token for piece in ready[:_MOST_ALLIES]]
    sets = [chosen for size in range(1, len(tokens) + 1) for chosen in combinations(tokens, size)]
    sendings = []
    for number, chosen in enumerate(sets):
        yield number / len(sets)
        whole = str(attrs.evolve(act, tokens=chosen))
        try:
            stops = can_they_stop(position, whole, holdings=holdings, variant=variant, goal=goal)
        except Refusal:
            if len(sets) == 1:
                raise
            continue
        sendings.append(SendOption(chosen, stops))
    return sorted(
        sendings,
        key=lambda sent: (
            isnan(sent.stop_chance),
            0.0 if isnan(sent.stop_chance) else sent.stop_chance,
            sent.stops.failure is not None,
            len(sent.allies),
            sent.allies,
        ),
    )


@with_column_meanings
@check_arguments(position=TABLE_SOURCE_ARGUMENT, deed=TEXT)
@localized
def smallest_stopping_groups(
    position: TableSource, deed: str, *, player: str, variant: Variant | str = BOX, lang: Lang | None = None
) -> DataFrame:
    """Return the smallest sets of a rival's characters that stop an action without a card (IJ-SEIZE-4).

    Parameters
    ----------
    position, deed, variant
        As in `can_they_stop`.
    player
        The rival, such as "p2".
    lang
        The language of the column meanings.

    Returns
    -------
    DataFrame
        One row for each set; no set contains another. There is no row if no set is enough (`attrs["notes"]`
        says so), and one row with `count` 0 if nobody is needed. `attrs`: `deed` and `player`.

    Raises
    ------
    Refusal, BadAnswer, Fault
        As `can_they_stop`.

    Examples
    --------
    >>> line = "imajica: p1 active sartori; p2 active dowd huzzah-aping judith irish; circle slew"
    >>> smallest_stopping_groups(line, "seize slew with sartori", player="p2")
      player    characters  count
    0     p2  huzzah-aping      1
    1     p2   dowd judith      2
    2     p2  judith irish      2
    """
    sets = smallest_stopping_group_rows(position, deed, player, variant=variant)
    cells: CellMakers[tuple[str, ...]] = {
        "player": lambda chosen: player, "characters": " ".join, "count": len
    }  # fmt: skip
    about = {"deed": deed, "player": player}
    frame = explained_frame(sets, cells, "twingkit.imajica.smallest_stopping_groups", **about)
    if not sets:
        frame.attrs["notes"] = [message("imajica.no_resistance", player=player)]
    return frame


def smallest_stopping_group_rows(
    position: TableSource, deed: str, player: str, *, variant: Variant | str = BOX
) -> list[tuple[str, ...]]:
    """Return the smallest sets of a rival's characters that stop an action without any card, as tuples of
    tokens, smallest first.
    """
    act = parse_deed(position, deed, Variant.resolve(variant))
    seat = parse_rival_seat(act.table, act.seat, player)
    if seat not in act.rivals:
        raise Fault(
            "imajica.rival", found=repr(player), known=", ".join(SEATS[place] for place in act.rivals)
        )
    side = rival_side(act, seat)
    sets: list[tuple[str, ...]] = []
    for size in range(len(side.able_characters) + 1):
        for chosen in combinations(side.able_characters, size):
            if any(set(smaller) <= set(chosen) for smaller in sets):
                continue
            force = attrs.evolve(side, able_characters=chosen, later_characters=())
            if StopChecker(force).stop_reason(FightChanges()) is not None:
                sets.append(chosen)
    return sets
