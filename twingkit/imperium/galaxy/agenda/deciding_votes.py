"""The state of a vote: the totals that each voter can cast, and the smallest total that decides it
(IM-AGENDA-3 to 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from twingkit.core.arguments import (
    BOOLEAN,
    TEXT,
    check_arguments,
    instance_of,
    integer_between,
    list_of,
    mapping_of,
    require_valid_argument,
)
from twingkit.core.arguments.kinds import as_int
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows

MAX_VOTES = 999
"""The largest number of votes that is accepted; no real game has more."""


_VOTE_COUNT = integer_between(0, MAX_VOTES)
"""The argument check for a number of votes or an amount of influence."""


def _influence(planets: Iterable[int]) -> tuple[int, ...]:
    numbers = tuple(planets) if isinstance(planets, Iterable) else planets
    plain: tuple[int, ...] = require_valid_argument("planets", numbers, list_of(_VOTE_COUNT, min_length=0))
    return plain


@attrs.frozen
class RemainingVoter:
    """A player who has not voted yet, with the influence of each ready planet and the extra votes from cards.

    Extra votes count only together with votes of planets (IM-AGENDA-4).

    >>> RemainingVoter("p2", (3, 1), extra_votes=2).possible_totals
    (0, 3, 5, 6)
    """

    name: str
    planet_influences: tuple[int, ...] = attrs.field(converter=_influence)
    extra_votes: int = attrs.field(default=0, converter=as_int)

    def __attrs_post_init__(self) -> None:
        require_valid_argument("name", self.name, TEXT)
        require_valid_argument("extra_votes", self.extra_votes, _VOTE_COUNT)

    @property
    def possible_totals(self) -> tuple[int, ...]:
        """Return every number of votes that the voter can cast, ascending; 0 means to abstain."""
        sums = {0}
        for influence in self.planet_influences:
            sums |= {total + influence for total in sums}
        return tuple(sorted({0} | {total + self.extra_votes for total in sums if total}))


_VOTER_LIST = list_of(instance_of("argument.voter", RemainingVoter), min_length=0)


@attrs.frozen
class DecidingVoter:
    """A voter whose votes alone can make an outcome win: the smallest number that suffices, and the votes
    beyond what is needed.

    >>> DecidingVoter("p2", smallest_total=4, surplus_votes=1).smallest_total
    4
    """

    voter_name: str
    smallest_total: int
    surplus_votes: int


@check_arguments(votes_cast=mapping_of(TEXT, _VOTE_COUNT), outcome=TEXT, wins_ties=BOOLEAN)
def votes_needed(votes_cast: Mapping[str, int], outcome: str, wins_ties: bool = False) -> int:
    """Return the smallest number of further votes with which an outcome wins if nobody else votes.

    Parameters
    ----------
    votes_cast
        The votes of each outcome so far.
    outcome
        One of the outcomes in `votes_cast`.
    wins_ties
        True if the speaker picks this outcome at a tie, even if nobody votes.

    Raises
    ------
    Fault
        If `outcome` is not in `votes_cast`, or a number of votes is impossible.

    Examples
    --------
    >>> votes_needed({"for": 5, "against": 7}, "for")
    3
    >>> votes_needed({"for": 5, "against": 7}, "for", wins_ties=True)
    2
    """
    _check(votes_cast, outcome)
    most = max((votes for other, votes in votes_cast.items() if other != outcome), default=0)
    return max(most - votes_cast[outcome] + (not wins_ties), 0)


_VOTER_COLUMNS = {"player": "str", "total": "int64", "spare": "int64"}


@with_column_meanings
@check_arguments(
    votes_cast=mapping_of(TEXT, _VOTE_COUNT), outcome=TEXT, wins_ties=BOOLEAN, voters=_VOTER_LIST
)
@localized
def deciding_voters(
    votes_cast: Mapping[str, int],
    outcome: str,
    voters: Sequence[RemainingVoter],
    wins_ties: bool = False,
    *,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the voters who can make an outcome win alone, in voting order, with the fewest votes each needs.

    The table is empty if no votes are needed.

    Parameters
    ----------
    votes_cast, outcome, wins_ties
        As in `votes_needed`.
    voters
        The players who have not voted yet.

    Returns
    -------
    pandas.DataFrame
        One row for each of these voters, with the columns

        - `player`: the name of the voter,
        - `total`: the smallest total of the voter that is enough,
        - `spare`: how many votes of this total are surplus.

        `attrs`: `outcome`, `needed` (the votes that are needed), `lang`.

    Examples
    --------
    >>> voters = [RemainingVoter("p2", (4,)), RemainingVoter("p3", (1, 1)), RemainingVoter("p1", (2, 1))]
    >>> deciding_voters({"for": 5, "against": 7}, "for", voters).values.tolist()
    [['p2', 4, 1], ['p1', 3, 0]]
    """
    rows = list(map(attrs.astuple, find_deciding_voters(votes_cast, outcome, voters, wins_ties)))
    needed = votes_needed(votes_cast, outcome, wins_ties)
    return frame_from_rows(rows, _VOTER_COLUMNS, outcome=outcome, needed=needed, lang=language())


def find_deciding_voters(
    votes_cast: Mapping[str, int], outcome: str, voters: Sequence[RemainingVoter], wins_ties: bool = False
) -> list[DecidingVoter]:
    """Return the rows of `deciding_voters` as objects, without pandas.

    >>> find_deciding_voters({"for": 5, "against": 7}, "for", [RemainingVoter("p2", (4,))])[0].surplus_votes
    1
    """
    needed = votes_needed(votes_cast, outcome, wins_ties)
    turns = []
    for voter in voters:
        enough = [total for total in voter.possible_totals if total >= needed]
        if needed and enough:
            turns.append(DecidingVoter(voter.name, enough[0], enough[0] - needed))
    return turns


@check_arguments(
    votes_cast=mapping_of(TEXT, _VOTE_COUNT), outcome=TEXT, wins_ties=BOOLEAN, voters=_VOTER_LIST
)
def is_lead_safe(
    votes_cast: Mapping[str, int], outcome: str, voters: Sequence[RemainingVoter], wins_ties: bool = False
) -> bool:
    """Return whether an outcome wins even if all remaining voters cast everything for its strongest rival.

    The arguments are those of `deciding_voters`.

    >>> voters = [RemainingVoter("p2", (4,)), RemainingVoter("p3", (1, 1))]
    >>> is_lead_safe({"for": 9, "against": 2}, "for", voters)
    True
    """
    _check(votes_cast, outcome)
    left = sum(voter.possible_totals[-1] for voter in voters)
    rivals = [votes for other, votes in votes_cast.items() if other != outcome]
    return votes_cast[outcome] >= max(rivals, default=0) + left + (not wins_ties)


def _check(cast: Mapping[str, int], outcome: str) -> None:
    if outcome not in cast:
        raise Fault("vote.outcome", text=outcome[:60], names=", ".join(cast))
