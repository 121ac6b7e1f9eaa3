"""The ballot of the current agenda: the votes, the players who cannot vote, and the predictions."""

from __future__ import annotations

import attrs


@attrs.frozen
class Prediction:
    """A player's prediction of an outcome, with the card or ability that rewards it (IM-AGENDA-8)."""

    seat: int
    card: str
    outcome: str


@attrs.frozen
class Ballot:
    """The vote on an agenda until it is resolved (IM-AGENDA-1 to 8).

    `votes` are (seat, outcome, number). Players at `excluded_seats` cannot vote; players at `silenced_seats`
    can also use neither action cards nor faction abilities. `was_replaced`: the agenda was discarded for
    another one. `elected` is the outcome that the vote, or a card instead of it, has decided ("": none yet).

    >>> ballot = Ballot("mutiny", ("for", "against")).with_votes(0, "for", 3).with_votes(1, "against", 5)
    >>> ballot.totals, ballot.seats_for("for"), ballot.outcome_of(1)
    ({'for': 3, 'against': 5}, [0], 'against')
    """

    agenda: str
    allowed_outcomes: tuple[str, ...]
    votes: tuple[tuple[int, str, int], ...] = ()
    excluded_seats: frozenset[int] = frozenset()
    silenced_seats: frozenset[int] = frozenset()
    predictions: tuple[Prediction, ...] = ()
    was_replaced: bool = False
    elected: str = ""
    returning_notes: tuple[tuple[int, str], ...] = ()
    """The notes that return to their owners after the agenda, as (holder, name)."""

    def with_votes(self, seat: int, outcome: str, count: int) -> Ballot:
        """Return the ballot with `count` votes of a player for an outcome added."""
        return attrs.evolve(self, votes=(*self.votes, (seat, outcome, count)))

    @property
    def totals(self) -> dict[str, int]:
        """The number of votes for each outcome that has any."""
        totals: dict[str, int] = {}
        for _, outcome, count in self.votes:
            totals[outcome] = totals.get(outcome, 0) + count
        return totals

    def seats_for(self, outcome: str) -> list[int]:
        """Return the seats that have cast votes for an outcome, each once, in voting order."""
        return list(dict.fromkeys(seat for seat, named, count in self.votes if named == outcome and count))

    def outcome_of(self, seat: int) -> str:
        """Return the outcome for which a player has voted; "" if the player has not voted for any
        (IM-AGENDA-4).
        """
        return next((outcome for voter, outcome, count in self.votes if voter == seat and count), "")
