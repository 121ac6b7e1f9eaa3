"""Candidate answers to a question of a whole game: the computer players' choices, then the next best answers.

They use only information that the answering player may see (`known_table.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.questions import QuestionWithDefault
from twingkit.imperium.galaxy.agenda.voting import ABSTAIN, CastVotes
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.building import plan_build
from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.galaxy.players.known_table import known_table
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.players.steady_choices import STRATEGY_CARD_WORTH, TECHNOLOGY_WORTH
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.tactical.production_step import Build

_MAX_CANDIDATES = 4
"""The largest number of candidate answers, including the computer players' choices."""

CONSIDERED_QUESTION_KINDS = (
    "turn",
    "take",
    "secondary",
    "score",
    "build",
    "research",
    "vote",
    "use",
    "second",
    "return",
)
"""The kinds of questions with more than one candidate; the others mostly have an obvious answer."""


def candidate_answers(game: Game) -> list[str]:
    """Return the answers to the pending question that are worth rating, the computer players' own choices
    first.
    """
    question = game.question
    assert question is not None
    if isinstance(question, QuestionWithDefault):  # in a single battle
        return [question.format_answer(option) for option in islice(question.options(), _MAX_CANDIDATES)]
    table = known_table(game.table, question.player)
    candidates = [question.format_answer(SteadyPolicy(0)(game))]
    if question.kind in CONSIDERED_QUESTION_KINDS:
        candidates.append(question.format_answer(GreedyPolicy(0)(game)))
        candidates += _further_candidates(table, question)
    allowed = (
        answer
        for answer in dict.fromkeys(candidates)
        if question.refusal(question.parse_answer(answer)) is None
    )
    return list(islice(allowed, _MAX_CANDIDATES))


def only_candidate(game: Game) -> str | None:
    """Return the only answer to the pending question that is worth rating; None if there are several."""
    candidates = candidate_answers(game)
    return candidates[0] if len(candidates) == 1 else None


def _further_candidates(table: GameTable, question: Question[Any]) -> Iterable[str]:  # any question
    """Yield further candidate answers, the most promising first."""
    for kind, listed in _CANDIDATES.items():
        if isinstance(question, kind):
            return listed(table, question)
    return islice((question.format_answer(option) for option in question.options()), _MAX_CANDIDATES)


def _turn(table: GameTable, question: TurnChoice) -> Iterator[str]:
    """Yield the most valuable actions, at most one per system."""
    seat, steady = question.player, SteadyPolicy(0)
    steady.plan_objectives(table, seat)
    worth = {
        option: steady.turn_answer_worth(table, seat, option)
        for option in question.options()
        if not option.startswith("offer ")
    }
    if table.players[seat].tactic:
        for tactical_option in steady.tactical_options(table, seat):
            answer = f"activate {table.tile_number(tactical_option.system)}"
            worth[answer] = max(
                worth.get(answer, 0.0), steady.tactical_option_worth(table, seat, tactical_option)
            )
    yield from sorted(worth, key=lambda answer: -worth[answer])


def _votes(table: GameTable, question: CastVotes) -> Iterator[str]:
    """Yield, for each outcome, the answer that casts all votes for it, and then the answer that abstains."""
    yield ABSTAIN
    if question.voting_planets:
        yield from (f"vote {outcome} {', '.join(question.voting_planets)}" for outcome in question.allowed)


def _build(table: GameTable, question: Build) -> Iterator[str]:
    """Yield variants of the computer players' build with fewer and with more units, and the answer that
    builds nothing.
    """
    for budget in (question.max_cost, question.max_cost // 2):
        yield question.format_build(plan_build(table, question, budget))
    yield question.format_build({})


def _choices_by_worth(table: GameTable, question: ItemChoice) -> Iterator[str]:
    worth: Mapping[str, float] = {
        "take": {str(number): worth for number, worth in STRATEGY_CARD_WORTH.items()},
        "research": TECHNOLOGY_WORTH,
    }.get(question.kind, {})
    yield from (
        f"{question.answer_prefix} {choice}"
        for choice in sorted(question.choices, key=lambda choice: -worth.get(choice, 0))
    )


# Each function accepts only its own kind of question.
_CANDIDATES: Mapping[type[Question[Any]], Callable[[GameTable, Any], Iterable[str]]] = {
    TurnChoice: _turn,
    CastVotes: _votes,
    Build: _build,
    ItemChoice: _choices_by_worth,
}
"""The function that yields further answers, by question class."""
