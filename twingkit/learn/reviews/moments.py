"""The moments of a game that a review examines: the decisions, and the places where the chance to win can
jump.

A decision is a question to a player with more than one allowed answer, unless the given answer was
self-evident. Consecutive dice and draws are one jump. Forced answers cause none, nor does a decision that the
player of the playouts would have made: they make it before the answer as after it.

As in the luck analysis of backgammon, a jump compares what is expected before and after a step. Playouts that
end with the turn expect what the estimate says at the start of the next turn, so a jump to that start is
measured by the estimate. What later playouts from there see beyond the estimate is nobody's deed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from statistics import fmean

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.running.running_script import player_count
from twingkit.core.running.winners import team_seats, teams_of
from twingkit.players.lookahead import LookaheadFunctions, lookahead_of

CHANCE_CAUSE = -1
"""The cause of a jump at dice and draws."""

DealUnknownCards = Callable[[str], str]
"""A function that deals the unknown cards of a record and returns the new record."""


@attrs.frozen
class Decision:
    """One decision: the game before it, the index of its answer in the record (from 0), the seat that decides
    (from 0), the kind of question, the answer, and the ids of the rules that asked and acted.

    `unrated_reason` says why it cannot be rated, or is None. In a record with unknown cards, `other_deals`
    are further games before it with other deals, and `known_cards` the cards of its seat that were known in
    the end. `further_answers` are rated in addition. `is_expected` is True if the player of the playouts
    would have given this answer, too.
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
    is_expected: bool = False

    @property
    def possible_games(self) -> tuple[Game, ...]:
        """The games before the decision, one for each deal of unknown cards."""
        return (self.game, *self.other_deals)

    @property
    def pending_question(self) -> Question:
        """The pending question."""
        question = self.game.question
        assert question is not None
        return question


@attrs.frozen
class CurveMoment:
    """One moment of a game for which the curve shows chances: the game, the number of answers given, and the
    cause of the jump: a seat (from 0) or `CHANCE_CAUSE`.

    `last_answer` is the last answer that led there, `answered_question` its question, and `chance_results`
    contains all results of chance, each with its question. `other_deals` are further games there with other
    deals of unknown cards. `turn_start_chances` are the estimated chances of all seats at the start of a turn
    where earlier playouts end; empty elsewhere.
    """

    game: Game = attrs.field(repr=False)
    answer_count: int
    cause: int
    last_answer: str = ""
    answered_question: Question | None = attrs.field(default=None, repr=False, eq=False)
    other_deals: tuple[Game, ...] = attrs.field(default=(), repr=False)
    chance_results: tuple[tuple[Question, str], ...] = attrs.field(default=(), repr=False, eq=False)
    turn_start_chances: tuple[float, ...] = ()

    def joined_with(self, reached: CurveMoment, *, by_chance: bool) -> CurveMoment:
        """Return the moment `reached` as the end of the same jump, after another result of chance or a forced
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
            turn_start_chances=self.turn_start_chances or reached.turn_start_chances,
        )

    @property
    def possible_games(self) -> tuple[Game, ...]:
        """The games at this moment, one for each deal of unknown cards."""
        return (self.game, *self.other_deals)


@attrs.frozen
class ReviewMoments:
    """All moments of a game for its review: decisions and curve moments in order, and the game at the end of
    its record; `has_dealt_cards` says whether cards of that game stand for unknown ones.
    """

    game: Game = attrs.field(repr=False)
    decisions: tuple[Decision, ...]
    curve_moments: tuple[CurveMoment, ...]
    has_dealt_cards: bool = False


def estimated_win_shares(game: Game, lookahead: LookaheadFunctions) -> tuple[float, ...]:
    """Return each seat's estimated share of the win (0 to 1) by the game's `estimate_win`, without playouts;
    the shares of all sides sum to 1.
    """
    chances = {side: fmean(lookahead.estimate_win(game, seat) for seat in side) for side in teams_of(game)}
    total = sum(chances.values()) if len(chances) > 1 else 1
    return tuple(
        chances[team_seats(game, seat)] / total if total else 1 / len(chances)
        for seat in range(player_count(game))
    )


def _is_expected(game: Game, lookahead: LookaheadFunctions, answer: str) -> bool:
    """True if the computer player used for playouts would give this answer."""
    question, expected = game.question, lookahead.playout_player(0)(game.copy(explain=False))
    assert question is not None
    value = question.parse_answer(expected) if isinstance(expected, str) else expected
    return answer == question.format_answer(value)


def moments_of(record: str, complete: DealUnknownCards | None = None) -> ReviewMoments:
    """Return the moments of a record for its review; `complete` first deals a card for each unknown one.

    Raises `RecordError` for a broken record.
    """
    game = Game.replay(complete(record) if complete else record)
    lookahead = lookahead_of(game)
    plain, turn = lookahead.obvious_answer, lookahead.turn_number
    ends_with_turn = lookahead.strength is not None and lookahead.max_playout_turns == 1
    twin = Game(game.start, rolls="ask")
    decisions: list[Decision] = []
    places = [CurveMoment(twin.copy(explain=False), 0, CHANCE_CAUSE)]
    joins_chance = False
    is_battle = game.start.name.partition(".")[2] not in ("", "game")  # it may have exact odds of best play
    for place, entry in enumerate(game.transcript):
        question = twin.question
        assert question is not None
        cause: int | None = CHANCE_CAUSE if question.is_chance else None
        chosen = cause is None and len(list(islice(question.options(), 2))) > 1
        changes_nothing, turn_before = cause is None, turn(twin)
        if chosen and not (plain is not None and plain(twin) == entry.answer):
            cause = entry.player
            heard = (question.rule, *(ruling.rule for ruling in entry.rulings))
            rules = tuple(filter(None, dict.fromkeys(heard)))
            unrated = lookahead.rating_fault(twin)
            changes_nothing = not is_battle and _is_expected(twin, lookahead, entry.answer)
            decisions.append(Decision(
                twin.copy(), place, cause, entry.kind, entry.answer, rules, unrated_reason=unrated,
                is_expected=changes_nothing,
            ))  # fmt: skip
            joins_chance = False
        twin.answer(entry.answer)
        by = entry.player if cause is None else cause
        begins_turn = ends_with_turn and not twin.over and turn(twin) != turn_before
        brought = ((question, entry.answer),) if cause == CHANCE_CAUSE else ()
        reached = CurveMoment(
            twin.copy(explain=False), place + 1, by, entry.answer, entry.question, chance_results=brought,
            turn_start_chances=estimated_win_shares(twin, lookahead) if begins_turn else (),
        )  # fmt: skip
        same_chance = joins_chance and brought and len(places) > 1 and not places[-1].turn_start_chances
        if same_chance or (changes_nothing and not begins_turn):
            reached = places.pop().joined_with(reached, by_chance=cause == CHANCE_CAUSE)
        places.append(reached)
        joins_chance = cause == CHANCE_CAUSE or (joins_chance and cause is None)
    return ReviewMoments(game, tuple(decisions), tuple(places))
