"""The state of a vote: the totals that each voter can cast, and the smallest that decides it (IM-AGENDA-3 to
5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from twingkit.analyse.reports.frame_results import Cells, FrameList
from twingkit.core.arguments import (
    BOOLEAN,
    TEXT,
    check_argument,
    check_arguments,
    instance_of,
    integer_between,
    list_of,
    mapping_of,
)
from twingkit.core.arguments.kinds import plain_integer
from twingkit.core.messages import Fault
from twingkit.core.tables.column_meanings import with_column_meanings

MAX_VOTES = 999
"""The largest number of votes that is looked at: no table has as many."""


VOTES = integer_between(0, MAX_VOTES)
"""A number of votes, or of influence."""


def _influence(planets: Iterable[int]) -> tuple[int, ...]:
    """The influence of each planet; raises `Fault` for numbers that no table has."""
    numbers = tuple(planets) if isinstance(planets, Iterable) else planets
    plain: tuple[int, ...] = check_argument("planets", numbers, list_of(VOTES, min_length=0))
    return plain


@attrs.frozen
class Voter:
    """A player who has not voted yet: the influence of each ready planet, and `extra` votes.

    The extra votes of cards and abilities count only together with votes of planets (IM-AGENDA-4).

    >>> Voter("p2", (3, 1), extra=2).totals
    (0, 3, 5, 6)
    """

    name: str
    planets: tuple[int, ...] = attrs.field(converter=_influence)
    extra: int = attrs.field(default=0, converter=plain_integer)

    def __attrs_post_init__(self) -> None:
        """Raises `Fault` for an invalid name, influence or number of votes."""
        check_argument("name", self.name, TEXT)
        check_argument("extra", self.extra, VOTES)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every number of votes that the voter can cast, ascending; 0 is to abstain."""
        sums = {0}
        for influence in self.planets:
            sums |= {total + influence for total in sums}
        return tuple(sorted({0} | {total + self.extra for total in sums if total}))


VOTERS = list_of(instance_of("argument.voter", Voter), min_length=0)
"""Voters, where a function takes some."""


@attrs.frozen
class DecidingVoter:
    """A voter who can decide a vote alone: the smallest total that is enough, and how many of its votes are
    surplus.

    >>> DecidingVoter("p2", total=4, spare=1).total
    4
    """

    voter: str
    total: int
    spare: int


@check_arguments(cast=mapping_of(TEXT, VOTES), outcome=TEXT, speaker=BOOLEAN)
def votes_needed(cast: Mapping[str, int], outcome: str, speaker: bool = False) -> int:
    """Return the smallest number of further votes with which an outcome wins if nobody else votes.

    Parameters
    ----------
    cast
        The votes of each outcome so far.
    outcome
        One of the outcomes in `cast`.
    speaker
        True if the speaker picks this outcome at a tie, even if nobody votes.

    Raises
    ------
    Fault
        If `outcome` is not in `cast`, or a number of votes is impossible.

    Examples
    --------
    >>> votes_needed({"for": 5, "against": 7}, "for")
    3
    >>> votes_needed({"for": 5, "against": 7}, "for", speaker=True)
    2
    """
    _check(cast, outcome)
    most = max((votes for other, votes in cast.items() if other != outcome), default=0)
    return max(most - cast[outcome] + (not speaker), 0)


def deciding_voter_cells() -> Cells[DecidingVoter]:
    """The columns of `turned_by(...).frame()`."""
    return {
        "voter": lambda turn: turn.voter,
        "total": lambda turn: turn.total,
        "spare": lambda turn: turn.spare,
    }


@with_column_meanings
@check_arguments(cast=mapping_of(TEXT, VOTES), outcome=TEXT, speaker=BOOLEAN, voters=VOTERS)
def turned_by(
    cast: Mapping[str, int], outcome: str, voters: Sequence[Voter], speaker: bool = False
) -> FrameList[DecidingVoter]:
    """Return the voters who can make an outcome win alone, in voting order, each with the fewest votes for
    it.

    The list is empty if no votes are needed. `.frame()` gives a table.

    Parameters
    ----------
    cast, outcome, speaker
        As in `votes_needed`.
    voters
        The players who have not voted yet.

    Returns
    -------
    A list with the columns

    - voter: the name of the voter,
    - total: the smallest total of the voter that is enough,
    - spare: how many votes of this total are surplus.

    Examples
    --------
    >>> voters = [Voter("p2", (4,)), Voter("p3", (1, 1)), Voter("p1", (2, 1))]
    >>> turned_by({"for": 5, "against": 7}, "for", voters)
    [DecidingVoter(voter='p2', total=4, spare=1), DecidingVoter(voter='p1', total=3, spare=0)]
    """
    needed = votes_needed(cast, outcome, speaker)
    turns = []
    for voter in voters:
        enough = [total for total in voter.totals if total >= needed]
        if needed and enough:
            turns.append(DecidingVoter(voter.name, enough[0], enough[0] - needed))
    return FrameList(turns, deciding_voter_cells, "twingkit.imperium.turned_by")


@check_arguments(cast=mapping_of(TEXT, VOTES), outcome=TEXT, speaker=BOOLEAN, voters=VOTERS)
def safe_lead(cast: Mapping[str, int], outcome: str, voters: Sequence[Voter], speaker: bool = False) -> bool:
    """Return whether an outcome wins even if all remaining voters cast everything for its strongest rival.

    The arguments are those of `turned_by`.

    >>> safe_lead({"for": 9, "against": 2}, "for", [Voter("p2", (4,)), Voter("p3", (1, 1))])
    True
    """
    _check(cast, outcome)
    left = sum(voter.totals[-1] for voter in voters)
    rivals = [votes for other, votes in cast.items() if other != outcome]
    return cast[outcome] >= max(rivals, default=0) + left + (not speaker)


def _check(cast: Mapping[str, int], outcome: str) -> None:
    if outcome not in cast:
        raise Fault("vote.outcome", text=outcome[:60], names=", ".join(cast))
