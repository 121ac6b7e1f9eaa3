"""The ballot of the current agenda: the votes, the players who cannot vote, and the predictions."""

from __future__ import annotations

from collections.abc import Sequence

import attrs


@attrs.frozen
class Prediction:
    """The outcome that a player says will win, and the card or ability that pays for it (IM-AGENDA-8)."""

    seat: int
    card: str
    outcome: str


def voters_for(votes: Sequence[tuple[int, str, int]], outcome: str) -> list[int]:
    """The seats that have cast votes for an outcome, each once, in the order of the vote."""
    return list(dict.fromkeys(seat for seat, named, count in votes if named == outcome and count))


@attrs.frozen
class Ballot:
    """The vote on an agenda until it is resolved (IM-AGENDA-1 to 8).

    `votes` are (seat, outcome, number). `excluded` players cannot vote; `silenced` ones can use neither
    action cards nor faction abilities either. `replaced`: the agenda was discarded for another one.
    `elected`: the outcome that was decided without a vote, or that replaces the winning one ("": none).

    >>> ballot = Ballot("mutiny", ("for", "against")).with_votes(0, "for", 3).with_votes(1, "against", 5)
    >>> ballot.totals, ballot.seats_for("for"), ballot.outcome_of(1)
    ({'for': 3, 'against': 5}, [0], 'against')
    """

    agenda: str
    allowed: tuple[str, ...]
    votes: tuple[tuple[int, str, int], ...] = ()
    excluded: frozenset[int] = frozenset()
    silenced: frozenset[int] = frozenset()
    predictions: tuple[Prediction, ...] = ()
    replaced: bool = False
    elected: str = ""
    returning_notes: tuple[tuple[int, str], ...] = ()
    """The notes that return to their owners when the agenda is resolved: their holders and names."""

    def with_votes(self, seat: int, outcome: str, count: int) -> Ballot:
        """The ballot with these votes beside the others."""
        return attrs.evolve(self, votes=(*self.votes, (seat, outcome, count)))

    @property
    def totals(self) -> dict[str, int]:
        """The votes of each outcome for which somebody has voted."""
        totals: dict[str, int] = {}
        for _, outcome, count in self.votes:
            totals[outcome] = totals.get(outcome, 0) + count
        return totals

    def seats_for(self, outcome: str) -> list[int]:
        """The seats that have voted for an outcome, in the order of the vote."""
        return voters_for(self.votes, outcome)

    def outcome_of(self, seat: int) -> str:
        """The outcome for which a player has voted; "" if for none (IM-AGENDA-4)."""
        return next((outcome for voter, outcome, count in self.votes if voter == seat and count), "")
