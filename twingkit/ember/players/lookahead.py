"""Ember's settings for rating answers by playing on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from twingkit.core.acts import Act, Choice
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.zones import deals
from twingkit.ember.players.greedy import GreedyPlayer
from twingkit.ember.players.outlook import NextTurnOutlook, sorted_card_indexes
from twingkit.ember.players.planner import Planner, turns_saved_outlook
from twingkit.ember.players.reasons import exact_reason
from twingkit.ember.players.steady import SteadyPlayer
from twingkit.ember.players.strength import strength
from twingkit.ember.rules import acts
from twingkit.ember.rules.cards import card_notation
from twingkit.ember.rules.choices import DiscardHandCards, Redraw
from twingkit.ember.rules.questions import ConjureStep, DrawStepQuestion
from twingkit.ember.rules.table import EmberTable
from twingkit.players.lookahead import LookaheadFunctions


def redeal(table: EmberTable, seat: int, rng: random.Random) -> None:
    """Redeal in place the other hands and the Draw Deck from all cards that this seat does not know.

    Cards that the player has seen stay where they are: cards taken openly, given, stolen, looked at in a
    hand, or put on the Draw Deck. Declarations of other players are taken back, except those already shown
    (EM-WIN-3, 4).
    """
    deals.redeal(table, seat, rng, kept_zones=("cards_in_transit",))
    shown = {seat, *table.tied_seats}
    for declared in (table.declared_actions, table.declared_answers, table.declared_counters):
        for other in [other for other in declared if other not in shown]:
            del declared[other]
    table.right_callers &= shown


class FastGreedyPlayer(GreedyPlayer):
    """A fast version of `greedy`, to play many games in a short time. Deterministic for a seed."""

    def on_conjure(self, table: EmberTable, question: ConjureStep, answers: list[Act]) -> Act:
        """Answer step 2: conjure the best creature, otherwise end the step."""
        is_over = table.has_conjured or table.has_refreshed
        return acts.DONE if is_over else super().on_conjure(table, question, answers)

    def on_discard(self, table: EmberTable, question: DiscardHandCards, answers: list[Act]) -> Act:
        """Give up the least valuable cards, chosen one by one."""
        return _least_valuable_discard(table, question, question.count_to_choose)


def _least_valuable_discard(table: EmberTable, question: DiscardHandCards, count: int) -> Choice:
    """Return the answer that gives up the `count` least useful cards of the hand, chosen one by one."""
    hand = sorted_card_indexes(question.choices)
    gone = list(NextTurnOutlook(table, question.player).cards_to_discard(hand, min(count, len(hand))))
    return question.choose([card_notation(place) for place in gone])


DRAWS, WAYS = 3, 5
"""Maximum numbers of draws and of conjurings to rate, the best ones by `expert`'s own estimate."""


def _redraws(question: Redraw, planner: Planner, options: Sequence[Act]) -> Iterator[Act]:
    for count in range(1, question.count_to_choose + 1):
        yield _least_valuable_discard(question.table, question, count)


def _draws(question: DrawStepQuestion, planner: Planner, options: Sequence[Act]) -> Iterator[Act]:
    table, seat = question.table, question.player
    outlook = turns_saved_outlook(table, seat)
    steps = [answer for answer in options if isinstance(answer, acts.Draw | acts.Stay)]
    steps.sort(key=lambda answer: planner.draw_step_rank(outlook, table, seat, answer), reverse=True)
    yield from steps[:DRAWS]
    yield from (answer for answer in (acts.STAY, acts.REFRESH) if answer in options)


def _conjurings(question: ConjureStep, planner: Planner, options: Sequence[Act]) -> Iterator[Act]:
    if ways := [answer for answer in options if isinstance(answer, acts.Conjure)]:
        weighed = planner.conjuring_worths(question.table, question.player, ways)
        if len(weighed) == 1:  # this conjuring reaches the call
            return
        yield from sorted(weighed, key=lambda answer: -weighed[answer])[:WAYS]
    yield from (answer for answer in options if isinstance(answer, acts.Use))
    yield acts.DONE


CANDIDATES: Mapping[type[Question], Callable[[Any, Planner, Sequence[Act]], Iterable[Act]]] = {
    Redraw: _redraws,
    DrawStepQuestion: _draws,
    ConjureStep: _conjurings,
}
"""The answers that are worth rating besides the policy `expert`'s own, for the decisions that matter most."""


def is_key_decision(question: Question) -> bool:
    """Return True for the decisions that matter most: those in the draw and conjure steps, and redraws."""
    return type(question) in CANDIDATES


def candidate_answers(game: Game) -> Iterable[object]:
    """Return the legal answers to the pending question that are worth rating; those that the policy `expert`
    prefers come first.

    For questions without such a preference these are all options.
    """
    question = game.question
    assert question is not None
    options = [option for option in question.options() if option != acts.PASS_TURN]  # now the same as to pass
    options.sort(key=lambda option: option != acts.CALL)  # the first of equally good answers is the hint
    if not is_key_decision(question):
        return options
    planner = Planner(0)
    return list(dict.fromkeys([planner(game), *CANDIDATES[type(question)](question, planner, options)]))


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal,
    playout_player=FastGreedyPlayer,
    checking_player=SteadyPlayer,
    strength=strength,
    quantity_file=Path(__file__).with_name("quantities.toml"),
    turn_number=lambda game: int(game.table.turn),
    max_playout_turns=1,
    candidate_answers=candidate_answers,
    exact_reason=exact_reason,
)
"""The lookahead of Ember, which plays copies of a game to the end of the turn and judges them there."""
