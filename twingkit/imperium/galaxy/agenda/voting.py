"""Voting on an agenda: one player after another, the speaker last (IM-AGENDA-3 to 5)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from twingkit.core.play import Script
from twingkit.core.questions import one_line
from twingkit.core.rulebook import Quoted
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.agenda.cards import Agenda
from twingkit.imperium.galaxy.table.abilities import Moment, open_window
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import (
    GalaxyQuestion,
    TakesOffers,
    probable_names,
    repeated_part,
)
from twingkit.imperium.galaxy.trade.offers import MAY_VOTE, promised_outcomes
from twingkit.imperium.galaxy.trade.transactions import with_offers

ABSTAIN = "abstain"
"""The answer of a player who casts no votes."""

MAX_LISTED = 80
"""The number of votes that are offered; every other one may be typed."""


class CastVotes(TakesOffers, GalaxyQuestion):
    """The votes of a player: an outcome, and the planets that are exhausted for it: `vote for jord, lodor`;
    or `abstain` (IM-AGENDA-3). Under Representative Government an outcome alone: `vote for`."""

    __slots__ = ("agenda", "allowed")
    kind = "vote"
    rule = "IM-AGENDA-3"

    def __init__(self, table: GameTable, seat: int, agenda: Agenda, allowed: Sequence[str]) -> None:
        super().__init__(table, seat)
        self.agenda, self.allowed = agenda, tuple(allowed)

    @property
    def one_vote_each(self) -> bool:
        """True if each player has exactly one vote, so that planets give none."""
        return self.table.is_in_force("representative_government")

    @property
    def planets(self) -> list[str]:
        """The ready planets of the voter that have influence."""
        if self.one_vote_each:
            return []
        return [planet for planet in self.table.ready_planets(self.player) if self.table.influence(planet)]

    @property
    def can_vote(self) -> bool:
        """True if the player could cast a vote."""
        return self.one_vote_each or bool(self.planets)

    def votes_from(self, planets: Sequence[str]) -> int:
        """The votes that planets give."""
        return 1 if self.one_vote_each else sum(map(self.table.influence, planets))

    def parse_parts(self, answer: str) -> tuple[str, list[str]]:
        """Return the outcome and the planets of an answer. Raises `BadAnswer` if the text is not a vote."""
        outcome, _, named = answer.removeprefix("vote ").partition(" ")
        planets = [name.strip() for name in named.split(",")] if named else []
        if not answer.startswith("vote ") or not (planets or self.one_vote_each):
            raise self.part_fault(answer, f"vote {self.allowed[0]} {' '.join(self.planets[:1])}".strip())
        for name in planets:
            if name not in self.table.holders:
                raise self.part_fault(
                    name or answer, probable_names(name, [*self.planets, *self.table.holders])
                )
            if planets.count(name) > 1:
                raise repeated_part(name)
        return outcome, planets

    @property
    def open_outcomes(self) -> tuple[str, ...]:
        """The outcomes for which the player may vote: the one that was promised, else all (IM-TRADE-5)."""
        return promised_outcomes(self.table, self.player) or self.allowed

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids a vote."""
        bound = promised_outcomes(self.table, self.player)
        if answer == ABSTAIN:
            return ("IM-TRADE-5", "bound", {"outcome": bound[0]}) if bound else None
        outcome, planets = self.parse_parts(answer)
        if bound and outcome not in bound:
            return "IM-TRADE-5", "bound", {"outcome": bound[0]}
        if outcome not in self.allowed:
            named = tuple(Quoted(name) for name in probable_names(outcome, self.allowed))
            return "IM-AGENDA-6", "no_outcome", {"found": Quoted(one_line(outcome, 30)), "named": named}
        if planets and self.one_vote_each:
            return "IM-AGENDA-representative_government", "no_planets", {}
        for planet in planets:
            if planet not in self.planets:
                return "IM-AGENDA-3", "planet", {"planet": planet}
        return None

    def options(self) -> Iterator[str]:
        """Abstaining; then for each outcome all planets, and smaller choices of them."""
        if not promised_outcomes(self.table, self.player):
            yield ABSTAIN
        if self.one_vote_each:
            yield from (f"vote {outcome}" for outcome in self.open_outcomes)
        else:
            yield from islice(self._votes(self.planets), MAX_LISTED)

    def _votes(self, planets: list[str]) -> Iterator[str]:
        for count in range(len(planets), 0, -1):
            for chosen in combinations(planets, count):
                for outcome in self.open_outcomes:
                    yield f"vote {outcome} {', '.join(chosen)}"

    def random_answer(self, rng: random.Random) -> str:
        """A random vote of random planets."""
        chosen = [planet for planet in self.planets if rng.random() < 0.5]
        if promised_outcomes(self.table, self.player):
            chosen = chosen or self.planets[:1]
        elif not chosen and not (self.one_vote_each and rng.random() < 0.5):
            return ABSTAIN
        return f"vote {rng.choice(self.open_outcomes)} {', '.join(chosen)}".strip()

    def facts(self) -> Mapping[str, object]:
        """The agenda."""
        return {"card": self.agenda.rule}


def ask(question: CastVotes) -> Script[str]:
    """The answer to the question alone."""
    answer: str = yield question
    return answer


def can_vote(table: GameTable, seat: int) -> bool:
    """True unless something keeps a player from voting: the faction, a card, a prediction (IM-AGENDA-4)."""
    ballot = table.ballot
    if table.players[seat].faction == "nekro" or table.has_effect("execution", seat):
        return False
    return ballot is None or seat not in ballot.excluded | ballot.silenced


def all_vote(table: GameTable, agenda: Agenda) -> Script:
    """From the speaker's left on all vote, the speaker last; then votes may be bought (IM-AGENDA-3)."""
    first, *others = table.seats_from(table.speaker)
    for seat in (*others, first):
        yield from _vote(table, seat, agenda)
    yield from open_window(table, Moment("speaker_voted", table.speaker, card=agenda.id))


def _vote(table: GameTable, seat: int, agenda: Agenda) -> Script:
    """Ask one player for votes, if the player has any."""
    assert table.ballot is not None
    question = CastVotes(table, seat, agenda, table.ballot.allowed)
    if not question.can_vote or not can_vote(table, seat):
        return
    for outcome in question.allowed:
        table.start_effect(MAY_VOTE, seat, "voting", outcome)
    answer: str = yield from with_offers(table, seat, ask(question))
    table.end_effects("voting")
    if answer == ABSTAIN:
        table.announce("IM-AGENDA-3", "abstains", seat)
        return
    outcome, planets = question.parse_parts(answer)
    count = question.votes_from(planets)
    table.exhaust(planets)
    table.ballot = table.ballot.with_votes(seat, outcome, count)
    table.announce("IM-AGENDA-3", "votes", seat, n=count, outcome=outcome)
    yield from open_window(table, Moment("voted", seat, card=agenda.id))


def decide_outcome(table: GameTable) -> Script[str]:
    """The outcome with most votes; the speaker decides ties, and among all if nobody voted (IM-AGENDA-5)."""
    ballot = table.ballot
    assert ballot is not None
    most = max(ballot.totals.values(), default=0)
    best = [outcome for outcome in ballot.allowed if ballot.totals.get(outcome, 0) == most]
    return (yield from choose(table, table.speaker, best, "decide", "IM-AGENDA-5"))
