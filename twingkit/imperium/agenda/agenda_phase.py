"""The agenda phase: two agendas are revealed, voted on and resolved (IM-AGENDA-1 to 8)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from twingkit.imperium.agenda.cards import Agenda, Vote, agenda_cards, agenda_script, outcomes
from twingkit.imperium.phases.ending import check_end
from twingkit.imperium.phases.status_phase import next_round
from twingkit.imperium.strategy_cards.politics import next_agenda
from twingkit.imperium.table.abilities import Moment, window
from twingkit.imperium.table.asked import Asked
from twingkit.imperium.table.drawing import choose
from twingkit.imperium.table.game_table import GameTable
from twingkit.play import CHECKPOINT, Script
from twingkit.text_questions import Denial

ABSTAIN = "abstain"
"""The answer of who casts no votes."""

MOST_LISTED = 80
"""The number of votes that are offered; every other one may be typed."""


class CastVotes(Asked):
    """The votes of a player: an outcome, and the planets that are exhausted for it: `vote for jord, lodor`;
    or `abstain` (IM-AGENDA-3)."""

    __slots__ = ("agenda", "allowed")
    kind = "vote"
    rule = "IM-AGENDA-3"

    def __init__(self, table: GameTable, seat: int, agenda: Agenda, allowed: Sequence[str]) -> None:
        super().__init__(table, seat)
        self.agenda, self.allowed = agenda, tuple(allowed)

    @property
    def planets(self) -> list[str]:
        """The ready planets of the voter that have influence."""
        return [planet for planet in self.table.ready(self.player) if self.table.influence(planet)]

    def parts(self, answer: str) -> tuple[str, list[str]]:
        """The outcome and the planets of an answer; raises `BadAnswer` for what is none."""
        words = answer.removeprefix("vote ").split(" ", 1)
        if len(words) != 2:
            raise self.bad(answer)
        planets = [name.strip() for name in words[1].split(",")]
        if any(name not in self.table.holders for name in planets) or len(set(planets)) < len(planets):
            raise self.bad(answer)
        return words[0], planets

    def denial(self, answer: str) -> Denial | None:
        """The rule that forbids a vote."""
        if answer == ABSTAIN:
            return None
        outcome, planets = self.parts(answer)
        if outcome not in self.allowed:
            return "IM-AGENDA-6", "no_outcome", {"outcome": outcome}
        for planet in planets:
            if planet not in self.planets:
                return "IM-AGENDA-3", "planet", {"planet": planet}
        return None

    def options(self) -> Iterator[str]:
        """Abstaining; then for each outcome all planets, and smaller choices of them."""
        yield ABSTAIN
        planets = self.planets
        yield from islice(self._votes(planets), MOST_LISTED)

    def _votes(self, planets: list[str]) -> Iterator[str]:
        for count in range(len(planets), 0, -1):
            for chosen in combinations(planets, count):
                for outcome in self.allowed:
                    yield f"vote {outcome} {', '.join(chosen)}"

    def draw(self, rng: random.Random) -> str:
        """A random vote of random planets."""
        chosen = [planet for planet in self.planets if rng.random() < 0.5]
        if not chosen:
            return ABSTAIN
        return f"vote {rng.choice(self.allowed)} {', '.join(chosen)}"

    def facts(self) -> Mapping[str, object]:
        """The agenda."""
        return {"card": self.agenda.rule}


def agenda_phase(table: GameTable) -> Script:
    """Two agendas, then planets are readied and the next round begins."""
    yield CHECKPOINT
    yield from window(table, Moment("agenda.start"))
    for _ in range(table.agendas_a_round):
        yield from one_agenda(table)
        check_end(table)
    table.exhausted = frozenset()
    table.tell("IM-AGENDA-1", "readied", table.speaker)
    next_round(table)


def one_agenda(table: GameTable) -> Script:
    """Reveal an agenda that can be voted on, vote, and carry out its outcome (IM-AGENDA-1, IM-AGENDA-2)."""
    agenda = yield from revealed(table)
    if agenda is None:
        return
    allowed = outcomes(table, agenda)
    yield from window(table, Moment("revealed.after", card=agenda.id))
    votes: list[tuple[int, str, int]] = []
    first, *others = table.seats_from(table.speaker)
    for seat in (*others, first):
        yield from _vote(table, seat, agenda, allowed, votes)
    outcome = yield from decided(table, allowed, votes)
    table.tell("IM-AGENDA-5", "outcome", table.speaker, card=agenda.rule, outcome=outcome)
    yield from window(table, Moment("outcome", card=agenda.id))
    vote = Vote(agenda.id, outcome, tuple(votes))
    script = agenda_script(agenda.id)
    assert script is not None, "only agendas with a script are dealt"
    yield from script(table, vote)
    if not any(law.card == agenda.id for law in table.laws):
        table.agenda_discard += (agenda.id,)


def revealed(table: GameTable) -> Script[Agenda | None]:
    """Reveal agendas until one has possible outcomes (IM-AGENDA-2); None if the deck has no such card."""
    for _ in range(len(agenda_cards())):
        name = yield from next_agenda(table, table.speaker)
        if name is None:
            return None
        agenda = agenda_cards()[name]
        table.tell("IM-AGENDA-1", "revealed", table.speaker, card=agenda.rule)
        if outcomes(table, agenda) and not (agenda.condition == "needs_law" and not table.laws):
            return agenda
        table.tell("IM-AGENDA-2", "discarded", table.speaker, card=agenda.rule)
        table.agenda_discard += (name,)
    return None


def _vote(
    table: GameTable, seat: int, agenda: Agenda, allowed: Sequence[str], votes: list[tuple[int, str, int]]
) -> Script:
    """Ask one player for votes; who has none to cast is not asked."""
    question = CastVotes(table, seat, agenda, allowed)
    if not question.planets or table.players[seat].faction == "nekro":
        return
    answer: str = yield question
    if answer == ABSTAIN:
        table.tell("IM-AGENDA-3", "abstains", seat)
        return
    outcome, planets = question.parts(answer)
    count = sum(map(table.influence, planets))
    table.exhaust(planets)
    votes.append((seat, outcome, count))
    table.tell("IM-AGENDA-3", "votes", seat, n=count, outcome=outcome)


def decided(table: GameTable, allowed: Sequence[str], votes: Sequence[tuple[int, str, int]]) -> Script[str]:
    """The outcome with most votes; the speaker decides ties, and among all if nobody voted (IM-AGENDA-5)."""
    totals: dict[str, int] = {}
    for _, outcome, count in votes:
        totals[outcome] = totals.get(outcome, 0) + count
    most = max(totals.values(), default=0)
    best = [outcome for outcome in allowed if totals.get(outcome, 0) == most]
    return (yield from choose(table, table.speaker, best, "decide", "IM-AGENDA-5"))
