"""The moments of a record from a real table, in which `?` stands for cards that nobody else saw.

Unknown cards are dealt several times so that each deal fits the whole record, including cards shown later;
this guesses the hand of the player who decides. Ratings deal the other hands anew from what that player could
know at the time. A decision is left out if its options cannot be determined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question, Refusal
from twingkit.core.record import TranscriptEntry
from twingkit.core.slices import Slices, scale_progress
from twingkit.learn.reviews.moments import CHANCE_CAUSE, CurveMoment, Decision, ReviewMoments
from twingkit.players.lookahead import lookahead_of
from twingkit.referee.completion import CompletedRecord
from twingkit.referee.referee import Referee
from twingkit.referee.referee_rules import referee_rules_for_start
from twingkit.referee.typed_line import TypedLine, parse_typed_record

DEAL_COUNT = 3
"""The number of ways in which unknown cards are dealt."""


def has_unknown_cards(record: str) -> bool:
    """True if a record contains unknown cards, or lines that say which cards were shown.

    >>> from twingkit import ember
    >>> has_unknown_cards(ember.new_game(2, seed=1).record)
    False
    """
    return any(line.has_unknown_card or line.is_shows_line for line in parse_typed_record(record)[1])


def moments_with_unknown_cards(record: str) -> Slices[ReviewMoments]:
    """Compute the moments to review of a record with unknown cards, in slices; answer counts include only
    typed answers.

    Raises `RecordError` for a broken record.
    """
    table = yield from scale_progress(Referee.from_record_in_slices(record), 0, 0.5)
    worlds = []
    for number in range(DEAL_COUNT):
        yield 0.5 + number / DEAL_COUNT / 4
        worlds += table.completion_states(1, seed=number)
    decisions: list[Decision] = []
    twins = [Game(table.start, rolls="ask") for _ in worlds]
    places = [_place(twins, 0, CHANCE_CAUSE)]
    typed = [TypedLine.parse(line) for line in table.lines]
    for index, line in enumerate(typed):
        yield 0.75 + index / len(typed) / 4
        before = [_advance_to_line(twin, world, index) for twin, world in zip(twins, worlds, strict=True)]
        if None in before:
            continue  # not an answer, or a line about shown cards
        entry = before[0]
        assert entry is not None
        cause: int | None = CHANCE_CAUSE if entry.question.is_chance else None
        if cause is None and _was_choice(twins[0], entry):
            cause = entry.player
            decisions.append(_decision(table, twins, index, line, entry))
        for twin, given in zip(twins, before, strict=True):
            assert given is not None
            twin.give_answers(f"{given.seat}: {given.answer}")
        asked = entry.question if entry.answer == line.answer else None  # otherwise another card was dealt
        reached = _place(twins, index + 1, CHANCE_CAUSE if cause is None else cause, line.answer, asked)
        if cause == CHANCE_CAUSE:
            reached = attrs.evolve(reached, chance_results=((entry.question, line.answer),))
        if cause is None or (cause == CHANCE_CAUSE == places[-1].cause and len(places) > 1):
            reached = places.pop().joined_with(reached, by_chance=cause == CHANCE_CAUSE)
        places.append(reached)
    return ReviewMoments(table.sample_game.copy(), tuple(decisions), tuple(places), has_dealt_cards=True)


def _place(
    twins: Sequence[Game], place: int, cause: int, answer: str = "", question: Question | None = None
) -> CurveMoment:
    first, *others = [twin.copy(explain=False) for twin in twins]
    return CurveMoment(first, place, cause, answer, question, tuple(others))


def _advance_to_line(twin: Game, world: CompletedRecord, index: int) -> TranscriptEntry | None:
    """Advance the game `twin` to the moment before the answer of a typed line, and return the entry of this
    answer; None if the line is not an answer.
    """
    last = world.answer_count_before(index + 1)
    if last == world.answer_count_before(index):
        return None
    for entry in world.game.entries(len(twin), last - 1):
        twin.give_answers(f"{entry.seat}: {entry.answer}")
    (answer,) = world.game.entries(last - 1, last)
    return answer


def _was_choice(game: Game, entry: TranscriptEntry) -> bool:
    question, plain = game.question, lookahead_of(game).obvious_answer
    if question is None or question.player != entry.player or len(list(islice(question.options(), 2))) < 2:
        return False
    return plain is None or plain(game) != entry.answer


def _decision(
    table: Referee, twins: Sequence[Game], index: int, line: TypedLine, entry: TranscriptEntry
) -> Decision:
    first, *others = [twin.copy() for twin in twins]
    heard = (entry.question.rule, *(ruling.rule for ruling in entry.rulings))
    rules = tuple(filter(None, dict.fromkeys(heard)))
    return Decision(
        first, index, entry.player, entry.kind, entry.answer, rules, tuple(others),
        frozenset({*table.known_drawn_cards(entry.player), *table.rules.named_hand_cards(entry.answer)}),
        Fault("reviews.unseen") if line.has_unknown_card else lookahead_of(first).rating_fault(first),
    )  # fmt: skip


def ratable_answers(decision: Decision, answers: Iterable[str]) -> list[str]:
    """Return those answers that are possible in every deal and name only cards known at that point."""
    needs = referee_rules_for_start(decision.game.start).named_hand_cards
    return [
        answer
        for answer in answers
        if decision.known_cards.issuperset(needs(answer))
        and all(_allowed(world, answer) for world in decision.possible_games)
    ]


def _allowed(game: Game, answer: str) -> bool:
    question: Question | None = game.question
    try:
        return question is not None and question.refusal(question.parse_answer(answer)) is None
    except (Refusal, ValueError):
        return False
