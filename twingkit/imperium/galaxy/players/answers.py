"""Candidate answers to a question of a whole game: the computer players' choices, then the next best answers.

They use only information that the answering player may see (`known_table.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.questions import Decision
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
    """Return the answers worth rating, the computer players' choices first."""
    asked = game.question
    assert asked is not None
    if isinstance(asked, Decision):  # in a single battle
        return [asked.format_answer(option) for option in islice(asked.options(), _MAX_CANDIDATES)]
    table = known_table(game.table, asked.player)
    candidates = [asked.format_answer(SteadyPolicy(0)(game))]
    if asked.kind in CONSIDERED_QUESTION_KINDS:
        candidates.append(asked.format_answer(GreedyPolicy(0)(game)))
        candidates += _further_candidates(table, asked)
    allowed = (
        answer for answer in dict.fromkeys(candidates) if asked.refusal(asked.parse_answer(answer)) is None
    )
    return list(islice(allowed, _MAX_CANDIDATES))


def only_candidate(game: Game) -> str | None:
    """Return the only answer worth rating; None if there are several."""
    candidates = candidate_answers(game)
    return candidates[0] if len(candidates) == 1 else None


def _further_candidates(table: GameTable, asked: Question[Any]) -> Iterable[str]:  # any question
    """Yield further candidate answers, the most promising first."""
    for kind, listed in _CANDIDATES.items():
        if isinstance(asked, kind):
            return listed(table, asked)
    return islice((asked.format_answer(option) for option in asked.options()), _MAX_CANDIDATES)


def _turn(table: GameTable, asked: TurnChoice) -> Iterator[str]:
    """Yield the most valuable actions, at most one per system."""
    seat, steady = asked.player, SteadyPolicy(0)
    steady.plan_objectives(table, seat)
    worth = {
        option: steady.turn_answer_worth(table, seat, option)
        for option in asked.options()
        if not option.startswith("offer ")
    }
    if table.players[seat].tactic:
        for tactical_option in steady.tactical_options(table, seat):
            answer = f"activate {table.tile_number(tactical_option.system)}"
            worth[answer] = max(
                worth.get(answer, 0.0), steady.tactical_option_worth(table, seat, tactical_option)
            )
    yield from sorted(worth, key=lambda answer: -worth[answer])


def _votes(table: GameTable, asked: CastVotes) -> Iterator[str]:
    """Yield an answer with all votes for each outcome, and abstaining."""
    yield ABSTAIN
    if asked.votable_planets:
        yield from (f"vote {outcome} {', '.join(asked.votable_planets)}" for outcome in asked.allowed)


def _build(table: GameTable, asked: Build) -> Iterator[str]:
    """Yield variants of the computer players' build with less and with more, and building nothing."""
    for budget in (asked.max_cost, asked.max_cost // 2):
        yield asked.format_build(plan_build(table, asked, budget))
    yield asked.format_build({})


def _choices_by_worth(table: GameTable, asked: ItemChoice) -> Iterator[str]:
    worth: Mapping[str, float] = {
        "take": {str(number): worth for number, worth in STRATEGY_CARD_WORTH.items()},
        "research": TECHNOLOGY_WORTH,
    }.get(asked.kind, {})
    yield from (
        f"{asked.answer_prefix} {choice}"
        for choice in sorted(asked.choices, key=lambda choice: -worth.get(choice, 0))
    )


# Each function accepts only its own kind of question.
_CANDIDATES: Mapping[type[Question[Any]], Callable[[GameTable, Any], Iterable[str]]] = {
    TurnChoice: _turn,
    CastVotes: _votes,
    Build: _build,
    ItemChoice: _choices_by_worth,
}
"""The function that yields further answers, by question class."""
