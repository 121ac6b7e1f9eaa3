"""Voting on an agenda: one player after another, the speaker last (IM-AGENDA-3 to 5)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.agenda.cards import Agenda
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.answer_errors import repeated_part_error, suggested_names
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, QuestionAllowingOffers
from twingkit.imperium.galaxy.trade.offers import ABOUT_TO_VOTE_EFFECT, outcomes_promised_by
from twingkit.imperium.galaxy.trade.transactions import with_offers

_MAX_LISTED_VOTES = 80
"""Players can type any other vote."""


class CastVotes(QuestionAllowingOffers, GalaxyQuestion):
    """The question of how a player votes: `vote for jord, lodor` names an outcome and the planets to exhaust.

    `abstain` casts no votes (IM-AGENDA-3). Under Representative Government no planets are named: `vote for`.
    """

    __slots__ = ("agenda", "allowed")
    kind = "vote"
    rule = "IM-AGENDA-3"

    def __init__(self, table: GameTable, seat: int, agenda: Agenda, allowed: Sequence[str]) -> None:
        super().__init__(table, seat)
        self.agenda, self.allowed = agenda, tuple(allowed)

    @property
    def is_one_vote_each(self) -> bool:
        """True if each player has exactly one vote and exhausts no planets."""
        return self.table.is_law_in_force("representative_government")

    @property
    def voting_planets(self) -> list[str]:
        """The voter's ready planets that have influence."""
        if self.is_one_vote_each:
            return []
        return [planet for planet in self.table.ready_planets(self.player) if self.table.influence(planet)]

    @property
    def has_votes(self) -> bool:
        """True if the player has anything to vote with: ready planets with influence, or one vote each."""
        return self.is_one_vote_each or bool(self.voting_planets)

    def votes_from(self, planets: Sequence[str]) -> int:
        """Return the number of votes that these planets give."""
        return 1 if self.is_one_vote_each else sum(map(self.table.influence, planets))

    def parse_act(self, text: str) -> Act:
        """Parse the text of a vote. Raises `BadAnswer` if it is none."""
        word, _, vote = text.partition(" ")
        if text == acts.Abstain.word:
            return acts.ABSTAIN
        outcome, _, named = vote.partition(" ")
        planets = [name.strip() for name in named.split(",")] if named else []
        if word != acts.Vote.word or not outcome or not (planets or self.is_one_vote_each):
            raise self.part_error(text, str(acts.Vote(self.allowed[0], (*self.voting_planets[:1],))))
        for name in planets:
            if name not in self.table.planet_controllers:
                raise self.part_error(
                    name or text,
                    suggested_names(name, [*self.voting_planets, *self.table.planet_controllers]),
                )
            if planets.count(name) > 1:
                raise repeated_part_error(name)
        return acts.Vote(outcome, tuple(planets))

    @property
    def allowed_outcomes(self) -> tuple[str, ...]:
        """The outcomes that the player may vote for: only the promised one if there is a promise
        (IM-TRADE-5)."""
        return outcomes_promised_by(self.table, self.player) or self.allowed

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids a vote; None if it is legal."""
        if not isinstance(answer, acts.Vote | acts.Abstain):
            raise self.bad_answer(answer)
        bound = outcomes_promised_by(self.table, self.player)
        if bound and not (isinstance(answer, acts.Vote) and answer.outcome in bound):
            return "IM-TRADE-5", "bound", {"outcome": bound[0]}
        if isinstance(answer, acts.Abstain):
            return None
        outcome, planets = answer.outcome, answer.planets
        if outcome not in self.allowed:
            named = tuple(QuotedFact(name) for name in suggested_names(outcome, self.allowed))
            return (
                "IM-AGENDA-6",
                "no_outcome",
                {"found": QuotedFact(one_line_excerpt(outcome, 30)), "named": named},
            )
        if planets and self.is_one_vote_each:
            return "IM-AGENDA-representative_government", "no_planets", {}
        for planet in planets:
            if planet not in self.voting_planets:
                return "IM-AGENDA-3", "planet", {"planet": planet}
        return None

    @property
    def has_unlisted_answers(self) -> bool:
        """True if there are so many sets of planets that only some votes are listed."""
        planet_sets = (1 << len(self.voting_planets)) - 1
        return planet_sets * len(self.allowed_outcomes) > _MAX_LISTED_VOTES

    def options(self) -> Iterator[Act]:
        """Yield the answers to list as options: to abstain, then for each outcome to vote with all planets or
        with fewer.
        """
        if not outcomes_promised_by(self.table, self.player):
            yield acts.ABSTAIN
        if self.is_one_vote_each:
            yield from map(acts.Vote, self.allowed_outcomes)
        else:
            yield from islice(self._votes(self.voting_planets), _MAX_LISTED_VOTES)

    def _votes(self, planets: list[str]) -> Iterator[Act]:
        for count in range(len(planets), 0, -1):
            for chosen in combinations(planets, count):
                for outcome in self.allowed_outcomes:
                    yield acts.Vote(outcome, chosen)

    def random_answer(self, rng: random.Random) -> Act:
        """Return a random legal vote."""
        chosen = [planet for planet in self.voting_planets if rng.random() < 0.5]
        if outcomes_promised_by(self.table, self.player):
            chosen = chosen or self.voting_planets[:1]
        elif not chosen and not (self.is_one_vote_each and rng.random() < 0.5):
            return acts.ABSTAIN
        return acts.Vote(rng.choice(self.allowed_outcomes), tuple(chosen))

    def facts(self) -> Mapping[str, object]:
        """Return the agenda as a fact for the texts of the question."""
        return {"card": self.agenda.rule}


def _ask_for_vote(question: CastVotes) -> Script[Act]:
    """Ask for a vote and return the answer, without offering transactions before it."""
    answer: Act = yield question
    return answer


def is_allowed_to_vote(table: GameTable, seat: int) -> bool:
    """Return whether a player may vote: not if the faction, a card or a prediction prevents it
    (IM-AGENDA-4).
    """
    ballot = table.ballot
    if table.players[seat].faction == "nekro" or table.has_effect("execution", seat):
        return False
    return ballot is None or seat not in ballot.excluded_seats | ballot.silenced_seats


def collect_votes(table: GameTable, agenda: Agenda) -> Script:
    """Let all players vote in order, the speaker last. After that, players may use abilities that add votes
    (IM-AGENDA-3).
    """
    first, *others = table.seats_from(table.speaker)
    for seat in (*others, first):
        yield from _vote(table, seat, agenda)
    yield from open_ability_window(table, Moment("speaker_voted", table.speaker, card=agenda.id))


def _vote(table: GameTable, seat: int, agenda: Agenda) -> Script:
    assert table.ballot is not None
    question = CastVotes(table, seat, agenda, table.ballot.allowed_outcomes)
    if not question.has_votes or not is_allowed_to_vote(table, seat):
        return
    for outcome in question.allowed:
        table.start_effect(ABOUT_TO_VOTE_EFFECT, seat, "voting", outcome)
    vote = yield from with_offers(table, seat, _ask_for_vote(question))
    table.end_effects("voting")
    if not isinstance(vote, acts.Vote):
        table.announce("IM-AGENDA-3", "abstains", seat)
        return
    count = question.votes_from(vote.planets)
    table.exhaust_planets(vote.planets)
    table.ballot = table.ballot.with_votes(seat, vote.outcome, count)
    table.announce("IM-AGENDA-3", "votes", seat, n=count, outcome=vote.outcome)
    yield from open_ability_window(table, Moment("voted", seat, card=agenda.id))


def decide_outcome(table: GameTable) -> Script[str]:
    """Return the outcome with the most votes; the speaker breaks ties, or chooses freely if nobody voted
    (IM-AGENDA-5)."""
    ballot = table.ballot
    assert ballot is not None
    most = max(ballot.totals.values(), default=0)
    best = [outcome for outcome in ballot.allowed_outcomes if ballot.totals.get(outcome, 0) == most]
    return (yield from ask_to_choose(table, table.speaker, best, "decide", "IM-AGENDA-5"))
