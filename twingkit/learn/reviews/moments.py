"""The moments of a game that a review examines: the decisions, and the places where the chance to win can
jump.

A decision is a question to a player with more than one allowed answer, unless the given answer was
self-evident. Consecutive dice and draws are one jump; forced answers cause none.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question
from twingkit.players.lookahead import lookahead_of

CHANCE_CAUSE = -1
"""The cause of a jump at dice and draws."""

DealUnknownCards = Callable[[str], str]
"""A function that deals the unknown cards of a record and returns the new record."""


@attrs.frozen
class Decision:
    """One decision: the game before it, its place in the record (from 0), the seat that decides (from 0), the
    kind of question, the answer, and the ids of the rules that asked and acted.

    `unrated_reason` says why it cannot be rated, or is None. In a record with unknown cards, `other_deals`
    are further games before it with other deals, and `known_cards` the cards of its seat that were known in
    the end. `further_answers` are rated in addition.
    """

    game: Game = attrs.field(repr=False)
    answer_index: int
    seat: int
    question_kind: str
    answer: str
    rules: tuple[str, ...]
    other_deals: tuple[Game, ...] = attrs.field(default=(), repr=False)
    known_cards: frozenset[str] = frozenset()
    unrated_reason: Fault | None = None
    further_answers: tuple[str, ...] = ()

    @property
    def possible_games(self) -> tuple[Game, ...]:
        """The games before the decision, one for each deal of unknown cards."""
        return (self.game, *self.other_deals)

    @property
    def pending_question(self) -> Question:
        """The pending question."""
        asked = self.game.question
        assert asked is not None
        return asked


@attrs.frozen
class CurvePlace:
    """One place of the curve: the game there, the number of answers given, and who caused the jump: a seat
    (from 0), or `CHANCE_CAUSE`.

    `last_answer` is the last answer that led there, `answered_question` its question, and `chance_results`
    contains all results of chance, each with its question. `other_deals` are further games there with other
    deals of unknown cards.
    """

    game: Game = attrs.field(repr=False)
    answer_count: int
    cause: int
    last_answer: str = ""
    answered_question: Question | None = attrs.field(default=None, repr=False, eq=False)
    other_deals: tuple[Game, ...] = attrs.field(default=(), repr=False)
    chance_results: tuple[tuple[Question, str], ...] = attrs.field(default=(), repr=False, eq=False)

    def joined_with(self, reached: CurvePlace, *, by_chance: bool) -> CurvePlace:
        """Return the place `reached` as part of the same jump, after another result of chance or a forced
        answer.
        """
        last = reached if by_chance else self
        brought = self.chance_results + (reached.chance_results if by_chance else ())
        return attrs.evolve(
            reached,
            cause=self.cause,
            last_answer=last.last_answer,
            answered_question=last.answered_question,
            chance_results=brought,
        )

    @property
    def possible_games(self) -> tuple[Game, ...]:
        """The games there, one for each deal of unknown cards."""
        return (self.game, *self.other_deals)


@attrs.frozen
class Moments:
    """All moments of a game: decisions and places in order, and the game at the end of its record;
    `has_dealt_cards` says whether cards of that game stand for unknown ones.
    """

    game: Game = attrs.field(repr=False)
    decisions: tuple[Decision, ...]
    places: tuple[CurvePlace, ...]
    has_dealt_cards: bool = False


def moments_of(text: str, complete: DealUnknownCards | None = None) -> Moments:
    """Return the moments of a record; `complete` deals its unknown cards first.

    Raises `RecordError` for a broken record.
    """
    game = Game.replay(complete(text) if complete else text)
    lookahead = lookahead_of(game)
    plain = lookahead.obvious_answer
    twin = Game(game.start, rolls="ask")
    decisions: list[Decision] = []
    places = [CurvePlace(twin.copy(explain=False), 0, CHANCE_CAUSE)]
    for place, entry in enumerate(game.transcript):
        asked = twin.question
        assert asked is not None
        cause: int | None = CHANCE_CAUSE if isinstance(asked, Chance) else None
        chosen = cause is None and len(list(islice(asked.options(), 2))) > 1
        if chosen and not (plain is not None and plain(twin) == entry.answer):
            cause = entry.player
            heard = (asked.rule, *(ruling.rule for ruling in entry.rulings))
            rules = tuple(filter(None, dict.fromkeys(heard)))
            unrated = lookahead.rating_fault(twin)
            decisions.append(
                Decision(twin.copy(), place, cause, entry.kind, entry.answer, rules, unrated_reason=unrated)
            )
        twin.answer(entry.answer)
        by = CHANCE_CAUSE if cause is None else cause
        brought = ((asked, entry.answer),) if cause == CHANCE_CAUSE else ()
        reached = CurvePlace(
            twin.copy(explain=False), place + 1, by, entry.answer, entry.question, chance_results=brought
        )
        if cause is None or (cause == CHANCE_CAUSE == places[-1].cause and len(places) > 1):
            reached = places.pop().joined_with(reached, by_chance=cause == CHANCE_CAUSE)
        places.append(reached)
    return Moments(game, tuple(decisions), tuple(places))
